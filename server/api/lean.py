"""
The route of the call that is made most: parsed and answered without the machinery that serves every kind of call.

That machinery costs as much as deciding a submission does. What it would refuse is still refused by it, so that there
is one place where refusals are made.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from server.api.dependencies import authenticate
from server.ids import is_id

_JSON = "application/json"


class LeanRoute(APIRoute):
    """For an endpoint that takes `match_id`, `body` (a model) and `call`, and gives a model."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        generally = super().get_route_handler()
        body_type: type[BaseModel] = get_type_hints(self.endpoint)["body"]
        endpoint: Callable[..., Awaitable[BaseModel]] = self.endpoint

        async def handle(request: Request) -> Response:
            match_id = request.path_params["match_id"]
            if request.headers.get("content-type") != _JSON or not is_id(match_id):
                return await generally(request)
            try:
                body = body_type.model_validate_json(await request.body())
            except ValidationError:
                return await generally(request)
            reply = await endpoint(match_id=match_id, body=body, call=await authenticate(request))
            return Response(reply.model_dump_json(), media_type=_JSON)

        return handle
