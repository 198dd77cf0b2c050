"""
The most frequent calls, which are answered before the framework and its layers see them.

Those cost more than deciding a submission. What they do around every call, `FastApp` does by the same functions.
Calls that may be refused for their form are passed on, so that such errors are created in one place.
"""

from __future__ import annotations

import logging
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, get_type_hints

from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.routing import BaseRoute
from starlette.types import Message, Receive, Scope, Send

from server.access.costs import FREE_BODY_BYTES
from server.access.errors import RefusedError
from server.access.intake import check_text
from server.api.calls.admission import admit
from server.api.calls.arrival_times import Handler, in_time, judging
from server.api.calls.base_path import BasePath
from server.api.calls.body import BODY
from server.api.calls.dependencies import ARRIVED_AT, authenticate, watch
from server.api.calls.late_routes import LateRoute
from server.api.calls.parameters import CONDITIONS
from server.api.calls.problems import failure_response, place_of, refusal_response
from server.api.calls.tracking import Headers, headers_of_reply, log
from server.runtime.ids import is_id
from server.runtime.metrics import metrics
from server.runtime.rate_limits import standing
from server.runtime.request_ids import new_request_id, request_id
from server.runtime.time_slices import Entrance

WRITE_REPLY: Final = "moirai.write_reply"
"""The extension of a call's ASGI scope that sends a whole reply at once: a `WriteReply`."""

WriteReply: TypeAlias = Callable[[int, Headers, bytes], bool]
"""Takes the status, headers and body; returns False if the reply must be sent as usual."""

_AT_ONCE: Final = 2
"""
How many calls enter the framework in one iteration of the loop: each takes a third of a millisecond, and thousands
come at once after a restart. Submissions and views go on meanwhile.
"""

_MATCH: Final = "/v1/matches/{match_id}/"
_MATCHES: Final = "/v1/matches/"
_SAYS_JSON: Final = (b"content-type", b"application/json")


class WholeReply(Protocol):
    """A whole reply, such as a `starlette.responses.Response`."""

    @property
    def status_code(self) -> int: ...

    @property
    def raw_headers(self) -> Headers: ...

    @property
    def body(self) -> bytes | memoryview: ...


class _Written(NamedTuple):
    """A reply of JSON."""

    status_code: int
    raw_headers: Headers
    body: bytes


class Lean(LateRoute):
    """A route of a match that answers ordinary calls without the framework."""

    @abstractmethod
    def takes(self, headers: Sequence[tuple[bytes, bytes]]) -> bool:
        """Whether a call with these headers is ordinary."""

    @abstractmethod
    async def answer(self, scope: Scope) -> WholeReply | None:
        """Answer a call whose body was read; None if its form is wrong."""


