"""The referee of series, which also closes decisions in time."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from server.logs.store.entry import Decision
from server.matches.match import Match
from server.matches.seats import seating
from server.organising.ordering.matches import Goal, bring_to, extend_phase, find_ordered
from server.organising.ordering.referee import EventReferee
from server.organising.series import commands
from server.organising.series.course import Course, MatchCourse
from server.organising.series.episode_matches import create_match
from server.organising.series.facts import FACTS
from server.organising.series.kind import SERIES
from server.organising.series.leave import set_leaves
from server.organising.series.series import Series


class SeriesReferee(EventReferee[Series]):
    """The scheduled work of series."""

    kind = SERIES

    # What a series does by itself

    def due_now(self, live: Series) -> Sequence[tuple[str, Coroutine[Any, Any, None]]]:
        course = live.state.course
        if course.carried_out < course.orders:
            return [(f"carry out {course.orders}", self._carry_out(live))]
        return [(f"go on after {live.state.head.seq}", self._go_on(live))]

    async def _go_on(self, live: Series) -> None:
        def decide(live: Series, now: datetime) -> Decision | None:
            return FACTS.entry_if_any("series_changed", commands.go_on(live.state, commands.inputs_of(live, now)))

        await self._events.advance(live, decide)

    # What the log orders about matches

    async def _carry_out(self, live: Series) -> None:
        course = live.state.course
        orders, episode = course.orders, course.last
        if episode is not None:
            await self._settle(course, episode.match, episode.number)
        await self._events.advance(live, lambda live, _: commands.note_carried_out(live.state, orders))

    async def _settle(self, course: Course, match: MatchCourse, episode: int) -> None:
        """
        Bring the last match to its goal: it exists, is paused, runs again, or is called off.

        Its seats go to those who have the places now, and its open phase gets the time that was ordered.
        """
        if match.order > course.carried_out and match.how is None and not course.ended:
            live = await create_match(self._hosting, course, episode, match)
        else:
            found = await find_ordered(self._matches, match.match_id, is_over=match.how is not None or course.ended)
            if found is None:
                return
            live = found
        while course.terms.leave_days and await self._matches.advance(live, partial(set_leaves, course, match)):
            pass  # One seat with each entry.
        extensions = (each for each in course.extensions if each.order > match.order)
        orders = [partial(_extend, each.seconds, each.order) for each in extensions]
        await self.settle_match(live, partial(_bring, course), orders, course.status)
        while await self._matches.advance(live, partial(_seat, course, match)) is not None:
            pass  # One seat with each entry.

    # Outcomes

    async def take(self, log_id: str, matches: Sequence[Match]) -> None:
        live = await self._events.get(log_id)
        for match in matches:

            def decide(live: Series, now: datetime, match: Match = match) -> Decision | None:
                given = commands.inputs_of(live, now)
                return FACTS.entry_if_any("results_taken", commands.take_outcome(live.state, match.state, given))

            await self._events.advance(live, decide)


def _bring(course: Course, match: Match, now: datetime) -> Decision | None:
    """Return the entry that brings a match to its goal; None if it is there."""
    reason = "The series is cancelled." if course.ended else "The series is paused."
    return bring_to(match, _goal(course), reason, now)


def _goal(course: Course) -> Goal:
    if course.ended:
        return "called_off"
    if course.status == "paused":
        return "paused"
    return "resumed" if course.carried_out < course.resumed else "running"


def _seat(course: Course, match: MatchCourse, live: Match, now: datetime) -> Decision | None:
    """Return the entry that gives one seat to the bot, or reserves it for the player, that has the place now."""
    state = live.state
    if state.ended or state.phase is None or course.ended:
        return None
    for seat, entrant in match.seats.items():
        player, occupant = course.entrants[entrant].player, state.occupants[seat].player
        if player is None and occupant is not None:
            return seating.hand_over(state, seat, None)
        # A player who was silent for too long has played, and does not get the seat again.
        is_new = player is not None and player.player_id not in (state.played or {})
        if player is not None and is_new and state.reserved.get(seat) != player:
            return seating.replace_player(state, seat, player)
    return None


def _extend(seconds: int, order: int, match: Match, now: datetime) -> Decision | None:
    return extend_phase(match, seconds, order, now)
