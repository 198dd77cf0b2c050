"""
The headers of replies in the OpenAPI document: their descriptions, and which replies have them.

The description of the document names those that every reply has; the others stand at their replies.
"""

from __future__ import annotations

from typing import Any, Final

from server.api.calls.tracking import REQUEST_ID_HEADER
from server.runtime.request_ids import REQUEST_ID_PATTERN


def _text(description: str, example: str, **more: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string", "examples": [example], **more}}


HEADERS: Final[dict[str, dict[str, Any]]] = {
    REQUEST_ID_HEADER: _text(
        "The server's id of this call, which is also in its log: include it when you report a problem.",
        "9f86d081884c7d65",
        pattern=REQUEST_ID_PATTERN,
    ),
    "RateLimit": _text(
        "The remaining calls of the token: `r` calls now, and the full `q` of the policy in `t` seconds. Omitted for "
        "calls that count for an address. (draft-ietf-httpapi-ratelimit-headers)",
        '"token";r=180;t=1',
    ),
    "RateLimit-Policy": _text(
        "The limit that this call counts for, `token`, `address` or `network`: a burst of at most `q` calls, which "
        "refills within `w` seconds. Omitted if there is no limit.",
        '"token";q=200;w=2',
    ),
    "Retry-After": _text("Seconds to wait before trying again.", "1", pattern="^[0-9]+$"),
    "WWW-Authenticate": _text("The authentication scheme.", "Bearer"),
    "Idempotency-Replayed": _text(
        "`true` if an earlier request had the same `Idempotency-Key`: this is the reply to that request, and nothing "
        "was done again. Otherwise omitted.",
        "true",
    ),
    "Location": _text("The path of the new resource.", "/v1/matches/01h4zq3f8k2m6n7p9r1s3t5v7w"),
    "ETag": _text(
        "The version of the reply. Send it as `If-None-Match` to get the content only if it has changed.",
        'W/"01h4zq3f8k2m6n7p9r1s3t5v7w.a.7_20270101000000000000"',
    ),
    "Cache-Control": _text(
        "Who may store the reply: nobody, only the caller, or every cache, if it is the same for everyone.",
        "private, no-store",
    ),
    "X-Content-Type-Options": _text("Clients must not guess a type other than `Content-Type`.", "nosniff"),
    "Content-Language": _text("The language of the words, or of the rules.", "de"),
    "Content-Disposition": _text(
        "The name of the file, where the reply is one for another program: a sheet, a log or a calendar (RFC 6266).",
        'attachment; filename="01h4zq3f8k2m6n7p9r1s3t5v7w.ndjson"',
    ),
    "Vary": _text("The request headers on which the reply depends.", "Authorization"),
}

OF_EVERY_REPLY: Final = (REQUEST_ID_HEADER, "Cache-Control", "X-Content-Type-Options", "RateLimit", "RateLimit-Policy")
"""Headers that stand at no reply: at each of them they would take a tenth of the document."""

_OF_STATUS: Final[dict[str, tuple[str, ...]]] = {
    "401": ("WWW-Authenticate",),
    "429": ("Retry-After",),
    "503": ("Retry-After",),
}
_OF_REPLY: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("createMatch", "201"): ("Location", "Idempotency-Replayed"),
    ("createTournament", "201"): ("Location", "Idempotency-Replayed"),
    ("actAsDirector", "200"): ("Idempotency-Replayed",),
    ("createSeries", "201"): ("Location", "Idempotency-Replayed"),
    ("actOnSeries", "200"): ("Idempotency-Replayed",),
    ("startMatch", "200"): ("Idempotency-Replayed",),
    ("actAsHost", "200"): ("Idempotency-Replayed",),
    ("createMatches", "200"): ("Idempotency-Replayed",),
    ("actOnMatches", "200"): ("Idempotency-Replayed",),
    ("sendMessage", "201"): ("Idempotency-Replayed",),
    ("getCalendar", "200"): ("ETag", "Vary", "Content-Disposition"),
    ("getCalendar", "304"): ("ETag", "Vary"),
    ("getTournamentCalendar", "200"): ("ETag", "Vary", "Content-Disposition"),
    ("getTournamentCalendar", "304"): ("ETag", "Vary"),
    **{
        (name, "200"): ("Content-Disposition",)
        for name in ("getLog", "getTournamentLog", "getSeriesLog", "getRound", "getStandings")
    },
    **{(name, status): ("ETag", "Vary") for name in ("getView", "listGames") for status in ("200", "304")},
    **{
        (name, status): ("ETag", "Vary", "Content-Language")
        for name in ("getGame", "getGameTexts")
        for status in ("200", "304")
    },
}


def show_headers(operation: dict[str, Any]) -> None:
    """Add to each reply of the operation the headers that it has or can have, and not every reply has."""
    for status, response in operation["responses"].items():
        names = (*_OF_REPLY.get((operation.get("operationId", ""), status), ()), *_OF_STATUS.get(status, ()))
        if names:
            response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
