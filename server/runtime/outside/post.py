"""
Calls by HTTPS to addresses that clients have named.

No redirect is followed, no proxy is used, and of an answer only its head is read (`server.runtime.outside.answers`
bounds it). This module is imported when the first call is made, because what it imports takes 0.2 s and 30 MB.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar
from aiohttp.abc import AbstractResolver, ResolveResult

from server.runtime.outside.addresses import Reach
from server.runtime.outside.answers import BoundedConnector
from server.runtime.outside.calls import Answer, Names


class PublicPost:
    """Calls addresses that may be reached, and no others."""

    def __init__(
        self,
        reach: Reach,
        names: Names,
        *,
        seconds: float,
        keeps: bool,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        """
        Args:
            reach: What may be called.
            names: Where names are looked up.
            seconds: How long a call may take.
            keeps: Whether connections are kept for later calls, and addresses for some seconds; else both are new for
                each call.
            trusted: What certificates are trusted; by default those that the system trusts.
        """
        connector = BoundedConnector(
            resolver=_Resolver(reach, names),
            socket_factory=_Sockets(reach),
            limit=0,  # The callers limit how often.
            use_dns_cache=keeps,
            force_close=not keeps,
            ssl=trusted or True,
        )
        self._session = ClientSession(
            connector=connector,
            timeout=ClientTimeout(total=seconds),
            cookie_jar=DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
        )

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """
        Return the answer.

        Raises:
            OSError, TimeoutError: There is no answer.
        """
        try:
            async with self._session.post(url, data=body, headers=headers, allow_redirects=False) as reply:
                return Answer(reply.status, reply.headers.get("Retry-After"))
        except (ClientError, ValueError) as error:
            raise OSError("the address cannot be called") from error

    async def close(self) -> None:
        await self._session.close()


class _Resolver(AbstractResolver):
    """Finds addresses of names of which all may be reached: one that leads inside, too, is somebody's attempt."""

    def __init__(self, reach: Reach, names: Names) -> None:
        self._reach = reach
        self._names = names

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._names.addresses(host)
        if not found or not all(self._reach.allows(address, port) for address in found):
            raise OSError("the name leads to an address that is not called")
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if isinstance(ip_address(address), IPv6Address) else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in found
        ]

    async def close(self) -> None:
        self._names.close()


class _Sockets:
    """Makes the socket for a connection, with the address in hand that it will be connected to."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    def __call__(self, to: tuple[int, int, int, str, Any]) -> socket.socket:
        family, kind, protocol, _, address = to
        if not self._reach.allows(address[0], address[1]):  # An address in a URL is no name, and was not resolved.
            raise OSError("the address is not called")
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)
        return made
