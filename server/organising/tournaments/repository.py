"""
Tournaments as a kind of log: how they are folded, their rows for lists and the schedule, and what they settle.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.kind import ListedKind, RulesFailedError
from server.logs.aggregates.repository import Repository
from server.logs.directing.summaries import Involved
from server.logs.store.contract import Mark
from server.logs.store.entry import Decision, Entry, Head
from server.notifications.news.facts import encode_news
from server.organising.tournaments.causes import news_of
from server.organising.tournaments.facts import TableDone, TableReplayed
from server.organising.tournaments.listings import list_tournament, render_listing
from server.organising.tournaments.rating_list import RATINGS
from server.organising.tournaments.summary import TournamentSummary
from server.organising.tournaments.tournament import Tournament, TournamentState, due_at
from server.runtime.ids import is_id
from server.runtime.times import timestamp

TournamentRepository: TypeAlias = Repository[Tournament]


class TournamentKind(ListedKind[Tournament]):
    """The kind of log for tournaments. They have no rules that could fail; their state is a plain fold."""

    tables = TournamentSummary.tables

    def owns(self, log_id: str) -> bool:
        return is_id(log_id)

    def begins(self, first: Entry) -> bool:
        return any(fact.type == "tournament_created" for fact in first.facts[:1])

    def fold(self, entries: list[Entry], seed: bytes) -> Tournament:
        return Tournament(entries, seed)

    def row(
        self, before: TournamentState | None, step: Step[TournamentState], now: datetime
    ) -> TournamentSummary | None:
        state = step.state
        due = due_at(state)
        terms = state.course.terms
        course, known = state.course, None if before is None else before.course
        unchanged = known is not None and (known.entrants, known.holders) == (course.entrants, course.holders)
        return TournamentSummary(
            log_id=state.tournament_id,
            status=state.course.status,
            visibility=terms.visibility,
            owner_id=terms.maker.player_id,
            created_at=state.created_at,
            due_at=None if due is None else timestamp(due),
            people=None if unchanged else _people(state),
            listing=render_listing(list_tournament(state)),
            place=state.tournament_id,
        )

    def owes(self, state: TournamentState) -> str | None:
        """Return that a public tournament owes its results to the ratings, where they would tell of a private one."""
        return RATINGS if state.course.terms.visibility == "public" else None

    def marks(self, before: TournamentState | None, step: Step[TournamentState]) -> tuple[Mark, ...]:
        news, entry = news_of(before, step), step.entry
        return (Mark(entry.log_id, entry.seq, entry.at, encode_news(news)),) if news else ()

    def settles(self, before: TournamentState, step: Step[TournamentState]) -> tuple[str, ...]:
        """Return the matches whose outcomes the entry takes."""
        tables = (
            before.course.rounds[fact.round - 1].tables[fact.table].match_id
            for fact in step.facts
            if isinstance(fact, TableReplayed) or (isinstance(fact, TableDone) and fact.of_match)
        )
        return tuple(match_id for match_id in tables if match_id is not None)

    def unknown(self) -> RefusedError:
        return RefusedError(
            codes.UNKNOWN_TOURNAMENT, "There is no tournament with this id, or you have no access to it."
        )

    def unreadable(self) -> UnavailableError:
        return UnavailableError(codes.MATCH_UNREADABLE, "This tournament cannot be read at the moment. Try again.")

    def set_aside(self, live: Tournament, failed: RulesFailedError) -> Decision:
        raise AssertionError("a tournament has no rules that fail") from failed

    def is_set_aside(self) -> RefusedError:
        raise AssertionError("a tournament has no rules that fail")

    def note_loss(self, live: Tournament, lost: Head) -> None:
        return None


def _people(state: TournamentState) -> dict[str, Involved]:
    course = state.course
    people: dict[str, Involved] = dict.fromkeys(course.holders, "director")
    people |= {player.player_id: "entrant" for each in course.entrants.values() for player in each.players}
    return people
