"""HTTP calls that are retried until they get a reply, and take effect once."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol, TypeAlias
from urllib.parse import quote

import httpx

from moirai_client.clock import ServerClock
from moirai_client.errors import RefusedError, UnreachableError
from moirai_client.patience import Patience
from moirai_client.schemas import OPERATIONS, Method, OperationId

Json: TypeAlias = Any

_REPLY_SECONDS: Final = 10.0

_HEARTBEAT_SECONDS: Final = 60.0
"""A server that sends nothing for so long is gone."""

NOTHING_YET: Final = "nothing"
"""What a submission replaces that is the first of its phase."""

_NEVER_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Credentials(Protocol):
    """Whose access token changes (`moirai_client.signing_in.Session`)."""

    async def token(self) -> str: ...

    def distrust(self, token: str) -> None: ...

    async def close(self) -> None: ...


class Calls:
    """
    Calls one server, with a token if there is one.

    Calls are retried after a broken connection, and when the server is busy, for `patience_seconds`.
    """

    def __init__(self, server: str, token: str | Credentials | None, patience_seconds: float) -> None:
        self.server = server.rstrip("/")
        self.patience_seconds = patience_seconds
        self.clock = ServerClock()
        self._token = token
        # Without TLS there is nothing to verify, and loading certificates takes long.
        verify = self.server.startswith("https:")
        self._http = httpx.AsyncClient(verify=verify)

    async def headers(self) -> dict[str, str]:
        """The headers of the next call; raises as `call` does if it first needs another token."""
        token = self._token if isinstance(self._token, str | None) else await self._token.token()
        return {"Authorization": f"Bearer {token}"} if token else {}

    def distrust(self, headers: Mapping[str, str]) -> bool:
        """Note that the server did not accept the token in these headers; whether there can be another one."""
        if isinstance(self._token, str | None):
            return False
        self._token.distrust(headers["Authorization"].removeprefix("Bearer "))
        return True

    async def call(
        self,
        method: Method,
        path: str,
        body: Json = None,
        *,
        key: str | None = None,
        replaces: str | None = None,
        **query: str | int | bool | None,
    ) -> Json:
        """
        The body of the reply, as a text if it is not JSON; None if it has none.

        Args:
            method: A POST without a key is only retried if it certainly did not reach the server.
            path: The path, beginning with `/v1`.
            body: Sent as JSON.
            key: Sent as the `Idempotency-Key`, so that the call takes effect once.
            replaces: The receipt of the submission that it may replace, or `NOTHING_YET`; None: any.
            query: Parameters; None is omitted.

        Raises:
            RefusedError: The server refused the call.
            UnreachableError: There was no reply.
        """
        headers = {"Idempotency-Key": key} if key else {}
        if replaces is not None:
            headers |= {"If-None-Match": "*"} if replaces == NOTHING_YET else {"If-Match": f'"{replaces}"'}
        reply = await self._answered(method, path, {"json": body}, headers, query)
        if reply.is_error:
            raise RefusedError(reply)
        told = _read(reply)
        if isinstance(told, dict) and "server_now" in told:
            self.clock.notice(told["server_now"])
        return told

    async def make(
        self,
        operation: OperationId,
        body: Json = None,
        *,
        key: str | None = None,
        replaces: str | None = None,
        **parameters: str | int | bool | None,
    ) -> Json:
        """
        Make a call by its `operationId`; parameters that its path does not have go into the query.

        Raises as `call` does, and TypeError where a parameter of the path is missing.
        """
        method, template, takes_key = OPERATIONS[operation]
        path = template
        for name in re.findall(r"{(\w+)}", template):
            if parameters.get(name) is None:
                raise TypeError(f"{operation} needs {name}")
            path = path.replace(f"{{{name}}}", quote(str(parameters.pop(name)), safe=""))
        key = (key or new_key()) if takes_key else None
        return await self.call(method, path, body, key=key, replaces=replaces, **parameters)

    @asynccontextmanager
    async def open(self, path: str) -> AsyncIterator[AsyncIterator[str]]:
        """Open server-sent events, and yield their lines; raises RefusedError, and httpx.TransportError when lost."""
        headers = {"Accept": "text/event-stream", **await self.headers()}
        timeout = httpx.Timeout(_REPLY_SECONDS, read=_HEARTBEAT_SECONDS)
        async with self._http.stream("GET", self.server + path, headers=headers, timeout=timeout) as reply:
            if reply.is_error:
                await reply.aread()
                raise RefusedError(reply)
            yield reply.aiter_lines()

    async def form(self, path: str, fields: Mapping[str, str]) -> Json:
        """The body of the reply to a form, as those of OAuth; raises as `call` does."""
        reply = await self._answered("POST", path, {"data": fields}, {}, {})
        if reply.is_error:
            raise RefusedError(reply)
        return reply.json()

    async def close(self) -> None:
        await self._http.aclose()
        if not isinstance(self._token, str | None):
            await self._token.close()

    async def _answered(
        self,
        method: Method,
        path: str,
        body: Mapping[str, Any],
        headers: Mapping[str, str],
        query: Mapping[str, Any],
    ) -> httpx.Response:
        patience = Patience(self.patience_seconds)
        given = {name: value for name, value in query.items() if value is not None}
        timeout = _REPLY_SECONDS + given.get("wait", 0)
        repeatable = method != "POST" or "Idempotency-Key" in headers
        renewed = False
        while True:
            identity = await self.headers()
            try:
                url, sent = self.server + path, {**headers, **identity}
                reply = await self._http.request(method, url, **body, params=given, headers=sent, timeout=timeout)
            except httpx.TransportError as error:
                again = repeatable or isinstance(error, _NEVER_SENT)
                if not (again and await patience.wait()):
                    raise UnreachableError(f"{method} {path} got no reply") from error
                continue
            if reply.status_code == 401 and not renewed and self.distrust(identity):
                renewed = True
                continue
            pause = _pause(reply, repeatable=repeatable)
            if pause is None or not await patience.wait(pause):
                return reply


def _read(reply: httpx.Response) -> Json:
    if not reply.content:
        return None
    return reply.json() if reply.headers.get("content-type", "").startswith("application/json") else reply.text


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
