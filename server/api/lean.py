"""
The routes of the calls that are made most: parsed and answered without the machinery that serves every kind of call.

That machinery costs as much as deciding a submission does. What it would refuse is still refused by it, so that there
is one place where refusals are made.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from server.api.dependencies import authenticate
from server.api.in_time import Handler, in_time
from server.ids import is_id

_JSON = "application/json"

_Answer: TypeAlias = Callable[[Request], Awaitable[Response | None]]
"""Answers a request that is as usual; None if it is not."""


class LeanWrite(APIRoute):
    """
    For an endpoint that takes `match_id`, `body` (a model) and `call`, and gives a model; all else has defaults.

    What it takes must be in time.
    """

    def get_route_handler(self) -> Handler:
        body_type: type[BaseModel] = get_type_hints(self.endpoint)["body"]

        async def answer(request: Request) -> Response | None:
            match_id = request.path_params["match_id"]
            usual = request.headers.get("content-type") == _JSON and not request.scope["query_string"]
            if not usual or not is_id(match_id):
                return None
            try:
                body = body_type.model_validate_json(await request.body())
            except ValidationError:
                return None
            reply = await self.endpoint(match_id=match_id, body=body, call=await authenticate(request))
            return Response(reply.model_dump_json(), media_type=_JSON)

        return in_time(_first(answer, super().get_route_handler()))


class LeanRead(APIRoute):
    """For an endpoint that takes `match_id` and `call`, and gives a response; all else has defaults."""

    def get_route_handler(self) -> Handler:
        async def answer(request: Request) -> Response | None:
            match_id = request.path_params["match_id"]
            if request.scope["query_string"] or "if-none-match" in request.headers or not is_id(match_id):
                return None
            response: Response = await self.endpoint(match_id=match_id, call=await authenticate(request))
            return response

        return _first(answer, super().get_route_handler())


def _first(lean: _Answer, generally: Handler) -> Handler:
    """Answer leanly what is as usual, and all else in general."""

    async def handle(request: Request) -> Response:
        return await lean(request) or await generally(request)

    return handle
