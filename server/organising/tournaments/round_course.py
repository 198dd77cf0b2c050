"""A round of a tournament and its tables, as a viewer knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from pydantic import JsonValue

from server.access.player import Person
from server.organising.tournaments import facts
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.rounds import EntrantId, Result, Round, Table

RoundStatus: TypeAlias = Literal["paired", "published", "started", "done"]

TableStatus: TypeAlias = Literal["waiting", "playing", "done"]


@dataclass(frozen=True, slots=True)
class TableCourse:
    """
    A table of a round, with its matches and its result, if any.

    `matches` are played one after another, each with the order about the round's matches that names it. `ready` are the
    entrants who have said that they are ready, which they can until `ready_until`, and `newcomers` the players who took
    over from silent ones in the last match, one after another, by entrant. `seated` are the entrants as they were when
    the table was added to an arena; empty for tables of the round's start. `decided` is the order that ends the match,
    if the table was decided without it, or 0.
    """

    paired: facts.PairedTable
    matches: tuple[tuple[int, str], ...] = ()
    result: Result | None = None
    ready: frozenset[EntrantId] = frozenset()
    newcomers: Mapping[EntrantId, tuple[Person, ...]] = field(default_factory=dict)
    ready_until: str | None = None
    seated: Mapping[EntrantId, Entrant] = field(default_factory=dict)
    decided: int = 0

    @property
    def match_id(self) -> str | None:
        """The match that counts."""
        return self.matches[-1][1] if self.matches else None

    @property
    def order(self) -> int:
        """The order that names this match, or will."""
        return self.matches[-1][0] if self.matches else 1

    @property
    def replays(self) -> int:
        """How many matches came after the first one."""
        return max(0, len(self.matches) - 1)

    @property
    def status(self) -> TableStatus:
        if self.result is not None:
            return "done"
        return "waiting" if self.match_id is None else "playing"


@dataclass(frozen=True, slots=True)
class RoundCourse:
    """
    A round; `tables` by number. `publish_at` and `reasons` are known to directors only.

    `orders` counts the known entries that order something about its matches, `carried_out` how many of them are done.
    `named` is the last order that names a match. `stepping_in` are the orders about phases of its matches that are not
    carried out. `entrants` are those of the tournament when the match of their table was named, so they say who plays
    it; tables that are added to an arena have their own. `called_off` are matches in whose place others are played,
    each with the order that says so, until it is carried out. A round `waits_for_word` of a director if its start was
    taken back. `numbered` is the order of the numbers by which it was paired. `notes` are those of directors, by table.
    No table is added to an arena after `ends_at`; while it is paused, `left_seconds` are left.
    """

    number: int
    status: RoundStatus
    tables: Mapping[int, TableCourse]
    reasons: tuple[dict[str, JsonValue], ...] = ()
    publish_at: str | None = None
    orders: int = 0
    carried_out: int = 0
    named: int = 1
    ready_until: str | None = None
    stepping_in: tuple[facts.ExtensionOrdered | facts.CloseOrdered, ...] = ()
    entrants: Mapping[EntrantId, Entrant] = field(default_factory=dict)
    called_off: tuple[tuple[int, str], ...] = ()
    waits_for_word: bool = False
    numbered: tuple[EntrantId, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    ends_at: str | None = None
    left_seconds: int | None = None

    @property
    def to_settle(self) -> list[TableCourse]:
        """The tables about whose matches something may be left to do."""
        return [each for each in self.tables.values() if each.result is None or each.decided > self.carried_out]

    def sitters_at(self, table: TableCourse) -> Mapping[EntrantId, Entrant]:
        """Return the entrants as they were when the match of a table was named; empty before."""
        return table.seated or self.entrants

    def record(self) -> Round:
        """Return the round as pairing systems and standings see it."""
        return Round(
            self.number,
            tuple(Table(number, each.paired.entrants, each.result) for number, each in self.tables.items()),
        )

    @property
    def unfinished(self) -> list[TableCourse]:
        return [table for table in self.tables.values() if table.result is None]

    def waiting_until(self, ready_until: str) -> RoundCourse:
        """Return the round whose tables wait for their entrants until then."""
        waiting = {number: replace(table, ready_until=ready_until) for number, table in self.tables.items()}
        return replace(self, ready_until=ready_until, tables=waiting)


def tables_by_number(tables: Iterable[facts.PairedTable]) -> dict[int, TableCourse]:
    """Return the tables of a pairing by number."""
    return {table.table: TableCourse(table, result=table.result) for table in tables}
