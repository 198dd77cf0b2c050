"""Newcomers take over seats whose players were silent for too long: entrants who wait for a place, in order."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from engines.kit import SeatId
from server.access.player import Person
from server.matches.state import MatchState
from server.organising.tournaments.course import Course
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import NewcomerSeated, TournamentFact
from server.organising.tournaments.outcomes import entrants_by_seat
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import EntrantId


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat at a table of the open round whose player was silent for too long."""

    table: TableCourse
    seat: SeatId
    entrant: EntrantId
    silent: Person

    @property
    def newcomer(self) -> Person | None:
        """Who takes over, by the log of the tournament; None if it has not named anybody."""
        named = self.table.newcomers.get(self.entrant, ())[-1:]
        return None if not named or named[0] == self.silent else named[0]


def vacancies(course: Course, match: MatchState) -> list[Vacancy]:
    """Return the seats of a match for newcomers; empty if the tournament does not need the match any more."""
    if not match.vacant:
        return []
    round_ = course.open_round
    table = next((each for each in round_.unfinished if each.match_id == match.match_id), None) if round_ else None
    if table is None or match.ended or course.ended:
        return []
    seated = entrants_by_seat(table, match, course.terms.teams)
    players = dict(match.players)
    return [Vacancy(table, seat, seated[seat], players[seat]) for seat in match.seat_ids if seat in match.vacant]


def seat_newcomers(
    course: Course, silent: Iterable[tuple[int, EntrantId]], barred: Container[str]
) -> list[TournamentFact]:
    """Name for each silent entrant of the open round, by table, the first who waits, but none of the `barred`."""
    in_play, round_ = course.terms.absence.in_play, course.open_round
    if in_play is None or in_play.then != "waiting" or round_ is None or course.ended:
        return []
    seated = zip(silent, waiting(course, barred), strict=False)
    return [NewcomerSeated(round_.number, table, entrant, newcomer.id) for (table, entrant), newcomer in seated]


def needing_newcomers(course: Course, matches: Iterable[MatchState]) -> list[tuple[int, EntrantId]]:
    """
    Return the tables and entrants of vacant seats for which nobody is named.

    Bots play for entrants who have withdrawn, or have another player from the next round on.
    """
    return [
        (each.table.paired.table, each.entrant)
        for match in matches
        for each in vacancies(course, match)
        if course.entrants[each.entrant].player == each.silent and not course.entrants[each.entrant].withdrawn
    ]


def waiting(course: Course, barred: Container[str] = ()) -> list[Entrant]:
    """
    Return the players who wait for a place, in the order of entry, except those who may have seen too much.

    Nobody could play for a place that is unclaimed.
    """
    close = course.too_close
    return [
        each
        for each in course.entrants.values()
        if each.waiting
        and not each.withdrawn
        and each.player is not None
        and not each.unclaimed
        and each.player.player_id not in close
        and each.player.player_id not in barred
    ]
