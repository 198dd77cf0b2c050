"""Two databases that are restored to different moments: what is missing is told again, or counted."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from server.runtime.database.set_back import begin_epoch
from tests.databases import execute, rows
from tests.server.counted_postgres import counted_postgres
from tests.server.events import Event
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World, running_world, types
from tests.simulated_time import Simulated, simulated

Json = Any


class Pair:
    """The database of the logs, and that of own streams."""

    def __init__(self, logs: str, own: str) -> None:
        self.logs, self.own = logs, own

    def running(self) -> Any:  # noqa: ANN401  # an asynchronous context manager
        return running_world(self.logs, own_streams_database=self.own)


@pytest.fixture(params=["sqlite and sqlite", "postgres and sqlite", "sqlite and postgres"])
def pair(request: pytest.FixtureRequest, sqlite_template: Path, tmp_path: Path) -> Pair:
    """Both kinds of databases, for both purposes."""
    of_logs, _, of_own = request.param.partition(" and ")
    if of_own == "postgres":
        return Pair(request.getfixturevalue("sqlite_url"), request.getfixturevalue("postgres_url"))
    own = f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path / 'own.db')}"
    return Pair(request.getfixturevalue(f"{of_logs}_url"), own)


async def _entries(database: str) -> set[tuple[object, ...]]:
    return set(await rows(database, "SELECT log_id, seq FROM entries"))


async def _restore(database: str, kept: set[tuple[object, ...]]) -> None:
    """Let a database have no other entries than these, in another epoch."""
    for log_id, seq in await _entries(database) - kept:
        await execute(database, f"DELETE FROM entries WHERE log_id = '{log_id}' AND seq = {seq}")
    await asyncio.to_thread(begin_epoch, database)


def test_a_server_notices_by_itself_that_the_database_of_own_streams_was_restored(
    sqlite_url: str, postgres_url: str
) -> None:
    simulated(_notices_that_own_streams_were_restored, Pair(sqlite_url, postgres_url))


async def _notices_that_own_streams_were_restored(pair: Pair, time: Simulated) -> None:
    async with counted_postgres(pair.own) as (postgres, own):
        time.is_busy = lambda: postgres.is_busy
        async with Pair(pair.logs, own).running() as world:
            comparison = world.app.state.server.comparison
            await asyncio.sleep(600)
            before = comparison.found.own_epoch

            await asyncio.to_thread(begin_epoch, pair.own)
            await asyncio.sleep(120)

            assert before != ""
            assert comparison.found.own_epoch not in ("", before)


def _again(world: World, client: Client) -> Client:
    return world.connect(client.player_id, client.token)


async def _compare(world: World) -> Json:
    """Compare, tell what is to be told, and return what the server says of it."""
    server = world.app.state.server
    await server.comparison.look()
    world.clock.advance(2)
    for each in (server.match_logs, server.tournament_logs, server.series_logs):
        await each.handing_on.do_overdue(world.clock.now())
    await world.settle()
    ready = await world.nobody().get("/readyz")
    return ready["news_told_again"], ready["news_of_lost_entries"]


def _by_log(news: list[Json]) -> dict[str, list[Json]]:
    """Return facts by the log that they are about, in order: that of different logs is not promised."""
    found: dict[str, list[Json]] = {}
    for fact in (fact for event in news for fact in event["facts"]):
        found.setdefault(fact.get("match_id") or fact["tournament_id"], []).append(fact)
    return found


async def _later(world: World) -> None:
    """Let time pass, once own streams have begun to be in their database."""
    await world.app.state.server.comparison.look()
    world.clock.advance(1)


async def _played(world: World) -> tuple[Event, list[Client]]:
    """Start a duel and a tournament; return the tournament, and who is told of them."""
    ada, bo, _ = await world.ada_and_bo()
    one = await directed(world, ["Cy", "Di"])
    await one.start()
    await world.settle()
    return one, [ada, bo, *one.entrants.values()]


async def test_news_that_restored_own_streams_lack_is_told_again_once_and_in_order(pair: Pair) -> None:
    """Of matches and tournaments; what they have is not told twice."""
    async with pair.running() as world:
        await _later(world)
        one = await directed(world, ["Cy", "Di"])
        await world.settle()
        kept = await _entries(pair.own)
        ada, bo, _ = await world.ada_and_bo()
        await one.start()
        await world.settle()
        people = [ada, bo, *one.entrants.values()]
        before = [_by_log(await each.news()) for each in people]
    lost = await _entries(pair.own) - kept
    await _restore(pair.own, kept)

    async with pair.running() as world:
        said = await _compare(world)
        after = [_by_log(await _again(world, each).news()) for each in people]
        again = await _compare(world)
    async with pair.running() as world:
        later = await _compare(world)
        finally_ = [_by_log(await _again(world, each).news()) for each in people]

    told = len([seq for _, seq in lost if seq != 1])
    assert told
    assert said == again == later == (told, 0)
    assert before == after == finally_


async def test_events_of_entries_that_restored_logs_lack_are_counted(pair: Pair) -> None:
    """They stay: players have read them."""
    async with pair.running() as world:
        await _later(world)
        await world.ada_and_bo()
        kept = await _entries(pair.logs)
        _, people = await _played(world)
        before = [types(await each.news()) for each in people]
        own_before = await rows(pair.own, "SELECT * FROM entries WHERE kind = 'told'")
    lost = await _entries(pair.logs) - kept
    await _restore(pair.logs, kept)

    async with pair.running() as world:
        said = await _compare(world)
        after = [types(await _again(world, each).news()) for each in people]

    causes = {tuple(row) for row in lost}
    assert said[0] == 0
    assert said[1] == len(own_before) - await _founded(pair, causes)
    assert said[1] > len(people)
    assert before == after


async def _founded(pair: Pair, lost: set[tuple[object, ...]]) -> int:
    """Return how many events own streams have of entries other than these."""
    facts = [str(text) for (text,) in await rows(pair.own, "SELECT facts FROM entries WHERE kind = 'told'")]
    return sum(
        not any(f'"entry":{seq},' in text and f'"source":"{log_id}"' in text for log_id, seq in lost) for text in facts
    )


async def test_databases_of_one_moment_lack_nothing(pair: Pair) -> None:
    """Also if both are of another epoch, or own streams have just got a database of their own."""
    async with running_world(pair.logs) as world:
        await _played(world)
    async with pair.running() as world:
        first = await _compare(world)
        world.clock.advance(1)
        _, people = await _played(world)
        before = [await each.news() for each in people]
    for database in (pair.logs, pair.own):
        await _restore(database, await _entries(database))

    async with pair.running() as world:
        said = await _compare(world)
        after = [await _again(world, each).news() for each in people]

    assert first == said == (0, 0)
    assert before == after


async def test_webhooks_go_on_at_the_end_of_restored_own_streams(pair: Pair) -> None:
    """One that was ahead of it gets what is told again."""
    async with pair.running() as world:
        await _later(world)
        bo = await world.player("Bo")
        await bo.post("/v1/webhooks", {"url": "https://example.org/", "types": ["*"]}, expect=201)
        kept = await _entries(pair.own)
        await world.duel(await world.player("Ada"), bo)
        await world.settle()
        last = (await bo.news())[-1]["cursor"]
    await execute(pair.logs, f"UPDATE webhooks SET cursor = {last}")
    await _restore(pair.own, kept)

    async with pair.running() as world:
        await world.app.state.server.comparison.look()
        ((cursor,),) = await rows(pair.logs, "SELECT cursor FROM webhooks")

    assert (cursor, last > 0) == (0, True)


async def test_who_was_forgotten_is_forgotten_again_with_restored_own_streams(pair: Pair) -> None:
    async with pair.running() as world:
        await _later(world)
        ada, bo, _ = await world.ada_and_bo()
        await world.settle()
        kept = await _entries(pair.own)
        own = await rows(pair.own, "SELECT * FROM entries")
        await ada.http.request("DELETE", "/v1/me", json={"name": "Ada"})
        forgetting = world.app.state.server.forgetting
        for _ in range(2):
            await forgetting.settle()
            world.clock.advance(120)
            await forgetting.sweep()
        assert await rows(pair.logs, "SELECT done_at FROM forgotten WHERE done_at IS NULL") == []
        assert not any(str(log_id).startswith(ada.player_id) for log_id, _ in await _entries(pair.own))
    for row in own:
        if str(row[0]).startswith(ada.player_id):
            columns = "log_id, seq, kind, at, facts, nonce, previous, hash"
            values = ", ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in row[:8])
            await execute(pair.own, f"INSERT INTO entries ({columns}) VALUES ({values})".replace(":", "\\:"))
    await _restore(pair.own, kept)

    async with pair.running() as world:
        world.clock.advance(600)
        await world.app.state.server.comparison.look()
        forgetting = world.app.state.server.forgetting
        await forgetting.sweep()
        left = {log_id for log_id, _ in await _entries(pair.own)}

    assert left == {f"{bo.player_id}.0"}
