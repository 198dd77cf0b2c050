"""The legality of moves, checked only against the seat's own view. Prompts are in `prompt.py`."""

from random import Random
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from engines.hero_of_the_arena import codes, moves
from engines.hero_of_the_arena.board import Board
from engines.hero_of_the_arena.choices import (
    actions_with,
    arenas_for,
    board_of,
    destinations,
    for_sale,
    is_bought,
    is_last_play,
    moves_hero,
)
from engines.hero_of_the_arena.data import ARENAS, DRAFTERS, MOST_ACTIONS, MOST_PLAYS, Kind
from engines.hero_of_the_arena.drafting import choices, due_ban, due_pick, kind_in
from engines.hero_of_the_arena.fight import play_card
from engines.hero_of_the_arena.pack import ArenaCard, HeroItemCard, HeroUnitCard
from engines.hero_of_the_arena.records import HeroDraft
from engines.hero_of_the_arena.shop import buy, find_perk, refresh_cost
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import Phase, SeatId, join_names, not_null, read_move, read_type, refuse

ACCEPTED: Final = {
    "starter": ("choose_starter",),
    "draft_review": ("ready",),
    "draft_first": ("draft",),
    "draft_second": ("draft",),
    "draft_third": ("draft",),
    "draft_fourth": ("draft",),
    "preparation": ("ready",),
    "turn": ("play", "discard", "shop"),
    "play": ("play",),
    "shop": ("shop",),
}
"""The types of move that each phase accepts."""

# Moves as they were sent: types and lists are checked, names and numbers are not checked yet.


