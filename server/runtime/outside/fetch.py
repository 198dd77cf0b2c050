"""
Calls by HTTP of which the answer is read: documents and keys of OpenID providers, and tokens from them.

No redirect is followed, no proxy is used, and an answer has a largest size, also before its body
(`server.runtime.outside.answers`). As `server.runtime.outside.post`, this module is imported when the first call is
made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar

from server.runtime.outside.answers import BoundedConnector
from server.runtime.outside.calls import Document

MAX_BYTES: Final = 262_144
"""Of an answer. Documents and keys of providers have some kilobytes."""

SECONDS: Final = 10
"""How long a call may take."""


async def fetch(method: str, url: str, body: str | None, headers: Mapping[str, str]) -> Document:
    """
    Call an address that the operator has named, or that an address of the operator's choice has named.

    Raises:
        OSError, TimeoutError: There is no answer, or it is too large.
    """
    async with ClientSession(
        connector=BoundedConnector(),
        timeout=ClientTimeout(total=SECONDS),
        cookie_jar=DummyCookieJar(),
        auto_decompress=False,
        trust_env=False,
    ) as session:
        try:
            plain = {**headers, "Accept-Encoding": "identity"}
            async with session.request(method, url, data=body, headers=plain, allow_redirects=False) as reply:
                read = bytearray()
                async for piece in reply.content.iter_any():
                    read += piece
                    if len(read) > MAX_BYTES:
                        raise OSError("the answer is too large")
                return Document(reply.status, bytes(read))
        except (ClientError, ValueError) as error:
            raise OSError("the address cannot be called") from error
