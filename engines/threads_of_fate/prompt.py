"""Prompts, made only from the seat's own view: the JSON Schema of its move, and a random legal move."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from engines.kit import DIALECT, JsonSchema, SeatId, move_of, not_null, optional
from engines.threads_of_fate.data import Ability
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import strands_of, thread_id
from engines.threads_of_fate.view import ThreadsOfFateView

ChoiceT = TypeVar("ChoiceT")

_NOT_NULL: Final[JsonSchema] = {"type": "string"}
_FLAG: Final[JsonSchema] = {"type": "boolean", "default": False}
_YES: Final[JsonSchema] = {"const": True}
_SPENT: Final[JsonSchema] = {"const": False, "default": False}


def prompt(view: ThreadsOfFateView) -> JsonSchema | None:
    """Return the schema of the viewer's weave. A weave is valid if `check` accepts it without translating names."""
    if view.phase is None or view.twine is None:
        return None
    strands = strands_of(view.options.realms)
    seat, visits_left = SeatId(view.viewer), not_null(view.visits_left)
    needs = [
        _needs("donate", {"minimum": 1}, {"visit": _NOT_NULL}),
        _needs("golden", _YES, {"create": _NOT_NULL}),
        _needs("head_start", _YES, {"create": _NOT_NULL}),
    ]
    by_ability: list[tuple[Ability, str, JsonSchema]] = [
        ("boosting", "boost", _NOT_NULL),
        ("gilding", "golden", _YES),
        ("head_start", "head_start", _YES),
    ]
    needs += [
        _needs(field, used, {"visit": {"const": ability}})
        for ability, field, used in by_ability
        if ability not in not_null(view.abilities)
    ]
    properties: JsonSchema = {
        "visit": optional(visits_left),
        "donate": {"type": "integer", "minimum": 0, "maximum": view.twine if visits_left else 0, "default": 0},
        "boost": optional(strands.attached[seat]),
        "cut": optional(view.options.realms.opponents[seat]),
        "snip": optional(strands.ids),
        "create": optional(not_null(view.creatable)),
        "golden": _SPENT if view.gilding_used else _FLAG,
        "head_start": _FLAG,
    }
    return {**DIALECT, **move_of("weave", properties), "allOf": [*needs]}


def sample(view: ThreadsOfFateView, random: Random) -> WeaveMove:
    """
    Return a random legal move of the viewer.

    About half of the boosts, cuts and snips use threads that the viewer knows, so that random matches reach every step
    of a round.
    """
    seat = SeatId(view.viewer)
    realms = view.options.realms
    strands = strands_of(realms)
    own = not_null(view.threads)
    visits_left = not_null(view.visits_left)

    visit = random.choice(visits_left) if visits_left and random.random() < 0.4 else None
    twine = not_null(view.twine) if visit is not None else 0
    donate = twine if random.random() < 0.5 else random.randint(0, twine)
    held = {*not_null(view.abilities), visit}
    boost = cut = snip = create = None
    if "boosting" in held and random.random() < 0.7:
        boost = _likely_or_any([*own], strands.attached[seat], random)
    if random.random() < 0.3:
        cut = _likely_or_any([strands.by_id[id_].recipient for id_ in own], realms.opponents[seat], random)
    if random.random() < 0.6:
        reached = [thread_id(other, seat) for other in not_null(view.can_talk_to)]
        snip = _likely_or_any([*own, *reached], strands.ids, random)
    if random.random() < 0.9:
        create = random.choice(not_null(view.creatable))
    can_gild = create is not None and "gilding" in held and not view.gilding_used
    can_start_ahead = create is not None and "head_start" in held
    return WeaveMove.model_construct(
        type="weave",
        visit=visit,
        donate=donate,
        boost=boost,
        cut=cut,
        snip=snip,
        create=create,
        golden=can_gild and random.random() < 0.6,
        head_start=can_start_ahead and random.random() < 0.4,
    )


def _needs(field: str, used: JsonSchema, needed: JsonSchema) -> JsonSchema:
    """Return a schema: if a field matches `used`, the fields in `needed` must match their schemas."""
    return {
        "if": {"properties": {field: used}, "required": [field]},
        "then": {"properties": needed, "required": [*needed]},
    }


def _likely_or_any(likely: Sequence[ChoiceT], possible: Sequence[ChoiceT], random: Random) -> ChoiceT:
    return random.choice(likely if likely and random.random() < 0.5 else possible)
