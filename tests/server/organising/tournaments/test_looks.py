"""Administrators who look at a match of a tournament are named: to the host at once, to seats at the end."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, Stream, World, facts

pytestmark = pytest.mark.one_server

Json = Any

_HASH: Final = re.compile(r"[0-9a-f]{64}")

PATHS: Final = ("view", "events", "log", "channels/host:a/messages", "stream")
"""What shows what the host knows."""


async def _playing(world: World, **match: Json) -> tuple[Directed, str, Client]:
    """Start a table of Ada and Bo; return its match, and an administrator who does not host it."""
    found = await directed(world, ["Ada", "Bo"], match={"game": "wizards_duel", **match})
    match_id: str = (await found.start())[0]["match_id"]
    return found, match_id, await world.player("Olga", administrator_key="laplace and his demon")


async def _look(viewer: Client, match_id: str, path: str) -> None:
    if path == "stream":
        async with viewer.socket(f"/v1/matches/{match_id}/stream") as connection:
            stream = Stream(connection)
            assert [(await stream.frame())["type"] for _ in range(2)] == ["hello", "subscribed"]
    else:
        reply = await viewer.http.get(f"/v1/matches/{match_id}/{path}")
        assert reply.status_code == 200, reply.text


async def _told(viewer: Client, match_id: str) -> list[Json]:
    """Return what a viewer was told of looks."""
    return [fact for fact in facts(await viewer.events(match_id)) if fact["type"].startswith("host_view")]


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("path", PATHS)
async def test_the_first_look_is_told_to_the_host_at_once_and_to_seats_at_the_end(world: World, path: str) -> None:
    found, match_id, olga = await _playing(world, open_log=False)
    ada = found.entrants["e1"]

    await _look(olga, match_id, path)
    for again in PATHS:
        await _look(olga, match_id, again)
    at_once = await _told(found.director, match_id)
    before = await _told(ada, match_id)
    await found.decide(match_id)

    person = {"player_id": olga.player_id, "name": "Olga"}
    assert at_once == [{"type": "host_view_asked", "player": person}]
    assert before == []
    (told,) = await _told(ada, match_id)
    assert [look["player"] for look in told["looks"]] == [person]
    assert await _told(await world.player("Onlooker"), match_id) == []
    await found.require_genuine()


async def test_a_look_shows_to_no_seat_before_the_end(world: World) -> None:
    found, match_id, olga = await _playing(world)
    known = [await _known(each, match_id) for each in found.entrants.values()]

    await _look(olga, match_id, "view")

    assert [await _known(each, match_id) for each in found.entrants.values()] == known


async def test_other_looks_leave_no_trace(world: World) -> None:
    """Those of the host, of players and onlookers, and of directors by the tournament's stream."""
    found, match_id, olga = await _playing(world)
    onlooker = await world.player("Onlooker")
    for viewer in (found.director, onlooker, *found.entrants.values()):
        await _look(viewer, match_id, "view")
    await olga.get(f"/v1/matches/{match_id}")
    async with olga.socket(f"{found.path}/stream?matches=all") as connection:
        stream = Stream(connection)
        while (await stream.frame())["type"] != "subscribed":
            pass
    await found.decide(match_id)

    assert await _told(found.director, match_id) == []


async def _known(player: Client, match_id: str) -> str:
    """Return what a player knows of a match and of the lists."""
    paths = (
        f"/v1/matches/{match_id}/view",
        f"/v1/matches/{match_id}/events",
        f"/v1/matches/{match_id}",
        "/v1/me/events",
    )
    replies = [await player.http.get(path) for path in (*paths, "/v1/matches")]
    return _HASH.sub("HASH", "\n".join(f"{reply.headers.get('ETag')} {reply.text}" for reply in replies))