class LeanWrite(Lean):
    """
    A route whose endpoint takes `match_id`, `body` (a model) and `call`, and returns what its `response_model` says.

    All other parameters have defaults. Its calls have a deadline.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401  # as the framework has it
        super().__init__(*arguments, **named)
        self._body: type[BaseModel] = get_type_hints(self.endpoint)["body"]
        self._reply: TypeAdapter[Any] = TypeAdapter(self.response_model)
        # Not when the first player moves.
        self._body.model_rebuild()
        self._reply.rebuild()

    def get_route_handler(self) -> Handler:
        return in_time(super().get_route_handler())

    def takes(self, headers: Sequence[tuple[bytes, bytes]]) -> bool:
        return _SAYS_JSON in headers and all(name not in CONDITIONS for name, _ in headers)

    async def answer(self, scope: Scope) -> WholeReply | None:
        with judging(scope) as scope[ARRIVED_AT]:
            try:
                body = self._body.model_validate_json(scope[BODY])
            except ValidationError:
                return None
            call = await authenticate(scope)
            reply = await self.endpoint(match_id=scope["path_params"]["match_id"], body=body, call=call)
        content = self._reply.dump_json(reply)
        return _Written(200, [(b"content-length", b"%d" % len(content)), _SAYS_JSON], content)


class LeanRead(Lean):
    """
    A route whose endpoint takes `match_id`, a `WatcherCall` and `accept_language`, and returns a response.

    All other parameters have defaults.
    """

    def takes(self, headers: Sequence[tuple[bytes, bytes]]) -> bool:
        return all(name not in CONDITIONS for name, _ in headers)

    async def answer(self, scope: Scope) -> WholeReply | None:
        call = await watch(scope)
        languages = b",".join(value for name, value in scope["headers"] if name == b"accept-language")
        response: WholeReply = await self.endpoint(
            match_id=scope["path_params"]["match_id"], call=call, accept_language=languages.decode("latin-1")
        )
        return response


class FastApp(FastAPI):
    """Answers ordinary calls of lean routes before the framework sees them."""

    _lean: Mapping[tuple[str, str], Lean] = {}
    _cross_origin = False
    _logged = False
    _entrance: Entrance
    base_path: BasePath | None = None
    """Set if the server is under a path of its host."""

    def answer_first(self, routes: Iterable[BaseRoute], *, cross_origin: bool) -> None:
        """
        Answer ordinary calls of those of these routes that are lean.

        `cross_origin`: replies to pages of other origins need headers, which a layer of the app adds.
        """
        self._entrance = Entrance(_AT_ONCE)
        self._cross_origin = cross_origin
        self._logged = log.isEnabledFor(logging.DEBUG)
        self._lean = {
            (method, route.path.removeprefix(_MATCH)): route
            for route in routes
            if isinstance(route, Lean)
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.base_path is not None and scope["type"] != "lifespan":
            self.base_path.enter(scope)
            send = self.base_path.leaving(send) if scope["type"] == "http" else send
        route = self._find(scope) if scope["type"] == "http" else None
        if route is None:
            await self._entrance.enter()
            await super().__call__(scope, receive, send)
            return
        scope["app"] = self
        began = time.perf_counter()
        named = new_request_id()
        request_id.set(named)
        standing.set(None)
        try:
            reply: WholeReply | None = await admit(scope)
            if reply is None:
                if scope["method"] != "GET":
                    message = await receive()
                    receive = _replay(message, receive)
                    scope[BODY] = _ordinary(message)
                if scope.get(BODY) != b"":
                    reply = await _answer(route, scope)
        except Exception as error:
            reply = failure_response(scope, error)
        if reply is None:
            await super().__call__(scope, receive, send)
            return
        headers = headers_of_reply(reply.raw_headers, named)
        metrics.count_reply(str(route.operation_id), reply.status_code, time.perf_counter() - began)
        write: WriteReply | None = scope.get("extensions", {}).get(WRITE_REPLY)
        body = bytes(reply.body)
        if write is None or not write(reply.status_code, headers, body):
            await send({"type": "http.response.start", "status": reply.status_code, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        if self._logged:
            log.debug("%s: %s after %.1f ms", place_of(scope), reply.status_code, 1000 * (time.perf_counter() - began))

    def _find(self, scope: Scope) -> Lean | None:
        """Return the route of an ordinary call, and set the scope's fields about it."""
        path: str = scope["path"]
        if scope["query_string"] or not path.startswith(_MATCHES) or b"%" in (scope.get("raw_path") or b""):
            return None
        match_id, _, rest = path[len(_MATCHES) :].partition("/")
        route = self._lean.get((scope["method"], rest))
        headers = scope["headers"]
        if route is None or not is_id(match_id) or not route.takes(headers):
            return None
        if self._cross_origin and any(name == b"origin" for name, _ in headers):
            return None
        scope["route"], scope["path_params"] = route, {"match_id": match_id}
        return route


async def _answer(route: Lean, scope: Scope) -> WholeReply | None:
    try:
        return await route.answer(scope)
    except RefusedError as error:
        return refusal_response(scope, error)


def _ordinary(message: Message) -> bytes:
    """Return the body if it is whole, small and can be stored, else nothing."""
    body: bytes = message.get("body", b"")
    if message.get("more_body", False) or len(body) > FREE_BODY_BYTES:
        return b""
    try:
        check_text(body)
    except RefusedError:
        return b""
    return body


def _replay(message: Message, receive: Receive) -> Receive:
    """Receive this message once more, then further ones."""
    again: list[Message] = [message]

    async def replay() -> Message:
        return again.pop() if again else await receive()

    return replay
