"""
Routes of which the framework makes what it needs when one is called first, or described.

That is a validator of each parameter, body and reply: for all routes, a sixth of the processor time of a start. For one
route it takes up to 20 ms, in a thread, once in a process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import RLock
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from fastapi.routing import APIRoute
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from server.api.calls.parameters import Parameters

_MAKING: Final = RLock()
"""Several threads may need a route: that of a call, and the one that makes the document."""


class LateRoute(APIRoute):
    """A route that matches calls at once; everything else about it is made when it is first asked for."""

    _parameters: Parameters

    def __init__(self, path: str, endpoint: Callable[..., Any], *, methods: set[str] | list[str], **named: Any) -> None:  # noqa: ANN401  # as the framework has it
        self._named = {"methods": methods, **named}
        Route.__init__(self, path, endpoint, methods=methods, name=named.get("name"))
        self.methods = set(methods)  # Without HEAD, which is answered as GET before (`HeadAsGet`).
        self.operation_id = named.get("operation_id")
        self.include_in_schema = named.get("include_in_schema", True)

    def make(self) -> None:
        """Make what is still missing."""
        with _MAKING:
            if "_named" not in vars(self):
                return
            super().__init__(self.path, self.endpoint, **vars(self).pop("_named"))
            if self.body_field is not None:
                with catch_warnings():
                    # The framework gives the body a name that means nothing, and ignores this while it makes the field.
                    simplefilter("ignore", UnsupportedFieldAttributeWarning)
                    self.body_field.validate(None)  # Makes the schema, which a `Request` puts off.
            self._parameters = Parameters(self.dependant)  # Last: then calls do not wait for a thread.

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # as the framework has it
        """Return an attribute that the route did not have yet."""
        self.make()
        try:
            return vars(self)[name]
        except KeyError:
            raise AttributeError(name) from None

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call; one with a parameter in its query that the route does not have is refused."""
        if "_parameters" not in vars(self):
            await asyncio.to_thread(self.make)
        if scope["method"] in (self.methods or ()):
            await self._parameters.check(scope)
        await super().handle(scope, receive, send)
