"""HTTP calls that are retried until they get a reply, and take effect once."""

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

    Calls are retried after a broken connection, and when the server is busy, for `patience_seconds`.
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
            method: A POST without a key is only retried if it certainly did not reach the server.
            path: The path, beginning with `/v1`.
            body: Sent as JSON.
            key: Sent as the `Idempotency-Key`, so that the call takes effect once.
            query: Parameters; None is omitted.

        Raises:
            RefusedError: The server refused the call.
            UnreachableError: There was no reply.
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
                    raise UnreachableError(f"{method} {path} got no reply") from error
                continue
            pause = _pause(reply, repeatable=repeatable)
            if pause is None or not await patience.wait(pause):
                return reply


def _pause(reply: httpx.Response, *, repeatable: bool) -> float | None:
    """The minimum number of seconds before the call is retried; None: the reply is final."""
    told = reply.headers.get("Retry-After", "")
    if reply.status_code in (429, 503) and told.isdigit():
        return float(told)
    # Gateways say it when the server behind them is being restarted.
    return 0.0 if reply.status_code in (502, 503, 504) and repeatable else None


def new_key() -> str:
    """A key for one call that must take effect only once."""
    return secrets.token_hex(16)
