"""
Routes of calls that must be in time: when such a call was read is noted, and no phase closes while it is judged.

All of its body has been read by then, but nobody has looked at its token: that may need the database, and take a while.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, TypeAlias

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.types import Scope

from server.api.calls.dependencies import ARRIVED_AT, server_of
from server.intake import read_at

Handler: TypeAlias = Callable[[Request], Coroutine[Any, Any, Response]]


class InTime(APIRoute):
    """For an endpoint of a match that looks at `Call.read_at`."""

    def get_route_handler(self) -> Handler:
        return in_time(super().get_route_handler())


def in_time(handler: Handler) -> Handler:
    """Note when calls were read, and that they are being judged."""

    async def handle(request: Request) -> Response:
        with judging(request.scope) as request.scope[ARRIVED_AT]:
            return await handler(request)

    return handle


def judging(scope: Scope) -> AbstractContextManager[datetime]:
    """Note that this call is being judged; gives when it was read, by the server's clock."""
    return server_of(scope).arrivals.judging(scope["path_params"]["match_id"], read_at(scope))
