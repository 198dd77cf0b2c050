"""Signing in by the device flow (RFC 8628): the player allows a program in a browser, on whatever device."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final

from moirai_client.calls import Calls
from moirai_client.errors import RefusedError

_DEVICE: Final = "urn:ietf:params:oauth:grant-type:device_code"

_SLOWER_SECONDS: Final = 5.0
"""How much longer to wait after `slow_down` (RFC 8628, section 3.5)."""

_EARLY_SECONDS: Final = 60.0
"""How long before its end an access token is replaced."""


class Session:
    """
    The tokens that a program got from a player: an access token for an hour, and a refresh token for the next one.

    A refresh token works once, and a later use ends the session: only one program may use it.
    """

    def __init__(self, stranger: Calls, client_id: str, keep_in: Path | None) -> None:
        self._stranger = stranger
        self._client_id = client_id
        self._keep_in = keep_in
        self._refreshing = asyncio.Lock()
        self._renew_at = 0.0
        self.access_token = ""
        self.refresh_token = ""

    async def token(self) -> str:
        """
        An access token that works for a while.

        Raises:
            RefusedError: The player has withdrawn the program (`invalid_grant`): sign in again.
            UnreachableError: There was no reply.
        """
        async with self._refreshing:
            if monotonic() >= self._renew_at:
                await self._refresh()
            return self.access_token

    def distrust(self, token: str) -> None:
        """Replace this access token before the next call: the server did not accept it."""
        if token == self.access_token:
            self._renew_at = 0.0

    async def resume(self) -> bool:
        """Continue with the stored refresh token; False without one that works."""
        try:
            self.refresh_token = self._keep_in.read_text(encoding="utf-8").strip() if self._keep_in else ""
        except FileNotFoundError:
            return False
        if not self.refresh_token:
            return False
        try:
            await self.token()
        except RefusedError as refusal:
            if refusal.code != "invalid_grant":
                raise
            return False
        return True

    async def begin(self, scopes: str, show: Callable[[str], object]) -> None:
        """Show the player what to do, and wait until it is done."""
        fields = {"client_id": self._client_id, "scope": scopes}
        codes = await self._stranger.form("/oauth/device_authorization", fields)
        show(
            f"Open {codes['verification_uri_complete']} and allow the program there, if it shows the code "
            f"{codes['user_code']}."
        )
        asked = {"grant_type": _DEVICE, "device_code": codes["device_code"], "client_id": self._client_id}
        interval = float(codes.get("interval", _SLOWER_SECONDS))
        while True:
            await asyncio.sleep(interval)
            try:
                return self._take(await self._stranger.form("/oauth/token", asked))
            except RefusedError as refusal:
                if refusal.code == "slow_down":
                    interval += _SLOWER_SECONDS
                elif refusal.code != "authorization_pending":
                    raise

    async def close(self) -> None:
        await self._stranger.close()

    async def _refresh(self) -> None:
        fields = {"grant_type": "refresh_token", "refresh_token": self.refresh_token, "client_id": self._client_id}
        self._take(await self._stranger.form("/oauth/token", fields))

    def _take(self, told: Any) -> None:  # noqa: ANN401  # JSON
        self.access_token, self.refresh_token = told["access_token"], told["refresh_token"]
        self._renew_at = monotonic() + told["expires_in"] - _EARLY_SECONDS
        if self._keep_in is not None:
            _write(self._keep_in, self.refresh_token)


def _write(file: Path, text: str) -> None:
    """Replace a file that only its owner can read."""
    new = file.with_name(f"{file.name}.new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:
        opened.write(text)
    new.replace(file)
