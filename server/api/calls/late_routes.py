"""
Routes of which the framework makes what it needs when one is called first, or described.

That is a validator of each parameter, body and reply: for all routes, a third of the processor time of a start and a
tenth of the memory. One route takes a few milliseconds, once in a process.
"""

from __future__ import annotations

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
"""The document is made in a thread of its own."""


class LateRoute(APIRoute):
    """A route that matches calls at once; everything else about it is made when it is first asked for."""

    _parameters: Parameters

    def __init__(self, path: str, endpoint: Callable[..., Any], *, methods: set[str] | list[str], **named: Any) -> None:  # noqa: ANN401  # as the framework has it
        self._named = {"methods": methods, **named}
        Route.__init__(self, path, endpoint, methods=methods, name=named.get("name"))
        self.methods = set(methods)  # Without HEAD, which is answered as GET before (`HeadAsGet`).
        self.operation_id = named.get("operation_id")
        self.include_in_schema = named.get("include_in_schema", True)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # as the framework has it
        """Return an attribute that the route did not have yet."""
        with _MAKING:
            if "_named" in vars(self):
                self._make(**vars(self).pop("_named"))
            if name in vars(self):
                return vars(self)[name]
        raise AttributeError(name)

    def _make(self, **named: Any) -> None:  # noqa: ANN401  # as the framework has it
        super().__init__(self.path, self.endpoint, **named)
        self._parameters = Parameters(self.dependant)
        if self.body_field is not None:
            with catch_warnings():
                # The framework gives the body a name, which it does not mind while it makes the field.
                simplefilter("ignore", UnsupportedFieldAttributeWarning)
                self.body_field.validate(None)  # Makes the schema, which a `Request` puts off until then.

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call; one with a parameter in its query that the route does not have is refused."""
        if scope["method"] in (self.methods or ()):
            await self._parameters.check(scope)
        await super().handle(scope, receive, send)
