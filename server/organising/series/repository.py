"""
Series as a kind of log: how they are folded, their rows for lists and the schedule, and what they settle.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.rights import UNKNOWN_SERIES
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.kind import ListedKind, RulesFailedError
from server.logs.aggregates.repository import Repository
from server.logs.directing.summaries import Involved
from server.logs.store.contract import Mark
from server.logs.store.entry import Decision, Entry, Head
from server.notifications.news.facts import encode_news
from server.organising.series.causes import news_of
from server.organising.series.facts import DeathMatchDone, MainMatchDone, SeriesStopped
from server.organising.series.listings import list_series, render_listing
from server.organising.series.series import Series, SeriesState, due_at
from server.organising.series.summary import SeriesSummary
from server.runtime.ids import is_id
from server.runtime.times import timestamp

SeriesRepository: TypeAlias = Repository[Series]


class SeriesKind(ListedKind[Series]):
    """The kind of log for series. They have no rules that could fail; their state is a plain fold."""

    tables = SeriesSummary.tables

    def owns(self, log_id: str) -> bool:
        return is_id(log_id)

    def begins(self, first: Entry) -> bool:
        return any(fact.type == "series_created" for fact in first.facts[:1])

    def fold(self, entries: list[Entry], seed: bytes) -> Series:
        return Series(entries, seed)

    def row(self, before: SeriesState | None, step: Step[SeriesState], now: datetime) -> SeriesSummary | None:
        if step.entry.kind == "decision_made" and len(step.facts) == 1:
            return None  # It shows to nobody but its maker, and in no list.
        state = step.state
        due, terms = due_at(state), state.course.terms
        course, known = state.course, None if before is None else before.course
        unchanged = known is not None and (known.entrants, known.holders) == (course.entrants, course.holders)
        return SeriesSummary(
            log_id=state.series_id,
            status=state.course.status,
            visibility=terms.visibility,
            owner_id=terms.maker.player_id,
            created_at=state.created_at,
            due_at=None if due is None else timestamp(due),
            people=None if unchanged else _people(state),
            listing=render_listing(list_series(state)),
            place=state.series_id,
        )

    def marks(self, before: SeriesState | None, step: Step[SeriesState]) -> tuple[Mark, ...]:
        news, entry = news_of(before, step), step.entry
        return (Mark(entry.log_id, entry.seq, entry.at, encode_news(news)),) if news else ()

    def settles(self, before: SeriesState, step: Step[SeriesState]) -> tuple[str, ...]:
        """Return the match whose outcome the entry takes."""
        match = before.course.open_match
        taken = any(
            isinstance(fact, SeriesStopped)
            or (isinstance(fact, MainMatchDone | DeathMatchDone) and fact.how != "decided")
            for fact in step.facts
        )
        return (match.match_id,) if taken and match is not None else ()

    def unknown(self) -> RefusedError:
        return UNKNOWN_SERIES.error()

    def unreadable(self) -> UnavailableError:
        return UnavailableError(codes.MATCH_UNREADABLE, "This series cannot be read at the moment. Try again.")

    def set_aside(self, live: Series, failed: RulesFailedError) -> Decision:
        raise AssertionError("a series has no rules that fail") from failed

    def is_set_aside(self) -> RefusedError:
        raise AssertionError("a series has no rules that fail")

    def note_loss(self, live: Series, lost: Head) -> None:
        return None


def _people(state: SeriesState) -> dict[str, Involved]:
    """Return who holds a role, and who has a place or had one until leaving the season."""
    course = state.course
    people: dict[str, Involved] = dict.fromkeys(course.holders, "director")
    return people | {each.player.player_id: "entrant" for each in course.entrants.values() if each.player}
