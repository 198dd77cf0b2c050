"""How a WebSocket's connection reads, parses and buffers a client's data: slice by slice, within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final, cast

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState

from server.api.streams.frames import MAX_CONTROL_FRAMES, MAX_FRAGMENTS
from server.cli.serving.direct_sockets import DirectSockets, Pings
from server.runtime.time_slices import SLICE_SECONDS
from tests.attacks.raw_sockets import CONTINUATION, PING, PONG, TEXT, frame
from tests.waiting import patience

Json = Any

_HANDSHAKE: Final = (
    b"GET / HTTP/1.1\r\nHost: moirai\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)

_POLICY: Final = (1008).to_bytes(2, "big")


class _Transport(asyncio.Transport):
    """Records what is written, and whether it would read."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.reads = True
        self.ended = False
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    @property
    def pinged(self) -> bytes:
        """The payload of the last ping."""
        return self.written[self.written.rindex(bytes([0x89, 4])) + 2 :]

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


class _Client:
    """A connection whose application takes messages only on request."""

    def __init__(self, pings: Pings | None = None) -> None:
        config = uvicorn.Config(self._application, log_config=None, lifespan="off", ws_max_size=65_536)
        config.load()
        config.loaded_app = self._application
        self.transport = _Transport()
        self.connection = DirectSockets(config, ServerState(), {}, pings=pings or Pings(20))
        self.connection.connection_made(self.transport)
        self._receive: Any = None
        self.opened = asyncio.Event()
        self.over = asyncio.Event()

    async def _application(self, scope: Json, receive: Json, send: Json) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self._receive = receive
        self.opened.set()
        await self.over.wait()

    async def open(self) -> None:
        self.connection.data_received(_HANDSHAKE)
        await self.opened.wait()
        self.transport.written = b""

    async def take(self) -> Json:
        """Return the next message for the application."""
        async with patience():
            return await self._receive()

    def send(self, data: bytes) -> None:
        """Let the kernel deliver the data, 64 KiB at a time, as long as it is read."""
        for at in range(0, len(data), 65_536):
            if self.transport.reads:
                self.connection.data_received(data[at : at + 65_536])


@pytest.fixture
async def client() -> AsyncIterator[_Client]:
    client = _Client()
    await client.open()
    yield client
    client.over.set()
    await _settle()


async def _settle() -> None:
    for _ in range(500):
        await asyncio.sleep(0)


async def test_a_message_says_when_its_last_bytes_were_read(client: _Client) -> None:
    began = asyncio.get_running_loop().time()
    data = frame(TEXT, b"hello")
    client.send(data[:3])
    await asyncio.sleep(0.02)
    client.send(data[3:])

    message = await client.take()

    assert message["text"] == "hello"
    assert began + 0.02 <= message["read_at"] <= asyncio.get_running_loop().time()


async def test_a_frame_that_waits_was_read_when_it_came_and_not_when_it_is_parsed(client: _Client) -> None:
    client.send(frame(TEXT, b"first"))
    client.send(frame(TEXT, b"second"))
    came = asyncio.get_running_loop().time()
    await asyncio.sleep(0.02)

    await client.take()

    assert (await client.take())["read_at"] <= came


async def test_no_turn_of_the_loop_parses_more_than_a_slice(client: _Client) -> None:
    parsed: list[int] = []
    handle_text = client.connection.handle_text

    def counted(event: Any) -> None:  # noqa: ANN401  # A frame of the library.
        parsed[-1] += 1
        handle_text(event)

    client.connection.handle_text = counted  # type: ignore[method-assign]
    parsed.append(0)
    client.send(frame(TEXT, b"x") * 5000)
    for _ in range(4999):
        parsed.append(0)
        await client.take()

    assert sum(parsed) == 5000
    assert max(parsed) <= 2048 / len(frame(TEXT, b"x")) + 1


