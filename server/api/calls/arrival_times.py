"""
Routes of calls with a deadline: the time of reading is recorded, and no phase closes while such a call is checked.

By then the body has been read, but the token has not been checked: that may need the database and take a while.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, TypeAlias

from fastapi import Request, Response
from starlette.types import Scope

from server.access.intake import read_at
from server.api.calls.dependencies import ARRIVED_AT, server_of
from server.api.calls.late_routes import LateRoute

Handler: TypeAlias = Callable[[Request], Coroutine[Any, Any, Response]]


class InTime(LateRoute):
    """A route of a match whose endpoint uses `Call.read_at`; made at once, so that calls are recorded without delay."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as the framework has it
        super().__init__(*arguments, **named)
        self.make()

    def get_route_handler(self) -> Handler:
        return in_time(super().get_route_handler())


def in_time(handler: Handler) -> Handler:
    """Record when calls were read, and that they are being checked."""

    async def handle(request: Request) -> Response:
        with judging(request.scope) as request.scope[ARRIVED_AT]:
            return await handler(request)

    return handle


def judging(scope: Scope) -> AbstractContextManager[datetime]:
    """Record that this call is being checked; yields when it was read, by the server's clock."""
    return server_of(scope).arrivals.judging(scope["path_params"]["match_id"], read_at(scope))
