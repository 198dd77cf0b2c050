"""The parts of a table of information: who is told a fact, and in which facts a secret may show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias

Json = Any

Readers: TypeAlias = Callable[[Json, Sequence[Json], Sequence[str]], Iterable[str]]
"""Who besides the host is told a fact, given all facts before it and the seats; `EVERYONE` contains any viewer."""

Reach: TypeAlias = frozenset[str]
"""
The facts in which a secret may eventually show to those who do not know it.

Facts of the game by name; those that all games share: `match_ended`, `channel_opened`, `channel_closed`, and
`phase_opened NAME` for phases of that name.
"""

Condition: TypeAlias = Callable[[Json, Sequence[Json]], bool]
"""Whether something is allowed, given the fact that announces it and all facts before it."""

OtherValue: TypeAlias = Callable[[Any, Random], Json]
"""Another value of a secret option, as JSON, given all options."""


class _Everyone:
    def __contains__(self, viewer: object) -> bool:
        return True

    def __iter__(self) -> Any:  # noqa: ANN401
        raise TypeError("everyone cannot be listed")


EVERYONE: Final = _Everyone()
NOBODY: Final = ()
OPEN: Final[Reach] = frozenset({"all"})
"""No secret: everyone sees it at once."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    Who is told a kind of fact, and its fields, with those of nested records; `…` after a record's name allows it any
    fields.

    Facts for the host alone may have any fields.
    """

    readers: Readers
    fields: str = "…"


@dataclass(frozen=True, slots=True)
class Channel:
    """Who reads messages in a channel, and when it may be opened, given what its readers know by then."""

    readers: Readers
    opens: Condition


@dataclass(frozen=True, slots=True)
class Table:
    """
    All that a game keeps secret.

    `facts` are by name, without the game's. `channels` are by the first part of their names. `draws` are by label, with
    `*` for the variable part; `moves` by type; `options` are the secret ones, each with another value, and `kept` lists
    those that stay unchanged because everyone knows them by an id. `rare` are facts and draws that random matches do
    not reach, or that only logs of earlier rules contain; `also` are options with which they reach more, `short` those
    of a short match.
    """

    facts: Mapping[str, Row]
    channels: Mapping[str, Channel]
    moves: Mapping[str, Reach]
    draws: Mapping[str, Reach] = field(default_factory=dict)
    options: Mapping[str, tuple[OtherValue, Reach]] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    rare: frozenset[str] = frozenset()
    also: tuple[Mapping[str, Json], ...] = ()
    short: Mapping[str, Json] = field(default_factory=dict)


def shows_in(*facts: str) -> Reach:
    return frozenset(facts)


# Readers that most games need


def everyone(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return EVERYONE


def host(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return NOBODY


def its_seat(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return [fact["seat"]]


def its_pair(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return list(fact["seats"])


def deities(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return [seat for seat in seats if seat.startswith("heaven-")]


def if_option(option: str, value: Json, then: Readers, otherwise: Readers = host) -> Readers:
    """Return one row of a table that an option of the match changes."""

    def readers(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
        chosen = then if before[0]["options"][option] == value else otherwise
        return chosen(fact, before, seats)

    return readers


# Channels that several games have


def option_is(option: str, value: Json) -> Condition:
    return lambda fact, before: before[0]["options"][option] == value


def either(one: Condition, other: Condition) -> Condition:
    return lambda fact, before: one(fact, before) or other(fact, before)


def of_a_realm(opens: Condition) -> Channel:
    """Return a channel named after the realm whose seats are its members."""

    def readers(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
        return [seat for seat in seats if seat.startswith(f"{fact['channel']}-")]

    return Channel(readers, opens)


def of_a_pair(within: Condition, across: Condition) -> Channel:
    """Return channels such as `pair:heaven-1:hell-2`, of two seats of one realm or of both."""

    def opens(fact: Json, before: Sequence[Json]) -> bool:
        one, other = members(fact)
        same_realm = one.split("-")[0] == other.split("-")[0]
        return within(fact, before) if same_realm else across(fact, before)

    return Channel(lambda fact, before, seats: members(fact), opens)


def members(fact: Json) -> list[str]:
    """Return the seats in the name of a channel."""
    channel: str = fact["channel"]
    return channel.split(":")[1:]


def in_this_resolution(before: Sequence[Json], fact_type: str) -> Iterable[Json]:
    """Return the facts of a type that were told since the last phase opened."""
    for fact in reversed(before):
        if fact["type"] == "phase_opened":
            return
        if fact["type"] == fact_type:
            yield fact
