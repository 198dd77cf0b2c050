"""The referee moves matches forward: it starts full ones, closes phases that are over, and moves for bots."""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Callable
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from engines.kit import RANDOM, GameView, IllegalMoveError, SeatId
from server.access.errors import RefusedError
from server.logs.aggregates.schedule import NextWork, Work
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import ClosedBecause
from server.matches.match import Match
from server.matches.play import absence, deadlines
from server.matches.play.bot_pace import BotPace
from server.matches.play.bots import Bots
from server.matches.repository import MatchRepository
from server.matches.seats import waits
from server.matches.state import MatchState
from server.runtime.clock.arrivals import Arrivals
from server.runtime.clock.clock import Clock
from server.runtime.metrics import metrics
from server.runtime.time_slices import Share, take_turn

_JUDGING_SECONDS: Final = 1.0
"""How long a close waits at most for submissions that this process read before the deadline and still checks."""

_BEFORE_DEADLINE_SECONDS: Final = 2.0
"""How long before the deadline a bot moves at random, if it has not found its move."""

log = logging.getLogger(__name__)


class Referee(Work[Match]):
    """
    The scheduled work of matches.

    `arrivals` are the submissions that this process has read and not checked yet; `random` chooses the moves of bots
    that play at random, and between equally good ones of the others, which `bots` are asked for.

    Attributes:
        for_vacant: Called with each match in which a process that was killed has left seats vacant.
    """

    def __init__(
        self,
        matches: MatchRepository,
        arrivals: Arrivals,
        pace: BotPace,
        bots: Bots,
        clock: Clock,
        random: random.Random,
    ) -> None:
        self._matches = matches
        self._arrivals = arrivals
        self._pace = pace
        self._bots = bots
        self._clock = clock
        self._random = random
        self.for_vacant: list[Callable[[Match], None]] = []

    def plan(self, live: Match, now: datetime) -> NextWork:
        """Start a full match; move for bots; close the open phase, early or by its deadline; end waits that lapse."""
        state = live.state
        if not state.rules_known:
            return NextWork()  # Another process, which has its rules, continues it.
        if state.starts_itself:
            return NextWork(at_once=[("start", self._start(live))])
        if state.phase is None:
            lapses_at = waits.lapses_at(state)
            if lapses_at is not None and lapses_at <= now:
                return NextWork(at_once=[("lapse", self._lapse(live))])
            return NextWork(lapses_at)
        number, closes_at = state.phase.number, deadlines.closing_time(state)
        at_once = [(f"move {number} {seat}", self._move(live, number, seat)) for seat in state.bots_to_move]
        early = self._pace.closes_early_at(state, now)
        if early is None:
            return NextWork(closes_at, at_once)
        if early <= now:
            return NextWork(closes_at, [(f"close {number}", self._close(live, number, "all_submitted")), *at_once])
        return NextWork(early if closes_at is None else min(early, closes_at), at_once)

    def owner(self, live: Match) -> str:
        return live.state.created.host.player_id

    async def when_due(self, live: Match) -> bool:
        """Close the open phase if its time is up, or free the seats of those who have gone from the queue."""
        if live.state.closes_at is None or self._clock.now() < live.state.closes_at:
            await self._matches.refresh(live)  # The database may have a later deadline than this process.
        state = live.state
        if state.vacant:
            for call in self.for_vacant:
                call(live)
        if not state.rules_known:
            return False
        if state.phase is None:
            lapses_at = waits.lapses_at(state)
            if lapses_at is None or self._clock.now() < lapses_at:
                return False
            await self._lapse(live)
            return True
        if state.closes_at is None or self._clock.now() < state.closes_at:
            return False
        await self._arrivals.wait_until_judged(state.match_id, state.closes_at, _JUDGING_SECONDS)
        await self._close(live, state.phase.number, "deadline")
        return True

    async def _close(self, live: Match, phase: int, because: ClosedBecause) -> None:
        due: datetime | None = None

        def decide(live: Match, now: datetime) -> Decision | None:
            nonlocal due
            state = live.state
            if state.status != "running" or state.phase is None or state.phase.number != phase:
                return None
            over = state.closes_at is not None and now >= state.closes_at
            due = deadlines.due_time(state) if over else None
            # Once the deadline has passed, an early close becomes a close by deadline, which runs a little later.
            if over and because == "deadline":
                return absence.end_phase(state, live.seed, now)
            if not over and because == "all_submitted" and state.can_close_early:
                return commands.close(state, live.seed, because, now)
            return None

        if await self._matches.advance(live, decide) and due is not None:
            metrics.phase_lag.add(max(0.0, (self._clock.now() - due).total_seconds()))

    async def _lapse(self, live: Match) -> None:
        """End the waits that have lapsed, and call off a table at which nobody waits."""

        def decide(live: Match, now: datetime) -> Decision | None:
            return waits.lapse(live.state, live.seed, now)

        while await self._matches.advance(live, decide):
            pass

    async def _start(self, live: Match) -> None:
        def decide(live: Match, now: datetime) -> Decision | None:
            state = live.state
            return commands.start(state, live.seed, now) if state.status == "open" and state.full else None

        await self._matches.advance(live, decide)

    async def _move(self, live: Match, phase: int, seat: SeatId) -> None:
        """Submit a bot's move, chosen and checked like any other by the view of its own seat."""
        await live.prepare(seat)
        chosen = await self._choose(live, phase, seat)

        def decide(live: Match, now: datetime) -> Decision | None:
            state = live.state
            if state.status != "running" or state.phase is None or state.phase.number != phase:
                return None
            occupant = state.occupants.get(seat)
            if occupant is None or occupant.player is not None or seat in state.submissions:
                return None
            deadlines.require_in_time(state, phase, now, now)
            view = live.projection(seat).game
            if chosen is not None:
                try:
                    return commands.submit(state, view, seat, commands.Submission(phase, chosen), by_bot=True)
                except RefusedError as error:
                    log.error("a bot of %s chose a move that was refused: %s", state.engine.name, error.code)
            move = _written_move(state, view, seat, phase)
            if move is None:
                move = state.engine.sample(view, self._random).model_dump(mode="json")
            return commands.submit(state, view, seat, commands.Submission(phase, move), by_bot=True)

        await take_turn(Share.DUE)
        await self._matches.advance(live, decide)

    async def _choose(self, live: Match, phase: int, seat: SeatId) -> JsonValue | None:
        """Return the move of a bot that does not play at random; None if it does, or has found none in time."""
        state = live.state
        occupant = state.occupants.get(seat)
        if occupant is None or occupant.level == RANDOM or state.phase is None or state.phase.number != phase:
            return None
        left = math.inf
        if state.closes_at is not None:
            left = (state.closes_at - self._clock.now()).total_seconds() - _BEFORE_DEADLINE_SECONDS
        view, seed = live.projection(seat).game, self._random.randbytes(32)
        return await self._bots.choose(state.engine, view, occupant.level, seed, left) if left > 0 else None


def _written_move(state: MatchState, view: GameView, seat: SeatId, phase: int) -> JsonValue:
    """Return what the lesson has for a bot; None in other matches, and where nothing legal is written."""
    lesson = state.engine.lesson if state.created.lesson else None
    written = None if lesson is None else lesson.moves.get((phase, seat))
    if written is None:
        return None
    try:
        state.engine.check(view, written)
    except IllegalMoveError:
        return None
    return written
