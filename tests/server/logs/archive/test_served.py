"""A server answers every call about what is in the archive as it did before (docs/archive.md)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from server.cli.logs.logfile import read_log_file
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from server.logs.archive.archivist import Archivist
from server.logs.archive.records import Archived
from server.runtime.metrics import metrics
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.people.forgetting.dumps import found_in, stored
from tests.server.world import Client, World, running_world

Json = Any

DAYS: Final = 30
WORDS: Final = "qwyjibo"


@asynccontextmanager
async def archiving(database: str, folder: Path, before: World | None = None) -> AsyncIterator[World]:
    """Run a server with an archive in a folder, as late as the one that ran before."""
    async with running_world(database, archive=folder.as_uri(), archive_after=DAYS) as world:
        if before is not None:
            world.clock.advance((before.clock.now() - world.clock.now()).total_seconds())
        yield world


def archivist(world: World) -> Archivist:
    found: Archivist = world.app.state.server.archivist
    return found


async def archive(world: World) -> list[str]:
    """Let everything become due, and archive it; return the ids of what is in the archive."""
    await pass_days(world)
    await archivist(world).sweep()
    return [each.log_id for each in await in_archive(world)]


async def pass_days(world: World) -> None:
    """Let everything become due."""
    world.clock.advance(DAYS * 86400 + 1)
    await world.settle()
    await world.app.state.server.rater.sweep()


async def in_archive(world: World) -> list[Archived]:
    found: list[Archived] = await world.app.state.server.databases[0].archive.records.page("", 1000)
    return found


async def replies(client: Client, paths: Mapping[str, str] | list[str]) -> dict[str, str]:
    """Return what a client is told at each path."""
    found = {}
    for path in paths:
        reply = await client.http.get(path)
        found[path] = f"{reply.status_code} {reply.text}"
    return found


def of_match(match_id: str) -> list[str]:
    path = f"/v1/matches/{match_id}"
    more = ("", "/view", "/view?at=1", "/view?lines=en", "/events?after=1", "/events?lines=de", "/log")
    return [f"{path}{each}" for each in (*more, "/channels/table/messages", "/submission")]


async def played(world: World) -> tuple[Client, Client, str]:
    """Return two players and their duel, which is over."""
    ada, bo, match_id = await world.ada_and_bo(open_log=True, options={"cast_seconds": 10})
    await ada.say(match_id, "table", f"{WORDS} hello")
    while (await ada.get(f"/v1/matches/{match_id}"))["status"] == "running":
        await world.pass_time(10)
    return ada, bo, match_id


async def ended_tournament(world: World) -> Directed:
    """Return a tournament of two players that is over, with its match."""
    event = await directed(world, ["Cy", "Di"], rounds=1)
    (table,) = await event.start()
    await event.decide(table["match_id"])
    await event.act("finish")
    await world.settle()
    return event


async def test_whoever_asks_is_told_the_same_from_the_archive(database_url: str, tmp_path: Path) -> None:
    """By a server that has nothing in memory any more; also what all lists and own streams say."""
    async with archiving(database_url, tmp_path / "archive") as world:
        ada, bo, match_id = await played(world)
        event = await ended_tournament(world)
        (table,) = (await event.round(1))["tables"]
        asked = [
            *of_match(match_id),
            *of_match(table["match_id"]),
            *(f"{event.path}{more}" for more in ("", "/view", "/events", "/log", "/standings")),
            "/v1/matches",
            "/v1/tournaments",
            "/v1/me/events",
        ]
        readers = [ada, bo, event.director, world.nobody()]
        await pass_days(world)
        before = [await replies(reader, asked) for reader in readers]

        await archivist(world).sweep()

        archived = [each.log_id for each in await in_archive(world)]
        assert archived == sorted([match_id, event.id, table["match_id"]])
        assert [await replies(reader, asked) for reader in readers] == before

    async with archiving(database_url, tmp_path / "archive", world) as later:
        nobody = later.nobody()
        readers = [*(later.connect(each.player_id, each.token) for each in (ada, bo, event.director)), nobody]
        assert [await replies(reader, asked) for reader in readers] == before


async def test_each_file_is_a_log_that_verifies(database_url: str, tmp_path: Path) -> None:
    async with archiving(database_url, tmp_path / "archive") as world:
        await played(world)
        await ended_tournament(world)
        await archive(world)

        files = [path for path in (tmp_path / "archive").rglob("*") if path.is_file()]
        assert sorted(path.relative_to(tmp_path / "archive").parts[0] for path in files) == [
            "matches",
            "matches",
            "tournaments",
        ]
        for path in files:
            with path.open("rb") as file:
                judgement = judge(read_log_file(file), Kept())
            assert judgement.good, judgement.lines


async def test_a_match_is_archived_after_its_event_and_nothing_before_its_time(
    database_url: str, tmp_path: Path
) -> None:
    async with archiving(database_url, tmp_path / "archive") as world:
        event = await directed(world, ["Cy", "Di"], rounds=2)
        (table,) = await event.start()
        await event.decide(table["match_id"])
        open_match = (await event.director.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
        world.clock.advance(DAYS * 86400 + 1)
        await archivist(world).sweep()
        assert await in_archive(world) == []

        await event.act("cancel")
        await world.settle()
        await archivist(world).sweep()
        assert await in_archive(world) == []

        assert await archive(world) == sorted([event.id, table["match_id"]])
        assert open_match not in await archive(world)


async def test_the_archivist_knows_when_the_next_log_is_due(database_url: str, tmp_path: Path) -> None:
    """So it need not look until then, unless something is written."""
    async with archiving(database_url, tmp_path / "archive") as world:
        nothing = await archivist(world).sweep()
        _, _, match_id = await played(world)
        world.clock.advance(60)
        await played(world)

        left = await archivist(world).sweep()

        assert nothing is None
        assert left is not None
        world.clock.advance(left.total_seconds())
        assert await archivist(world).sweep() == timedelta()
        assert [each.log_id for each in await in_archive(world)] == [match_id]
        left = await archivist(world).sweep()
        assert left is not None
        assert left.total_seconds() > 60


async def test_what_comes_late_is_in_the_log_and_archived_the_next_time(database_url: str, tmp_path: Path) -> None:
    async with archiving(database_url, tmp_path / "archive") as world:
        ada, bo, match_id = await played(world)
        await archive(world)

        rematch = await ada.post(f"/v1/matches/{match_id}/rematch", None)
        assert (await bo.post(f"/v1/matches/{match_id}/rematch", None))["match_id"] == rematch["match_id"]
        await world.settle()
        told = (await ada.http.get(f"/v1/matches/{match_id}/log")).text
        assert '"rematch_called"' in told

        (first,) = await in_archive(world)
        assert await archive(world) == [match_id]
        (second,) = await in_archive(world)
        assert second.entries == first.entries + 1
        assert [path.name for path in (tmp_path / "archive").rglob("*.zst")] == [Path(second.file).name]

    async with archiving(database_url, tmp_path / "archive", world) as later:
        again = later.connect(ada.player_id, ada.token)
        assert (await again.http.get(f"/v1/matches/{match_id}/log")).text == told


async def test_a_forgotten_player_leaves_the_archive_too(database_url: str, tmp_path: Path) -> None:
    """The log is put back, redacted, and archived anew; the old file is gone, and both verify."""
    name = "Zzyzx Unmistakable"
    async with archiving(database_url, tmp_path / "archive") as world:
        player, bo = await world.player(name), await world.player("Bo")
        match_id = await world.duel(player, bo, open_log=True, label=WORDS)
        await player.say(match_id, "table", f"{WORDS} hello")
        await player.act(match_id, {"type": "void", "reason": WORDS})
        await world.settle()
        await archive(world)
        (old,) = await in_archive(world)

        reply = await player.http.request("DELETE", "/v1/me", json={"name": name})
        assert reply.status_code == 202
        await world.app.state.server.forgetting.settle()
        world.clock.advance(61)
        await world.app.state.server.forgetting.sweep()

        assert found_in(await stored(database_url), name, WORDS) == []
        assert not (tmp_path / "archive" / old.file).exists()
        assert await archive(world) == [match_id]
        (new,) = await in_archive(world)
        assert new.head == old.head
        assert player.player_id not in new.people
        path = tmp_path / "archive" / new.file
        with path.open("rb") as file:
            entries = read_log_file(file)
        text = "".join(entry.as_line() for entry in entries[match_id])
        assert name not in text
        assert WORDS not in text
        assert judge(entries, Kept()).good


@pytest.mark.parametrize("harm", ["damaged", "missing"])
async def test_one_match_answers_503_and_says_why(
    database_url: str, tmp_path: Path, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with archiving(database_url, tmp_path / "archive") as world:
        ada, _, match_id = await played(world)
        running = await world.duel(ada, await world.player("Cy"))
        await archive(world)
        (archived,) = await in_archive(world)
        failures = metrics.archive_failures

    file = tmp_path / "archive" / archived.file
    content = file.read_bytes()
    if harm == "missing":
        file.unlink()
    else:
        file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))

    async with archiving(database_url, tmp_path / "archive", world) as later:
        client = later.connect(ada.player_id, ada.token)
        reply = await client.http.get(f"/v1/matches/{match_id}/view")
        assert reply.status_code == 503
        assert reply.json()["code"] == "match_unreadable"
        assert "in the archive, in a file that is damaged" in reply.text
        assert archived.file in caplog.text
        assert metrics.archive_failures > failures
        await client.view(running)
        assert (await client.http.get("/readyz")).status_code == 200
        assert (await client.get("/v1/matches"))["matches"]
        assert await in_archive(later) == [archived]
