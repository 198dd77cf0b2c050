"""Unknown parameters in the query of a call are refused, as unknown fields in its body are."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from fastapi.dependencies.models import Dependant
from fastapi.security import HTTPBearer
from starlette.requests import Request
from starlette.types import Scope

from server.access import codes
from server.access.errors import ProblemComplaint, RefusedError

_NAME_CHARACTERS = 64


class Parameters:
    """The parameters that a call can have in its query, by what its endpoint depends on."""

    def __init__(self, dependant: Dependant) -> None:
        needed = tuple(_needed(dependant))
        self._known = frozenset(parameter.alias for each in needed for parameter in each.query_params)
        self._bearers = [each.call for each in needed if isinstance(each.call, HTTPBearer)]

    async def check(self, scope: Scope) -> None:
        """
        Check the query of a call.

        Raises:
            RefusedError: It has another parameter; without a valid token, that is what the caller learns first.
        """
        unknown = _unknown(scope["query_string"].decode("latin-1"), self._known)
        if unknown:
            for bearer in self._bearers:
                await bearer(Request(scope))
            raise _refusal(unknown, self._known)


def _needed(dependant: Dependant) -> Iterator[Dependant]:
    """Return this dependant and everything that it depends on."""
    yield dependant
    for needed in dependant.dependencies:
        yield from _needed(needed)


def _unknown(query: str, known: frozenset[str]) -> list[str]:
    names = dict.fromkeys(name for name, _ in parse_qsl(query, keep_blank_values=True))
    return [name for name in names if name not in known]


def _refusal(unknown: list[str], known: frozenset[str]) -> RefusedError:
    expected = f"Its parameters are {', '.join(sorted(known))}." if known else "It has no parameters."
    return RefusedError(
        codes.MALFORMED_REQUEST,
        f"The query has a parameter that this call does not have. {expected}",
        complaints=tuple(
            ProblemComplaint(f"query/{name[:_NAME_CHARACTERS]}", "Unknown parameter") for name in unknown[:20]
        ),
    )
