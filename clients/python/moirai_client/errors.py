"""
The errors of this package.

    MoiraiError
    ├── RefusedError        the server refused the call; `code` says why
    ├── StreamClosedError   the server closed a stream for a reason that a retry does not fix
    └── UnreachableError    no reply within the time limit of the client
"""

from __future__ import annotations

from typing import Final

import httpx

from moirai_client.schemas import ProblemComplaint

_TELLING: Final = ("application/problem+json", "application/json")

_ADVICE: Final = {
    4400: "a frame or cursor is invalid: fix the client",
    4401: "missing or unknown token: authenticate",
    4403: "the token does not allow this, or its player is suspended",
    4404: "the match does not exist, or you have no access",
    4409: "your stream has not reached this cursor: start from one that you received",
    4431: "you have too many open streams: close one first",
}


class MoiraiError(Exception):
    """Base of all errors that this package raises."""


class RefusedError(MoiraiError):
    """
    A call was refused.

    Attributes:
        status: The HTTP status.
        code: The error code, stable.
        detail: The error for people.
        pointer: JSON Pointer to the wrong place in the request body, if it is one place.
        complaints: All problems, if the request does not fit its schema.
        retry_after_seconds: How long to wait before another attempt, if the server says so; else 0.
        request_id: The server's id of this call, for its operator.
    """

    def __init__(self, reply: httpx.Response) -> None:
        told = reply.json() if reply.headers.get("content-type", "").startswith(_TELLING) else {}
        self.status = reply.status_code
        # OAuth has names of its own (RFC 6749, section 5.2).
        self.code: str = told.get("code") or told.get("error") or f"http_{reply.status_code}"
        self.detail: str = told.get("detail") or told.get("error_description") or reply.reason_phrase
        self.pointer: str | None = told.get("pointer")
        self.complaints: list[ProblemComplaint] = told.get("errors") or []
        pause = reply.headers.get("Retry-After", "")
        self.retry_after_seconds = float(pause) if pause.isdigit() else 0.0
        self.request_id: str | None = reply.headers.get("X-Request-Id")
        place = f" (at {self.pointer})" if self.pointer else ""
        super().__init__(f"{self.status} {self.code}: {self.detail}{place} [request {self.request_id}]")


class StreamClosedError(MoiraiError):
    """A stream was closed permanently; `code` is the close code, or the HTTP status of a refused handshake."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code} {reason}: {_ADVICE.get(code, 'the server does not accept this stream')}")


class UnreachableError(MoiraiError):
    """The server did not reply within the time limit of the client. It may have executed the call."""
