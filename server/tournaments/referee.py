"""
The referee carries out what a tournament's log orders about matches, and takes their outcomes.

The log comes first: an entry names a match before it is created, and says that it ends before it is ended. So whatever
a process leaves undone when it is killed, any other finds in the log, and doing it twice changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextvars import Context
from datetime import datetime
from functools import partial
from typing import Any, Final

from engines.kit import SeatId
from server import codes
from server.aggregates.repository import Decide
from server.aggregates.schedule import Work
from server.clock.clock import Clock
from server.errors import RefusedError, UnavailableError
from server.facts import Person
from server.failures import describe
from server.identity.players import Players
from server.ids import new_id
from server.log.entry import Decision, Head
from server.matches import absence
from server.matches import commands as match_commands
from server.matches.directory import Directory, Owing
from server.matches.hosting import Hosting
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.tournaments import commands, decisions, stepping_in
from server.tournaments.course import Course, RoundCourse, TableCourse
from server.tournaments.facts import CloseOrdered, ExtensionOrdered, TournamentFact
from server.tournaments.newcomers import needing_newcomers, seat_newcomers, vacancies, waiting
from server.tournaments.outcomes import result_at
from server.tournaments.pairer import Pairer
from server.tournaments.repository import TournamentRepository
from server.tournaments.rounds import Result
from server.tournaments.table_matches import TableMatches
from server.tournaments.tournament import Tournament, TournamentState, due_at

_SIDE_BY_SIDE: Final = 32
"""Maximum number of matches of a tournament that are created or ended concurrently."""

_GATHER_SECONDS: Final = 0.05
"""How long outcomes are gathered: many matches often end together."""

_SWEPT_AT_ONCE: Final = 500

log = logging.getLogger(__name__)


class TournamentReferee(Work[Tournament]):
    """The scheduled work of tournaments."""

    def __init__(
        self,
        tournaments: TournamentRepository,
        matches: MatchRepository,
        directory: Directory,
        hosting: Hosting,
        players: Players,
        pairer: Pairer,
        clock: Clock,
        sweep_seconds: float,
    ) -> None:
        self._sweep_seconds = sweep_seconds
        self._tournaments = tournaments
        self._matches = matches
        self._directory = directory
        self._hosting = hosting
        self._players = players
        self._pairer = pairer
        self._clock = clock
        self._room = asyncio.Semaphore(_SIDE_BY_SIDE)
        # Matches that are over and owe their outcome, or have vacant seats, by tournament, and the tasks for them.
        self._owing: defaultdict[str, set[str]] = defaultdict(set)
        self._vacant: defaultdict[str, set[str]] = defaultdict(set)
        self._taking: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        # The last match of a full page of those that owe their outcome.
        self._swept: Owing | None = None
        # Tournaments whose next round cannot be paired, and after which entry: a director must decide.
        self._unpaired: dict[str, Head] = {}

    # What a tournament does by itself

    def wake_at(self, live: Tournament, now: datetime) -> datetime | None:
        """Return when something is due, if not at once."""
        due = due_at(live.state)
        return due if due is not None and due > now else None

    def at_once(self, live: Tournament, now: datetime) -> Sequence[tuple[str, Coroutine[Any, Any, None]]]:
        due, last = due_at(live.state), live.state.course.last
        if due is None or due > now:
            return ()
        outstanding = live.state.course.outstanding
        if outstanding is not None:
            return ((f"carry out {outstanding.number}.{outstanding.orders}", self._carry_out(live, outstanding)),)
        if live.state.course.status == "paused":
            return ((f"resume {live.state.head.seq}", self._resume(live)),)
        if last is None:
            raise AssertionError("without a round nothing else is due")
        if last.status == "paired":
            return ((f"publish {last.number}", self._advance(live, commands.publish)),)
        if last.status == "started":
            return ((f"end waiting {last.number}", self._advance(live, commands.end_waiting)),)
        if last.status == "published":
            return ((f"start {last.number}", self._start(live)),)
        if self._unpaired.pop(live.log_id, None) == live.state.head:
            self._unpaired[live.log_id] = live.state.head
            return ()
        return ((f"pair {last.number + 1}", self._pair(live)),)

    async def when_due(self, live: Tournament) -> bool:
        """Nothing but `at_once`, which follows when this returns false."""
        return False

    async def _start(self, live: Tournament) -> None:
        now = self._clock.now()
        await self._advance(live, lambda state: commands.start_round(state, iter(lambda: new_id(now), None), now))

    async def _resume(self, live: Tournament) -> None:
        now = self._clock.now()
        await self._advance(live, lambda state: stepping_in.resume(state, now))

    async def _pair(self, live: Tournament) -> None:
        known = live.state.head
        try:
            facts = await self._pairer.pair(live.state, live.seed, self._clock.now())
        except UnavailableError:
            raise
        except RefusedError:
            self._unpaired[live.log_id] = known
            raise
        await self._advance(live, lambda state: facts if state.head == known else [])

    async def _advance(self, live: Tournament, decide: Callable[[TournamentState], list[TournamentFact]]) -> None:
        """Append what a tournament does by itself, if it is still due."""

        def decide_now(live: Tournament, now: datetime) -> Decision | None:
            due = due_at(live.state)
            if due is None or due > now:
                return None
            try:
                facts = decide(live.state)
            except RefusedError:
                return None  # a director or another process was faster
            return decisions.entry("round_changed", *facts) if facts else None

        await self._tournaments.advance(live, decide_now)

    # What the log orders about matches

    async def _carry_out(self, live: Tournament, round_: RoundCourse) -> None:
        course, number = live.state.course, round_.number
        tables = [table for table in round_.tables.values() if table.match_id is not None]
        new = TableMatches(self._hosting, live.log_id, course, number)
        await asyncio.gather(*(self._settle(course, round_, table, new) for table in tables))
        await self._tournaments.advance(live, lambda live, _: commands.tables_set(live.state, number, round_.orders))

    async def _settle(self, course: Course, round_: RoundCourse, table: TableCourse, new: TableMatches) -> None:
        """
        Bring the match of a table to where the log wants it: there, paused, running again, or called off; and carry out
        what is ordered about its phase.
        """
        async with self._room:
            if table.match_id is None:
                return
            is_new = table.order > round_.carried_out
            if is_new and table.result is None and not course.ended:
                match = await new.create(table, table.match_id)
            else:
                try:
                    match = await self._matches.get(table.match_id)
                except UnavailableError as error:
                    if error.code is codes.MATCH_UNREADABLE and (table.result is not None or course.ended):
                        return  # It cannot be ended, and later rounds must not wait for it.
                    raise
                except RefusedError:
                    return  # called off before it was created
            steps: list[Decide[Match]] = [
                partial(_wanted, course, round_, table),
                *(partial(_obeyed, order) for order in round_.stepping_in if _concerns(order, table)),
            ]
            if course.status == "paused":
                steps.append(steps.pop(0))  # They were ordered before the pause.
            for step in steps:
                await self._matches.advance(match, step)
            for vacancy in vacancies(course, match.state):
                if vacancy.newcomer is not None:
                    await self._fill(match, vacancy.seat, vacancy.newcomer)

    # Outcomes

    def note(self, match: Match) -> None:
        """Take the outcome of a match that is over, or fill vacant seats, soon; called with each match that changes."""
        table = match.state.created.tournament
        if table is None or not (match.state.ended or match.state.vacant):
            return
        found = self._owing if match.state.ended else self._vacant
        found[table.tournament_id].add(match.log_id)
        self._take_soon(table.tournament_id)

    async def run(self) -> None:
        """Take outcomes that nobody has taken, until cancelled."""
        while True:
            try:
                more = await self.sweep()
            except UnavailableError as error:
                log.warning("outcomes cannot be looked up: %s", error.code.name)
                more = False
            await asyncio.sleep(0 if more else self._sweep_seconds)

    async def sweep(self) -> bool:
        """Take outcomes that are still owed; return whether there may be more."""
        owing = await self._directory.owing(_SWEPT_AT_ONCE, self._swept)
        more = len(owing) == _SWEPT_AT_ONCE
        # Continue after those that cannot be taken, so that others get their turn.
        self._swept = owing[-1] if more else None
        for log_id, match_id in owing:
            self._owing[log_id].add(match_id)
        tournaments = {log_id for log_id, _ in owing}
        results = await asyncio.gather(*map(self._take, tournaments), return_exceptions=True)
        for log_id, error in zip(tournaments, results, strict=True):
            if isinstance(error, Exception):
                log.error("outcomes of %s cannot be taken: %s", log_id, describe(error))
        return more

    async def settle(self) -> None:
        """Wait until no outcome is being taken."""
        while self._taking:
            await asyncio.gather(*self._taking.values())

    async def close(self) -> None:
        """Stop taking outcomes; what is owed, others take."""
        self._closed = True
        for task in self._taking.values():
            task.cancel()
        await asyncio.gather(*self._taking.values(), return_exceptions=True)

    def _take_soon(self, tournament_id: str) -> None:
        if tournament_id not in self._taking and not self._closed:
            task = asyncio.create_task(self._take_later(tournament_id), context=Context())
            self._taking[tournament_id] = task

    async def _take_later(self, tournament_id: str) -> None:
        """Take outcomes when more may have come; what cannot be taken is left to the sweep."""
        try:
            while tournament_id in self._owing or tournament_id in self._vacant:
                await asyncio.sleep(_GATHER_SECONDS)
                if tournament_id in self._owing:
                    await self._take(tournament_id)
                await self._seat_newcomers(tournament_id)
        except (RefusedError, UnavailableError) as error:
            log.warning("outcomes of %s are taken later: %s", tournament_id, error.code.name)
        finally:
            self._owing.pop(tournament_id, None)
            self._vacant.pop(tournament_id, None)
            del self._taking[tournament_id]

    async def _take(self, tournament_id: str) -> None:
        """Take the outcomes of matches that are over, in one entry."""
        live = await self._tournaments.get(tournament_id)
        matches = await self._readable(self._owing.pop(tournament_id, set()))

        def decide(live: Tournament, now: datetime) -> Decision | None:
            results, again = _judge(live.state.course, matches, now)
            return commands.take_results(live.state, results, again)

        await self._tournaments.advance(live, decide)
        # What was known already, or was void by order of the tournament, is not owed any more either.
        await self._directory.settle({match.log_id for match in matches})

    async def _seat_newcomers(self, tournament_id: str) -> None:
        """
        Name newcomers for vacant seats in one entry, and give them the seats; bots take those for which nobody waits.

        After a kill in between, others do it with the next entry of the match, or of the tournament.
        """
        vacant = self._vacant.pop(tournament_id, set())
        if not vacant:
            return
        live = await self._tournaments.get(tournament_id)
        matches = await self._readable(vacant)
        known = {each.player.player_id for each in waiting(live.state.course) if each.player is not None}
        # Organisers can see every match as its host does.
        barred = {player.id for player in (await self._players.by_ids(known)).values() if player.organiser}

        def decide(live: Tournament, now: datetime) -> Decision | None:
            course = live.state.course
            facts = seat_newcomers(course, needing_newcomers(course, (match.state for match in matches)), barred)
            return decisions.entry("round_changed", *facts) if facts else None

        await self._tournaments.advance(live, decide)
        for match in matches:
            for vacancy in vacancies(live.state.course, match.state):
                await self._fill(match, vacancy.seat, vacancy.newcomer)

    async def _fill(self, match: Match, seat: SeatId, newcomer: Person | None) -> None:
        await self._matches.advance(match, lambda match, now: absence.fill(match.state, seat, newcomer, now))

    async def _readable(self, match_ids: Iterable[str]) -> list[Match]:
        """Return those matches that can be read, as they stand: others must not hold them up."""
        found: list[Match] = []
        for match_id in sorted(match_ids):
            try:
                match = await self._matches.get(match_id)
                if not match.state.ended:  # as far as this process has heard
                    await self._matches.refresh(match)
                found.append(match)
            except UnavailableError as error:
                if error.code is not codes.MATCH_UNREADABLE:
                    raise
                log.error("match %s of a tournament cannot be read", match_id)
        return found


def _wanted(course: Course, round_: RoundCourse, table: TableCourse, match: Match, now: datetime) -> Decision | None:
    """Return the entry that brings a match to where its tournament wants it; None if it is there."""
    state = match.state
    if state.ended:
        return None
    if course.ended or table.result is not None:
        return match_commands.void(state, "The tournament decided the table without this match.", match.seed)
    waits = round_.ready_until is not None and course.missing_at(table)
    if course.status != "paused" and state.status == "open" and state.full and not waits:
        return match_commands.start(state, match.seed, now)
    if course.status == "paused" and state.status == "running":
        return match_commands.pause(state, "The tournament is paused.")
    if course.status != "paused" and state.status == "paused" and _is_resuming(course):
        return match_commands.resume(state, now)
    return None


def _concerns(order: ExtensionOrdered | CloseOrdered, table: TableCourse) -> bool:
    """Whether something was ordered about the match that the table has now."""
    tables = order.tables if isinstance(order, ExtensionOrdered) else (order.table,)
    return table.paired.table in tables and order.order > table.order


def _obeyed(order: ExtensionOrdered | CloseOrdered, match: Match, now: datetime) -> Decision | None:
    """Return the entry that carries out an order about the open phase; None if it is done, or not possible any more."""
    try:
        if isinstance(order, CloseOrdered):
            return match_commands.close_now(match.state, match.seed, order.phase, now)
        if match.state.ordered >= order.order:
            return None
        return match_commands.extend(match.state, order.seconds, now, order.order)
    except RefusedError:
        return None


def _is_resuming(course: Course) -> bool:
    """Whether the tournament goes on with this order; otherwise the match was paused by itself."""
    return course.last is not None and course.last.carried_out < course.resumed


def _judge(course: Course, matches: Iterable[Match], now: datetime) -> tuple[dict[int, Result], dict[int, str]]:
    """Return the results of matches that are over, and new matches for tables that must be played again."""
    results: dict[int, Result] = {}
    again: dict[int, str] = {}
    round_ = course.open_round
    tables = {} if round_ is None else {table.match_id: table for table in round_.unfinished}
    for match in matches:
        table = tables.get(match.log_id)
        if table is None:
            continue
        result = result_at(table, match.state, course)
        if result is None:
            again[table.paired.table] = new_id(now)
        else:
            results[table.paired.table] = result
    return results, again
