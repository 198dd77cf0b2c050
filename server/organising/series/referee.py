"""
The referee carries out what a series' log orders about matches, takes their outcomes, and closes decisions in time.

The log comes first: an entry names a match before it is created. So whatever a process leaves undone when it is killed,
any other finds in the log, and doing it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from server.logs.aggregates.commands import Decide
from server.logs.aggregates.schedule import Plan, Work
from server.logs.store.entry import Decision, EntryKind
from server.matches.facts import MatchCreated
from server.matches.hosting.hosting import Hosting
from server.matches.lists.directory import Directory
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.seats import seating
from server.organising.ordering.matches import Wanted, brought, extended, find_ordered
from server.organising.ordering.referee import EventReferee
from server.organising.series import commands
from server.organising.series.course import Course, MatchCourse
from server.organising.series.episode_matches import create_match
from server.organising.series.facts import SeriesFact
from server.organising.series.kind import SeriesRepository
from server.organising.series.series import Series, due_at
from server.runtime.clock.clock import Clock


class SeriesReferee(Work[Series], EventReferee):
    """The scheduled work of series."""

    orderer = "series"

    def __init__(
        self,
        series: SeriesRepository,
        matches: MatchRepository,
        directory: Directory,
        hosting: Hosting,
        clock: Clock,
        sweep_seconds: float,
    ) -> None:
        super().__init__(matches, directory, sweep_seconds)
        self._series = series
        self._hosting = hosting
        self._clock = clock

    # What a series does by itself

    def plan(self, live: Series, now: datetime) -> Plan:
        due, course = due_at(live.state), live.state.course
        if due is None or due > now:
            return Plan(due)
        if course.carried_out < course.orders:
            return Plan(at_once=[(f"carry out {course.orders}", self._carry_out(live))])
        return Plan(at_once=[(f"go on after {live.state.head.seq}", self._go_on(live))])

    async def when_due(self, live: Series) -> bool:
        """Nothing but the plan, which follows when this returns false."""
        return False

    async def _go_on(self, live: Series) -> None:
        def decide(live: Series, now: datetime) -> Decision | None:
            return _entry("series_changed", commands.go_on(live.state, commands.given_by(live, now)))

        await self._series.advance(live, decide)

    # What the log orders about matches

    async def _carry_out(self, live: Series) -> None:
        course = live.state.course
        orders, episode = course.orders, course.last
        if episode is not None:
            await self._settle(course, episode.match, episode.number)
        await self._series.advance(live, lambda live, _: commands.matches_set(live.state, orders))

    async def _settle(self, course: Course, match: MatchCourse, episode: int) -> None:
        """
        Bring the last match to where the log wants it: there, paused, running again, or called off; give seats to
        whoever has the places now, and the open phase more time.
        """
        if match.order > course.carried_out and match.how is None and not course.ended:
            live = await create_match(self._hosting, course, episode, match)
        else:
            found = await find_ordered(self._matches, match.match_id, is_over=match.how is not None or course.ended)
            if found is None:
                return
            live = found
        steps: list[Decide[Match]] = [
            partial(_bring, course),
            *(partial(_extend, each.seconds, each.order) for each in course.extensions if each.order > match.order),
        ]
        if course.status == "paused":
            steps.append(steps.pop(0))  # What was ordered before the pause comes first.
        for step in steps:
            await self._matches.advance(live, step)
        while await self._matches.advance(live, partial(_seat, course, match)) is not None:
            pass  # One seat with each entry.

    # Outcomes

    def ordered_by(self, created: MatchCreated) -> str | None:
        return None if created.series is None else created.series.series_id

    async def take(self, log_id: str, matches: Sequence[Match]) -> None:
        live = await self._series.get(log_id)
        for match in matches:

            def decide(live: Series, now: datetime, match: Match = match) -> Decision | None:
                given = commands.given_by(live, now)
                return _entry("results_taken", commands.take_outcome(live.state, match.state, given))

            await self._series.advance(live, decide)


def _entry(kind: EntryKind, facts: Sequence[SeriesFact]) -> Decision | None:
    return commands.entry(kind, *facts) if facts else None


def _bring(course: Course, match: Match, now: datetime) -> Decision | None:
    """Return the entry that brings a match to where its series wants it; None if it is there."""
    reason = "The series is cancelled." if course.ended else "The series is paused."
    return brought(match, _wanted(course), reason, now)


def _wanted(course: Course) -> Wanted:
    if course.ended:
        return "called_off"
    if course.status == "paused":
        return "paused"
    return "going_on" if course.carried_out < course.resumed else "running"


def _seat(course: Course, match: MatchCourse, live: Match, now: datetime) -> Decision | None:
    """Return the entry that gives one seat to a bot, or reserves it for a player, who has the place now."""
    state = live.state
    if state.ended or state.phase is None or course.ended:
        return None
    for seat, entrant in match.seats.items():
        player, occupant = course.entrants[entrant].player, state.occupants[seat].player
        if player is None and occupant is not None:
            return seating.hand_over(state, seat, None)
        # Who was silent for too long has played, and gets the seat no more.
        is_new = player is not None and player.player_id not in (state.played or {})
        if player is not None and is_new and state.reserved.get(seat) != player:
            return seating.replace_player(state, seat, player)
    return None


def _extend(seconds: int, order: int, match: Match, now: datetime) -> Decision | None:
    return extended(match, seconds, order, now)
