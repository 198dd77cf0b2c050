"""When a phase is over: its deadline, until when a submission is in time, and how long after that the phase closes."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from engines.kit import Phase
from server.access import codes
from server.access.errors import RefusedError
from server.matches.rests import Rests
from server.matches.state import MatchState

CLOSES_AFTER: Final = timedelta(seconds=0.2)
"""How long after its deadline a phase is closed: other processes append what they read before it."""

JUDGED_WITHIN: Final = timedelta(seconds=10)
"""How long after the deadline a submission that was read in time is accepted, if its phase is still open."""

_MAX_EXTENSION: Final = timedelta(days=30)

LONGEST_SPREAD: Final = timedelta(seconds=10)
_SPREAD_SHARE: Final = 500
"""A match waits at most this share of its phase: 0.02 s of ten seconds, 10 s of whatever is longer than 83 minutes."""


def deadline_of(rests: Rests, opened: Phase, previous: datetime | None, now: datetime) -> datetime:
    """Return the deadline of a phase that opens now; `previous` is the deadline of the phase before it."""
    begins = previous if opened.keeps_deadline and previous else now
    return rests.end_of(begins, timedelta(seconds=opened.seconds))


def later_deadline(rests: Rests, closes_at: datetime, seconds: int, now: datetime) -> datetime:
    """Return the deadline postponed by `seconds`, to at most `_MAX_EXTENSION` from now unless it was later already."""
    latest = max(closes_at, rests.end_of(now, _MAX_EXTENSION))
    return min(rests.end_of(closes_at, timedelta(seconds=seconds)), latest)


def extension(rests: Rests, closes_at: datetime, later: datetime, now: datetime) -> int:
    """Return by how many seconds a deadline can have been postponed that became this later one."""
    if later == rests.end_of(now, _MAX_EXTENSION):
        return _MAX_EXTENSION // timedelta(seconds=1)  # It was cut, and was extended by more than it shows.
    return max(1, -(-rests.time_between(closes_at, later) // timedelta(seconds=1)))


def spread(match_id: str, phase_seconds: int) -> timedelta:
    """
    Return how long a match waits after the deadline of such a phase, so that thousands with one deadline take turns.

    It is the same for each phase of this length, and anybody can compute it (docs/protocol.md).
    """
    share = int.from_bytes(sha256(match_id.encode()).digest()[:4]) / 2**32
    return share * min(timedelta(seconds=phase_seconds) / _SPREAD_SHARE, LONGEST_SPREAD)


def due_time(state: MatchState) -> datetime | None:
    """Return from when on the close of the open phase is due; None while no deadline runs."""
    if state.closes_at is None or state.phase is None:
        return None
    return state.closes_at + spread(state.match_id, state.phase.seconds)


def closing_time(state: MatchState) -> datetime | None:
    """Return when to close the open phase; None while no deadline runs."""
    due = due_time(state)
    return None if due is None else due + CLOSES_AFTER


def require_in_time(state: MatchState, phase: int, read_at: datetime, now: datetime) -> None:
    """
    Refuse a submission that was read after the deadline of its phase, or is checked `JUDGED_WITHIN` after it or later.

    So a late timer does not extend a phase, and a busy server does not refuse players who were in time.

    Raises:
        RefusedError: `phase_closed`.
    """
    late = state.closes_at is not None and max(read_at, now - JUDGED_WITHIN) >= state.closes_at
    if late and state.phase is not None and state.phase.number == phase:
        raise RefusedError(codes.PHASE_CLOSED, f"Phase {phase} is closed. Its deadline has passed.")
