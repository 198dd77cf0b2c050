"""Who has which seat of a duel: seats are colours, as in C.04.3, 1.7 and 5.2 (FIDE, 1 February 2026)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, TypeAlias

from server.organising.tournaments.rounds import EntrantId

Seat: TypeAlias = Literal["a", "b"]

SeatRule: TypeAlias = Literal[
    "both_granted", "stronger", "wider_difference", "alternate", "preference_of_higher", "lot_for_higher"
]
"""The rule that decided the seats of a table, in the order in which the rules are applied (5.2.1 to 5.2.5)."""

OTHER: Final[dict[Seat, Seat]] = {"a": "b", "b": "a"}


class Strength(IntEnum):
    """How strong a preference is."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """The seat that an entrant should have next; None before the first table that was played."""

    seat: Seat | None
    strength: Strength


@dataclass(frozen=True, slots=True)
class Sitter:
    """What decides the seat of an entrant."""

    entrant: EntrantId
    number: int
    """The place in the order of numbers among those who are paired, from 1."""
    score: int
    seats: tuple[Seat, ...]
    """At tables that were played, in the order of the rounds."""

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts those of higher score first, then those of lower number."""
        return -self.score, self.number


def difference(seats: tuple[Seat, ...]) -> int:
    """Return how many more times seat `a` was taken than seat `b`."""
    return 2 * seats.count("a") - len(seats)


def preference(seats: tuple[Seat, ...]) -> Preference:
    """Return the preference after these seats (1.7)."""
    if not seats:
        return Preference(None, Strength.NONE)
    more = difference(seats)
    if abs(more) >= 2:
        return Preference("b" if more > 0 else "a", Strength.ABSOLUTE)
    if seats[-2:] in (("a", "a"), ("b", "b")):
        return Preference(OTHER[seats[-1]], Strength.ABSOLUTE)
    if more:
        return Preference("b" if more > 0 else "a", Strength.STRONG)
    return Preference(OTHER[seats[-1]], Strength.MILD)


def unmet(one: Preference, other: Preference) -> Strength:
    """Return the strength of the preference that is not met if these two meet; `NONE` if both are met."""
    return min(one.strength, other.strength) if one.seat == other.seat else Strength.NONE


def seat(one: Sitter, other: Sitter, lot: Literal[0, 1]) -> tuple[tuple[EntrantId, EntrantId], SeatRule]:
    """
    Return who has seat `a` and who has seat `b`, and why.

    Args:
        lot: Drawn once for the tournament: with 0, the first number has seat `a` in the first round.
    """
    higher, lower = sorted((one, other), key=lambda sitter: sitter.rank)
    chosen, rule = _seat_of_higher(higher, lower, lot)
    order = (higher, lower) if chosen == "a" else (lower, higher)
    return (order[0].entrant, order[1].entrant), rule


def _seat_of_higher(higher: Sitter, lower: Sitter, lot: Literal[0, 1]) -> tuple[Seat, SeatRule]:
    wish, wish_of_lower = preference(higher.seats), preference(lower.seats)
    if wish.seat is None and wish_of_lower.seat is None:
        first: Seat = "b" if lot else "a"
        return first if higher.number % 2 else OTHER[first], "lot_for_higher"
    if wish.seat is None or wish_of_lower.seat is None or wish.seat != wish_of_lower.seat:
        return wish.seat or OTHER[wish_of_lower.seat or "a"], "both_granted"
    if wish.strength != wish_of_lower.strength:
        return wish.seat if wish.strength > wish_of_lower.strength else OTHER[wish.seat], "stronger"
    more, more_of_lower = abs(difference(higher.seats)), abs(difference(lower.seats))
    if wish.strength == Strength.ABSOLUTE and more != more_of_lower:
        return wish.seat if more > more_of_lower else OTHER[wish.seat], "wider_difference"
    for had, had_by_lower in zip(reversed(higher.seats), reversed(lower.seats), strict=False):
        if had != had_by_lower:
            return had_by_lower, "alternate"
    return wish.seat, "preference_of_higher"
