"""
Routes for the most frequent calls, which bypass the general machinery of the framework.

That machinery costs as much as deciding a submission. Calls that may be refused by it are passed on to it, so that
validation errors are created in one place.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, get_type_hints

from fastapi import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.types import Receive, Scope, Send

from server.api.calls.arrival_times import Handler, in_time, judging
from server.api.calls.body import BODY
from server.api.calls.dependencies import ARRIVED_AT, authenticate, watch
from server.ids import is_id

_JSON: Final = "application/json"
_SAYS_JSON: Final = (b"content-type", _JSON.encode())


class _Lean(APIRoute):
    """Tries the fast path, and falls back to the framework."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = scope["method"] in (self.methods or ()) and is_id(scope["path_params"]["match_id"])
        response = await self._answer(scope) if known and not scope["query_string"] else None
        if response is None:
            await super().handle(scope, receive, send)
        else:
            await response(scope, receive, send)

    @abstractmethod
    async def _answer(self, scope: Scope) -> Response | None:
        """Answer an ordinary call; None for all others."""


class LeanWrite(_Lean):
    """
    A route whose endpoint takes `match_id`, `body` (a model) and `call`, and returns what its `response_model` says.

    All other parameters have defaults. Its calls have a deadline.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as the framework has it
        super().__init__(*arguments, **named)
        self._body: type[BaseModel] = get_type_hints(self.endpoint)["body"]
        self._reply: TypeAdapter[Any] = TypeAdapter(self.response_model)

    def get_route_handler(self) -> Handler:
        return in_time(super().get_route_handler())

    async def _answer(self, scope: Scope) -> Response | None:
        if _SAYS_JSON not in scope["headers"]:
            return None
        with judging(scope) as scope[ARRIVED_AT]:
            try:
                body = self._body.model_validate_json(scope[BODY])
            except ValidationError:
                return None
            call = await authenticate(scope)
            reply = await self.endpoint(match_id=scope["path_params"]["match_id"], body=body, call=call)
        return Response(self._reply.dump_json(reply), media_type=_JSON)


class LeanRead(_Lean):
    """
    A route whose endpoint takes `match_id`, a `WatcherCall` and `accept_language`, and returns a response.

    All other parameters have defaults.
    """

    async def _answer(self, scope: Scope) -> Response | None:
        if any(name == b"if-none-match" for name, _ in scope["headers"]):
            return None
        call = await watch(scope)
        languages = b",".join(value for name, value in scope["headers"] if name == b"accept-language")
        response: Response = await self.endpoint(
            match_id=scope["path_params"]["match_id"], call=call, accept_language=languages.decode("latin-1")
        )
        return response
