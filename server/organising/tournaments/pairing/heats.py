"""
Heats: tables of any game, at which few entrants sit together again, and get realms in turn.

Sizes of tables differ by one at most. Company is the best for few entrants, otherwise the best that a search of bounded
length finds (`company.py`). Then realms are balanced without worse company.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from server.organising.tournaments.pairing.company import balance, least_company
from server.organising.tournaments.pairing.paired import Paired, bye, has_met, meetings_in
from server.organising.tournaments.rounds import EntrantId, Round, Table

SeatRealms: TypeAlias = Mapping[int, Sequence[str]]
"""The realm of each seat, in the order of the seats, by size of the table. The game does not allow other sizes."""


class TooFewEntrantsError(ValueError):
    """Fewer entrants are left than the smallest table has seats."""


@dataclass(frozen=True, slots=True)
class Together:
    """Two at a table who sat together before."""

    entrants: tuple[EntrantId, EntrantId]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeatReason:
    """Who sat together before, and how often each entrant, in the order of the seats, had its realm before."""

    together: tuple[Together, ...]
    realms: tuple[str, ...]
    had_realm: tuple[int, ...]
    type: Literal["heat"] = "heat"


@dataclass(frozen=True, slots=True)
class LeftOverReason:
    """A bye, because tables of the allowed sizes cannot hold everyone: to the fewest byes, then points, then by lot."""

    byes: int
    """How many byes the entrant had before."""
    points: int
    type: Literal["left_over"] = "left_over"


def pair(
    entrants: Sequence[EntrantId],
    past: Sequence[Round],
    withdrawn: Collection[EntrantId],
    *,
    size: int,
    seat_realms: SeatRealms,
    bye_points: int,
) -> list[Paired[HeatReason] | Paired[LeftOverReason]]:
    """
    Return the tables of the next round, byes last. Takes up to about a second of processor time.

    Args:
        entrants: In the order of lots drawn for this round, which decide ties.
        past: All rounds so far.
        withdrawn: They are not paired.
        size: The wanted size of tables, which is used if possible.
        seat_realms: The sizes that the game allows. In games without realms, all seats have the same name of a realm.
        bye_points: The half points of a bye.

    Raises:
        TooFewEntrantsError: There are fewer than the smallest table has seats.
    """
    present = [entrant for entrant in entrants if entrant not in withdrawn]
    sizes = table_sizes(len(present), size, seat_realms)
    byes, points = _totals(past)
    lot = {entrant: place for place, entrant in enumerate(present)}
    by_claim = sorted(present, key=lambda entrant: (byes[entrant], points[entrant], -lot[entrant]))
    left_over = by_claim[: len(present) - sum(sizes)]
    seated = [entrant for entrant in present if entrant not in left_over]
    rounds = meetings_in(past)
    had = _realms_had(past, seat_realms)

    def arrange(members: Sequence[int]) -> Arrangement:
        return _arrange([seated[index] for index in members], seat_realms[len(members)], had)

    meetings = [[len(rounds.get(frozenset((one, other)), ())) for other in seated] for one in seated]
    company = least_company(meetings, sizes, _least_repeats(past, set(seated), len(sizes)))
    histories = [had[entrant] for entrant in seated]
    company = balance(meetings, company, histories, lambda members: arrange(members).imbalance)
    tables: list[Paired[HeatReason] | Paired[LeftOverReason]] = []
    for number, members in enumerate(company, 1):
        table = Table(number, arrange(sorted(members)).seating)
        realms = tuple(seat_realms[len(members)])
        together = [
            Together(two, met) for two in combinations(table.entrants, 2) if (met := rounds.get(frozenset(two)))
        ]
        before = [had[entrant][realm] for entrant, realm in zip(table.entrants, realms, strict=True)]
        tables.append(Paired(table, HeatReason(tuple(together), realms, tuple(before))))
    for number, entrant in enumerate(left_over, len(tables) + 1):
        reason = LeftOverReason(byes[entrant], points[entrant])
        tables.append(Paired(bye(number, entrant, bye_points), reason))
    return tables


def table_sizes(entrants: int, wanted: int, allowed: Collection[int]) -> list[int]:
    """
    Return sizes, at most one apart, that hold as many entrants as possible; of these, the nearest to the wanted size.

    Raises:
        TooFewEntrantsError: There are fewer than the smallest table has seats.
    """
    for seated in range(entrants, 0, -1):
        fitting = [
            tables
            for tables in range(1, seated + 1)
            if seated // tables in allowed and (seated % tables == 0 or seated // tables + 1 in allowed)
        ]
        if fitting:
            tables = min(fitting, key=lambda tables: abs(Fraction(seated, tables) - wanted))
            size, larger = divmod(seated, tables)
            return [size + 1] * larger + [size] * (tables - larger)
    raise TooFewEntrantsError(f"A table needs at least {min(allowed)} entrants; {entrants} can be paired.")


class Arrangement(NamedTuple):
    """Who sits in which seat of a table."""

    seating: tuple[EntrantId, ...]
    imbalance: int
    """The sum of the squares of how far each entrant is, after this round, from its share of tables in each realm."""


def _arrange(members: Sequence[EntrantId], realms: Sequence[str], had: Mapping[EntrantId, Counter[str]]) -> Arrangement:
    """Give each realm to those who had it least so far; of those who had it equally often, to the first."""
    size, shares = len(realms), Counter(realms)
    left = list(members)
    in_realm: dict[str, Iterator[EntrantId]] = {}
    for realm, share in shares.items():
        excess = {one: had[one][realm] * size - had[one].total() * share for one in left}
        chosen = set(sorted(left, key=excess.__getitem__)[:share])
        in_realm[realm] = iter([one for one in left if one in chosen])
        left = [one for one in left if one not in chosen]
    seating = tuple(next(in_realm[realm]) for realm in realms)
    imbalance = sum(
        ((had[one][realm] + (realm == own)) * size - (had[one].total() + 1) * share) ** 2
        for one, own in zip(seating, realms, strict=True)
        for realm, share in shares.items()
    )
    return Arrangement(seating, imbalance)


def _least_repeats(past: Sequence[Round], seated: set[EntrantId], tables: int) -> int:
    """Return a lower bound of repeats: the members of each past table are spread evenly over the new ones."""
    bound = 0
    for table in (table for round_ in past for table in round_.tables if has_met(table)):
        each, more = divmod(len(seated.intersection(table.entrants)), tables)
        bound += more * comb(each + 1, 2) + (tables - more) * comb(each, 2)
    return bound


def _totals(past: Sequence[Round]) -> tuple[Counter[EntrantId], Counter[EntrantId]]:
    """Return the byes and the half points of each entrant."""
    byes: Counter[EntrantId] = Counter()
    points: Counter[EntrantId] = Counter()
    for table in (table for round_ in past for table in round_.tables):
        byes.update(table.entrants if table.is_bye else ())
        if table.result is not None:
            points.update(dict(zip(table.entrants, table.result.points, strict=True)))
    return byes, points


def _realms_had(past: Sequence[Round], seat_realms: SeatRealms) -> dict[EntrantId, Counter[str]]:
    """Return how often each entrant had a seat in each realm."""
    had: dict[EntrantId, Counter[str]] = defaultdict(Counter)
    for table in (table for round_ in past for table in round_.tables if has_met(table)):
        for entrant, realm in zip(table.entrants, seat_realms.get(len(table.entrants), ()), strict=False):
            had[entrant][realm] += 1
    return had
