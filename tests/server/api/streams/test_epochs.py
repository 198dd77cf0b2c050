"""A cursor of another epoch is not taken for one of this epoch: streams begin anew (docs/streams.md)."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from server.runtime.database.set_back import begin_epoch
from tests.server.world import Client, Stream, World, running_world

Json = Any

FOUR: Final = {"type": "cast", "spell": "4"}


async def test_pages_of_another_epoch_are_refused(database_url: str) -> None:
    async with running_world(database_url) as world:
        bo, match_id = await _bo_in_a_match(world)
        paths = [f"/v1/matches/{match_id}/events", "/v1/me/events"]
        pages = [await bo.get(path) for path in paths]
    await asyncio.to_thread(begin_epoch, database_url)

    async with running_world(database_url) as world:
        there = world.connect(bo.player_id, bo.token)
        for path, page in zip(paths, pages, strict=True):
            refused = await there.get(path, expect=409, after=page["cursor"], epoch=page["epoch"])
            unsaid = await there.get(path, after=page["cursor"])
            anew = await there.get(path, after=0, epoch=page["epoch"])
            resumed = await there.get(path, after=page["cursor"], epoch=anew["epoch"])

            assert refused["code"] == "another_epoch"
            assert unsaid["events"] == resumed["events"] == []
            assert anew["events"] == page["events"]
            assert anew["epoch"] != page["epoch"]


async def test_sockets_of_another_epoch_are_closed_so_that_clients_of_before_begin_anew(database_url: str) -> None:
    """
    They know what 4411 means, though they have never heard of epochs.
    """
    async with running_world(database_url) as world:
        bo, match_id = await _bo_in_a_match(world)
        paths = [f"/v1/matches/{match_id}/stream", "/v1/me/events"]
        greeted = [await _greeting(bo, path) for path in paths]
    await asyncio.to_thread(begin_epoch, database_url)

    async with running_world(database_url) as world:
        there = world.connect(bo.player_id, bo.token)
        for path, greeting in zip(paths, greeted, strict=True):
            async with there.socket(f"{path}?after=1&epoch={greeting['epoch']}") as connection:
                closed = await Stream(connection).closed()
                reason = connection.close_reason
            again = await _greeting(there, path)

            assert (closed, reason) == (4411, "another_epoch")
            assert again["epoch"] != greeting["epoch"]


async def test_a_subscription_of_another_epoch_is_refused_alone(database_url: str) -> None:
    async with running_world(database_url) as world:
        bo, match_id = await _bo_in_a_match(world)
        receipt = await bo.submit(match_id, 1, FOUR)
    await asyncio.to_thread(begin_epoch, database_url)

    async with running_world(database_url) as world:
        there = world.connect(bo.player_id, bo.token)
        view = await there.view(match_id)
        async with there.socket("/v1/stream") as connection:
            stream = Stream(connection)
            await stream.frame()
            told = {"type": "subscribe", "match_id": match_id, "after": receipt["cursor"]}
            await stream.send(told | {"epoch": receipt["epoch"]})
            refused = await stream.frame()
            await stream.send(told | {"epoch": view["epoch"]})
            subscribed = await stream.frame()

        assert (refused["type"], refused["code"], refused["status"]) == ("refused", "another_epoch", 409)
        assert (subscribed["type"], subscribed["epoch"]) == ("subscribed", view["epoch"])


async def test_server_sent_events_of_another_epoch_let_browsers_forget_their_id(database_url: str) -> None:
    """
    Browsers reconnect by themselves, with the last id; after a refusal they would give up.
    """
    async with running_world(database_url) as world:
        bo, match_id = await _bo_in_a_match(world)
        paths = [f"/v1/matches/{match_id}/events", "/v1/me/events"]
        ids = [(await bo.listen(path, 1))[0][0] for path in paths]
        epoch = (await bo.get(paths[0]))["epoch"]
    await asyncio.to_thread(begin_epoch, database_url)

    async with running_world(database_url) as world:
        there = world.connect(bo.player_id, bo.token)
        for path, event_id in zip(paths, ids, strict=True):
            headers = {"Accept": "text/event-stream", "Last-Event-ID": event_id}
            told = await there.http.get(path, headers=headers)
            old = await there.listen(path, 1, event_id.rpartition(":")[0])
            asked = await there.http.get(
                path, params={"after": 1, "epoch": epoch}, headers={"Accept": "text/event-stream"}
            )

            assert told.text.splitlines() == [
                "event: closed",
                "id:",
                'data: {"code":4411,"reason":"another_epoch"}',
                "",
            ]
            assert old[0][1]["cursor"] == 2
            assert (asked.status_code, asked.json()["code"]) == (409, "another_epoch")


async def test_a_view_is_of_its_epoch_so_that_its_cursor_can_be_resumed(database_url: str) -> None:
    """
    Also if nothing has changed in it, which its tag would say.
    """
    async with running_world(database_url) as world:
        bo, match_id = await _bo_in_a_match(world)
        before = await bo.http.get(f"/v1/matches/{match_id}/view")
    await asyncio.to_thread(begin_epoch, database_url)

    async with running_world(database_url) as world:
        there = world.connect(bo.player_id, bo.token)
        after = await there.http.get(f"/v1/matches/{match_id}/view", headers={"If-None-Match": before.headers["ETag"]})
        page = await there.get(f"/v1/matches/{match_id}/events")

        assert (after.status_code, after.json()["epoch"]) == (200, page["epoch"])
        assert before.json()["epoch"] != page["epoch"]


async def _bo_in_a_match(world: World) -> tuple[Client, str]:
    _, bo, match_id = await world.ada_and_bo()
    await world.settle()
    return bo, match_id


async def _greeting(player: Client, path: str) -> Json:
    async with player.socket(path) as connection:
        stream = Stream(connection)
        await stream.frame()
        return await stream.frame()
