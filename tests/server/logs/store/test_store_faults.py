"""A store whose database goes away, is busy with others, or gets one idempotency key from two processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import asyncpg
import pytest

from server.access.errors import UnavailableError
from server.logs.store import postgres_connections
from server.logs.store.contract import Append, LogUnavailableError, Store
from server.logs.store.opening import open_store
from server.people.identity.bearers import Bearers
from server.people.identity.players import Players
from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from tests.databases import cut_connections, rows, until_somebody_waits
from tests.faults.proxy import proxied
from tests.postgres import PostgresServer, running_postgres
from tests.server.logs.store.entries import append, chain, reply, summary
from tests.server.world import FakeClock

_SILENCE_SECONDS = 3
"""Longer than a dead connection takes to time out on close."""


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A PostgreSQL that a test may stop."""
    with running_postgres(durable=False) as server:
        yield server


async def test_a_restarted_postgresql_costs_at_most_the_call_that_met_it_gone(own_server: PostgresServer) -> None:
    url = own_server.url(own_server.create_database())
    await asyncio.to_thread(migrate, url)
    first, second = chain("match", 2)
    engine, store = open_engine(url), open_store(url)
    players = Players(engine, FakeClock(), None)
    await store.commit([append(first)])
    _, token = await players.create("Ada", None)

    await asyncio.to_thread(own_server.stop, "immediate")
    with pytest.raises(LogUnavailableError):
        await store.commit([append(second)])
    with pytest.raises(LogUnavailableError):
        await store.read("match")
    with pytest.raises(UnavailableError):
        await players.create("Bo", None)
    await asyncio.to_thread(own_server.start)

    assert await store.read("match") == [first]
    assert await store.commit([append(second)]) == ["appended"]
    assert (await Bearers(engine, FakeClock()).by_token(token)).player.name == "Ada"
    await store.close()
    await engine.dispose()


async def test_a_connection_cut_while_idle_is_replaced(postgres_url: str) -> None:
    first, second = chain("match", 2)
    store = open_store(postgres_url)
    await store.commit([append(first)])

    await cut_connections(postgres_url)

    assert await _until_it_answers(store) == [first]
    assert await _until_appended(store, append(second)) == ["appended"]
    await store.close()


async def test_a_read_does_not_wait_for_a_silence_that_a_commit_detected(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connections, "COMMAND_SECONDS", _SILENCE_SECONDS)
    first, second = chain("match", 2)
    async with proxied(postgres_url) as (proxy, url):
        store = open_store(url)
        await store.commit([append(first)])
        await store.read("match")
        proxy.fall_silent()
        with pytest.raises(LogUnavailableError):
            await store.commit([append(second)])
        await proxy.open()

        assert await store.read("match") == [first]
        await store.close()


@pytest.mark.parametrize("interrupt", ["silent", "cancelled"])
async def test_a_commit_that_was_interrupted_costs_only_itself(
    interrupt: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connections, "COMMAND_SECONDS", _SILENCE_SECONDS)
    first, second, third = chain("match", 3)
    async with proxied(postgres_url) as (proxy, url):
        store = open_store(url)
        await store.commit([append(first)])
        proxy.fall_silent()
        committing = asyncio.create_task(store.commit([append(second)]))
        if interrupt == "cancelled":
            await asyncio.wait({committing}, timeout=0)
            committing.cancel()
        with pytest.raises((LogUnavailableError, asyncio.CancelledError)):
            await committing
        await proxy.open()

        assert await store.commit([append(second)]) == ["appended"]
        assert await store.commit([append(third)]) == ["appended"]
        await store.close()


async def test_one_of_two_processes_with_the_same_idempotency_key_succeeds(database_url: str) -> None:
    """
    The same request sent to two processes creates one match, and the loser writes nothing.
    """
    one, two = open_store(database_url), open_store(database_url)
    for number in range(20):
        names = [f"match-{number}-{process}" for process in (1, 2)]
        rivals = [Append(next(chain(name, 1)), summary(name), reply(f"key {number}"), "5eed") for name in names]

        verdicts = await asyncio.gather(one.commit(rivals[:1]), two.commit(rivals[1:]))

        assert sorted(verdicts) == [["appended"], ["key_taken"]]
        loser = names[verdicts.index(["key_taken"])]
        assert await one.read(loser) == []
        assert len(await rows(database_url, "SELECT * FROM seeds")) == number + 1
    await one.close()
    await two.close()


async def test_a_loser_against_an_unfinished_commit_stores_no_reply(postgres_url: str) -> None:
    """
    Otherwise a client would repeatedly be told of something that never happened.
    """
    (rival,), (late,) = chain("match", 1), chain("match", 1)
    store = open_store(postgres_url)
    connection = await asyncpg.connect(postgres_url)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute(
        "INSERT INTO entries VALUES ($1, 1, $2, $3, $4, $5, $6, $7)",
        *(rival.log_id, rival.kind, rival.at, rival.facts_text(), rival.nonce, rival.previous, rival.hash),
    )

    committing = asyncio.create_task(store.commit([Append(late, summary("match"), reply("key"), "5eed")]))
    await until_somebody_waits(connection)
    await transaction.commit()

    assert await committing == ["head_moved"]
    assert await store.read("match") == [rival]
    for table in ("kept_replies", "matches", "seeds"):
        assert await rows(postgres_url, f"SELECT * FROM {table}") == []
    await connection.close()
    await store.close()


async def test_the_log_and_other_tables_are_written_side_by_side(database_url: str) -> None:
    """
    In SQLite both are one file with one writer at a time; each waits for the other, and none is refused.
    """
    engine, store = open_engine(database_url), open_store(database_url)
    players = Players(engine, FakeClock(), None)

    async def write_log(match_id: str) -> None:
        for made in chain(match_id, 20):
            assert await store.commit([append(made)]) == ["appended"]

    await asyncio.gather(
        *(write_log(f"match-{number}") for number in range(4)), *(players.create("Ada", None) for _ in range(40))
    )

    assert await rows(database_url, "SELECT count(*) FROM players") == [(40,)]
    assert await rows(database_url, "SELECT count(*) FROM entries") == [(80,)]
    await store.close()
    await engine.dispose()


async def _until_it_answers(store: Store) -> object:
    try:
        return await store.read("match")
    except LogUnavailableError:  # The call that finds the connection cut may fail; the next may not.
        return await store.read("match")


async def _until_appended(store: Store, made: Append) -> object:
    try:
        return await store.commit([made])
    except LogUnavailableError:
        return await store.commit([made])
