"""Problem details (RFC 9457): the one place where errors become replies."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from engines.kit import message_of
from server.access import codes
from server.access.errors import MissingScopeError, ProblemComplaint, RefusedError, ThrottledError, UnavailableError
from server.runtime.failures import describe, summary
from server.runtime.ids import is_id

PROBLEM_JSON = "application/problem+json"

MOST_COMPLAINTS: Final = 20
"""How many mistakes of a request a problem lists."""

_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")

log = logging.getLogger(__name__)


class Problem(BaseModel):
    """An error (RFC 9457). `code` is stable; `detail` is for people and may change."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "type": "about:blank",
                "title": "Conflict",
                "status": 409,
                "code": "phase_closed",
                "detail": "This phase is closed. The open phase is 4.",
            }
        }
    )

    type: str = Field(description="Always `about:blank`: use `code` to identify the problem.")
    title: str = Field(description="The status in words.")
    status: int = Field(description="The HTTP status.")
    code: str = Field(description="What went wrong, for programs.")
    detail: str = Field(description="What was expected and what to do; it never repeats input.")
    pointer: str | None = Field(default=None, description="JSON Pointer to the wrong place in the request body.")
    errors: tuple[ProblemComplaint, ...] | None = Field(
        default=None, description="All problems, if the request does not fit its schema."
    )


def unreadable() -> RefusedError:
    """Return the error for a body that is not JSON."""
    return RefusedError(codes.MALFORMED_JSON, "The body is not valid JSON (RFC 8259).")


_BY_STATUS = {
    400: unreadable(),
    404: RefusedError(codes.UNKNOWN_PATH, "This path does not exist. The API is described at /openapi.json."),
    405: RefusedError(
        codes.METHOD_NOT_ALLOWED,
        "This path does not support this method. The API is described at /openapi.json.",
    ),
}
"""Codes of the framework's errors, by status."""


def install_problem_handlers(app: FastAPI) -> None:
    """Render every error as a problem, whatever raised it."""

    @app.exception_handler(RefusedError)
    async def handle_refusal(request: Request, error: RefusedError) -> Response:
        return refusal_response(request.scope, error)

    @app.exception_handler(RequestValidationError)
    async def handle_validation(request: Request, error: RequestValidationError) -> Response:
        return refusal_response(request.scope, validation_error(error.errors()))

    @app.exception_handler(HTTPException)
    async def handle_framework(request: Request, error: HTTPException) -> Response:
        unnamed = RefusedError(
            codes.HTTP_ERROR,
            "This call failed. The API is described at /openapi.json.",
            status=error.status_code,
        )
        headers = {"Allow": ", ".join(_methods(request))} if error.status_code == 405 else dict(error.headers or {})
        return refusal_response(request.scope, _BY_STATUS.get(error.status_code, unnamed), headers)


class FailureGuard:
    """
    Answers unexpected errors, and logs them without their message, which could contain a move or a token.

    Wraps the whole application, so that no error reaches a logger that prints messages.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watch if scope["type"] == "http" else send)
        except Exception as error:
            response = failure_response(scope, error)
            if scope["type"] == "http" and not started:
                await response(scope, receive, send)
            elif scope["type"] == "lifespan":
                raise


async def guard(place: str, serving: Awaitable[None]) -> None:
    """Serve a socket outside of the `FailureGuard`, which does the same."""
    try:
        await serving
    except Exception as error:
        _log_failure(place, error)


def failure_response(scope: Scope, error: Exception) -> Response:
    """Log an unexpected error, and return the reply to it."""
    _log_failure(place_of(scope), error)
    return problem_response(
        RefusedError(codes.INTERNAL_ERROR, "An unexpected error occurred in the server. Try again.")
    )


def _log_failure(place: str, error: Exception) -> None:
    if not isinstance(error, WebSocketDisconnect):  # The client left before it was accepted.
        log.error("%s failed: %s", place, describe(error))


def place_of(scope: Scope) -> str:
    """Return the call and the match of a scope, without other text from the path."""
    route = getattr(scope.get("route"), "path_format", "an unknown path")
    match_id = scope.get("path_params", {}).get("match_id", "")
    called = f"{scope.get('method', scope['type'])} {route}"
    return f"{called} of {match_id}" if is_id(match_id) else called


def problem_response(error: RefusedError, headers: dict[str, str] | None = None) -> Response:
    """Return the error as `application/problem+json`."""
    headers = dict(headers or {})
    if error.status == HTTPStatus.UNAUTHORIZED:
        # RFC 6750, section 3.1: no error without credentials.
        is_missing = error.code is codes.MISSING_TOKEN
        headers["WWW-Authenticate"] = "Bearer" if is_missing else 'Bearer error="invalid_token"'
    if isinstance(error, MissingScopeError):
        headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{error.scope}"'
    if isinstance(error, UnavailableError):
        headers["Retry-After"] = "1"
    if isinstance(error, ThrottledError):
        headers["Retry-After"] = str(error.retry_after_seconds)
    return Response(render_problem(error), error.status, headers=headers, media_type=PROBLEM_JSON)


def render_problem(error: RefusedError) -> str:
    """Return the error as a `Problem`, in JSON."""
    problem = Problem(
        type="about:blank",
        title=HTTPStatus(error.status).phrase,
        status=error.status,
        code=error.code.name,
        detail=error.message,
        pointer=error.pointer,
        errors=error.complaints or None,
    )
    return problem.model_dump_json(exclude_none=True)


def note(error: RefusedError, place: str) -> None:
    """Log a refusal."""
    level = logging.WARNING if isinstance(error, UnavailableError) else logging.DEBUG
    log.log(level, "%s: %s", place, summary(error))


def _methods(request: Request) -> list[str]:
    """Return the methods of the path. The router would only name those of its first route."""
    return [
        method
        for method in _METHODS
        if any(_takes(route, request, "GET" if method == "HEAD" else method) for route in request.app.routes)
    ]


def _takes(route: BaseRoute, request: Request, method: str) -> bool:
    return route.matches({**request.scope, "method": method})[0] is Match.FULL


def refusal_response(scope: Scope, error: RefusedError, headers: dict[str, str] | None = None) -> Response:
    """Log a refusal, and return the reply to it."""
    note(error, place_of(scope))
    return problem_response(error, headers)


def validation_error(found: Sequence[Any]) -> RefusedError:
    """Return the error for what Pydantic found in a request, without the received values, which could be anything."""
    if any(item["type"] == "json_invalid" for item in found):
        return unreadable()
    complaints = tuple(ProblemComplaint(_pointer(item["loc"]), _message(item)) for item in found[:MOST_COMPLAINTS])
    first = complaints[0]
    in_body = first.pointer.startswith("/") or first.pointer == ""
    return RefusedError(
        codes.MALFORMED_REQUEST,
        # The name of a body field may be the client's own text; only pointers repeat it.
        f"In the body: {first.message}." if in_body else f"At {first.pointer}: {first.message}.",
        pointer=first.pointer if in_body else None,
        complaints=complaints,
    )


def _message(found: dict[str, Any]) -> str:
    return message_of(found["type"], found["msg"], found.get("ctx", {}))[:200]


def _pointer(location: tuple[str | int, ...]) -> str:
    place, *rest = location
    parts = [str(part)[:64].replace("~", "~0").replace("/", "~1") for part in rest]
    if place == "body":
        return "".join(f"/{part}" for part in parts)
    return "/".join([str(place), *parts])