async def test_what_is_taken_at_once_takes_a_slice_of_time_at_most(
    client: _Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frames that end many phases may come together, and all other clients would wait for all of them."""
    now, taken = 0.0, list[str]()

    def take(text: str, _: float) -> bool:
        nonlocal now
        now += SLICE_SECONDS / 2
        taken.append(text)
        return True

    monkeypatch.setattr(client.connection, "loop", _Clock(lambda: now, client.connection.loop))
    client.connection._offer_to(take)
    client.send(b"".join(frame(TEXT, text) for text in (b"one", b"two", b"three", b"four")))

    assert taken == ["one", "two"]
    assert [(await client.take())["text"] for _ in range(2)] == ["three", "four"]


async def test_a_message_of_many_slices_comes_whole(client: _Client) -> None:
    client.send(frame(TEXT, b"x" * 60_000) + frame(TEXT, b"next"))

    assert (await client.take())["text"] == "x" * 60_000
    assert (await client.take())["text"] == "next"


async def test_nothing_is_read_while_much_waits_to_be_answered(client: _Client) -> None:
    client.send(frame(TEXT, b"x" * 100) * 20_000)
    assert not client.transport.reads

    taken = 0
    while not client.transport.reads:
        await client.take()
        taken += 1

    assert 400 < taken < 700


async def test_many_small_reads_are_bounded_as_well(client: _Client) -> None:
    reads = 0
    while client.transport.reads:
        client.connection.data_received(frame(TEXT))
        reads += 1

    assert reads < 30


async def test_frames_of_a_client_that_is_gone_are_dropped(client: _Client) -> None:
    client.send(frame(TEXT, b"x") * 1000)
    client.connection.connection_lost(None)

    assert (await client.take())["type"] == "websocket.disconnect"


async def test_frames_of_a_closing_client_are_dropped_with_unparsed_data(client: _Client) -> None:
    client.send(frame(TEXT, b"x") * 3 + frame(0x8, (1000).to_bytes(2, "big")))

    assert (await client.take())["type"] == "websocket.disconnect"


async def test_a_client_that_does_not_read_is_not_read_and_not_answered(client: _Client) -> None:
    client.send(frame(TEXT, b"first"))
    client.connection.pause_writing()
    client.send(frame(PING))
    taking = asyncio.create_task(client.take())
    await _settle()
    assert (client.transport.reads, client.transport.written, taking.done()) == (False, b"", False)

    client.connection.resume_writing()

    assert (await taking)["text"] == "first"
    assert client.transport.reads


async def test_a_slow_client_is_read_before_more_is_written_to_it(client: _Client) -> None:
    """
    Otherwise its pongs would never be read, and it would be closed as dead.
    """
    client.connection.pause_writing()

    client.connection.resume_writing()

    assert client.transport.reads
    assert not client.connection.write_now("more")
    await _settle()
    assert client.connection.write_now("more")


async def test_a_writer_to_a_client_that_does_not_read_is_told_that_it_is_gone(client: _Client) -> None:
    client.send(frame(TEXT, b"first"))
    client.connection.pause_writing()
    taking = asyncio.create_task(client.take())
    await _settle()

    client.connection.connection_lost(None)

    assert (await taking)["type"] == "websocket.disconnect"


async def test_a_pause_ends_with_the_client(client: _Client) -> None:
    pause = cast("Any", client.connection.scope["extensions"])["moirai.direct"]["pause"]
    pausing = asyncio.create_task(pause(60))
    await _settle()
    assert not pausing.done()

    client.connection.connection_lost(None)

    async with patience():
        await pausing
        await pause(60)


async def test_pings_are_answered_up_to_the_bound(client: _Client) -> None:
    client.send(frame(PING, b"x") * MAX_CONTROL_FRAMES)
    await _settle()
    assert client.transport.written == b"\x8a\x01x" * MAX_CONTROL_FRAMES

    client.send(frame(PING, b"x"))

    assert _POLICY + b"too many control frames" in client.transport.written


async def test_control_frames_are_counted_by_the_second(client: _Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(client.connection, "loop", _Clock(lambda: now, client.connection.loop))
    for now in (1.0, 2.5, 4.0):  # noqa: B007  # Read by the clock.
        client.send(frame(PING) * MAX_CONTROL_FRAMES)
        await _settle()

    assert not client.transport.ended


async def test_a_message_comes_in_so_many_fragments_and_no_more(client: _Client) -> None:
    begun = frame(TEXT, b"x", final=False) + frame(CONTINUATION, final=False) * (MAX_FRAGMENTS - 2)
    client.send(begun + frame(CONTINUATION, b"y"))
    assert (await client.take())["text"] == "xy"

    client.send(begun + frame(CONTINUATION, final=False) + frame(CONTINUATION))

    assert (await client.take())["type"] == "websocket.disconnect"
    assert _POLICY + b"too many fragments" in client.transport.written


async def test_an_application_that_has_not_heard_of_the_end_yet_is_told_when_it_sends(client: _Client) -> None:
    client.send(frame(TEXT, b"x"))
    await client.take()
    client.send(b"\xff\xff")

    with pytest.raises(ClientDisconnected):
        await client.connection.send({"type": "websocket.send", "text": "y"})


async def test_data_after_the_end_is_neither_parsed_nor_stored(client: _Client) -> None:
    client.send(frame(PING) * 100)
    said = client.transport.written

    client.send(frame(PING) * 100_000 + frame(TEXT, b"x") * 1000)

    assert client.transport.written == said
    assert client.transport.reads
    assert (await client.take())["type"] == "websocket.disconnect"


class _Clock:
    """A loop with its own clock."""

    def __init__(self, time: Any, loop: asyncio.AbstractEventLoop) -> None:  # noqa: ANN401
        self.time = time
        self._loop = loop

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._loop, name)


async def test_a_client_that_answers_pings_stays(client: _Client) -> None:
    for _ in range(3):
        client.transport.written = b""
        client.connection.ping()
        await _settle()
        client.send(frame(PONG, client.transport.pinged))
        await _settle()

    assert not client.transport.closed


async def test_a_client_that_does_not_answer_a_ping_until_the_next_one_is_left(client: _Client) -> None:
    client.connection.ping()
    client.send(frame(PONG, b"another"))
    await _settle()
    assert not client.transport.closed

    client.connection.ping()

    assert client.transport.closed


async def test_pings_end_with_the_connection() -> None:
    pings = Pings(20)
    client = _Client(pings)
    assert not pings.is_running
    await client.open()
    assert pings.is_running

    client.connection.connection_lost(None)

    assert not pings.is_running
    client.over.set()
    await _settle()
