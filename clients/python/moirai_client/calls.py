"""Calls over HTTP: sent again until they are answered, done once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import httpx

from moirai_client.clock import ServerClock
from moirai_client.errors import RefusedError, UnreachableError
from moirai_client.patience import Patience

Json: TypeAlias = Any

Method: TypeAlias = Literal["GET", "PUT", "POST", "DELETE"]

_REPLY_SECONDS: Final = 10.0

_NEVER_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Calls:
    """
    Calls one server, with a token if there is one.

    What broke off is sent again, and so is what the server was too busy for; `patience_seconds` is for how long.
    """

    def __init__(self, server: str, token: str | None, patience_seconds: float) -> None:
        self.server = server.rstrip("/")
        self.patience_seconds = patience_seconds
        self.clock = ServerClock()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        # Without TLS there is nothing to verify, and loading certificates takes long.
        verify = self.server.startswith("https:")
        self._http = httpx.AsyncClient(headers=self.headers, verify=verify)

    async def call(
        self,
        method: Method,
        path: str,
        body: Json = None,
        *,
        key: str | None = None,
        **query: str | int | bool | None,
    ) -> Json:
        """
        The body of the reply; None if it has none.

        Args:
            method: With POST and no key, only what certainly never arrived is sent again.
            path: From `/v1` on.
            body: Sent as JSON.
            key: Sent as the `Idempotency-Key`: however often it is sent, it is done once.
            query: None is left out.

        Raises:
            RefusedError: It was read and refused.
            UnreachableError: It was not answered.
        """
        reply = await self._answered(method, path, body, {"Idempotency-Key": key} if key else {}, query)
        if reply.is_error:
            raise RefusedError(reply)
        told = reply.json() if reply.content else None
        if isinstance(told, dict) and "server_now" in told:
            self.clock.notice(told["server_now"])
        return told

    async def text(self, path: str) -> str:
        """A reply that is not JSON; raises as `call` does."""
        reply = await self._answered("GET", path, None, {}, {})
        if reply.is_error:
            raise RefusedError(reply)
        return reply.text

    async def close(self) -> None:
        await self._http.aclose()

    async def _answered(
        self, method: Method, path: str, body: Json, headers: Mapping[str, str], query: Mapping[str, Any]
    ) -> httpx.Response:
        patience = Patience(self.patience_seconds)
        given = {name: value for name, value in query.items() if value is not None}
        timeout = _REPLY_SECONDS + given.get("wait", 0)
        repeatable = method != "POST" or "Idempotency-Key" in headers
        while True:
            try:
                url = self.server + path
                reply = await self._http.request(method, url, json=body, params=given, headers=headers, timeout=timeout)
            except httpx.TransportError as error:
                again = repeatable or isinstance(error, _NEVER_SENT)
                if not (again and await patience.wait()):
                    raise UnreachableError(f"{method} {path} was not answered") from error
                continue
            pause = _pause(reply, repeatable=repeatable)
            if pause is None or not await patience.wait(pause):
                return reply


def _pause(reply: httpx.Response, *, repeatable: bool) -> float | None:
    """For how many seconds to wait at the least before the call is sent again; None: this is its answer."""
    told = reply.headers.get("Retry-After", "")
    if reply.status_code in (429, 503) and told.isdigit():
        return float(told)
    # Gateways say it when the server behind them is being restarted.
    return 0.0 if reply.status_code in (502, 503, 504) and repeatable else None


def new_key() -> str:
    """A key for one call that is to be done once."""
    return secrets.token_hex(16)
