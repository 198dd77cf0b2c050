"""How many seats bear each consequence when a match ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engines.kit.contract import Consequence
from engines.kit.realms import REALMS, Realm
from engines.kit.records import record


@record
class Count:
    """A number of seats; at least and at most, because it can depend on how the match goes."""

    least: int
    """The smallest number."""
    most: int
    """The largest number."""

    @property
    def exact(self) -> int | None:
        """The number, if it is always the same."""
        return self.least if self.least == self.most else None


@record
class Bearers:
    """How many seats bear a consequence when a match ends: in all, and in each realm of a game with realms."""

    seats: Count
    """How many in all."""
    realms: dict[Realm, Count]
    """How many of each realm; empty in a game without realms."""


Bearing: TypeAlias = Mapping[Consequence, Bearers]
"""How many seats bear each consequence. Those that are missing are borne by nobody."""

NOBODY = Bearers(Count(0, 0), dict.fromkeys(REALMS, Count(0, 0)))


def bearers(least: int, most: int | None = None) -> Bearers:
    """Return so many bearers in a game without realms; by default exactly `least`."""
    return Bearers(_count(least if most is None else (least, most)), {})


def in_realms(heaven: int | tuple[int, int], hell: int | tuple[int, int], seats: int | None = None) -> Bearers:
    """
    Return so many bearers in each realm.

    Args:
        heaven: How many in heaven: a number, or the smallest and the largest.
        hell: How many in hell.
        seats: How many in both, if that is certain though it is not for each of them; by default the sums.
    """
    own = {"heaven": _count(heaven), "hell": _count(hell)}
    both = (own["heaven"].least + own["hell"].least, own["heaven"].most + own["hell"].most)
    return Bearers(_count(both if seats is None else seats), {realm: own[realm] for realm in REALMS})


def _count(number: int | tuple[int, int]) -> Count:
    return Count(number, number) if isinstance(number, int) else Count(*number)
