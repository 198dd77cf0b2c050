"""The list of public matches as a stream: the list, then what changes in it, and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import pytest

from server.api.streams import lobby
from tests.published import check_schema
from tests.server.world import Client, World, running_world
from tests.waiting import patience, patiently

Json = Any

NEW: Final = {"game": "wizards_duel"}
SSE: Final = {"Accept": "text/event-stream"}


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests say when changes are told."""
    monkeypatch.setattr(lobby, "COLLECT_SECONDS", 3600)


class Reader:
    """One reader of the stream; the world tells when it is asked for a frame."""

    def __init__(self, world: World, reply: httpx.Response) -> None:
        self._world = world
        self._lines = reply.aiter_lines()

    async def frame(self) -> Json:
        """Return the next frame, which must come at once."""
        assert await tell(self._world) == 1
        async with patience():
            while not (line := await anext(self._lines)).startswith("data: "):
                pass
        frame = json.loads(line.removeprefix("data: "))
        check_schema("LobbyFrame", frame)
        return frame

    async def changes(self) -> list[str]:
        """Return the ids of the matches in the next frame."""
        frame = await self.frame()
        assert frame["type"] == "changes"
        return [match["match_id"] for match in frame["matches"]]


async def tell(world: World) -> int:
    """Tell the readers of this server what has changed; return how many frames were sent."""
    told: int = await world.app.state.server.lobby.publish()
    return told


@asynccontextmanager
async def reading(world: World, player: Client) -> AsyncIterator[Reader]:
    async with player.http.stream("GET", "/v1/matches", headers=SSE) as reply:
        assert reply.status_code == 200
        yield Reader(world, reply)


async def _create(player: Client, **terms: Json) -> str:
    player.world.clock.advance(1)
    match_id: str = (await player.post("/v1/matches", {**NEW, **terms}, expect=201))["match_id"]
    return match_id


async def test_a_reader_gets_the_list_and_then_its_changes(world_on_either: World) -> None:
    world = world_on_either
    host, ada, bo, zoe = [await world.player(name) for name in ("Host", "Ada", "Bo", "Zoe")]
    first = await _create(host, label="Before")
    async with reading(world, zoe) as reader:
        listed = await reader.frame()
        second = await _create(host)
        await ada.sit(first, "a")
        both = await reader.changes()
        await bo.sit(first, "b")
        await host.post(f"/v1/matches/{first}/start", None)
        started = await reader.frame()
        await host.act(first, {"type": "void", "reason": "Enough."})
        over = await reader.frame()

    assert (listed["type"], [match["label"] for match in listed["matches"]]) == ("list", ["Before"])
    assert both == [first, second]
    assert [(match["match_id"], match["phase"]["number"]) for match in started["matches"]] == [(first, 1)]
    assert [match["status"] for match in over["matches"]] == ["void"]


async def test_what_the_list_does_not_show_causes_no_frame(world_on_either: World) -> None:
    """Submissions, messages, and everything in matches that are not public; and phases that spectators see late."""
    world = world_on_either
    host, ada, bo, zoe = [await world.player(name) for name in ("Host", "Ada", "Bo", "Zoe")]
    shown = await world.duel(host, ada, bo, pace="eager")
    late = await world.duel(host, ada, bo, spectator_lag=1)
    async with reading(world, zoe) as reader:
        await reader.frame()
        for match_id in (shown, late):
            await ada.submit(match_id, 1, {"type": "cast", "spell": "1"})
            await ada.submit(match_id, 1, {"type": "cast", "spell": "2"})
            await ada.say(match_id, "table", "Soon.")
        await _create(host, visibility="private")
        await _create(host, visibility="unlisted")
        unseen = await tell(world)
        await bo.submit(late, 1, {"type": "cast", "spell": "1"})
        await world.pass_time(61)
        await tell(world)
        frame = await patiently(anext(reader._lines))
        while not frame.startswith("data: "):
            frame = await patiently(anext(reader._lines))

    assert (await ada.view(late))["phase"]["number"] == 2
    assert unseen == 0
    assert [match["match_id"] for match in json.loads(frame[6:])["matches"]] == [shown]


