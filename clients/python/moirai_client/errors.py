"""
What can go wrong.

    MoiraiError
    ├── RefusedError        the server has read the call and refuses it; `code` says why
    ├── StreamClosedError   the server has closed a stream that trying again would not mend
    └── UnreachableError    no answer for longer than the client is patient
"""

from __future__ import annotations

from typing import Final

import httpx

from moirai_client.schemas import ProblemComplaint

_ADVICE: Final = {
    4400: "a frame or a cursor could not be read: mend the client",
    4401: "no token, or nobody's: authenticate",
    4404: "no such match, or not for you",
    4409: "your stream has not reached this cursor: begin from one you were given",
    4431: "too many streams of yours are open: end one first",
}


class MoiraiError(Exception):
    """Base of all errors that this package raises."""


class RefusedError(MoiraiError):
    """
    A call was refused.

    Attributes:
        status: The HTTP status.
        code: What happened, stable.
        detail: The same for people.
        pointer: JSON Pointer to the place at fault in the request body, if it is one place.
        complaints: Everything that is wrong, where there is more.
        request_id: The server's id of this call, for whoever runs it.
    """

    def __init__(self, reply: httpx.Response) -> None:
        told = reply.json() if reply.headers.get("content-type", "").startswith("application/problem+json") else {}
        self.status = reply.status_code
        self.code: str = told.get("code", f"http_{reply.status_code}")
        self.detail: str = told.get("detail", reply.reason_phrase)
        self.pointer: str | None = told.get("pointer")
        self.complaints: list[ProblemComplaint] = told.get("errors") or []
        self.request_id: str | None = reply.headers.get("X-Request-Id")
        place = f" (at {self.pointer})" if self.pointer else ""
        super().__init__(f"{self.status} {self.code}: {self.detail}{place} [request {self.request_id}]")


class StreamClosedError(MoiraiError):
    """A stream was closed for a reason that stays; `code` is the close code, or the status of a refused handshake."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code} {reason}: {_ADVICE.get(code, 'the server does not take this stream')}")


class UnreachableError(MoiraiError):
    """The server did not answer for longer than the client is patient. What was asked may have been done."""
