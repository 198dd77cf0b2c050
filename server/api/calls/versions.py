"""The version of the API, and deprecation of operations."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from functools import cache
from importlib.metadata import version
from typing import Any, Final

FEATURE_LEVEL: Final = 3
"""Incremented with each addition to `/v1` that clients may want to detect (docs/protocol.md lists them)."""

VERSION: Final = version("moirai-games")

_DEPRECATED: Final = "x-deprecated-since"
_SUNSET: Final = "x-sunset"


def retiring(since: datetime, sunset: datetime) -> dict[str, Any]:
    """Return arguments of a deprecated route, which mark it in the document and set headers in its replies."""
    moments = {_DEPRECATED: since.isoformat(), _SUNSET: sunset.isoformat()}
    return {"deprecated": True, "openapi_extra": moments}


def retirement(route: object) -> list[tuple[bytes, bytes]]:
    """Return the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of a deprecated route; else none."""
    extra = getattr(route, "openapi_extra", None)
    return _headers(extra[_DEPRECATED], extra[_SUNSET]) if extra and _SUNSET in extra else []


@cache
def _headers(since: str, sunset: str) -> list[tuple[bytes, bytes]]:
    began, ends = datetime.fromisoformat(since), datetime.fromisoformat(sunset)
    return [
        (b"deprecation", f"@{int(began.timestamp())}".encode()),
        (b"sunset", format_datetime(ends, usegmt=True).encode()),
    ]
