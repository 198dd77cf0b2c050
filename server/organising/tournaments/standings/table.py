"""
The table of standings: a pure function of entrants, rounds and the list of tie-breaks.

Values are whole numbers on the scales of `server/organising/tournaments/standings/tie_breaks.py`; points are in halves.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from server.organising.tournaments.rounds import BRACKETS, EntrantId, Round, System
from server.organising.tournaments.scores import STANDARD, Scores
from server.organising.tournaments.standings import arena, cards, direct_encounter, tie_breaks
from server.organising.tournaments.standings.arena import Series
from server.organising.tournaments.standings.cards import Competitor, ScoredField
from server.organising.tournaments.standings.direct_encounter import Encounter
from server.organising.tournaments.standings.tie_breaks import ORDERING, TIE_BREAKS, Summand, check


@dataclass(frozen=True, slots=True)
class Row:
    """
    An entrant in the standings.

    Those with equal values of all tie-breaks share a rank. `rank` is None for entrants without a place; the tables of
    those who played less than half of a round robin count for nobody.
    """

    rank: int | None
    number: int
    entrant: EntrantId
    points: int
    values: tuple[int, ...]
    """In the order of the tie-breaks."""
    withdrawn: bool
    group: str | None = None
    """The name of the group; None without groups."""
    place_in_group: int | None = None
    """The place in the group, which nobody shares; None without one."""
    series: Series | None = None
    """The entrant's tables in an arena; None in other systems."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after some rounds, the best first, with the arithmetic of every value."""

    codes: tuple[str, ...]
    rounds: int
    rows: tuple[Row, ...]
    read: ScoredField = field(repr=False)
    level: Mapping[int, tuple[int, ...]] = field(repr=False)
    """With whom each was level when `DE` was applied."""

    def summands(self, row: Row, code: str) -> list[Summand]:
        """Return the summands of a value; empty for `DE`, `TPN` and `LOT`."""
        return tie_breaks.summands(self.read, self.read.cards[row.number - 1], code)

    def encounters(self, row: Row) -> list[Encounter]:
        """Return the applications of `DE` to an entrant, each among fewer; empty if nobody was level."""
        at = row.number - 1
        return [each for each in direct_encounter.encounters(self.read, self.level.get(at, ())) if at in each.entrants]


def compute(
    competitors: Sequence[Competitor],
    rounds: Sequence[Round],
    *,
    system: System,
    codes: Sequence[str],
    withdrawn: Collection[EntrantId] = (),
    unplaced: Collection[EntrantId] = (),
    cycles: int = 1,
    places: Mapping[EntrantId, int] | None = None,
    scores: Scores = STANDARD,
) -> Generator[None, None, Standings]:
    """
    Rank the entrants after these rounds: by points, or by the places in a bracket, then by each tie-break in turn.

    Tables without a result do not count yet. The work comes in steps: a thousand entrants take 50 ms
    (`server/runtime/time_slices.py`).

    Args:
        competitors: In the order of their numbers, from 1.
        rounds: From round 1, without gaps; of a late entrant with half byes, these are tables of the missed rounds.
        system: How rounds are paired.
        codes: The tie-breaks, the first one first; `LOT` is always the last.
        withdrawn: Who has withdrawn by then.
        unplaced: Who gets no place, so others move up; their tables still count for the others.
        cycles: How often everyone meets everyone in a round robin.
        places: In a bracket, the place of each who is out of it; all others share the first.
        scores: What the results of tables of two are worth.

    Raises:
        BadTieBreakError: The codes are not a list for this system.
    """
    check(codes, system)
    tables = [table for each in rounds for table in each.tables] if system == "arena" else []
    series = arena.series_of(tables)
    if system == "arena":
        read = arena.read_field(competitors, tables)
    else:
        read = yield from cards.read_field(competitors, rounds, system, withdrawn, cycles, scores)
    reached = places or {}
    no_place = read.left.union(at for at, each in enumerate(competitors) if each.id in unplaced)
    ranked = [at for at in range(len(competitors)) if at not in no_place]
    by_place = system in BRACKETS
    first = [
        reached.get(each.id, 1) if by_place else -card.score for each, card in zip(competitors, read.cards, strict=True)
    ]
    order = yield from order_by(read, codes, split([ranked], first))
    gone = set(withdrawn)

    def row(at: int, rank: int | None) -> Row:
        each = competitors[at]
        own = series.get(each.id, Series()) if system == "arena" else None
        return Row(rank, at + 1, each.id, read.cards[at].score, order.values_of(at), each.id in gone, series=own)

    rows: list[Row] = []
    for group in order.equals:
        rank = len(rows) + 1
        rows += [row(at, rank) for at in group]
        yield
    rows += [row(at, None) for at in sorted(no_place)]
    return Standings(tuple(codes), len(rounds), tuple(rows), read, order.level)


@dataclass(frozen=True, slots=True)
class Order:
    """
    Entrants with those who are their `equals` by all tie-breaks, the best first, in the order of numbers or lots.

    `values` are by code and entrant, `level` as in `Standings`.
    """

    equals: list[list[int]]
    values: dict[str, list[int]]
    level: dict[int, tuple[int, ...]]

    def values_of(self, at: int) -> tuple[int, ...]:
        """Return the values of an entrant, in the order of the tie-breaks."""
        return tuple(each[at] for each in self.values.values())


def order_by(read: ScoredField, codes: Sequence[str], groups: list[list[int]]) -> Generator[None, None, Order]:
    """Order, in steps, those who are level by something else, in groups, by each tie-break in turn."""
    values: dict[str, list[int]] = {}
    level: dict[int, tuple[int, ...]] = {}
    for code in codes:
        values[code] = yield from _values(read, code, groups, level)
        if code not in ORDERING:
            sign = 1 if TIE_BREAKS[code].low_is_better else -1
            groups = split(groups, [sign * value for value in values[code]])
    last = [values[code] for code in codes if code in ORDERING]
    last.append([each.lot for each in read.competitors])
    return Order([sorted(group, key=lambda at: ([each[at] for each in last], at)) for group in groups], values, level)


def _values(
    read: ScoredField, code: str, groups: list[list[int]], level: dict[int, tuple[int, ...]]
) -> Generator[None, None, list[int]]:
    """Return, in steps, the value of each entrant; for `DE` among those in the same group, noting who was level."""
    match code:
        case "TPN":
            return list(range(1, len(read.cards) + 1))
        case "LOT":
            return [each.lot for each in read.competitors]
        case "DE":
            found = [1] * len(read.cards)
            for group in groups:
                if len(group) > 1:
                    level.update(dict.fromkeys(group, tuple(group)))
                for applied in direct_encounter.encounters(read, group):
                    for entrant, place in zip(applied.entrants, applied.places, strict=True):
                        found[entrant] = place
                yield
            return found
        case _:
            values = []
            for card in read.cards:
                values.append(tie_breaks.value(read, card, code))
                yield
            return values


def split(groups: list[list[int]], keys: Sequence[int]) -> list[list[int]]:
    """Split each group by the keys of its members, the lowest first."""
    split: list[list[int]] = []
    for group in groups:
        by_key: dict[int, list[int]] = {}
        for at in group:
            by_key.setdefault(keys[at], []).append(at)
        split += [by_key[key] for key in sorted(by_key)]
    return split
