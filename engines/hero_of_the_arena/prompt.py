"""Prompts: the JSON Schema of a seat's move, made only from its own view."""

from typing import Final

from pydantic import JsonValue

from engines.hero_of_the_arena.board import Board
from engines.hero_of_the_arena.choices import arenas_for, board_of, destinations, for_sale, is_last_play
from engines.hero_of_the_arena.data import ARENAS, DRAFTERS, MOST_ACTIONS, Aim
from engines.hero_of_the_arena.drafting import choices, due_ban, due_pick
from engines.hero_of_the_arena.legality import ACCEPTED
from engines.hero_of_the_arena.pack import ArenaCard, HeroItemCard
from engines.hero_of_the_arena.records import HeroDraft
from engines.hero_of_the_arena.shop import refresh_cost
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import DIALECT, JsonSchema, SeatId, move_of, not_null, object_of, one_of, record

_NULL: Final[JsonSchema] = {"const": None, "default": None}
_ANY_ARENA: Final[JsonSchema] = one_of(ARENAS)

_TITLES: Final = {
    "unit": "unit",
    "item_none": "item",
    "item_own_hero": "item for a hero of yours",
    "item_enemy_hero": "item against an enemy hero",
    "item_any_hero": "item for any hero",
    "item_own_hero_move": "item that moves a hero of yours",
    "item_own_hero_adjacent": "item that moves a hero of yours to an adjacent arena",
    "item_enemy_hero_move": "item that moves an enemy hero",
    "item_enemy_hero_adjacent": "item that moves an enemy hero to an adjacent arena",
    "item_any_hero_move": "item that moves any hero",
    "item_any_hero_adjacent": "item that moves any hero to an adjacent arena",
}
"""Titles for people, by the name of a `_Use`."""


def prompt(view: HeroOfTheArenaView) -> JsonSchema | None:
    """
    Return the schema of the viewer's move.

    It lists exactly the legal first actions and single purchases. Later items of a list depend on earlier ones, so
    they are described less exactly.
    """
    phase = view.phase
    if phase is None or view.viewer not in phase.seats:
        return None
    definitions: JsonSchema = {}
    match phase.name:
        case "starter":
            moves = [move_of("choose_starter", {"seat": one_of(DRAFTERS)}, "seat")]
        case "draft_review" | "preparation":
            moves = [move_of("ready", {})]
        case "turn" | "play" | "shop":
            board = board_of(view)
            definitions = {} if phase.name == "shop" else _definitions(board)
            moves = [move for type_ in ACCEPTED[phase.name] for move in _fights(board, type_, view)]
        case name:
            moves = _drafts(not_null(view.draft), name, SeatId(view.viewer))
    schema = {**DIALECT, "$defs": definitions} if definitions else DIALECT
    if len(moves) == 1:
        return {**schema, **moves[0]}
    return {**schema, "oneOf": [*moves]}


def _fights(board: Board, type_: str, view: HeroOfTheArenaView) -> list[JsonSchema]:
    match type_:
        case "play":
            return _plays(board, last=is_last_play(view))
        case "discard":
            return _discards(board)
        case _:
            return _purchases(board)


def _drafts(draft: HeroDraft, phase: str, seat: SeatId) -> list[JsonSchema]:
    """Return the moves of the draft. In phases with two decisions, there is one move for each first card."""
    picks, bans = choices(draft, due_pick(draft, phase, seat)), choices(draft, due_ban(draft, phase))
    match phase:
        case "draft_second":
            return [_decision({"const": pick}, one_of(card for card in bans if card != pick)) for pick in picks]
        case "draft_third":
            return [_decision(one_of(card for card in picks if card != ban), {"const": ban}) for ban in bans]
        case _:
            return [move_of("draft", {"pick": one_of(picks), "ban": _NULL}, "pick")]


def _decision(pick: JsonSchema, ban: JsonSchema) -> JsonSchema:
    return move_of("draft", {"pick": pick, "ban": ban}, "pick", "ban")


def _plays(board: Board, *, last: bool) -> list[JsonSchema]:
    """Return the moves for a pass, one card and several cards. Cards with the same arenas are grouped to save space."""
    hand = board.mover.hand
    passes = move_of("play", {"actions": {"const": [], "default": []}, "then": {"const": "end", "default": "end"}})
    first = _first(board)
    if not first:
        return [passes]
    then: JsonSchema = {"enum": ["end"] if last else ["end", "more"], "default": "end"}
    actions: JsonSchema = {"type": "array", "prefixItems": [{"oneOf": [*first]}]}
    one: JsonSchema = {**actions, "items": False, "minItems": 1}
    several: JsonSchema = {
        **actions,
        "items": {"oneOf": [*_later(board)]},
        "minItems": 2,
        "maxItems": min(len(hand), MOST_ACTIONS),
    }
    lists = [one, several] if len(hand) > 1 else [one]
    return [passes, *(move_of("play", {"actions": cards, "then": then}, "actions") for cards in lists)]