async def test_readers_hear_of_matches_on_other_servers(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host, zoe = await one.player("Host"), await two.player("Zoe")
        match_id = await _create(host)
        async with reading(two, zoe) as reader:
            listed = await reader.frame()
            await host.act(match_id, {"type": "close_door"})
            async with patience():
                while match_id not in two.app.state.server.lobby._grown:  # noqa: ASYNC110  # Nobody tells.
                    await asyncio.sleep(0.01)
            changed = await reader.frame()
            two.app.state.server.lobby.hear(None)
            again = await reader.frame()

    assert [listed["type"], changed["type"], again["type"]] == ["list", "changes", "list"]
    assert [frame["matches"][0]["door_open"] for frame in (listed, changed, again)] == [True, False, False]


async def test_changes_and_memory_are_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Late changes follow; too many cause a new list; and old matches, which nobody remembers, are left out."""
    for name, most in (("LISTED", 2), ("SENT_TOGETHER", 2), ("KNOWN", 3), ("MOST_GROWN", 6)):
        monkeypatch.setattr(lobby, name, most)
    host, zoe = await world.player("Host"), await world.player("Zoe")
    created = [await _create(host) for _ in range(5)]
    async with reading(world, zoe) as reader:
        listed = await reader.frame()
        for match_id in created:
            await host.act(match_id, {"type": "close_door"})
        nothing_of_the_oldest = await tell(world)
        changed = [await reader.changes(), await reader.changes()]
        more = [await _create(host) for _ in range(7)]
        anew = await reader.frame()

    assert [match["match_id"] for match in listed["matches"]] == created[:2:-1]
    assert nothing_of_the_oldest == 0
    assert changed == [created[2:4], created[4:]]
    assert (anew["type"], [match["match_id"] for match in anew["matches"]]) == ("list", more[:4:-1])


async def test_a_new_match_is_told_of_at_once_though_hundreds_of_another_host_wait(world_on_either: World) -> None:
    """And places tell readers where each match stands: the first one of a host above all its others."""
    world = world_on_either
    host, other, zoe = [await world.player(name) for name in ("Host", "Other", "Zoe")]
    (old,) = [await _create(other)]
    async with reading(world, zoe) as reader:
        listed = await reader.frame()
        await host.post("/v1/matches/bulk", {"matches": [NEW] * 300}, expect=200)
        new = await _create(other)
        told: dict[str, str] = {}
        while new not in told:
            changed = await reader.frame()
            assert len(changed["matches"]) <= lobby.SENT_TOGETHER
            told |= zip((match["match_id"] for match in changed["matches"]), changed["places"], strict=True)

    first = (await zoe.get("/v1/matches", limit=3))["matches"]
    assert [match["match_id"] for match in listed["matches"]] == [old]
    assert len(told) < 300  # Others of the host still wait.
    assert max(told, key=lambda match_id: told[match_id]) == new
    assert [match["match_id"] for match in first[::2]] == [new, old]
    # They are told in the order in which they were written.
    assert {match_id for match_id, place in told.items() if place > listed["places"][0]} <= {
        new,
        first[1]["match_id"],
    }


async def test_the_stream_has_no_parameters_and_counts_as_one(sqlite_url: str) -> None:
    async with running_world(sqlite_url, streams_per_player=1) as world:
        zoe = await world.player("Zoe")
        filtered = await zoe.http.get("/v1/matches", params={"game": "wizards_duel"}, headers=SSE)
        async with reading(world, zoe) as reader:
            await reader.frame()
            second = await zoe.http.get("/v1/matches", headers=SSE)

    assert (filtered.status_code, filtered.json()["code"]) == (422, "malformed_request")
    assert (second.status_code, second.json()["code"]) == (429, "too_many_streams")
