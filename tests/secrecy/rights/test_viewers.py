"""
An account is one viewer at a time: streams that it opened as another viewer end before anything more is sent.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.secrecy.rights.roles import ACTORS, HOST, SEAT, SPECTATOR, Actor, Scene, Stage
from tests.server.world import Client, Stream, World, running_world
from tests.waiting import patience

Json = Any

Heard = list[Json]
"""Return the events that a stream has sent by its end."""


@pytest.fixture
async def stage(sqlite_url: str) -> AsyncIterator[Stage]:
    async with running_world(sqlite_url) as world:
        yield await Stage.set(world)


async def _websocket(player: Client, match_id: str, after: int, listening: asyncio.Event) -> Heard:
    async with player.stream(match_id, after) as stream:
        listening.set()
        return await _until_it_closes(stream)


async def _socket_of_many(player: Client, match_id: str, after: int, listening: asyncio.Event) -> Heard:
    async with player.socket("/v1/stream") as connection:
        stream = Stream(connection)
        await stream.send({"type": "subscribe", "match_id": match_id, "after": after})
        assert [(await stream.frame())["type"] for _ in range(2)] == ["hello", "subscribed"]
        listening.set()
        return await _until_it_closes(stream)


async def _until_it_closes(stream: Stream) -> Heard:
    heard: Heard = []
    with suppress(ConnectionClosed):
        async for text in stream.connection:
            heard.append(json.loads(text))
    assert stream.connection.close_code == 4410
    return heard


async def _server_sent(player: Client, match_id: str, after: int, listening: asyncio.Event) -> Heard:
    path, query = f"/v1/matches/{match_id}/events", {"after": after}
    async with player.http.stream("GET", path, params=query, headers={"Accept": "text/event-stream"}) as reply:
        await _until_one_listens(player.world)
        listening.set()
        *heard, last = [json.loads(line[6:]) async for line in reply.aiter_lines() if line.startswith("data: ")]
    assert last == {"code": 4410, "reason": "viewer_changed"}
    return heard


async def _long_poll(player: Client, match_id: str, after: int, listening: asyncio.Event) -> Heard:
    path = f"/v1/matches/{match_id}/events"
    polling = asyncio.create_task(player.get(path, after=after, wait=30))
    await _until_one_listens(player.world)
    listening.set()
    page = await polling
    assert (page["cursor"], page["more"]) == (after, False)
    heard: Heard = page["events"]
    return heard


async def _until_one_listens(world: World) -> None:
    async with patience():
        while not world.app.state.server.streams._open:  # noqa: ASYNC110  # The server gives no sign of it.
            await asyncio.sleep(0.01)


async def _takes_a_seat(scene: Scene) -> None:
    await scene.caller.put(f"/v1/matches/{scene.match_id}/seats/b", {})


async def _leaves_the_seat(scene: Scene) -> None:
    await scene.caller.delete(f"/v1/matches/{scene.match_id}/seats/a")


async def _is_given_a_seat(scene: Scene) -> None:
    await scene.caller.sit(scene.match_id, scene.actor.offered)


async def _loses_the_seat(scene: Scene) -> None:
    await scene.judge.act(scene.match_id, {"type": "replace_player", "seat": "a"})


@pytest.mark.sampled(least=4)
@pytest.mark.parametrize("listen", [_websocket, _socket_of_many, _server_sent, _long_poll])
@pytest.mark.parametrize(
    ("actor", "change", "before_play"),
    [
        (SPECTATOR, _takes_a_seat, True),
        (SPECTATOR, _is_given_a_seat, False),
        (HOST, _takes_a_seat, True),
        (SEAT, _leaves_the_seat, True),
        (SEAT, _loses_the_seat, False),
    ],
)
async def test_a_stream_ends_when_its_account_looks_as_another(
    stage: Stage,
    listen: Callable[[Client, str, int, asyncio.Event], Coroutine[None, None, Heard]],
    actor: Actor,
    change: Callable[[Scene], Awaitable[None]],
    before_play: bool,
) -> None:
    """The streams opened before send neither the change of viewer nor anything after it."""
    scene = await stage.scene(actor, "public", "open" if before_play else "offered")
    player, match_id = scene.caller, scene.match_id
    viewed = await player.view(match_id)
    listening = asyncio.Event()
    hearing = asyncio.create_task(listen(player, match_id, viewed["cursor"], listening))
    await listening.wait()

    await change(scene)
    await scene.judge.act(match_id, {"type": "void", "reason": "Told to everyone."})

    assert await hearing == []
    assert (await player.view(match_id))["viewer"] != viewed["viewer"]


@pytest.mark.parametrize("actor", [actor for actor in ACTORS if actor.seated], ids=str)
async def test_every_call_of_a_seated_player_is_answered_from_the_seat(stage: Stage, actor: Actor) -> None:
    """Spectators of this match are told of its first round only in the third; a seated caller at once."""
    scene = await stage.scene(actor, "public", "running", spectator_lag=2)
    player, match_id = scene.caller, scene.match_id
    await player.say(match_id, "table", "Not for spectators yet.")
    await player.submit(match_id, 1, {"type": "cast", "spell": "5"})

    view = await player.view(match_id)
    pages = await player.events(match_id)
    async with player.stream(match_id) as stream:
        pushed = [await stream.event() for _ in range(view["cursor"])]
    details = await player.get(f"/v1/matches/{match_id}")
    said = await player.messages(match_id, "table")

    assert (view["viewer"], view["submission"]["move"]["spell"]) == ("a", "5")
    assert pages == pushed
    assert len(pages) == view["cursor"]
    assert details["phase"] == view["phase"] is not None
    assert [message["text"] for message in said["messages"]] == ["Not for spectators yet."]
    spectator = stage.accounts["zoe"]
    assert (await spectator.get(f"/v1/matches/{match_id}"))["phase"] is None
    assert len(await spectator.events(match_id)) < len(pages)
