"""A replica answers what is over as the primary would, and nobody notices what befalls it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, TypeAlias

import asyncpg
import pytest
from typer.testing import CliRunner

from server.cli.cli import app
from server.runtime.database.migrating import migrate
from server.runtime.metrics import metrics
from tests.faults.proxy import proxied
from tests.faults.standbys import has_all, leave_behind
from tests.postgres import PostgresServer, running_postgres
from tests.server.counted_postgres import CountedPostgres, counted_postgres
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.test_forgotten import NAME, ask
from tests.server.world import Client, World, running_world
from tests.waiting import until

Servers: TypeAlias = tuple[PostgresServer, PostgresServer, str]
"""A primary, a standby, and the name of a migrated database."""

WAL: Final = 2**20
"""Bytes that a standby which was left behind lacks; more than another one writes when it takes over."""

APPEND: Final = """
INSERT INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)
SELECT log_id, seq + 1, kind, at, facts, nonce, hash, 'none' FROM entries WHERE log_id = $1 AND seq = $2
"""

DELETE: Final = "DELETE FROM entries WHERE log_id = $1 AND hash = 'none'"


class Replicated:
    """A primary, its replica, and a world that uses the primary alone."""

    def __init__(self, primary: PostgresServer, standby: PostgresServer, database: str, world: World) -> None:
        self.url = primary.url(database)
        self.standby = standby.url(database)
        self.primary = primary
        self.world = world

    async def caught_up(self) -> None:
        """Wait until the replica has everything, so that a test does not depend on how long it is waited for."""
        await until(lambda: has_all(self.standby, self.url))

    @asynccontextmanager
    async def read_through(self, replica: str) -> AsyncIterator[World]:
        """Run another server, which has nothing in memory and reads what is over from this replica."""
        metrics.replica_reads = metrics.replica_failures = 0
        async with running_world(self.url, replica=replica) as other:
            yield other

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[tuple[World, CountedPostgres]]:
        """As `read_through`; also count what the replica is asked."""
        async with counted_postgres(self.standby) as (counted, through), self.read_through(through) as other:
            yield other, counted


@contextmanager
def _two_servers() -> Iterator[Servers]:
    with running_postgres(durable=False) as primary:
        database = primary.create_database()
        migrate(primary.url(database))
        with running_postgres(durable=False, primary=primary) as standby:
            yield primary, standby, database


@pytest.fixture(scope="module")
def shared() -> Iterator[Servers]:
    with _two_servers() as servers:
        yield servers


@pytest.fixture
def own() -> Iterator[Servers]:
    with _two_servers() as servers:
        yield servers


@pytest.fixture
async def pair(shared: Servers) -> AsyncIterator[Replicated]:
    """Tests share both servers, and leave them as they were."""
    primary, standby, database = shared
    async with running_world(primary.url(database)) as world:
        yield Replicated(primary, standby, database, world)


@pytest.fixture
async def behind(own: Servers) -> AsyncIterator[Replicated]:
    """Two servers of this test alone, of which one is left behind."""
    primary, standby, database = own
    async with running_world(primary.url(database)) as world:
        yield Replicated(primary, standby, database, world)


async def test_a_replica_answers_what_is_over_as_the_primary_does(pair: Replicated) -> None:
    world = pair.world
    ada, _, match_id = await world.ada_and_bo(open_log=True)
    await ada.say(match_id, "table", "Well played.")
    await _void(ada, match_id)
    one = await directed(world, ("Cy", "Di"), rounds=1)
    (table,) = await one.start()
    await one.decide(table["match_id"])
    await one.act("finish")
    paths = [
        f"/v1/matches/{match_id}/log",
        "/v1/matches?status=void",
        "/v1/matches?status=void&mine=true&text=table",
        f"{one.path}/standings",
        "/v1/tournaments?status=over",
        "/v1/series?status=over",
    ]
    answers = [await _text(ada, path) for path in paths]
    await pair.caught_up()

    async with pair.counted() as (other, _):
        there, reads = _as(ada, other), []
        for path, answer in zip(paths, answers, strict=True):
            before = metrics.replica_reads
            assert await _text(there, path) == answer
            reads.append(metrics.replica_reads - before)

    assert reads == [1, 1, 2, 1, 1, 1]  # A text is searched in two steps.
    assert metrics.replica_failures == 0
    assert match_id in answers[1]
    assert "resolved" in answers[0] or "host_action" in answers[0]


async def test_what_is_in_play_never_asks_the_replica(pair: Replicated) -> None:
    """A server that starts asks it nothing either. What it would be asked is counted, not what it would answer."""
    host, ada, _, match_id = await pair.world.host_ada_and_bo()
    one = await directed(pair.world, ("Cy", "Di"), rounds=1)
    await one.start()
    await pair.caught_up()

    async with pair.counted() as (other, counted):
        there = _as(ada, other)
        view = await there.view(match_id)
        await there.events(match_id)
        await there.submit(match_id, view["phase"]["number"], {"type": "cast", "spell": "1"})
        await _text(_as(host, other), f"/v1/matches/{match_id}/log")
        for path in ("/v1/matches", "/v1/matches?status=running", "/v1/tournaments", f"{one.path}/standings"):
            await _text(there, path)
        await _text(there, "/v1/me/events")
        in_play = counted.statements

        await _text(there, "/v1/matches?status=void")
        over = counted.statements

    assert (in_play, over > 0) == (0, True)


async def test_what_a_replica_lacks_does_not_look_missing(behind: Replicated) -> None:
    """
    It has the end of one match and nothing of what came after it, and of the other not even the end.
    """
    ada, bo, match_id = await behind.world.ada_and_bo(open_log=True)
    second = await behind.world.duel(ada, ada, bo, open_log=True)
    await _void(ada, match_id)
    await behind.caught_up()
    await leave_behind(behind.standby)
    await ada.post(f"/v1/matches/{match_id}/rematch", None)
    await _void(ada, second)
    paths = [f"/v1/matches/{match_id}/log", f"/v1/matches/{second}/log", "/v1/matches?status=void"]
    answers = [await _text(ada, path) for path in paths]

    async with behind.read_through(behind.standby) as other:
        there = [await _text(_as(ada, other), path) for path in paths]

    assert there == answers
    assert "rematch_called" in answers[0]
    assert second in answers[2]
    assert metrics.replica_reads == 0
    assert metrics.replica_failures > 0


async def test_a_replica_that_is_behind_does_not_bring_back_who_is_forgotten(behind: Replicated) -> None:
    bo, leaving = await behind.world.players("Bo", NAME)
    match_id = await behind.world.duel(bo, bo, leaving, open_log=True)
    await _void(bo, match_id)
    await behind.caught_up()
    path = f"/v1/matches/{match_id}/log"
    assert NAME in await _text(bo, path)
    await leave_behind(behind.standby)
    await ask(behind.world, leaving)

    async with behind.read_through(behind.standby) as other:
        log = await _text(_as(bo, other), path)

    assert NAME not in log
    assert metrics.replica_failures > 0


@pytest.mark.parametrize("silent", [False, True], ids=["refuses", "is silent"])
async def test_a_replica_that_is_gone_is_missed_by_nobody_and_asked_again_when_it_is_back(
    pair: Replicated, silent: bool
) -> None:
    ada, _, match_id = await pair.world.ada_and_bo(open_log=True)
    await _void(ada, match_id)
    log = await _text(ada, f"/v1/matches/{match_id}/log")
    await pair.caught_up()

    async with proxied(pair.standby) as (proxy, through), pair.read_through(through) as other:
        there = _as(ada, other)
        await _text(there, "/v1/matches?status=void")
        connected = metrics.replica_reads
        if silent:
            proxy.fall_silent()
        else:
            await proxy.refuse()
        assert await _text(there, f"/v1/matches/{match_id}/log") == log
        gone = metrics.replica_reads
        await proxy.refuse()
        await proxy.open()

        async def is_used_again() -> bool:
            await _text(there, "/v1/matches?status=void")
            return metrics.replica_reads > gone

        await until(is_used_again)

    assert (connected, gone) == (1, 1)


async def test_an_entry_that_only_the_replica_has_is_not_shown(pair: Replicated) -> None:
    """
    A primary that waits for a synchronous standby shows nobody a commit that its other standbys have already.
    """
    ada, _, match_id = await pair.world.ada_and_bo(open_log=True)
    await _void(ada, match_id)
    log = await _text(ada, f"/v1/matches/{match_id}/log")
    owner, writer = await asyncpg.connect(pair.url), await asyncpg.connect(pair.url)
    await owner.execute("SET synchronous_commit = local")  # It waits for no standby itself.
    await owner.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    await owner.execute("SELECT pg_reload_conf()")
    last = log.count("\n")
    unacknowledged = asyncio.create_task(writer.execute(APPEND, match_id, last))
    while not await _waits(owner, unacknowledged):  # The setting is not in force yet.
        await owner.execute(DELETE, match_id)
        unacknowledged = asyncio.create_task(writer.execute(APPEND, match_id, last))
    await until(lambda: _last(pair.standby, match_id, last + 1))

    try:
        async with pair.read_through(pair.standby) as other:
            there = await _text(_as(ada, other), f"/v1/matches/{match_id}/log")
            used = metrics.replica_reads
    finally:
        await owner.execute("ALTER SYSTEM RESET synchronous_standby_names")
        await owner.execute("SELECT pg_reload_conf()")
        await unacknowledged
        await owner.execute(DELETE, match_id)
        await owner.close()
        await writer.close()

    assert there == log
    assert used == 1


async def test_a_replica_of_another_branch_is_not_believed(behind: Replicated) -> None:
    """
    It has followed a primary that is gone further than the standby that took its place: also what was lost.
    """
    ada, _, match_id = await behind.world.ada_and_bo(open_log=True)
    await _void(ada, match_id)
    database = behind.url.rpartition("/")[2]
    with running_postgres(durable=False, primary=behind.primary) as successor:
        successor_url = successor.url(database)
        await until(lambda: has_all(successor_url, behind.url))
        await leave_behind(successor_url)
        await ada.post(f"/v1/matches/{match_id}/rematch", None)
        lost = await _text(ada, f"/v1/matches/{match_id}/log")
        await _write(behind.url, WAL)
        await behind.caught_up()
        await asyncio.to_thread(successor.promote)

        async with running_world(successor_url, replica=behind.standby) as other:
            metrics.replica_reads = metrics.replica_failures = 0
            there = await _text(_as(ada, other), f"/v1/matches/{match_id}/log")

    assert "rematch_called" in lost
    assert "rematch_called" not in there
    assert (metrics.replica_reads, metrics.replica_failures) == (0, 1)


async def test_a_log_that_is_moved_to_the_archive_is_read_from_the_replica(pair: Replicated, tmp_path: Path) -> None:
    ada, _, match_id = await pair.world.ada_and_bo(open_log=True)
    await _void(ada, match_id)
    log = await _text(ada, f"/v1/matches/{match_id}/log")
    await pair.world.settle()
    await pair.caught_up()
    place = {"archive": f"file://{tmp_path}", "archive_after": 1}
    metrics.replica_reads = metrics.archived = 0

    async with running_world(pair.url, replica=pair.standby, **place) as other:
        other.clock.advance(3 * 86_400)
        await other.app.state.server.archivist.sweep()
        moved, reads = metrics.archived, metrics.replica_reads
        there = await _text(_as(ada, other), f"/v1/matches/{match_id}/log")

    assert moved >= 1
    assert reads >= moved
    assert there == log


@pytest.mark.parametrize(
    ("database", "replica", "complaint"),
    [
        ("sqlite:///moirai.db", "postgresql://127.0.0.1/moirai", "Only a PostgreSQL has a replica"),
        ("postgresql://127.0.0.1/moirai", "sqlite:///replica.db", "must be a standby"),
        ("postgresql://127.0.0.1/moirai", "postgresql://one:x/moirai", "must be a standby"),
    ],
)
async def test_an_address_that_cannot_be_a_replica_is_refused_in_words(
    database: str, replica: str, complaint: str
) -> None:
    environment = {"MOIRAI_DATABASE": database, "MOIRAI_REPLICA": replica}

    result = await asyncio.to_thread(CliRunner().invoke, app, ["serve"], env=environment)

    assert result.exit_code == 2
    assert complaint in result.output


def _as(player: Client, world: World) -> Client:
    """Return the player as a client of another server."""
    return world.connect(player.player_id, player.token)


async def _void(host: Client, match_id: str) -> None:
    await host.act(match_id, {"type": "void", "reason": "Enough."})
    await host.world.settle()


async def _text(player: Client, path: str) -> str:
    reply = await player.http.get(path)
    assert reply.status_code == 200, reply.text
    return reply.text


async def _waits(owner: asyncpg.Connection[asyncpg.Record], committing: asyncio.Task[str]) -> bool:
    """Wait until a commit waits for a standby, or is done; return whether it waits."""
    waiting = False

    async def is_known() -> bool:
        nonlocal waiting
        waiting = await owner.fetchval("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep')")
        return waiting or committing.done()

    await until(is_known)
    return waiting


async def _last(url: str, log_id: str, seq: int) -> bool:
    """Whether a server has this entry."""
    connection = await asyncpg.connect(url)
    try:
        query = "SELECT FROM entries WHERE log_id = $1 AND seq = $2"
        return await connection.fetchrow(query, log_id, seq) is not None
    finally:
        await connection.close()


async def _write(url: str, size: int) -> None:
    """Let the log of a server grow by so many bytes."""
    connection = await asyncpg.connect(url)
    await connection.execute("SELECT pg_logical_emit_message(false, 'moirai', repeat('x', $1))", size)
    await connection.close()
