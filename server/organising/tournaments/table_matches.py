"""The matches of a round: which terms they have, and who sits where."""

from __future__ import annotations

import secrets
from dataclasses import replace

from engines.catalogue import GAMES
from engines.kit import SeatId
from server.access.player import Person
from server.matches.facts import TournamentTable
from server.matches.hosting.hosting import Hosting, Terms, describe
from server.matches.match import Match
from server.matches.requests import MatchSettings
from server.matches.seeds import commitment_to
from server.organising.tournaments.course import Course
from server.organising.tournaments.outcomes import seats_of_table
from server.organising.tournaments.pairing.teams import in_roles
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.systems import records


class TableMatches:
    """Creates the matches of a round. What is the same for all of them is worked out once."""

    def __init__(self, hosting: Hosting, tournament_id: str, course: Course, number: int) -> None:
        created = course.terms
        match, engine = created.match, GAMES[created.match.game]
        self._hosting = hosting
        self._tournament_id = tournament_id
        self._course = course
        self._number = number
        self._options = engine.read_options(course.options or {})
        self._seats = engine.seats(self._options)
        self._past = records(course)[: number - 1] if created.teams else []
        settings = MatchSettings(
            pace=match.pace,
            visibility=match.visibility,
            autostart=False,  # As the tournament orders it.
            show_submitted=match.show_submitted,
            open_log=match.open_log,
            spectator_lag=match.spectator_lag,
            label=created.label,
            rest=match.rest,
            leave_days=created.leave_days,
        )
        terms = Terms(engine, match.variant, self._options)
        self._shared = replace(describe("", b"", course.host, terms, settings), absence=created.absence.in_play)

    async def create(self, table: TableCourse, match_id: str) -> Match:
        """Return the match of a table; create it under the id that the log names if it does not exist."""
        seed = secrets.token_bytes(32)
        created = replace(
            self._shared,
            match_id=match_id,
            seed_commitment=commitment_to(seed),
            tournament=TournamentTable(self._tournament_id, self._number, table.paired.table),
        )
        return await self._hosting.create_table(seed, created, self._options, self._sitting(table))

    def _sitting(self, table: TableCourse) -> dict[SeatId, Person | None]:
        """Return who has which seat; bots have the seats without an entrant, and of those who have withdrawn."""
        course, teams = self._course, self._course.terms.teams
        seated = course.rounds[self._number - 1].sitters_at(table)
        entrants = [seated[entrant] for entrant in table.paired.entrants]
        sitting: dict[SeatId, Person | None] = dict.fromkeys(seat.id for seat in self._seats)
        for own, entrant in zip(seats_of_table(self._seats, len(entrants), teams), entrants, strict=True):
            members = in_roles(entrant.id, course.members_of(entrant), self._past, teams)
            for seat, member in zip(own, members, strict=True):
                sitting[seat.id] = None if entrant.withdrawn else member
        return sitting
