"""Access from web pages of other origins (the CORS protocol of the Fetch standard)."""

from __future__ import annotations

from typing import Any, Final

from server.api.calls.tracking import REQUEST_ID_HEADER

_REQUEST_HEADERS: Final = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
)

_REPLY_HEADERS: Final = (
    *("ETag", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotency-Replayed"),
    REQUEST_ID_HEADER,
)

_REMEMBERED_SECONDS: Final = 600


def cross_origin(origins: str) -> dict[str, Any]:
    """Return arguments of Starlette's CORSMiddleware for these comma-separated origins. No cookies are used."""
    return {
        "allow_origins": [origin.strip() for origin in origins.split(",")],
        "allow_methods": ["GET", "POST", "PUT", "PATCH", "DELETE"],
        "allow_headers": _REQUEST_HEADERS,
        "expose_headers": _REPLY_HEADERS,
        "max_age": _REMEMBERED_SECONDS,
    }
