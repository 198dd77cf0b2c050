"""What today's servers write and the previous release does not know: it does no harm beside them, nor after them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from server.logs.archive.files import lines_of
from server.notifications.news.beginnings import Beginnings
from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from tests.databases import execute, rows
from tests.server.api.story import older_duel
from tests.server.logs.archive.test_served import WORDS, archiving, archivist, in_archive, pass_days, played
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.dumps import stored
from tests.server.world import Client, World, running_world
from tests.serving import Overheard
from tests.upgrades.releases import Earlier
from tests.waiting import PATIENCE_SECONDS, until

Json = Any

LONG_AGO: Final = "2020-01-01T00:00:00.000000Z"


@pytest.fixture
async def old(previous: Earlier, previous_url: str) -> AsyncIterator[Overheard]:
    """A server of the previous release on a database that today's code has migrated."""
    await asyncio.to_thread(migrate, previous_url)
    async with previous.serving(previous_url, heartbeat_seconds="1", sweep_seconds="0.2") as server:
        yield server


async def test_what_was_called_off_reads_as_void(old: Overheard, previous_url: str) -> None:
    """Where it is in memory as where it is not, with the news of it."""
    async with running_world(previous_url) as world:
        host, ada = await world.players("Host", "Ada")
        paths = [await _open(host, ada) for _ in range(2)]
        event = await directed(world, ["Cy", "Di"], rounds=1)
        known, unknown = paths
        assert (await _get(old, host, known))["status"] == "open"

        world.clock.advance(timedelta(days=180, seconds=1).total_seconds())
        await world.app.state.server.retention.prune()
        await world.settle()
        await world.handing_on.sweep()

        async def is_void() -> bool:
            return str((await _get(old, host, known))["status"]) == "void"

        await until(is_void)
        for path in (known, unknown):
            mine, theirs = [await _get(server, ada, f"{path}/events") for server in (world, old)]
            assert theirs["events"] == mine["events"]
            assert (await _get(old, ada, f"{path}/view"))["status"] == "void"
        assert (await _get(old, ada, event.path))["status"] == "cancelled"
        mine, theirs = [await _get(server, ada, "/v1/me/events") for server in (world, old)]
        assert theirs["events"] == mine["events"]


async def test_a_match_with_proposed_rules_is_left_alone(old: Overheard, previous_url: str) -> None:
    """It answers 503 there, and is neither suspended nor closed, however long its phase is over; today's plays on."""
    async with running_world(previous_url) as world:
        host, ada, bo = await world.players("Host", "Ada", "Bo")
        match_id = await older_duel(world, host, ada, bo)
        path = f"/v1/matches/{match_id}"
        assert (await _get(old, ada, path))["status"] == "running"
        await host.act(match_id, {"type": "propose_rules", "rules_version": 2})
        before = await _kinds(previous_url, match_id)

        await until(lambda: _answers(old, "GET", path, ada, "match_unreadable"))
        move = {"phase": 1, "move": {"type": "cast", "spell": "5"}}
        assert await _answers(old, "PUT", f"{path}/submission", ada, "match_unreadable", move)
        assert await _answers(old, "POST", f"{path}/actions", host, "match_unreadable", {"type": "void", "reason": ""})
        await execute(previous_url, f"UPDATE matches SET due_at = '{LONG_AGO}' WHERE match_id = '{match_id}'")
        await until(lambda: old.said.count(f"{match_id} was not processed") > 1)

        assert await _kinds(previous_url, match_id) == before
        for player in (ada, bo):
            await player.put(f"{path}/rules", {"rules_version": 2}, expect=200)
        for player, spell in ((ada, "5"), (bo, "4")):
            await player.submit(match_id, 1, {"type": "cast", "spell": spell})
        await world.pass_time(100)
        assert (await ada.get(path))["rules_version"] == 2


async def test_what_is_in_the_archive_is_refused_and_nobody_in_it_is_forgotten_by_halves(
    old: Overheard, previous_url: str, tmp_path: Path
) -> None:
    """Who asks the previous release is forgotten once a server is there that knows the archive."""
    async with archiving(previous_url, tmp_path / "archive") as world:
        ada, bo, match_id = await played(world)
        await pass_days(world)
        await archivist(world).sweep()
        assert [each.log_id for each in await in_archive(world)] == [match_id]
        path = f"/v1/matches/{match_id}"

        for part in ("", "/view", "/events", "/log"):
            assert await _answers(old, "GET", f"{path}{part}", ada, "match_unreadable")
        assert match_id in str(await _get(old, ada, "/v1/matches?mine=true"))
        gone = await _call(old, "DELETE", "/v1/me", ada, {"name": "Ada"})
        assert gone.status_code == 202, gone.text

        async def is_forgotten() -> bool:
            await world.app.state.server.forgetting.settle()
            await world.app.state.server.forgetting.sweep()
            return not await rows(previous_url, "SELECT * FROM forgotten WHERE done_at IS NULL")

        await until(is_forgotten)
        kept = str(await bo.get(f"{path}/events")) + str(await stored(previous_url))
        assert WORDS not in kept
        assert not [file for file in (tmp_path / "archive").rglob("*.zst") if _names(file, WORDS)]


async def test_none_starts_where_the_beginnings_of_own_streams_are_gone(
    previous: Earlier, old: Overheard, previous_url: str
) -> None:
    """It would begin them anew."""
    async with httpx.AsyncClient() as http:
        assert (await http.get(f"{old.url}/readyz")).status_code == 200
        engine = open_engine(previous_url)
        await Beginnings(engine).drop("ada", 0)
        await engine.dispose()

        async def is_outdated() -> bool:
            return str((await http.get(f"{old.url}/readyz")).json().get("code")) == "outdated"

        await until(is_outdated)
    with pytest.raises(AssertionError, match="older than the database"):
        async with previous.serving(previous_url):
            pass


async def _open(host: Client, ada: Client) -> str:
    """Return the path of a match in which somebody waits."""
    created = await host.post("/v1/matches", {"game": "wizards_duel", "open_log": True}, expect=201)
    await ada.sit(created["match_id"], "a")
    return f"/v1/matches/{created['match_id']}"


async def _call(server: Overheard | World, method: str, path: str, player: Client, body: Json = None) -> httpx.Response:
    async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, verify=False) as http:
        headers: Mapping[str, str] = {"Authorization": f"Bearer {player.token}"}
        return await http.request(method, server.url + path, headers=headers, json=body)


async def _get(server: Overheard | World, player: Client, path: str) -> Json:
    reply = await _call(server, "GET", path, player)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def _answers(server: Overheard, method: str, path: str, player: Client, code: str, body: Json = None) -> bool:
    """Whether a call is refused with this code."""
    reply = await _call(server, method, path, player, body)
    return reply.status_code == 503 and reply.json()["code"] == code


async def _kinds(database: str, match_id: str) -> list[tuple[object, ...]]:
    return await rows(database, f"SELECT seq, kind FROM entries WHERE log_id = '{match_id}' ORDER BY seq")


def _names(file: Path, words: str) -> bool:
    return any(words in line.decode() for line in lines_of(file.read_bytes()))
