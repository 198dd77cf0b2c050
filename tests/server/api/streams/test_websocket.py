"""The WebSockets: resume, heartbeats, authentication, many matches on one socket, and malformed input."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed

from tests.published_frames import connect
from tests.server.world import Client, Stream, World, running_world, types
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

SPELLS = ["1", "2", "3", "4", "5", "6", "7", "8"]


async def _send_many(player: Client, match_id: str, count: int) -> None:
    """Create this many events of the player's own."""
    for n in range(count):
        await player.submit(match_id, 1, {"type": "cast", "spell": SPELLS[n % len(SPELLS)]})


async def test_a_reconnecting_client_misses_nothing_and_sees_nothing_twice(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, match_id = await world.ada_and_bo(pace="eager")
    seen: list[Json] = []

    for number in range(1, 9):
        after = seen[-1]["cursor"] if seen else 0
        async with bo.stream(match_id, after) as stream:
            while len(seen) < (await bo.view(match_id))["cursor"]:
                seen.append(await stream.event())
        spell = {"type": "cast", "spell": SPELLS[number - 1]}
        await ada.submit(match_id, number, spell)
        await bo.submit(match_id, number, spell)
        await world.settle()
        if (await bo.view(match_id))["phase"]["name"] != "cast":
            break

    async with bo.stream(match_id, seen[-1]["cursor"]) as stream:
        while len(seen) < (await bo.view(match_id))["cursor"]:
            seen.append(await stream.event())
    assert seen == await bo.events(match_id)
    assert [event["cursor"] for event in seen] == list(range(1, len(seen) + 1))


async def test_cursors_do_not_show_what_others_were_told(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    async with bo.stream(match_id) as stream:
        before = [await stream.event() for _ in range(3)][-1]["cursor"]

        await _send_many(ada, match_id, 5)
        await bo.submit(match_id, 1, {"type": "cast", "spell": "1"})

        event = await stream.event()
    assert types([event]) == ["submitted"]
    assert event["cursor"] == before + 1


async def test_a_socket_for_many_matches_follows_each_from_its_own_cursor(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    first, second = await world.duel(ada, bo), await world.duel(ada, bo)
    async with ada.socket("/v1/stream") as connection:
        stream = Stream(connection)
        hello = await stream.frame()
        await stream.send({"type": "subscribe", "match_id": first})
        one = [await stream.frame() for _ in range(4)]
        await stream.send({"type": "subscribe", "match_id": second, "after": 3})
        two = await stream.frame()
        await ada.submit(second, 1, {"type": "cast", "spell": "1"})
        pushed = await stream.event()
        await stream.send({"type": "unsubscribe", "match_id": second})
        gone = await stream.frame()
        await ada.submit(second, 1, {"type": "cast", "spell": "2"})
        await ada.submit(first, 1, {"type": "cast", "spell": "3"})
        last = await stream.event()

    assert hello["player_id"] == ada.player_id
    assert [frame["type"] for frame in one] == ["subscribed", "event", "event", "event"]
    assert (two["type"], two["viewer"], two["cursor"]) == ("subscribed", "a", 3)
    assert (pushed["match_id"], pushed["cursor"]) == (second, 4)
    assert gone == {"type": "unsubscribed", "match_id": second}
    assert last["match_id"] == first


async def test_a_refused_subscription_leaves_the_socket_open(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    frames = [
        ({"type": "subscribe", "match_id": "0" * 26}, "unknown_match"),
        ({"type": "subscribe", "match_id": match_id, "after": 99}, "cursor_ahead"),
    ]
    async with ada.follow() as stream:
        for frame, code in frames:
            await stream.send(frame)
            refused = await stream.frame()
            assert (refused["type"], refused["code"]) == ("refused", code)
        await stream.send({"type": "ping"})
        assert (await stream.frame())["type"] == "pong"


async def test_a_browser_authenticates_by_ticket_once(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    ticket = (await ada.post("/v1/tickets", None, expect=201))["ticket"]
    path = f"/v1/matches/{match_id}/stream?ticket={ticket}"

    async with ada.socket(path, authenticated=False) as connection:
        hello = await Stream(connection).frame()
    code = await ada.close_code(path, authenticated=False)

    assert hello["player_id"] == ada.player_id
    assert code == 4401


async def test_a_ticket_expires(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    ticket = (await ada.post("/v1/tickets", None, expect=201))["ticket"]
    world.clock.advance(31)

    assert await ada.close_code(f"/v1/matches/{match_id}/stream?ticket={ticket}", authenticated=False) == 4401


async def test_a_browser_authenticates_by_subprotocol(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    url = f"{world.url.replace('http', 'ws')}/v1/matches/{match_id}/stream"

    async with connect(url, subprotocols=["moirai.v1", f"bearer.{ada.token}"]) as connection:
        hello = await Stream(connection).frame()

    assert connection.subprotocol == "moirai.v1"
    assert hello["player_id"] == ada.player_id


@pytest.mark.sampled(least=4)
@pytest.mark.parametrize(
    ("path", "authenticated", "code"),
    [
        (f"/v1/matches/{'0' * 26}/stream", False, 4401),
        ("/v1/stream", False, 4401),
        ("/v1/stream?ticket=none", False, 4401),
        (f"/v1/matches/{'0' * 26}/stream", True, 4404),
        ("/v1/matches/none/stream", True, 4404),
        ("/v1/matches/MATCH/stream?after=99", True, 4409),
        ("/v1/matches/MATCH/stream?after=-1", True, 4400),
        ("/v1/matches/MATCH/stream?after=x", True, 4400),
        ("/v1/matches/MATCH/stream?after=99999999999999999999", True, 4400),
        ("/v1/matches/MATCH/stream?before=1", True, 4400),
        ("/v1/stream?after=1", True, 4400),
        (f"/v1/stream?lines={'x' * 65}", True, 4400),
        (f"/v1/me/events?lines={'x' * 65}", True, 4400),
        (f"/v1/matches/MATCH/stream?lines={'x' * 65}", True, 4400),
    ],
)
async def test_a_socket_that_cannot_be_opened_is_closed_with_the_reason(
    world: World, path: str, authenticated: bool, code: int
) -> None:
    ada, _, match_id = await world.ada_and_bo()

    assert await ada.close_code(path.replace("MATCH", match_id), authenticated=authenticated) == code


@pytest.mark.parametrize(
    ("path", "frame", "code"),
    [
        ("/v1/stream", "nonsense", 4400),
        ("/v1/stream", "[]", 4400),
        ("/v1/stream", '{"type": "dance"}', 4400),
        ("/v1/stream", '{"type": "subscribe"}', 4400),
        ("/v1/stream", '{"type": "subscribe", "match_id": 1}', 4400),
        ("/v1/stream", '{"type": "subscribe", "match_id": "x", "after": -1}', 4400),
        ("/v1/stream", '{"type": "subscribe", "match_id": "x", "seat": "a"}', 4400),
        ("/v1/stream", "[" * 60_000, 4400),
        ("/v1/stream", b'{"type": "ping"}', 4400),
        ("/v1/stream", "x" * 70_000, 1009),
        ("/v1/matches/MATCH/stream", '{"type": "subscribe", "match_id": "x"}', 4400),
    ],
)
async def test_a_malformed_frame_closes_the_socket(world: World, path: str, frame: str | bytes, code: int) -> None:
    ada, _, match_id = await world.ada_and_bo()

    async with ada.socket(path.replace("MATCH", match_id)) as connection:
        await connection.send(frame)
        assert await Stream(connection).closed() == code


@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"\xff\xff\xff\xff\xff\xff", 1002), (b"\x81\x81\x00\x00\x00\x00\xff", 1007)],
    ids=["no frame of a WebSocket", "a text that is no UTF-8"],
)
async def test_protocol_errors_close_the_socket_with_protocol_codes(world: World, sent: bytes, code: int) -> None:
    ada = await world.player("Ada")

    async with ada.socket("/v1/stream") as connection:
        connection.transport.write(sent)
        assert await Stream(connection).closed() == code


async def test_a_text_that_is_not_utf8_is_not_logged(own_world: World, caplog: pytest.LogCaptureFixture) -> None:
    ada = await own_world.player("Ada")

    async with ada.socket("/v1/stream") as connection:
        await connection.send(b"\xff\xfe", text=True)

        assert await Stream(connection).closed() == 1007
    assert caplog.records == []


async def test_a_client_receives_the_close_reason_although_it_is_still_sending(world: World) -> None:
    """
    If the connection ended with much unread, the kernel would reset it, and the close reason would be lost.
    """
    ada = await world.player("Ada")
    url = httpx.URL(world.url)
    reader, writer = await asyncio.open_connection(url.host, url.port)
    writer.write(
        b"GET /v1/stream HTTP/1.1\r\nHost: moirai\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        b"Authorization: Bearer " + ada.token.encode() + b"\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")

    length = 16_000_000
    writer.write(b"\x81\xff" + length.to_bytes(8, "big") + bytes(4) + b"x" * length)
    async with patience():
        heard = await reader.read()

    assert (1009).to_bytes(2, "big") + b"frame with" in heard
    writer.close()


async def test_a_private_match_cannot_be_followed_by_others(world: World) -> None:
    _, _, match_id = await world.ada_and_bo(visibility="private")
    zoe = await world.player("Zoe")

    assert await zoe.close_code(f"/v1/matches/{match_id}/stream") == 4404


@pytest.fixture
async def hasty_world(sqlite_url: str) -> AsyncIterator[World]:
    """A server with frequent heartbeats and short timeouts."""
    async with running_world(sqlite_url, heartbeat_seconds=0.05, socket_queue=8, submissions_per_phase=10_000) as world:
        yield world


async def test_an_idle_socket_receives_heartbeats(hasty_world: World) -> None:
    ada, _, match_id = await hasty_world.ada_and_bo()
    async with ada.stream(match_id, after=3) as stream:
        frames = [await stream.frame() for _ in range(3)]

    assert [frame["type"] for frame in frames] == ["heartbeat"] * 3
    assert stream.sent_at == "2040-01-01T00:00:00.000000Z"


async def test_a_reader_too_slow_is_told_to_resume_and_then_misses_nothing(hasty_world: World) -> None:
    world = hasty_world
    ada, _, match_id = await world.ada_and_bo()
    url = f"{world.url.replace('http', 'ws')}/v1/matches/{match_id}/stream"
    # A small window and a client that reads nothing: what the server writes accumulates on its side.
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = world.url.removeprefix("http://").split(":")
    await asyncio.get_running_loop().run_in_executor(None, narrow.connect, (host, int(port)))
    headers = {"Authorization": f"Bearer {ada.token}"}
    seen: list[Json] = []
    async with connect(url, sock=narrow, additional_headers=headers, compression=None, max_queue=1) as connection:
        await _send_many(ada, match_id, 1500)
        stream = Stream(connection)
        with suppress(ConnectionClosed):
            while True:
                frame = await stream.frame()
                if frame["type"] == "event":
                    seen.append(frame)
        assert connection.close_code == 4508

    everything = await ada.events(match_id)
    assert 0 < len(seen) < len(everything)
    assert seen + await ada.events(match_id, after=seen[-1]["cursor"]) == everything


async def test_frames_sent_at_once_are_answered_one_by_one(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    async with ada.socket("/v1/stream") as connection:
        stream = Stream(connection)
        for frame in ({"type": "ping"}, {"type": "subscribe", "match_id": "0" * 26}, {"type": "ping"}):
            await stream.send(frame)
        await stream.send({"type": "subscribe", "match_id": match_id, "after": 2})
        await stream.send({"type": "ping"})

        said = [(await stream.frame())["type"] for _ in range(7)]

    assert said == ["hello", "pong", "refused", "pong", "subscribed", "event", "pong"]


async def test_a_client_that_left_before_it_was_accepted_is_no_error(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def send(_: object) -> None:
        raise ClientDisconnected

    async def receive() -> Json:
        return {"type": "websocket.connect"}

    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "path": "/v1/stream",
        "raw_path": b"/v1/stream",
        "query_string": b"",
        "headers": [(b"host", b"moirai")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "scheme": "ws",
        "subprotocols": [],
    }

    await world.app(scope, receive, send)

    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
