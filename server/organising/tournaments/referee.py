"""The referee of tournaments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from engines.kit import SeatId
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Person
from server.logs.store.entry import Decision, Head
from server.matches.hosting.hosting import Hosting
from server.matches.lists.directory import Directory
from server.matches.match import Match
from server.matches.play import absence
from server.matches.repository import MatchRepository
from server.organising.ordering.matches import Goal, bring_to, close_phase, extend_phase, find_ordered
from server.organising.ordering.referee import EventReferee
from server.organising.tournaments import arena, commands, stepping_in
from server.organising.tournaments.course import Course
from server.organising.tournaments.due import due_at
from server.organising.tournaments.facts import FACTS, CloseOrdered, ExtensionOrdered, TournamentFact
from server.organising.tournaments.kind import TOURNAMENTS, TournamentRepository
from server.organising.tournaments.leave import set_leaves
from server.organising.tournaments.newcomers import needing_newcomers, seat_newcomers, vacancies, waiting
from server.organising.tournaments.outcomes import TakenResult, result_at
from server.organising.tournaments.pairer import Pairer
from server.organising.tournaments.round_course import RoundCourse, TableCourse
from server.organising.tournaments.systems import final_places
from server.organising.tournaments.table_matches import TableMatches
from server.organising.tournaments.tournament import Tournament, TournamentState
from server.people.identity.players import Players
from server.runtime.activity import Activity
from server.runtime.clock.clock import Clock
from server.runtime.ids import new_id

_DECIDED: Final = "The tournament decided the table without this match."

_SIDE_BY_SIDE: Final = 32
"""Maximum number of matches of a tournament that are created or ended concurrently."""


class TournamentReferee(EventReferee[Tournament]):
    """The scheduled work of tournaments."""

    kind = TOURNAMENTS

    def __init__(
        self,
        tournaments: TournamentRepository,
        matches: MatchRepository,
        directory: Directory,
        hosting: Hosting,
        players: Players,
        pairer: Pairer,
        clock: Clock,
        activity: Activity,
    ) -> None:
        super().__init__(tournaments, matches, directory, hosting, clock, activity)
        self._players = players
        self._pairer = pairer
        self._room = asyncio.Semaphore(_SIDE_BY_SIDE)
        # Tournaments whose next round cannot be paired, and after which entry: a director must decide.
        self._unpaired: dict[str, Head] = {}

    # What a tournament does by itself

    def due_now(self, live: Tournament) -> Sequence[tuple[str, Coroutine[Any, Any, None]]]:
        last = live.state.course.last
        outstanding = live.state.course.outstanding
        if outstanding is not None:
            return ((f"carry out {outstanding.number}.{outstanding.orders}", self._carry_out(live, outstanding)),)
        if live.state.course.status == "paused":
            return ((f"resume {live.state.head.seq}", self._advance(live, stepping_in.resume)),)
        if live.state.course.provisional_until is not None:
            return ((f"end {live.state.head.seq}", self._end(live)),)
        if last is None:
            raise AssertionError("without a round nothing else is due")
        if last.status == "paired":
            return ((f"publish {last.number}", self._advance(live, lambda state, _: commands.publish(state))),)
        if last.status == "started" and live.state.course.adds_tables:
            return ((f"go on {live.state.head.seq}", self._advance(live, _go_on)),)
        if last.status == "started":
            return ((f"end waiting {last.number}", self._advance(live, commands.end_waiting)),)
        if last.status == "published":
            return ((f"start {last.number}", self._advance(live, _start)),)
        if live.state.course.terms.arena is not None:
            return ((f"finish {live.state.head.seq}", self._finish(live)),)
        if self._unpaired.pop(live.log_id, None) == live.state.head:
            self._unpaired[live.log_id] = live.state.head
            return ()
        return ((f"pair {last.number + 1}", self._pair(live)),)

    async def _end(self, live: Tournament) -> None:
        await self._advance(live, lambda state, _: stepping_in.end(state, final_places(state.course), live.seed))

    async def _finish(self, live: Tournament) -> None:
        def finish(state: TournamentState, now: datetime) -> list[TournamentFact]:
            return stepping_in.finish(state, final_places(state.course), live.seed, now, by_player=False)

        await self._advance(live, finish)

    async def _pair(self, live: Tournament) -> None:
        known = live.state.head
        try:
            facts = await self._pairer.pair(live.state, live.seed, self._clock.now())
        except UnavailableError:
            raise
        except RefusedError:
            self._unpaired[live.log_id] = known
            raise
        await self._advance(live, lambda state, _: facts if state.head == known else [])

    async def _advance(
        self, live: Tournament, decide: Callable[[TournamentState, datetime], list[TournamentFact]]
    ) -> None:
        """Append what a tournament does by itself, if it is still due."""

        def decide_now(live: Tournament, now: datetime) -> Decision | None:
            due = due_at(live.state)
            if due is None or due > now:
                return None
            try:
                facts = decide(live.state, now)
            except RefusedError:
                return None  # a director or another process was faster
            return FACTS.entry_if_any("round_changed", facts)

        await self._events.advance(live, decide_now)

    # What the log orders about matches

    async def _carry_out(self, live: Tournament, round_: RoundCourse) -> None:
        course, number = live.state.course, round_.number
        tables = [table for table in round_.to_settle if table.match_id is not None]
        new = TableMatches(self._hosting, live.log_id, course, number)
        await asyncio.gather(*(self._call_off(match_id) for _, match_id in round_.called_off))
        await asyncio.gather(*(self._settle(course, round_, table, new) for table in tables))
        await self._events.advance(live, lambda live, _: commands.note_carried_out(live.state, number, round_.orders))

    async def _call_off(self, match_id: str) -> None:
        """End a match in whose place another one is played."""
        async with self._room:
            match = await find_ordered(self._matches, match_id, is_over=True)
            if match is not None:
                await self._matches.advance(match, lambda match, now: bring_to(match, "called_off", _DECIDED, now))

    async def _settle(self, course: Course, round_: RoundCourse, table: TableCourse, new: TableMatches) -> None:
        """
        Bring the match of a table to its goal: it exists, is paused, runs again, or is called off.

        Also carry out the orders about its open phase.
        """
        async with self._room:
            if table.match_id is None:
                return
            is_new = table.order > round_.carried_out
            if is_new and table.result is None and not course.ended:
                match = await new.create(table, table.match_id)
            else:
                is_over = table.result is not None or course.ended
                found = await find_ordered(self._matches, table.match_id, is_over=is_over)
                if found is None:
                    return
                match = found
            while course.terms.leave_days and await self._matches.advance(match, partial(set_leaves, course, table)):
                pass
            orders = [partial(_obey, order) for order in round_.stepping_in if _concerns(order, table)]
            await self.settle_match(match, partial(_bring, course, round_, table), orders, course.status)
            for vacancy in vacancies(course, match.state):
                if vacancy.newcomer is not None:
                    await self._fill(match, vacancy.seat, vacancy.newcomer)

    # Outcomes

    async def take(self, log_id: str, matches: Sequence[Match]) -> None:
        live = await self._events.get(log_id)

        def decide(live: Tournament, now: datetime) -> Decision | None:
            results, again = _judge(live.state.course, matches, now)
            return commands.take_results(live.state, results, again)

        await self._events.advance(live, decide)

    async def fill_vacant(self, log_id: str, matches: Sequence[Match]) -> None:
        """Name newcomers in one entry, and give them the seats; if nobody waits, bots get them."""
        live = await self._events.get(log_id)
        known = {each.player.player_id for each in waiting(live.state.course) if each.player is not None}
        # Administrators can see every match as its host does.
        barred = {player.id for player in (await self._players.by_ids(known)).values() if player.administrator}

        def decide(live: Tournament, now: datetime) -> Decision | None:
            course = live.state.course
            facts = seat_newcomers(course, needing_newcomers(course, (match.state for match in matches)), barred)
            return FACTS.entry_if_any("round_changed", facts)

        await self._events.advance(live, decide)
        for match in matches:
            for vacancy in vacancies(live.state.course, match.state):
                await self._fill(match, vacancy.seat, vacancy.newcomer)

    async def _fill(self, match: Match, seat: SeatId, newcomer: Person | None) -> None:
        await self._matches.advance(match, lambda match, now: absence.fill(match.state, seat, newcomer, now))


def _start(state: TournamentState, now: datetime) -> list[TournamentFact]:
    return commands.start_round(state, iter(lambda: new_id(now), None), now)


def _go_on(state: TournamentState, now: datetime) -> list[TournamentFact]:
    return arena.advance(state, iter(lambda: new_id(now), None), now)


def _bring(course: Course, round_: RoundCourse, table: TableCourse, match: Match, now: datetime) -> Decision | None:
    """Return the entry that brings a match to its goal; None if it is there."""
    off = course.ended or table.result is not None
    reason = _DECIDED if off else "The tournament is paused."
    return bring_to(match, _goal(course, round_, table, match), reason, now)


def _goal(course: Course, round_: RoundCourse, table: TableCourse, match: Match) -> Goal:
    if course.ended or table.result is not None:
        return "called_off"
    if course.status == "paused":
        return "paused"
    if match.state.status == "open" and table.ready_until is not None and course.missing_at(table):
        return "waiting"
    return "resumed" if _is_resuming(course) else "running"


def _concerns(order: ExtensionOrdered | CloseOrdered, table: TableCourse) -> bool:
    """Whether this is an order about the match that the table has now."""
    tables = order.tables if isinstance(order, ExtensionOrdered) else (order.table,)
    return table.paired.table in tables and order.order > table.order


def _obey(order: ExtensionOrdered | CloseOrdered, match: Match, now: datetime) -> Decision | None:
    """Return the entry that carries out an order about the open phase; None if it is done, or not possible."""
    if isinstance(order, CloseOrdered):
        return close_phase(match, order.phase, now)
    return extend_phase(match, order.seconds, order.order, now)


def _is_resuming(course: Course) -> bool:
    """Whether this order resumes the tournament; otherwise the host of the match paused it."""
    return course.last is not None and course.last.carried_out < course.resumed


def _judge(course: Course, matches: Iterable[Match], now: datetime) -> tuple[dict[int, TakenResult], dict[int, str]]:
    """Return the results of matches that are over, and new matches for tables that must be played again."""
    results: dict[int, TakenResult] = {}
    again: dict[int, str] = {}
    round_ = course.open_round
    tables = {} if round_ is None else {table.match_id: table for table in round_.unfinished}
    for match in matches:
        table = tables.get(match.log_id)
        if table is None:
            continue
        taken = result_at(table, match.state, course)
        if taken is None:
            again[table.paired.table] = new_id(now)
        else:
            results[table.paired.table] = taken
    return results, again
