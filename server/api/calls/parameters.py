"""
Unknown parameters in the query of a call are refused, as unknown fields in its body are; so are headers on which its
caller relies, where the call does not honour them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl

from fastapi.dependencies.models import Dependant
from fastapi.security import HTTPBearer
from starlette.requests import Request
from starlette.types import Scope

from server.access import codes
from server.access.errors import ProblemComplaint, RefusedError

_NAME_CHARACTERS = 64

CONDITIONS: Final = (b"if-match", b"if-none-match", b"if-unmodified-since")
"""Headers on which callers rely in a call that changes something (RFC 9110, section 13.1)."""
_KEY: Final = b"idempotency-key"
"""Callers rely on it in a `POST`; other methods have one effect however often they are called (section 9.2.2)."""


class Parameters:
    """The parameters that a call can have in its query and headers, by what its endpoint depends on."""

    def __init__(self, dependant: Dependant) -> None:
        needed = tuple(_needed(dependant))
        self._known = frozenset(parameter.alias for each in needed for parameter in each.query_params)
        self._headers = frozenset(parameter.alias.lower() for each in needed for parameter in each.header_params)
        self._bearers = [each.call for each in needed if isinstance(each.call, HTTPBearer)]

    async def check(self, scope: Scope) -> None:
        """
        Check the query and the headers of a call.

        Raises:
            RefusedError: It has another parameter; without a valid token, that is what the caller learns first.
        """
        unknown = _unknown(scope["query_string"].decode("latin-1"), self._known)
        ignored = [] if scope["method"] == "GET" else self._ignored(scope)
        if unknown or ignored:
            for bearer in self._bearers:
                await bearer(Request(scope))
            raise _refusal(unknown, self._known) if unknown else _not_honoured(ignored)

    def _ignored(self, scope: Scope) -> list[str]:
        relied_on = (*CONDITIONS, _KEY) if scope["method"] == "POST" else CONDITIONS
        return [
            name.decode() for name, _ in scope["headers"] if name in relied_on and name.decode() not in self._headers
        ]


def _needed(dependant: Dependant) -> Iterator[Dependant]:
    """Return this dependant and everything that it depends on."""
    yield dependant
    for needed in dependant.dependencies:
        yield from _needed(needed)


def _not_honoured(names: list[str]) -> RefusedError:
    return RefusedError(
        codes.MALFORMED_REQUEST,
        f"This call does not honour `{names[0]}`. Send it without.",
        complaints=tuple(ProblemComplaint(f"header/{name}", "This call does not honour it") for name in names),
    )


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
