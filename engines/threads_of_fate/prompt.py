"""What a seat is asked for: the JSON Schema of its move, written from nothing but its own view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.contract import JsonSchema, SeatId
from engines.threads_of_fate.data import Ability
from engines.threads_of_fate.strands import strands_of
from engines.threads_of_fate.view import ThreadsOfFateView, known

_NOT_NULL: Final[JsonSchema] = {"type": "string"}
_FLAG: Final[JsonSchema] = {"type": "boolean", "default": False}
_YES: Final[JsonSchema] = {"const": True}
_SPENT: Final[JsonSchema] = {"const": False, "default": False}


def prompt(view: ThreadsOfFateView) -> JsonSchema | None:
    """The schema of the weave asked of the viewer; what is valid against it is what `check` accepts as it is."""
    if view.phase is None or view.twine is None:
        return None
    strands = strands_of(view.realms)
    seat, visits_left = SeatId(view.viewer), known(view.visits_left)
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
        if ability not in known(view.abilities)
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "type": {"const": "weave"},
            "visit": _choice(visits_left),
            "donate": {"type": "integer", "minimum": 0, "maximum": view.twine if visits_left else 0, "default": 0},
            "boost": _choice(strands.attached[seat]),
            "cut": _choice(view.realms.opponents[seat]),
            "snip": _choice(strands.ids),
            "create": _choice(known(view.creatable)),
            "golden": _SPENT if view.gilding_used else _FLAG,
            "head_start": _FLAG,
        },
        "required": ["type"],
        "additionalProperties": False,
        "allOf": [*needs],
    }


def _choice(names: Iterable[str]) -> JsonSchema:
    return {"enum": [None, *names], "default": None}


def _needs(field: str, used: JsonSchema, needed: JsonSchema) -> JsonSchema:
    """A field used in this way needs others to be as told."""
    return {
        "if": {"properties": {field: used}, "required": [field]},
        "then": {"properties": needed, "required": [*needed]},
    }
