"""The headers of replies in the OpenAPI document: their meanings, and which replies have them."""

from __future__ import annotations

from typing import Any, Final

from server.api.calls.tracking import REQUEST_ID_HEADER
from server.request_ids import REQUEST_ID_PATTERN


def _text(description: str, example: str, **more: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string", "examples": [example], **more}}


HEADERS: Final[dict[str, dict[str, Any]]] = {
    REQUEST_ID_HEADER: _text(
        "The server's id of this call, which its log lines name: say it when something went wrong.",
        "9f86d081884c7d65",
        pattern=REQUEST_ID_PATTERN,
    ),
    "RateLimit": _text(
        "What is left of the token's calls: `r` more would be taken at once, and in `t` seconds all of the policy's "
        "`q`. Not on calls that are counted by address. (draft-ietf-httpapi-ratelimit-headers)",
        '"token";r=180;t=1',
    ),
    "RateLimit-Policy": _text(
        "The limit that this call is counted by, `token`, `address` or `network`: at most `q` calls at once, which "
        "come back within `w` seconds. Left out where there is none.",
        '"token";q=200;w=2',
    ),
    "Retry-After": _text("Seconds to wait before trying again.", "1", pattern="^[0-9]+$"),
    "WWW-Authenticate": _text("How to say who is calling.", "Bearer"),
    "Idempotency-Replayed": _text(
        "`true` on a repeat of a request with the same `Idempotency-Key`: this is the first reply, and nothing was "
        "done a second time. Left out otherwise.",
        "true",
    ),
    "Location": _text("The path of what was made.", "/v1/matches/01h4zq3f8k2m6n7p9r1s3t5v7w"),
    "ETag": _text(
        "Names what the caller knows by now. Send it as `If-None-Match` to be given the view only once it has changed.",
        'W/"01h4zq3f8k2m6n7p9r1s3t5v7w.a.7"',
    ),
    "Cache-Control": _text(
        "Whether the reply may be kept: by nobody, by the caller alone, or by all, for it is the same for everyone.",
        "private, no-store",
    ),
    "X-Content-Type-Options": _text("The reply is what its `Content-Type` says.", "nosniff"),
    "Vary": _text("The headers of a request that decide about its reply.", "Authorization"),
}

_EVERY: Final = (REQUEST_ID_HEADER, "Cache-Control", "X-Content-Type-Options")
_EVERY_LIMITED: Final = ("RateLimit", "RateLimit-Policy")
_OF_STATUS: Final[dict[str, tuple[str, ...]]] = {
    "401": ("WWW-Authenticate",),
    "429": ("Retry-After",),
    "503": ("Retry-After",),
}
_OF_REPLY: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("createMatch", "201"): ("Location", "Idempotency-Replayed"),
    ("startMatch", "200"): ("Idempotency-Replayed",),
    ("actAsHost", "200"): ("Idempotency-Replayed",),
    ("sendMessage", "201"): ("Idempotency-Replayed",),
    **{(name, status): ("ETag", "Vary") for name in ("getView", "listGames", "getGame") for status in ("200", "304")},
}


def show_headers(operation: dict[str, Any]) -> None:
    """Add to each reply of the operation the headers that it has or can have."""
    limited = _EVERY_LIMITED if "429" in operation["responses"] else ()
    for status, response in operation["responses"].items():
        own = _OF_REPLY.get((operation.get("operationId", ""), status), ())
        names = (*own, *_OF_STATUS.get(status, ()), *_EVERY, *limited)
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
