"""Series as a kind of log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, TypeAlias

from pydantic import TypeAdapter

from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import UNKNOWN_SERIES
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.repository import Repository
from server.logs.directing.roles import Roles
from server.logs.directing.summaries import DirectedSummary
from server.logs.store.entry import Decision, Entry
from server.organising.kind import EventKind
from server.organising.series import commands
from server.organising.series.causes import news_of
from server.organising.series.facts import FACTS, DeathMatchDone, MainMatchDone, SeriesStopped
from server.organising.series.listings import SeriesListing, list_series
from server.organising.series.series import Series, SeriesState, due_at
from server.organising.series.summary import SeriesSummary

SeriesRepository: TypeAlias = Repository[Series]


class SeriesKind(EventKind[Series, SeriesState, SeriesListing]):
    """The kind of log for series."""

    name = "series"
    missing = UNKNOWN_SERIES
    several = "series"
    facts = FACTS
    tables = SeriesSummary.tables
    summary = SeriesSummary
    listings = TypeAdapter(SeriesListing)
    roles: ClassVar[Roles[Series]] = Roles(UNKNOWN_SERIES)
    asking = frozenset({"decision_asked", "series_waits"})
    news_of = staticmethod(news_of)
    due_at = staticmethod(due_at)
    listing = staticmethod(list_series)
    require_enterable = staticmethod(commands.require_enterable)
    cancel = staticmethod(commands.cancel)

    def too_many(self, most: int) -> RefusedError:
        return RefusedError(codes.TOO_MANY_SERIES, f"You direct {most} series that are not over. Finish one.")

    def fold(self, entries: list[Entry], seed: bytes) -> Series:
        return Series(entries, seed)

    def row(self, before: SeriesState | None, step: Step[SeriesState], now: datetime) -> DirectedSummary | None:
        if step.entry.kind == "decision_made" and len(step.facts) == 1:
            return None  # Only its maker sees it, and no list shows it.
        return super().row(before, step, now)

    def settles(self, before: SeriesState, step: Step[SeriesState]) -> tuple[str, ...]:
        """Return the match whose outcome the entry takes."""
        match = before.course.open_match
        taken = any(
            isinstance(fact, SeriesStopped)
            or (isinstance(fact, MainMatchDone | DeathMatchDone) and fact.how != "decided")
            for fact in step.facts
        )
        return (match.match_id,) if taken and match is not None else ()

    def still_asks(self, state: SeriesState, player_id: str, fact: Mapping[str, Any]) -> bool:
        if fact["type"] == "series_waits":
            return state.course.stopped is not None
        decision = state.course.open_decision
        return decision is not None and decision.number == fact["decision"] and decision.choice is None

    def leave(self, live: Series, player_id: str, now: datetime) -> Decision | None:
        """Free the place; once the series has begun, give it to a bot."""
        entrant = live.state.course.entrant_of(player_id)
        if entrant is None:
            return None
        try:
            facts = commands.leave(live.state, entrant, "own_wish", commands.inputs_of(live, now))
        except RefusedError:  # it is out of the series already
            return None
        return commands.entry("entrants_changed", *facts)


SERIES: Final = SeriesKind()
