"""Tournaments as a kind of log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import UNKNOWN_TOURNAMENT
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.repository import Repository
from server.logs.store.entry import Decision, Entry
from server.organising.kind import EventKind
from server.organising.tournaments import decisions, entering, stepping_in, unclaimed
from server.organising.tournaments.causes import news_of
from server.organising.tournaments.due import due_at
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import FACTS, TableDone, TableReplayed
from server.organising.tournaments.listings import TournamentListing, list_tournament
from server.organising.tournaments.rating_list import RATINGS
from server.organising.tournaments.roles import IN_TOURNAMENTS
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.summary import TournamentSummary
from server.organising.tournaments.tournament import Tournament, TournamentState

TournamentRepository: TypeAlias = Repository[Tournament]


class TournamentKind(EventKind[Tournament, TournamentState, TournamentListing]):
    """The kind of log for tournaments."""

    name = "tournament"
    missing = UNKNOWN_TOURNAMENT
    several = "tournaments"
    facts = FACTS
    tables = TournamentSummary.tables
    summary = TournamentSummary
    listings = TypeAdapter(TournamentListing)
    roles = IN_TOURNAMENTS
    asking = frozenset({"check_in_asked", "ready_asked", "partner_asked"})
    news_of = staticmethod(news_of)
    due_at = staticmethod(due_at)
    listing = staticmethod(list_tournament)
    require_enterable = staticmethod(entering.require_enterable)
    cancel = staticmethod(stepping_in.cancel)

    def require_place(self, state: TournamentState, place: str) -> None:
        unclaimed.require_claimable(state, place)

    def too_many(self, most: int) -> RefusedError:
        return RefusedError(codes.TOO_MANY_TOURNAMENTS, f"You direct {most} tournaments that are not over. Finish one.")

    def fold(self, entries: list[Entry], seed: bytes) -> Tournament:
        return Tournament(entries, seed)

    def owes(self, state: TournamentState) -> str | None:
        """Return to what it owes its results: a public one to the ratings; those of others would reveal them."""
        return RATINGS if state.course.terms.visibility == "public" else None

    def settles(self, before: TournamentState, step: Step[TournamentState]) -> tuple[str, ...]:
        """Return the matches whose outcomes the entry takes."""
        tables = (
            before.course.rounds[fact.round - 1].tables[fact.table].match_id
            for fact in step.facts
            if isinstance(fact, TableReplayed) or (isinstance(fact, TableDone) and fact.of_match)
        )
        return tuple(match_id for match_id in tables if match_id is not None)

    def still_asks(self, state: TournamentState, player_id: str, fact: Mapping[str, Any]) -> bool:
        course = state.course
        entrant = course.entrant_of(player_id)
        match fact["type"]:
            case "check_in_asked":
                return entrant is not None and course.status == "check_in" and not _is_done(entrant)
            case "ready_asked":
                round_ = course.open_round
                return entrant is not None and round_ is not None and _is_missing(round_, fact, entrant)
            case _:
                return entrant is None and not course.ended

    def leave(self, live: Tournament, player_id: str, now: datetime) -> Decision | None:
        """Withdraw the player, and with it the team."""
        entrant = live.state.course.entrant_of(player_id)
        if entrant is None or entrant.withdrawn:
            return None
        return decisions.entry("entrants_changed", *entering.withdraw(live.state, entrant, "own_wish"))


TOURNAMENTS: Final = TournamentKind()


def _is_done(entrant: Entrant) -> bool:
    return entrant.checked_in or entrant.withdrawn


def _is_missing(round_: RoundCourse, fact: Mapping[str, Any], entrant: Entrant) -> bool:
    table = round_.tables.get(fact["table"])
    if table is None or round_.number != fact["round"] or table.result is not None:
        return False
    return table.ready_until == fact["ready_until"] and entrant.id not in table.ready
