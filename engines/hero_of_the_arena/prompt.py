"""What a seat is asked for: the JSON Schema of its move, written from nothing but its own view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pydantic import JsonValue

from engines.contract import JsonSchema, SeatId
from engines.hero_of_the_arena.board import Board
from engines.hero_of_the_arena.choices import actions_with, board_of, for_sale, moves_hero
from engines.hero_of_the_arena.data import ARENAS, DRAFTERS
from engines.hero_of_the_arena.drafting import choices, due_ban, due_pick
from engines.hero_of_the_arena.legality import ACCEPTED
from engines.hero_of_the_arena.pack import HeroItemCard
from engines.hero_of_the_arena.records import HeroDraft
from engines.hero_of_the_arena.shop import refresh_cost
from engines.hero_of_the_arena.view import HeroOfTheArenaView, known

_NULL: Final[JsonSchema] = {"const": None, "default": None}
_ANY_ARENA: Final[JsonSchema] = {"enum": [*ARENAS]}


def prompt(view: HeroOfTheArenaView) -> JsonSchema | None:
    """
    The schema of the move asked of the viewer.

    The first action and a single purchase are listed as they are legal now; what later ones of a list may be depends
    on those before.
    """
    phase = view.phase
    if phase is None or view.viewer not in phase.seats:
        return None
    match phase.name:
        case "starter":
            moves = [_move("choose_starter", {"seat": _listed(DRAFTERS)}, ["seat"])]
        case "draft_review" | "preparation":
            moves = [_move("ready", {}, [])]
        case "turn" | "play" | "shop":
            board = board_of(view)
            makers = {"play": _plays, "discard": _discards, "shop": _purchases}
            moves = [move for type_ in ACCEPTED[phase.name] for move in makers[type_](board)]
        case name:
            moves = _drafts(known(view.draft), name, SeatId(view.viewer))
    schema: JsonSchema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if len(moves) == 1:
        return {**schema, **moves[0]}
    return {**schema, "oneOf": [*moves]}


def _move(type_: str, properties: JsonSchema, required: list[str]) -> JsonSchema:
    return _object({"type": {"const": type_}, **properties}, ["type", *required])


def _object(properties: JsonSchema, required: Iterable[str]) -> JsonSchema:
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


def _drafts(draft: HeroDraft, phase: str, seat: SeatId) -> list[JsonSchema]:
    """One for each card that may be decided on first, where a second one follows."""
    picks, bans = choices(draft, due_pick(draft, phase, seat)), choices(draft, due_ban(draft, phase))
    match phase:
        case "draft_second":
            return [_decision({"const": pick}, _listed(card for card in bans if card != pick)) for pick in picks]
        case "draft_third":
            return [_decision(_listed(card for card in picks if card != ban), {"const": ban}) for ban in bans]
        case _:
            return [_move("draft", {"pick": _listed(picks), "ban": _NULL}, ["pick"])]


def _decision(pick: JsonSchema, ban: JsonSchema) -> JsonSchema:
    return _move("draft", {"pick": pick, "ban": ban}, ["pick", "ban"])


def _listed(names: Iterable[str]) -> JsonSchema:
    return {"enum": [*names]}


def _plays(board: Board) -> list[JsonSchema]:
    """A pass, one card, or several."""
    hand = board.mover.hand
    passes = _move("play", {"actions": {"const": [], "default": []}, "then": {"const": "end", "default": "end"}}, [])
    first = [_first(action.card, action.arena, action.to) for card in hand for action in actions_with(board, card)]
    if not first:
        return [passes]
    then: JsonSchema = {"enum": ["end", "more"], "default": "end"}
    actions: JsonSchema = {"type": "array", "prefixItems": [{"oneOf": [*first]}]}
    one: JsonSchema = {**actions, "items": False, "minItems": 1}
    later: list[JsonValue] = [_later(board, card) for card in hand]
    several: JsonSchema = {**actions, "items": {"oneOf": later}, "minItems": 2, "maxItems": len(hand)}
    lists = [one, several] if len(hand) > 1 else [one]
    return [passes, *(_move("play", {"actions": cards, "then": then}, ["actions"]) for cards in lists)]


def _first(card: str, arena: int | None, to: int | None) -> JsonSchema:
    """An action that is legal now."""
    fields = {"arena": arena, "to": to}
    given = [name for name, value in fields.items() if value is not None]
    properties: JsonSchema = {name: _NULL if value is None else {"const": value} for name, value in fields.items()}
    return _object({"card": {"const": card}, **properties}, ["card", *given])


def _later(board: Board, id_: str) -> JsonSchema:
    """An action with this card that may be legal after others."""
    card = board.tables.cards[id_]
    aimless = isinstance(card, HeroItemCard) and card.aim == "none"
    arena, to = (_NULL if aimless else _ANY_ARENA), (_ANY_ARENA if moves_hero(card) else _NULL)
    given = [name for name, field in (("arena", arena), ("to", to)) if field is not _NULL]
    return _object({"card": {"const": id_}, "arena": arena, "to": to}, ["card", *given])


def _discards(board: Board) -> list[JsonSchema]:
    hand = board.mover.hand
    if not hand:
        return [_move("discard", {"cards": {"const": [], "default": []}}, [])]
    card = _object({"card": {"enum": [*hand]}, "arena": _ANY_ARENA}, ["card", "arena"])
    most = min(len(hand), len(ARENAS))
    cards: JsonSchema = {"type": "array", "items": card, "maxItems": most, "default": []}
    return [_move("discard", {"cards": cards}, [])]


def _purchases(board: Board) -> list[JsonSchema]:
    """At most one purchase, or several."""
    goods, prices = for_sale(board), board.tables.prices
    lists: list[JsonValue] = [[]]
    lists += [[id_] for id_ in goods if prices[id_] <= board.mover.coins]
    few = _move("shop", {"buy": {"enum": lists, "default": []}, "then": _then(board)}, [])
    if len(goods) < 2:
        return [few]
    many: JsonSchema = {
        "type": "array",
        "items": _listed(goods),
        "uniqueItems": True,
        "minItems": 2,
        "maxItems": len(goods),
    }
    return [few, _move("shop", {"buy": many, "then": _then(board)}, ["buy"])]


def _then(board: Board) -> JsonSchema:
    """A refresh is out of reach if it costs more than a fighter can ever hold."""
    words = ["leave", "refresh"] if refresh_cost(board) <= board.max_coins else ["leave"]
    return {"enum": [*words], "default": "leave"}
