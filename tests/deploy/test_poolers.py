"""PgBouncer between a server and PostgreSQL, with the file of `deploy/`."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import ExitStack

import asyncpg
import pytest
from sqlalchemy import text

from server.logs.store.postgres import PostgresStore
from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from server.runtime.database.mistakes import NO_SESSION, DatabaseMistakeError
from server.runtime.database.notified import CHANNEL
from server.runtime.database.poolers import require_session
from server.runtime.database.postgres_hosts import connect
from server.runtime.database.queries import begin, fetch
from tests.deploy.poolers import Mode, pgbouncer, pooled
from tests.forks import Fork
from tests.postgres import PostgresServer, running_postgres
from tests.server.world import running_world
from tests.waiting import until

MODES: tuple[Mode, ...] = ("session", "transaction")

IN_FORCE = ("synchronous_commit", "transaction_isolation", "idle_in_transaction_session_timeout")

WANTED = ["on", "read committed", "5s"]


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> Mode:
    chosen: Mode = request.param
    return chosen


@pytest.fixture
async def careless(postgres_url: str) -> str:
    """A database whose defaults are not those of a server."""
    connection = await asyncpg.connect(postgres_url)
    name = await connection.fetchval("SELECT quote_ident(current_database())")
    for setting in ("synchronous_commit = off", "default_transaction_isolation = 'serializable'"):
        await connection.execute(f"ALTER DATABASE {name} SET {setting}")
    await connection.close()
    return postgres_url


async def test_what_a_server_asks_of_its_transactions_is_in_force(mode: Mode, careless: str) -> None:
    """Whatever the database says by default, and whichever connection of PostgreSQL the pooler lends."""
    shown = text(f"SELECT {', '.join(f'current_setting({name!r})' for name in IN_FORCE)}")
    async with pooled(mode, careless) as url:
        engine, connection = open_engine(url), await connect(url)
        by_query = (await fetch(engine, shown)).one()
        async with begin(engine) as transaction:
            by_transaction = (await transaction.execute(shown)).one()
        by_log = await connection.fetchrow(str(shown))
        await connection.close()
        await engine.dispose()

    assert list(by_query) == list(by_transaction) == list(by_log or ()) == WANTED


async def test_statements_of_many_at_once_are_not_mixed_up(mode: Mode, postgres_url: str) -> None:
    """In transaction mode, two connections of PostgreSQL serve all of them."""
    few = {"default_pool_size": "2"} if mode == "transaction" else {}
    async with pooled(mode, postgres_url, **few) as url:
        engine = open_engine(url)
        connections = [await connect(url) for _ in range(6)]

        async def ask(number: int) -> None:
            for turn in range(30):
                assert await connections[number].fetchval(f"SELECT $1::int * {number}", turn) == turn * number
                row = (await fetch(engine, text(f"SELECT {number} AS c{number}"))).one()
                assert row._mapping == {f"c{number}": number}

        await asyncio.gather(*map(ask, range(6)))
        for connection in connections:
            await connection.close()
        await engine.dispose()


async def test_two_servers_hear_of_each_other_and_play_by_way_of_a_pooler(mode: Mode, postgres_url: str) -> None:
    async with pooled(mode, postgres_url) as url, running_world(url) as one, running_world(url) as two:
        ada, bo = await one.players("Ada", "Bo")
        bo_there = two.connect(bo.player_id, bo.token)
        match_id = await one.duel(ada, bo, options={"wins_needed": 1}, pace="eager")
        async with bo_there.stream(match_id) as stream:
            await ada.submit(match_id, 1, {"type": "cast", "spell": "3"})
            await bo_there.submit(match_id, 1, {"type": "cast", "spell": "4"})
            await stream.until("phase_closed")
        await until(lambda: _is_ready(one.http()))


async def test_notices_of_other_processes_are_heard_by_way_of_a_pooler(mode: Mode, postgres_url: str) -> None:
    """Also where the connection that listens has asked nothing for a while, and others use the pooler."""
    heard: list[object] = []
    async with pooled(mode, postgres_url) as url:
        store, engine = PostgresStore(url), open_engine(url)
        listening = asyncio.create_task(store.listen(lambda logs, own=False: heard.append(logs), dict))
        await until(lambda: store.hears)
        for number in range(1, 20):
            await fetch(engine, text(f"SELECT pg_notify('{CHANNEL}', 'another 01k:{number}')"))
            await until(lambda number=number: {"01k": number} in heard)  # type: ignore[misc]
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await store.close()
        await engine.dispose()


async def test_a_standby_that_takes_over_is_found_by_way_of_its_pooler(mode: Mode) -> None:
    """PgBouncer tells new connections for ever what its first one was told, when this was a standby."""
    with ExitStack() as stack:
        first = stack.enter_context(running_postgres(durable=False))
        database = first.create_database()
        await asyncio.to_thread(migrate, first.url(database))
        second = stack.enter_context(running_postgres(durable=False, primary=first))
        async with pooled(mode, first.url(database)) as one, pooled(mode, second.url(database)) as two:
            with pytest.raises(asyncpg.TargetServerAttributeNotMatched):
                await connect(two)
            async with running_world(_both(one, two)) as world:
                await until(lambda: _is_ready(world.http()))
                await asyncio.to_thread(first.stop)
                await asyncio.to_thread(second.promote)

                await until(lambda: _is_ready(world.http()))
                await world.player("Ada")


async def test_a_database_is_migrated_by_way_of_a_pooler(mode: Mode, postgres_server: PostgresServer) -> None:
    """Several at once, of which one waits for the other: the lock is that of a session."""
    database = postgres_server.create_database()
    async with pooled(mode, postgres_server.url(database)) as url:
        await asyncio.gather(*(asyncio.to_thread(migrate, url) for _ in range(2)))
        store = PostgresStore(url)
        await store.try_writing()
        await store.close()
    await asyncio.to_thread(postgres_server.drop_database, database)


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("migrate",)], ids=" ".join)
async def test_where_sessions_are_not_kept_nothing_starts(command: tuple[str, ...], postgres_url: str) -> None:
    async with pgbouncer("transaction", postgres_url) as url:
        process = await Fork.start((*command, "--database", url), os.environ)
        said, _ = await process.communicate()

    assert process.returncode == 2
    assert "pool_mode = session" in " ".join(said.decode().split())


@pytest.mark.parametrize("connections", [1, 2, 20])
async def test_it_is_noticed_that_sessions_are_not_kept(connections: int, postgres_url: str) -> None:
    """However many connections of PostgreSQL the pooler has, and although others use them meanwhile."""
    async with pgbouncer("transaction", postgres_url, default_pool_size=str(connections)) as url:
        others = [await asyncpg.connect(url, statement_cache_size=0) for _ in range(3)]
        enough = asyncio.Event()
        busy = [asyncio.create_task(_ask_on(other, enough)) for other in others]
        with pytest.raises(DatabaseMistakeError) as refused:
            await require_session(url)
        enough.set()
        await asyncio.gather(*busy)
        for other in others:
            await other.close()

    assert str(refused.value) == NO_SESSION


async def test_sessions_that_are_kept_are_accepted(postgres_url: str) -> None:
    await require_session(postgres_url)
    async with pgbouncer("session", postgres_url) as url:
        await require_session(url)
    async with pooled("transaction", postgres_url) as url:
        await require_session(url)


async def test_what_a_pooler_refuses_is_said_by_name(postgres_url: str) -> None:
    async with pgbouncer("session", postgres_url) as url:
        told = [await _mistake(f"{url}?jit=off"), await _mistake(f"{url}_of_nobody")]

    assert "jit" in told[0]
    assert "_of_nobody" in told[1]


async def _mistake(url: str) -> str:
    with pytest.raises(DatabaseMistakeError) as refused:
        await require_session(url)
    return str(refused.value)


def _both(one: str, two: str) -> str:
    """Return the address of two databases with the same name, each behind its pooler."""
    ports = [re.findall(r"127\.0\.0\.1:\d+", url) for url in (one, two)]
    url = one
    for first, second in zip(*ports, strict=True):
        url = url.replace(first, f"{first},{second}")
    return url


async def _ask_on(connection: asyncpg.Connection[asyncpg.Record], enough: asyncio.Event) -> None:
    while not enough.is_set():
        await connection.execute("SELECT 1")


async def _is_ready(http: object) -> bool:
    reply = await http.get("/readyz")  # type: ignore[attr-defined]
    return bool(reply.status_code == 200)
