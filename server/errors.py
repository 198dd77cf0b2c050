"""
Every error that a client can receive. Services raise them; `server.api.calls.problems` renders problem details.

    MoiraiError
    ├── MalformedError         400, 413, 422  cannot be read
    ├── UnauthenticatedError   401                 missing or unknown token
    ├── ForbiddenError         403                 exists, but this caller has no access
    ├── UnknownError           404                 does not exist, or the caller must not know that it does
    ├── ConflictError          409                 was allowed, but the match has changed
    ├── IllegalError           422                 readable, but breaks the rules of the game
    ├── ThrottledError         429                 too many calls; try again later
    └── UnavailableError       503                 the database does not respond; try again
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong with a request: a JSON Pointer (RFC 6901) into its body, and a sentence."""

    pointer: str
    message: str


class MoiraiError(Exception):
    """
    An error with a stable `code`. `message` says what was expected and what to do. It never repeats input.

    `pointer` is a JSON Pointer into the request body if one place is wrong; `complaints` lists several.
    """

    status = 500

    def __init__(
        self, code: str, message: str, *, pointer: str | None = None, complaints: tuple[Complaint, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.complaints = complaints


class MalformedError(MoiraiError):
    status = 422

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 422,
        pointer: str | None = None,
        complaints: tuple[Complaint, ...] = (),
    ) -> None:
        super().__init__(code, message, pointer=pointer, complaints=complaints)
        self.status = status


class UnauthenticatedError(MoiraiError):
    status = 401


class ForbiddenError(MoiraiError):
    status = 403


class UnknownError(MoiraiError):
    status = 404


class ConflictError(MoiraiError):
    status = 409


class IllegalError(MoiraiError):
    status = 422


class ThrottledError(MoiraiError):
    """`retry_after_seconds` is the minimum wait before the call can succeed."""

    status = 429

    def __init__(self, code: str, message: str, retry_after_seconds: int) -> None:
        super().__init__(code, message)
        self.retry_after_seconds = retry_after_seconds


class UnavailableError(MoiraiError):
    status = 503
