"""
Admission: each call is counted by its token or its address before any other work is done for it.

The later result makes no difference: unknown paths, unreadable bodies and unknown tokens are calls like any other
(docs/running.md, "Costs").
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from server.access.errors import ThrottledError
from server.access.player import Player
from server.api.calls.problems import problem_response
from server.people.identity.admission import Admission
from server.people.identity.bearers import Access
from server.runtime.failures import summary

CALLER: Final = "moirai.caller"
"""The key of the caller in a call's scope."""

ON_BEHALF_OF: Final = b"on-behalf-of"
"""The header with which a bridge names the player whom it acts for."""

LATE_SECONDS: Final = 1
"""The delay of answers to an address far above its limit: one answer per second on each of its connections."""

_NEVER_REFUSED: Final = frozenset({"/healthz", "/readyz"})

_SLASH: Final = re.compile(rb"%2f", re.IGNORECASE)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Caller:
    """
    The caller and its address.

    `token` is None without credentials, and empty if they are no bearer token. `access` is None if there is no token,
    or this process does not know it. `behalf` is the player whom a bridge acts for, if a header names one.
    """

    admission: Admission
    address: str
    token: str | None
    access: Access | None
    behalf: str | None = None

    @property
    def player(self) -> Player | None:
        return None if self.access is None else self.access.player

    async def identify(self) -> Access:
        """
        Return what the token gives.

        Raises:
            RefusedError: The token is missing or does not work.
            ThrottledError: Too many calls with this token.
        """
        if self.access is None:
            self.access = await self.admission.identify(self.token, self.address)
        if self.behalf is not None and self.access.through is None:
            self.access = await self.admission.on_behalf(self.access, self.behalf)
        return self.access

    def pay(self, cost: float) -> None:
        """Charge the caller for work beyond a plain call, in units of `server.access.costs`."""
        self.admission.charge(self.player, self.address, cost)


class Door:
    """Admits HTTP calls that are not admitted yet; sockets are admitted when they are opened."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            _keep_slashes_quoted(scope)
        if scope["type"] != "http" or CALLER in scope:
            await self._app(scope, receive, send)
            return
        if scope["path"] in _NEVER_REFUSED:
            await _keep_calm(*_admission_of(scope))
            await self._app(scope, receive, send)
            return
        refusal = await admit(scope)
        await (refusal or self._app)(scope, receive, send)


async def admit(scope: Scope) -> Response | None:
    """Count a call and note its caller in its scope; return the refusal if there are too many."""
    admission, address = _admission_of(scope)
    token, behalf = _token_of(scope["headers"]), behalf_of(scope["headers"])
    if behalf is not None:
        token = token or ""
    try:
        access = admission.enter(token, address)
    except ThrottledError as error:
        log.debug("%s: %s", scope["method"], summary(error))
        await _keep_calm(admission, address)
        return problem_response(error)
    scope[CALLER] = Caller(admission, address, token, access, behalf)
    return None


def _admission_of(scope: Scope) -> tuple[Admission, str]:
    """Return the admission of the server, and the address of the caller."""
    return scope["app"].state.server.admission, scope["client"][0] if scope["client"] else ""


async def _keep_calm(admission: Admission, address: str) -> None:
    """Delay the answer to an address that calls far too often."""
    if admission.tires(address):
        await asyncio.sleep(LATE_SECONDS)


def _token_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the bearer token; None without credentials, empty for others."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token if scheme.lower() == "bearer" else ""
    return None


def behalf_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the player whom the caller wants to act for; None without the header. Two headers name nobody."""
    named = [value.decode("latin-1") for name, value in headers if name == ON_BEHALF_OF]
    return ", ".join(named) if named else None


def _keep_slashes_quoted(scope: Scope) -> None:
    """Keep `%2F` in a path quoted: it is not a separator (RFC 3986, section 2.2)."""
    quoted: bytes = scope.get("raw_path") or b""
    if b"%" in quoted and _SLASH.search(quoted):
        scope["path"] = unquote(_SLASH.sub(b"%252F", quoted).decode("ascii"))