def _first(board: Board) -> list[JsonSchema]:
    """Return the actions that are legal now."""
    actions: list[JsonSchema] = []
    for use, cards in _uses(board, affordable=True).items():
        card = board.tables.cards[cards[0]]
        if not use.is_aimed:
            actions.append(_action(use, one_of(cards), _NULL, _NULL))
            continue
        arenas = arenas_for(board, card)
        if not use.moves:
            if arenas:
                actions.append(_action(use, one_of(cards), one_of(arenas), _NULL))
            continue
        for arena in arenas:
            reachable = destinations(board, card, arena)
            if reachable:
                actions.append(_action(use, {"$ref": f"#/$defs/{use.name}"}, {"const": arena}, one_of(reachable)))
    return actions


def _later(board: Board) -> list[JsonSchema]:
    """Return the actions that can be legal after other actions."""
    return [
        _action(use, one_of(cards), _ANY_ARENA if use.is_aimed else _NULL, _ANY_ARENA if use.moves else _NULL)
        for use, cards in _uses(board, affordable=False).items()
    ]


def _definitions(board: Board) -> JsonSchema:
    """Return the lists of cards that occur several times in the first actions."""
    return {use.name: one_of(cards) for use, cards in _uses(board, affordable=True).items() if use.moves}


@record
class _Use:
    """What determines where a card can be played. `aim` is None for units; `adjacent` is None if no hero is moved."""

    aim: Aim | None
    adjacent: bool | None

    @property
    def is_aimed(self) -> bool:
        return self.aim != "none"

    @property
    def moves(self) -> bool:
        return self.adjacent is not None

    @property
    def name(self) -> str:
        if self.aim is None:
            return "unit"
        if self.adjacent is None:
            return f"item_{self.aim}"
        return f"item_{self.aim}_{'adjacent' if self.adjacent else 'move'}"


def _uses(board: Board, *, affordable: bool) -> dict[_Use, list[str]]:
    """Return the cards of the hand by use; only those that can be paid for now if `affordable`."""
    uses: dict[_Use, list[str]] = {}
    for id_ in board.mover.hand:
        card = board.tables.cards[id_]
        if not affordable or card.cost <= board.mover.mana:
            uses.setdefault(_use(card), []).append(id_)
    return uses


def _use(card: ArenaCard) -> _Use:
    if not isinstance(card, HeroItemCard):
        return _Use(None, None)
    move = card.move_effect
    return _Use(card.aim, None if move is None else bool(move.adjacent))


def _action(use: _Use, card: JsonSchema, arena: JsonSchema, to: JsonSchema) -> JsonSchema:
    given = [name for name, field in (("arena", arena), ("to", to)) if field is not _NULL]
    return {"title": _TITLES[use.name], **object_of({"card": card, "arena": arena, "to": to}, "card", *given)}


def _discards(board: Board) -> list[JsonSchema]:
    hand = board.mover.hand
    if not hand:
        return [move_of("discard", {"cards": {"const": [], "default": []}})]
    card = object_of({"card": one_of(hand), "arena": _ANY_ARENA}, "card", "arena")
    most = min(len(hand), len(ARENAS))
    cards: JsonSchema = {"type": "array", "items": card, "maxItems": most, "default": []}
    return [move_of("discard", {"cards": cards})]


def _purchases(board: Board) -> list[JsonSchema]:
    """Return the moves for at most one purchase, and for several purchases."""
    goods, prices = for_sale(board), board.tables.prices
    lists: list[JsonValue] = [[]]
    lists += [[id_] for id_ in goods if prices[id_] <= board.mover.coins]
    few = move_of("shop", {"buy": {"enum": lists, "default": []}, "then": _then(board)})
    if len(goods) < 2:
        return [few]
    many: JsonSchema = {
        "type": "array",
        "items": one_of(goods),
        "uniqueItems": True,
        "minItems": 2,
        "maxItems": len(goods),
    }
    return [few, move_of("shop", {"buy": many, "then": _then(board)}, "buy")]


def _then(board: Board) -> JsonSchema:
    """Return the schema of `then`, without `refresh` if it costs more than the maximum number of coins."""
    words = ["leave", "refresh"] if refresh_cost(board) <= board.max_coins else ["leave"]
    return {"enum": [*words], "default": "leave"}
