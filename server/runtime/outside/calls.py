"""
What a call outside is, without what it takes to make one: `server.runtime.outside.post` loads for a fifth of a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from server.runtime.loading import load
from server.runtime.outside.addresses import Reach


class Answer(NamedTuple):
    """What is read of an answer: its status, and how long to wait, if it says so (`Retry-After`)."""

    status: int
    retry_after: str | None = None


class Document(NamedTuple):
    """An answer of which all is read."""

    status: int
    body: bytes


class Post(Protocol):
    """Sends a request with a body to an address that a client has named."""

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Return the answer. Raises OSError or TimeoutError without one."""

    async def close(self) -> None:
        """Release connections."""


class Names(Protocol):
    """Finds the addresses of a name."""

    async def addresses(self, host: str) -> list[str]:
        """Return the IP addresses of a name. Raises OSError if it has no address."""

    def close(self) -> None:
        """End what still looks for names."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What lies outside of a server, in place of the real world: push services, targets of webhooks, names."""

    push: Post | None = None
    webhooks: Post | None = None
    names: Names | None = None


REAL: Final = Outside()


class LatePost:
    """A `PublicPost` that is loaded at the first call: in a thread, because that takes as long as hundreds of calls."""

    def __init__(self, reach: Reach, names: Names, *, seconds: float, keeps: bool) -> None:
        self._settings = {"reach": reach, "names": names, "seconds": seconds, "keeps": keeps}
        self._post: Post | None = None
        self._loading = asyncio.Lock()

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        async with self._loading:
            if self._post is None:
                module = await load("server.runtime.outside.post")
                self._post = module.PublicPost(**self._settings)
            post = self._post
        return await post(url, body, headers)

    async def close(self) -> None:
        if self._post is not None:
            await self._post.close()


async def fetch(method: str, url: str, body: str | None, headers: Mapping[str, str]) -> Document:
    """
    Call an address of the operator's choice, by `server.runtime.outside.fetch`, which is loaded in a thread.

    Raises:
        OSError, TimeoutError: There is no answer, or it is too large.
    """
    module = await load("server.runtime.outside.fetch")
    answer: Document = await module.fetch(method, url, body, headers)
    return answer
