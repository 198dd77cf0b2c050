"""
Matches that a log orders: they are created under ids that the log names, and brought to the goals that it sets.

The log comes first. So any process finds there what a killed process left undone; doing it twice changes nothing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.match import Match
from server.matches.repository import MatchRepository

Goal: TypeAlias = Literal["waiting", "running", "resumed", "paused", "called_off"]
"""
What a log wants a match to be: `waiting` to start, `running`, running even if it was paused (`resumed`), `paused`, or
ended without an outcome (`called_off`).
"""


def bring_to(match: Match, goal: Goal, reason: str, now: datetime) -> Decision | None:
    """
    Return the entry that brings a match to the goal; None if it is there.

    `reason` is why it is paused or called off. The goal `running` does not resume a match that its own host paused.
    """
    state = match.state
    if state.ended:
        return None
    match goal:
        case "called_off":
            return commands.void(state, reason, match.seed)
        case "running" | "resumed" if state.status == "open" and state.full:
            return commands.start(state, match.seed, now)
        case "resumed" if state.status == "paused":
            return commands.resume(state, now)
        case "paused" if state.status == "running":
            return commands.pause(state, reason)
        case _:
            return None


def extend_phase(match: Match, seconds: int, order: int, now: datetime) -> Decision | None:
    """Return the entry that extends the open phase by an order; None if that is done, or not possible."""
    if match.state.ordered >= order:
        return None
    try:
        return commands.extend(match.state, seconds, now, order)
    except RefusedError:
        return None


def close_phase(match: Match, phase: int, now: datetime) -> Decision | None:
    """
    Return the entry that closes a phase by an order; None if that is done, or not possible.

    Raises:
        UnavailableError: This process does not have the rules of the match: the order waits for one that has them.
    """
    try:
        return commands.close_now(match.state, match.seed, phase, now)
    except UnavailableError:
        raise
    except RefusedError:
        return None


async def find_ordered(matches: MatchRepository, match_id: str, *, is_over: bool) -> Match | None:
    """
    Return a match that a log ordered earlier; None if it was called off before it was created.

    Also None if it cannot be read and `is_over` for its log: it cannot be ended, and what comes later must not wait
    for it.
    """
    try:
        return await matches.get(match_id)
    except UnavailableError as error:
        if error.code is codes.MATCH_UNREADABLE and is_over:
            return None
        raise
    except RefusedError:
        return None
