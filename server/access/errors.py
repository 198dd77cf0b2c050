"""
Every error that a client can receive. Services raise them; `server.api.calls.problems` renders problem details.

    RefusedError            a code of `server.access.codes`, or of a game, and a sentence
    ├── MissingScopeError   the token may not do this; says which scope it needs
    ├── ThrottledError      too many calls; says when to try again
    └── UnavailableError    the server or its database cannot answer now; try again

The status of the code says what kind of refusal it is:

    malformed          400, 408, 413, 422, 431  cannot be read
    unauthenticated    401                      missing or unknown token
    forbidden          403                      exists, but this caller has no access
    unknown            404, 405                 does not exist, or the caller must not know that it does
    conflict           409                      was allowed, but the match has changed
    illegal            422                      readable, but breaks the rules of the game
    throttled          429
    unavailable        503
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from server.access.codes import ServerCode
from server.access.scopes import Scope


@dataclass(frozen=True, slots=True)
class ProblemComplaint:
    """One thing wrong with a request."""

    pointer: Annotated[
        str, Field(description="A JSON Pointer into the body, or `query/NAME`, `path/NAME`, `header/NAME`.")
    ]
    message: Annotated[str, Field(description="What is wrong there.")]


class RefusedError(Exception):
    """
    A refusal by code. `message` says what was expected and what to do. It never repeats input.

    `status` is the first of the code's statuses unless another one is given. `pointer` is a JSON Pointer into the
    request body if one place is wrong; `complaints` lists several.
    """

    def __init__(
        self,
        code: ServerCode,
        message: str,
        *,
        status: int | None = None,
        pointer: str | None = None,
        complaints: tuple[ProblemComplaint, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status or code.statuses[0]
        self.pointer = pointer
        self.complaints = complaints


class MissingScopeError(RefusedError):
    """`scope` is what the token lacks (RFC 6750, section 3.1)."""

    def __init__(self, code: ServerCode, message: str, scope: Scope) -> None:
        super().__init__(code, message)
        self.scope = scope


class ThrottledError(RefusedError):
    """`retry_after_seconds` is the minimum wait before the call can succeed."""

    def __init__(self, code: ServerCode, message: str, retry_after_seconds: int) -> None:
        super().__init__(code, message)
        self.retry_after_seconds = retry_after_seconds


class UnavailableError(RefusedError):
    """The same call may succeed in a moment."""
