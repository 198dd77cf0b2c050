"""When a message is tried again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from random import Random
from typing import Final

PAUSES: Final = tuple(
    timedelta(seconds=seconds) for seconds in (0, 5, 300, 1800, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 24)))
)
"""The pause before each try; after the last one, nothing more is tried."""

SPREAD: Final = 0.1
"""Pauses are this much longer or shorter, so that what failed together is not tried together again."""

LONGEST_ASKED: Final = timedelta(hours=24)
"""A target that asks for a longer pause gets this one."""

GIVE_UP: Final = timedelta(days=5)
"""A webhook that has failed for so long, without a success, is disabled."""


def next_try(now: datetime, tries: int, retry_after: str | None, chance: Random) -> datetime | None:
    """Return when to try again after so many tries, of which the last one has failed now; None: not again."""
    if tries >= len(PAUSES):
        return None
    pause = PAUSES[tries] * chance.uniform(1 - SPREAD, 1 + SPREAD)
    return now + max(pause, _asked(retry_after, now))


def _asked(retry_after: str | None, now: datetime) -> timedelta:
    """Return the pause that `Retry-After` asks for: in seconds, or until a time (RFC 9110, section 10.2.3)."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdigit():
        asked = timedelta(seconds=int(text[:9]))
    else:
        try:
            until = parsedate_to_datetime(text)
        except ValueError:
            return timedelta()
        asked = (until if until.tzinfo else until.replace(tzinfo=UTC)) - now
    return min(max(asked, timedelta()), LONGEST_ASKED)
