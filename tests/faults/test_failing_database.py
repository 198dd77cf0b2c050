"""
A PostgreSQL that crashes, cannot be reached, falls silent or is slow, and a SQLite on a full disk, while matches are
played.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import suppress

import httpx
import psutil
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from server.runtime.database.postgres_session import COMMAND_SECONDS
from tests.faults.fleet import fleet
from tests.faults.load import TIMES, playing
from tests.faults.players import Caller
from tests.faults.proxy import proxied
from tests.postgres import PostgresServer, running_postgres
from tests.server.world import running_world
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS, patiently, until

_CRASHES = 2 * TIMES
_BETWEEN = 30

_READS = 90
_REFUSALS = 20

OUTAGE_SECONDS = 5 if TIMES == 1 else 30
"""How long the database cannot be reached."""


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL that a test may crash."""
    with running_postgres(durable=False) as server:
        yield server


@pytest.mark.sampled(of="faults of a database")
async def test_nothing_is_lost_when_postgres_crashes_again_and_again(own_postgres: PostgresServer) -> None:
    database = own_postgres.url(own_postgres.create_database())
    await asyncio.to_thread(migrate, database)
    async with fleet(database, 2) as servers, playing(servers.addresses, eager=4, timed=1) as load:
        for _ in range(_CRASHES):
            await load.progress(_BETWEEN)
            await asyncio.to_thread(own_postgres.stop, "immediate")
            await asyncio.to_thread(own_postgres.start)
        await load.progress(_BETWEEN)

    assert load.refused > 0


@pytest.mark.sampled(of="faults of a database")
@pytest.mark.parametrize("silent", [False, True], ids=["refused", "silent"])
async def test_servers_come_back_by_themselves_when_the_database_could_not_be_reached(
    postgres_url: str, silent: bool
) -> None:
    """
    During a silence no error reports that their connections are dead: they must detect it, and answer meanwhile.
    """
    async with (
        proxied(postgres_url) as (proxy, database),
        fleet(database, 2) as servers,
        playing(servers.addresses, eager=4, timed=1) as load,
    ):
        await load.progress(_BETWEEN)
        if silent:
            proxy.fall_silent()
            await load.refusals(1)
        else:
            await proxy.refuse()
            await asyncio.sleep(OUTAGE_SECONDS)
        await proxy.open()
        await load.progress(1 + _BETWEEN)

    assert silent or load.refused > OUTAGE_SECONDS


async def test_a_server_can_be_stopped_while_the_database_is_silent(postgres_url: str) -> None:
    async with proxied(postgres_url) as (proxy, database), fleet(database, 1) as servers:
        reader = Caller(servers.addresses)
        await reader.sign_up("Reader")
        await reader.close()
        proxy.fall_silent()

        process = servers.servers[0].process
        process.terminate()

        await patiently(process.wait())


async def test_a_transaction_is_given_up_soon_when_the_database_falls_silent(postgres_url: str) -> None:
    """Also if it is cancelled, SQLAlchemy waits until it is rolled back, so a server could not stop meanwhile."""
    async with proxied(postgres_url) as (proxy, database):
        engine = open_engine(database)
        command = asyncio.create_task(asyncio.sleep(COMMAND_SECONDS))
        with suppress(DBAPIError, TimeoutError):
            async with engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
                proxy.fall_silent()

        was_sooner = not command.done()
        command.cancel()
        await engine.dispose()

    assert was_sooner, "than a command is given up"


async def test_a_server_cut_off_in_the_middle_of_a_transaction_does_not_hold_up_others(postgres_url: str) -> None:
    async with (
        proxied(postgres_url) as (proxy, database),
        running_world(database) as cut_off,
        running_world(postgres_url) as other,
    ):
        ada, bo, match_id = await cut_off.ada_and_bo()
        bo_there = other.connect(bo.player_id, bo.token)
        proxy.silent_at = b"COMMIT;"
        # A reply with an idempotency key is written with the message in a transaction of several statements.
        saying = asyncio.create_task(ada.say(match_id, "table", "hello", expect=503, key="k"))
        await proxy.fell_silent.wait()

        await bo_there.submit(match_id, 1, {"type": "cast", "spell": "4"})

        await saying
        await other.connect(ada.player_id, ada.token).say(match_id, "table", "hello", key="k")
        said = (await bo_there.messages(match_id, "table"))["messages"]
    assert [message["text"] for message in said] == ["hello"]


async def test_reads_that_a_slow_database_cannot_keep_up_with_are_refused_and_then_accepted_again(
    postgres_url: str,
) -> None:
    async with (
        proxied(postgres_url) as (proxy, database),
        running_world(postgres_url) as other,
        running_world(database) as world,
    ):
        ada = await other.player("Ada")
        ada_there = world.connect(ada.player_id, ada.token)
        opened = [await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201) for _ in range(10)]
        await ada_there.get("/v1/matches")
        paths = ["/v1/matches"] * _READS + [f"/v1/matches/{match['match_id']}" for match in opened]

        proxy.slow_seconds = 1.5
        slow = await asyncio.gather(*(ada_there.http.get(path, timeout=2 * PATIENCE_SECONDS) for path in paths))
        proxy.slow_seconds = 0
        again = await asyncio.gather(*(ada_there.http.get(path) for path in paths))

    refused = [reply for reply in slow if reply.status_code != 200]
    assert refused
    assert {(reply.status_code, reply.json()["code"]) for reply in refused} == {(503, "database_unavailable")}
    assert all(int(reply.headers["Retry-After"]) >= 1 for reply in refused)
    assert {reply.status_code for reply in again} == {200}


async def test_nothing_is_lost_when_the_disk_is_full_and_play_goes_on_when_there_is_room(sqlite_url: str) -> None:
    """The kernel refuses the server every further byte, and later allows writes again."""
    async with fleet(sqlite_url, 1) as servers, playing(servers.addresses, eager=4, timed=1) as load:
        for _ in range(TIMES):
            await load.progress(_BETWEEN)
            _limit_files(servers.servers[0].process.pid, 1)
            await load.refusals(_REFUSALS)
            acknowledged = load.acknowledged
            await load.refusals(_REFUSALS)
            assert load.acknowledged == acknowledged

            _limit_files(servers.servers[0].process.pid, resource.RLIM_INFINITY)
            await load.progress(_BETWEEN)


async def test_a_server_that_cannot_write_is_not_ready(sqlite_url: str) -> None:
    """A load balancer would send it calls of which each one that changes something fails."""
    async with serving(sqlite_url) as (process, url), httpx.AsyncClient(base_url=url, verify=False) as http:
        await until(lambda: _readiness(http, 200))

        _limit_files(process.pid, 1)

        await until(lambda: _readiness(http, 503))
        _limit_files(process.pid, resource.RLIM_INFINITY)
        await until(lambda: _readiness(http, 200))


async def _readiness(http: httpx.AsyncClient, status: int) -> bool:
    return (await http.get("/readyz")).status_code == status


def _limit_files(pid: int, size: int) -> None:
    """Let a process write only to the first `size` bytes of any file."""
    process = psutil.Process(pid)
    _, hard = process.rlimit(psutil.RLIMIT_FSIZE)
    process.rlimit(psutil.RLIMIT_FSIZE, (size, hard))
