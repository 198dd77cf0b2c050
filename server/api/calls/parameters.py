"""Unknown parameters in the query of a call are refused, as unknown fields in its body are."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from server import codes
from server.errors import ProblemComplaint, RefusedError

_NAME_CHARACTERS = 64


def refuse_unknown_parameters(route: APIRoute) -> None:
    """Let the route refuse calls whose query has a parameter that it does not have."""
    known = frozenset(_names(route.dependant))
    admitted = route.app

    async def check(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["query_string"]:
            _require_known(scope["query_string"].decode("latin-1"), known)
        await admitted(scope, receive, send)

    route.app = check


def _names(dependant: Dependant) -> Iterator[str]:
    """Return the names of the parameters in the query, with those of everything that the route depends on."""
    yield from (parameter.alias for parameter in dependant.query_params)
    for needed in dependant.dependencies:
        yield from _names(needed)


def _require_known(query: str, known: frozenset[str]) -> None:
    names = dict.fromkeys(name for name, _ in parse_qsl(query, keep_blank_values=True))
    unknown = [name for name in names if name not in known]
    if unknown:
        expected = f"Its parameters are {', '.join(sorted(known))}." if known else "It has no parameters."
        raise RefusedError(
            codes.MALFORMED_REQUEST,
            f"This call does not have all parameters of its query. {expected}",
            complaints=tuple(
                ProblemComplaint(f"query/{name[:_NAME_CHARACTERS]}", "Unknown parameter") for name in unknown[:20]
            ),
        )
