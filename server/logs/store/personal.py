"""
What is personal in facts: the names of players, and what they wrote (docs/people.md).

This works on the JSON of facts, so it is the same for all kinds of logs, and for copies of facts in other places. A
person is an object with `player_id` and `name`, wherever it stands in a fact. In the place of what was withheld is an
empty text, which nobody can have written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import JsonValue

from server.logs.store.entry import EncodedFact

LEFT: Final = ""
"""What stands in the place of the name of a player who left, or of what the player wrote."""

WRITTEN: Final[Mapping[str, str]] = {
    "match_created": "label",
    "message_sent": "text",
    "match_paused": "reason",
    "seat_muted": "reason",
    "match_adjudicated": "reason",
    "match_voided": "reason",
    "director_acted": "reason",
    "table_noted": "text",
    "match_noted": "text",
}
"""By type of fact: the field with what somebody wrote. A label is absent when it is withheld."""

_ABSENT: Final = "label"


def may_be_personal(fact_type: str) -> bool:
    """Whether facts of this type can be redacted: not moves and draws, nor anything else that the rules decide on."""
    return fact_type not in ("submitted", "drawn") and "." not in fact_type


def people_in(value: JsonValue) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of each person in a value, in order."""
    if isinstance(value, dict):
        player_id, name = value.get("player_id"), value.get("name")
        if isinstance(player_id, str) and isinstance(name, str):
            yield player_id, name
        value = [value[key] for key in sorted(value)]
    if isinstance(value, list):
        for inside in value:
            yield from people_in(inside)


def people_of(fact: EncodedFact) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of each person in a fact."""
    if may_be_personal(fact.type) and '"player_id"' in fact.text:
        yield from people_in(fact.fact)


def without_name(value: JsonValue, player_id: str) -> JsonValue:
    """Return a value without the name of a player, wherever it stands."""
    if isinstance(value, list):
        return [without_name(inside, player_id) for inside in value]
    if not isinstance(value, dict):
        return value
    rest = {key: without_name(inside, player_id) for key, inside in value.items()}
    if value.get("player_id") == player_id and isinstance(value.get("name"), str):
        rest["name"] = LEFT
    return rest


def without_text(fact: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return a fact without what somebody wrote in it."""
    written = WRITTEN.get(str(fact.get("type")))
    if written is None or written not in fact:
        return fact
    if written == _ABSENT:
        return {key: value for key, value in fact.items() if key != written}
    return {**fact, written: LEFT}


def as_far_as(saved: JsonValue, redacted: JsonValue) -> JsonValue:
    """Return a fact that somebody saved without what is withheld from the same fact in a log."""
    if isinstance(saved, list) and isinstance(redacted, list) and len(saved) == len(redacted):
        return [as_far_as(ours, theirs) for ours, theirs in zip(saved, redacted, strict=True)]
    if not (isinstance(saved, dict) and isinstance(redacted, dict)):
        return saved
    rest = {key: as_far_as(value, redacted[key]) if key in redacted else value for key, value in saved.items()}
    if redacted.get("name") == LEFT and "player_id" in redacted and isinstance(rest.get("name"), str):
        rest["name"] = LEFT
    written = WRITTEN.get(str(redacted.get("type")))
    if written is not None and redacted.get(written, LEFT) == LEFT and isinstance(rest.get(written), str):
        rest = without_text(rest)
    return rest
