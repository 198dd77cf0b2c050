"""Whatever a called address answers, the call ends after a few interim answers and some kilobytes of heads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import pytest
from pydantic import SecretStr

from server.people.accounts.openid import OpenIdClient, ProviderError
from server.runtime.outside.addresses import Reach
from server.runtime.outside.answers import MAX_INTERIM
from server.runtime.outside.calls import Document, fetch
from server.runtime.outside.names import SystemNames
from server.runtime.outside.post import PublicPost
from server.runtime.settings import OpenIdProvider
from tests.server.world import FakeClock
from tests.waiting import patiently, until

INTERIM: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
HINTS: Final = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.css>; rel=preload\r\n\r\n"
LONG_HINTS: Final = b"HTTP/1.1 103 Early Hints\r\n" + 60 * (b"Link: </" + 400 * b"a" + b">\r\n") + b"\r\n"
ANSWER: Final = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

ENDLESS: Final = {
    "100": (b"", INTERIM),
    "103 with headers": (b"", HINTS),
    "103 with long headers": (b"", LONG_HINTS),
    "a head": (b"HTTP/1.1 200 OK\r\n", b"X: " + 70 * b"a" + b"\r\n"),
    "100 in one header's name": (b"HTTP/1.1 100 Continue\r\n", 64 * b"a"),
}
"""What comes first, and then again and again."""

Call: TypeAlias = Callable[[str], Awaitable[int]]


@dataclass
class Flood:
    """A server that answers with `first`, then with `again` for as long as it is listened to."""

    first: bytes
    again: bytes
    url: str = ""
    answering: set[asyncio.Task[None] | None] = field(default_factory=set)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.answering.add(asyncio.current_task())
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(self.first)
            while self.again:
                writer.write(self.again * (1 + 65_536 // len(self.again)))
                await writer.drain()
            await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            self.answering.discard(asyncio.current_task())


@asynccontextmanager
async def flooding(first: bytes, again: bytes = b"") -> AsyncIterator[Flood]:
    flood = Flood(first, again)
    server = await asyncio.start_server(flood.answer, "127.0.0.1", 0)
    flood.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield flood
        await until(lambda: not flood.answering)
    finally:
        server.close()


async def webhook(url: str) -> int:
    return await _post(url, keeps=False)


async def push(url: str) -> int:
    return await _post(url, keeps=True)


async def _post(url: str, *, keeps: bool) -> int:
    post = PublicPost(Reach("127.0.0.0/8"), SystemNames(), seconds=3600, keeps=keeps)
    try:
        return (await post(url, b"{}", {})).status
    finally:
        await post.close()


async def document(url: str) -> int:
    return (await fetch("GET", url, None, {})).status


async def token(url: str) -> int:
    return (await fetch("POST", url, "code=1", {})).status


CALLS: Final = [webhook, push, document, token]


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("call", CALLS)
async def test_an_answer_without_end_before_its_body_is_no_answer(call: Call, endless: str) -> None:
    """The event loop read interim answers for as long as a call may take, and nobody else was answered meanwhile."""
    async with flooding(*ENDLESS[endless]) as flood:
        with pytest.raises(OSError, match="cannot be called"):
            await patiently(call(flood.url))


@pytest.mark.parametrize("call", CALLS)
async def test_a_few_interim_answers_may_come_first(call: Call) -> None:
    async with flooding(INTERIM + (MAX_INTERIM - 1) * HINTS + ANSWER) as few:
        status = await patiently(call(few.url))
    async with flooding(INTERIM + MAX_INTERIM * HINTS + ANSWER) as many:
        with pytest.raises(OSError, match="cannot be called"):
            await patiently(call(many.url))

    assert status == 200


@pytest.mark.parametrize("call", CALLS)
async def test_what_follows_an_answer_is_not_read(call: Call) -> None:
    """More answers than requests, in one piece with the first or later."""
    async with flooding(ANSWER, INTERIM) as flood:
        status = await patiently(call(flood.url))

    assert status == 200


async def test_a_kept_connection_that_goes_on_to_answer_is_ended() -> None:
    post = PublicPost(Reach("127.0.0.0/8"), SystemNames(), seconds=3600, keeps=True)
    ended = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n{}")
        writer.write(ANSWER)
        try:
            while True:
                await writer.drain()
                await asyncio.sleep(0)
                writer.write(INTERIM)
        except ConnectionError:
            ended.set()
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    await post(url, b"{}", {})

    await patiently(ended.wait())
    await post.close()
    server.close()


async def test_each_call_on_a_kept_connection_has_bounds_of_its_own() -> None:
    answered = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal answered
        for _ in range(5):
            await reader.readuntil(b"\r\n\r\n{}")
            writer.write(MAX_INTERIM * HINTS + ANSWER)
            answered += 1
        await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    post = PublicPost(Reach("127.0.0.0/8"), SystemNames(), seconds=3600, keeps=True)

    statuses = [(await patiently(post(url, b"{}", {}))).status for _ in range(5)]

    await post.close()
    server.close()
    assert (statuses, answered) == (5 * [200], 5)


async def test_a_body_is_read_as_it_was_sent() -> None:
    """A small answer that becomes a large one when it is unpacked is not unpacked, and nobody is asked to pack it."""
    packed = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00"
    async with flooding(packed) as flood:
        read = await patiently(fetch("GET", flood.url, None, {}))

    assert read == Document(200, b"\x1f\x8b\x08\x00")


@pytest.mark.parametrize("endless", ENDLESS)
async def test_a_provider_that_answers_without_end_cannot_be_reached(endless: str) -> None:
    async with flooding(*ENDLESS[endless]) as flood:
        provider = OpenIdProvider(name="Delphi", issuer=flood.url, client_id="moirai", client_secret=SecretStr("x"))
        with pytest.raises(ProviderError, match="cannot be reached"):
            await patiently(
                OpenIdClient(provider, FakeClock()).begin("http://localhost/", "state", "nonce", "verifier")
            )