class _Raw(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _RawStarter(_Raw):
    type: Literal["choose_starter"]
    seat: str


class _RawReady(_Raw):
    type: Literal["ready"]


class _RawDraft(_Raw):
    type: Literal["draft"]
    pick: str
    ban: str | None = None


class _RawAction(_Raw):
    card: str
    arena: int | None = None
    to: int | None = None


class _RawPlay(_Raw):
    type: Literal["play"]
    actions: list[_RawAction] = []
    then: Literal["end", "more"] = "end"


class _RawDiscarded(_Raw):
    card: str
    arena: int


class _RawDiscard(_Raw):
    type: Literal["discard"]
    cards: list[_RawDiscarded] = []


class _RawShop(_Raw):
    type: Literal["shop"]
    buy: list[str] = []
    then: Literal["leave", "refresh"] = "leave"


_RAW: Final[dict[str, type[_Raw]]] = {
    "choose_starter": _RawStarter,
    "ready": _RawReady,
    "draft": _RawDraft,
    "play": _RawPlay,
    "discard": _RawDiscard,
    "shop": _RawShop,
}


def check(view: HeroOfTheArenaView, move: JsonValue) -> moves.ArenaMove:
    """
    Check a move and return it in canonical form.

    Raises:
        IllegalMoveError: With the first check of section 4 that fails.
    """
    if view.outcome is not None:
        refuse(codes.MATCH_OVER, "The match is over. It accepts no more moves.")
    phase = view.phase
    if phase is None or view.viewer not in phase.seats:
        refuse(
            codes.NOT_YOUR_PHASE,
            f"In this phase, only {join_names(phase.seats) if phase else 'nobody'} can submit a move.",
        )
    kind, _ = read_type(move, codes.BAD_SHAPE)
    if kind not in _RAW:
        refuse(codes.UNKNOWN_TYPE, f"There is no such move. The types are {join_names(_RAW)}.", "/type")
    if kind not in ACCEPTED[phase.name]:
        refuse(
            codes.WRONG_PHASE, f"Phase {phase.name} accepts {join_names(ACCEPTED[phase.name])}, not {kind}.", "/type"
        )
    match read_move(_RAW[kind], move, codes.BAD_SHAPE):
        case _RawStarter(seat=seat):
            return _check_starter(seat)
        case _RawDraft() as draft:
            return _check_draft(not_null(view.draft), phase, SeatId(view.viewer), draft)
        case _RawPlay() as play:
            return _check_play(view, play)
        case _RawDiscard() as discard:
            return _check_discard(board_of(view), discard)
        case _RawShop() as shop:
            return _check_shop(board_of(view), shop)
        case _:
            return moves.READY


# The draft


def _check_starter(seat: str) -> moves.ChooseStarterMove:
    starter = next((drafter for drafter in DRAFTERS if drafter == seat), None)
    if starter is None:
        refuse(codes.BAD_STARTER, f"This seat is not a drafter. Choose one of {join_names(DRAFTERS)}.", "/seat")
    return _STARTERS[starter]


_STARTERS: Final = {
    seat: moves.ChooseStarterMove.model_validate({"type": "choose_starter", "seat": seat}) for seat in DRAFTERS
}


def _check_draft(draft: HeroDraft, phase: Phase, seat: SeatId, raw: _RawDraft) -> moves.HeroDraftMove:
    pick, ban, name = raw.pick, raw.ban, phase.name
    with_ban = name in ("draft_second", "draft_third")
    if ban is not None and not with_ban:
        refuse(codes.BAN_NOT_ALLOWED, f"Cards cannot be banned in {name}.", "/ban")
    if ban is None and with_ban:
        refuse(codes.BAN_REQUIRED, f"In {name}, the move must also ban a card.", "/ban")
    pick_kind, ban_kind = due_pick(draft, name, seat), due_ban(draft, name)
    if name == "draft_third" and ban is not None:
        _check_card(draft, "ban", ban, ban_kind, None)
        _check_card(draft, "pick", pick, pick_kind, ban)
    else:
        _check_card(draft, "pick", pick, pick_kind, None)
        if ban is not None:
            _check_card(draft, "ban", ban, ban_kind, pick)
    return moves.HeroDraftMove(type="draft", pick=pick, ban=ban)


def _check_card(
    draft: HeroDraft, field: Literal["pick", "ban"], card: str, kind: Kind | None, other: str | None
) -> None:
    """Check a card of the move. `kind` is the kind that it must have, `other` the card already chosen in this move."""
    choice = f"You can choose {join_names(choices(draft, kind, besides=other))}."
    if card not in draft.offer:
        refuse(codes.CARD_NOT_OFFERED, f"This card is not in the offer. {choice}", f"/{field}")
    if card not in draft.open:
        refuse(codes.CARD_TAKEN, f"{card} is already picked or banned. {choice}", f"/{field}")
    if card == other:
        refuse(codes.SAME_CARD, f"{card} cannot be both picked and banned. {choice}", f"/{field}")
    if kind is not None and kind_in(draft, card) != kind:
        code = codes.WRONG_BAN_TYPE if field == "ban" else codes.WRONG_PICK_TYPE
        refuse(code, f"Here you must {field} a card of kind {kind}. {choice}", f"/{field}")


# Play


def _check_play(view: HeroOfTheArenaView, raw: _RawPlay) -> moves.ArenaPlayMove:
    if raw.then == "more" and not raw.actions:
        refuse(codes.NOTHING_PLAYED, "Play at least one card before you continue the turn.", "/then")
    if len(raw.actions) > MOST_ACTIONS:
        refuse(codes.TOO_MANY_ACTIONS, f"Play at most {MOST_ACTIONS} cards in one move.", "/actions")
    if raw.then == "more" and is_last_play(view):
        refuse(
            codes.TOO_MANY_PLAYS, f"Cards can be played {MOST_PLAYS} times in a turn, and this is the last.", "/then"
        )
    board = board_of(view)
    # The list cannot name cards that are drawn or returned to the hand while it is carried out (R7).
    hand = set(board.mover.hand)
    named: set[str] = set()
    actions = []
    for place, action in enumerate(raw.actions):
        card = _check_held(board, f"/actions/{place}/card", action.card, named, hand - board.mover.drawn)
        _check_aim(board, f"/actions/{place}", card, action)
        if card.cost > board.mover.mana:
            refuse(
                codes.NOT_ENOUGH_MANA,
                f"{card.id} costs {card.cost} mana, but only {board.mover.mana} are left at that point.",
                f"/actions/{place}/card",
            )
        actions.append(moves.ArenaAction(card=card.id, arena=action.arena, to=action.to))
        play_card(board, actions[-1])
    return moves.ArenaPlayMove(type="play", actions=tuple(actions), then=raw.then)


def _check_held(board: Board, pointer: str, id_: str, named: set[str], hand: set[str]) -> ArenaCard:
    if id_ in named:
        refuse(codes.DUPLICATE_CARD, "This card occurs twice in the list.", pointer)
    if id_ not in hand or id_ not in board.mover.hand:
        held = join_names(card for card in board.mover.hand if card in hand - named)
        refuse(codes.CARD_NOT_IN_HAND, f"This card is not in your hand at that point: {held}.", pointer)
    named.add(id_)
    return board.tables.cards[id_]


def _check_aim(board: Board, place: str, card: ArenaCard, action: _RawAction) -> None:
    """Check the arenas of an action, in the order of the rulebook for this kind of card."""
    if isinstance(card, HeroItemCard) and card.aim == "none":
        if action.arena is not None:
            refuse(codes.ARENA_NOT_ALLOWED, f"{card.id} is played without an arena.", f"{place}/arena")
        _check_no_destination(place, card, action)
        return
    possible = arenas_for(board, card)
    if action.arena is None:
        refuse(codes.ARENA_REQUIRED, f"{card.id} needs an arena: {join_names(possible)}.", f"{place}/arena")
    _check_number(f"{place}/arena", action.arena)
    if isinstance(card, HeroUnitCard):
        _check_no_destination(place, card, action)
        if action.arena not in possible:
            refuse(
                codes.OWN_HERO_THERE,
                f"Your own hero is in this arena. Choose one of {join_names(possible)}.",
                f"{place}/arena",
            )
        return
    if action.arena not in possible:
        refuse(
            codes.NO_VALID_TARGET,
            f"This arena has no hero for {card.id}. Such heroes are in {join_names(possible)}.",
            f"{place}/arena",
        )
    if not moves_hero(card):
        _check_no_destination(place, card, action)
        return
    reachable = destinations(board, card, action.arena)
    if action.to is None:
        refuse(codes.TO_REQUIRED, f"{card.id} needs a destination: {join_names(reachable)}.", f"{place}/to")
    _check_number(f"{place}/to", action.to)
    if action.to not in reachable:
        refuse(codes.BAD_DESTINATION, f"From there the hero can go to {join_names(reachable)}.", f"{place}/to")


def _check_no_destination(place: str, card: ArenaCard, action: _RawAction) -> None:
    if action.to is not None:
        refuse(codes.TO_NOT_ALLOWED, f"{card.id} does not move a hero.", f"{place}/to")


def _check_number(pointer: str, arena: int) -> None:
    if arena not in ARENAS:
        refuse(codes.NO_SUCH_ARENA, f"The arenas are {join_names(ARENAS)}.", pointer)


# Discard and shop


def _check_discard(board: Board, raw: _RawDiscard) -> moves.ArenaDiscardMove:
    hand = set(board.mover.hand)
    named: set[str] = set()
    arenas: set[int] = set()
    for place, entry in enumerate(raw.cards):
        _check_held(board, f"/cards/{place}/card", entry.card, named, hand)
        _check_number(f"/cards/{place}/arena", entry.arena)
        if entry.arena in arenas:
            refuse(codes.DUPLICATE_ARENA, f"Arena {entry.arena} already has a card.", f"/cards/{place}/arena")
        arenas.add(entry.arena)
    cards = tuple(moves.DiscardedCard(card=entry.card, arena=entry.arena) for entry in raw.cards)
    return moves.ArenaDiscardMove(type="discard", cards=cards)


def _check_shop(board: Board, raw: _RawShop) -> moves.ArenaShopMove:
    for place, id_ in enumerate(raw.buy):
        pointer = f"/buy/{place}"
        if id_ not in board.shop.row and find_perk(board, id_) is None:
            refuse(
                codes.NOT_IN_SHOP,
                f"This is not for sale at that point. For sale: {join_names(for_sale(board))}.",
                pointer,
            )
        if is_bought(board, id_):
            refuse(codes.PERK_ALREADY_BOUGHT, f"You have already bought {id_} during this display.", pointer)
        _check_coins(board, board.tables.prices[id_], pointer)
        buy(board, id_)
    if raw.then == "refresh":
        _check_coins(board, refresh_cost(board), "/then")
    return moves.ArenaShopMove(type="shop", buy=tuple(raw.buy), then=raw.then)


def _check_coins(board: Board, price: int, pointer: str) -> None:
    if price > board.mover.coins:
        refuse(
            codes.NOT_ENOUGH_COINS,
            f"This costs {price}, but only {board.mover.coins} coins are left at that point.",
            pointer,
        )


# Samples


def sample(view: HeroOfTheArenaView, random: Random) -> moves.ArenaMove:
    """Return a random legal move of the viewer. It usually plays cards, so that random matches use all rules."""
    phase = not_null(view.phase)
    match phase.name:
        case "starter":
            return _STARTERS[random.choice(DRAFTERS)]
        case "draft_review" | "preparation":
            return moves.READY
        case "turn":
            chance = random.random()
            if chance < 0.7:
                return _sample_play(view, random)
            return _sample_shop(board_of(view), random) if chance < 0.9 else _sample_discard(view, random)
        case "play":
            return _sample_play(view, random)
        case "shop":
            return _sample_shop(board_of(view), random)
        case _:
            return _sample_draft(not_null(view.draft), phase, SeatId(view.viewer), random)


def _sample_draft(draft: HeroDraft, phase: Phase, seat: SeatId, random: Random) -> moves.HeroDraftMove:
    ban = None
    if phase.name in ("draft_second", "draft_third"):
        ban = random.choice(choices(draft, due_ban(draft, phase.name)))
    pick = random.choice(choices(draft, due_pick(draft, phase.name, seat), besides=ban))
    return moves.HeroDraftMove.model_construct(type="draft", pick=pick, ban=ban)


def _sample_play(view: HeroOfTheArenaView, random: Random) -> moves.ArenaPlayMove:
    """Return a random list of cards of the hand, each in a legal arena, as long as there is enough mana."""
    board = board_of(view)
    actions: list[moves.ArenaAction] = []
    hand = list(board.mover.hand)
    for card in random.sample(hand, min(len(hand), MOST_ACTIONS)):
        if card not in board.mover.hand or card in board.mover.drawn:
            continue
        legal = list(actions_with(board, card))
        if legal and random.random() < 0.9:
            actions.append(random.choice(legal))
            play_card(board, actions[-1])
    goes_on = bool(board.mover.drawn) or random.random() < 0.1
    more = bool(actions) and goes_on and not is_last_play(view)
    return moves.ArenaPlayMove.model_construct(type="play", actions=tuple(actions), then="more" if more else "end")


def _sample_discard(view: HeroOfTheArenaView, random: Random) -> moves.ArenaDiscardMove:
    hand = [held.card for held in not_null(view.own).hand]
    count = random.randint(0, min(len(hand), len(ARENAS)))
    pairs = zip(random.sample(hand, count), random.sample(ARENAS, count), strict=True)
    cards = tuple(moves.DiscardedCard.model_construct(card=card, arena=arena) for card, arena in pairs)
    return moves.ArenaDiscardMove.model_construct(type="discard", cards=cards)


def _sample_shop(board: Board, random: Random) -> moves.ArenaShopMove:
    wanted: list[str] = []
    while random.random() < 0.8:
        affordable = [id_ for id_ in for_sale(board) if board.tables.prices[id_] <= board.mover.coins]
        if not affordable:
            break
        wanted.append(random.choice(affordable))
        buy(board, wanted[-1])
    refreshes = refresh_cost(board) <= board.mover.coins and random.random() < 0.4
    return moves.ArenaShopMove.model_construct(type="shop", buy=tuple(wanted), then="refresh" if refreshes else "leave")
