"""How long before a deadline players are reminded of it, in their own streams and in calendars."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

SHORTEST: Final = timedelta(minutes=1)
"""Nobody is reminded of a shorter time."""

EARLIEST: Final = timedelta(hours=1)
"""How long before the deadline at most."""


def lead_time(length: timedelta) -> timedelta | None:
    """Return a tenth of the time that somebody has, at most `EARLIEST`; None if it is too short for a reminder."""
    return min(length / 10, EARLIEST) if length >= SHORTEST else None
