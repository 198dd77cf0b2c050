"""
Every refusal a client can meet. Services raise these; `server.api.calls.problems` turns them into problem details.

    MoiraiError
    ├── MalformedError         400, 413, 422  cannot be read
    ├── UnauthenticatedError   401                 no token, or one nobody has
    ├── ForbiddenError         403                 known to exist, but not for this caller
    ├── UnknownError           404                 does not exist, or the caller may not know that it does
    ├── ConflictError          409                 was allowed, but the match has moved on
    ├── IllegalError           422                 read, but against the rules of the game
    ├── ThrottledError         429                 too much at once; try again later
    └── UnavailableError       503                 the database does not answer; try again
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
    A refusal: `code` is stable, `message` says what was expected and what to do. It never repeats what came.

    `pointer` is a JSON Pointer into the request body where one place is at fault; `complaints` lists several.
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
    """`retry_after_seconds` is when it will be taken at the earliest."""

    status = 429

    def __init__(self, code: str, message: str, retry_after_seconds: int) -> None:
        super().__init__(code, message)
        self.retry_after_seconds = retry_after_seconds


class UnavailableError(MoiraiError):
    status = 503
