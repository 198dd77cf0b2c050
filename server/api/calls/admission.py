"""
The door: each call is admitted before anything else is done for it, by its token or else by its address.

What it is refused with afterwards makes no difference: unknown paths, bodies that cannot be read and tokens that are
nobody's are calls as all others are (docs/running.md, "Costs").
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from starlette.types import ASGIApp, Receive, Scope, Send

from server.api.calls.problems import problem_response
from server.errors import ThrottledError
from server.failures import summary
from server.identity.admission import Admission
from server.identity.players import Player

CALLER: Final = "moirai.caller"
"""Where a call's scope says who calls."""

LATE_SECONDS: Final = 1
"""How late an address is answered that asks much too often: one answer a second on each of its connections."""

_NEVER_REFUSED: Final = frozenset({"/healthz", "/readyz"})

_SLASH: Final = re.compile(rb"%2f", re.IGNORECASE)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Caller:
    """Who calls from which address; `player` is None where the token is unknown to this process, or there is none."""

    admission: Admission
    address: str
    token: str | None
    player: Player | None

    async def identify(self) -> Player:
        """
        Whose token this is.

        Raises:
            UnauthenticatedError: There is none, or it is nobody's.
            ThrottledError: Too many calls come with it.
        """
        if self.player is None:
            self.player = await self.admission.identify(self.token, self.address)
        return self.player

    def pay(self, cost: float) -> None:
        """Charge for what the call makes the server do beyond a plain call, in units of `server.costs`."""
        if self.player is None:
            self.admission.charge_stranger(self.address, cost)
        else:
            self.admission.charge(self.player, self.address, cost)


class Door:
    """Admits calls over HTTP; sockets are admitted where they are opened."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            _keep_slashes_quoted(scope)
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        admission: Admission = scope["app"].state.server.admission
        address = scope["client"][0] if scope["client"] else ""
        if scope["path"] in _NEVER_REFUSED:
            await _keep_calm(admission, address)
            await self._app(scope, receive, send)
            return
        token = _token_of(scope["headers"])
        try:
            player = admission.enter(token, address)
        except ThrottledError as error:
            log.debug("%s: %s", scope["method"], summary(error))
            await _keep_calm(admission, address)
            await problem_response(error)(scope, receive, send)
            return
        scope[CALLER] = Caller(admission, address, token, player)
        await self._app(scope, receive, send)


async def _keep_calm(admission: Admission, address: str) -> None:
    """Answer later to an address that does not wait."""
    if admission.tires(address):
        await asyncio.sleep(LATE_SECONDS)


def _token_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token if scheme.lower() == "bearer" and token else None
    return None


def _keep_slashes_quoted(scope: Scope) -> None:
    """A `%2F` in a path is no slash (RFC 3986, section 2.2), so it must not divide one."""
    quoted: bytes = scope.get("raw_path") or b""
    if b"%" in quoted and _SLASH.search(quoted):
        scope["path"] = unquote(_SLASH.sub(b"%252F", quoted).decode("ascii"))
