"""A PostgreSQL whose standby takes over, while the primary of before comes back as a standby."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import ExitStack

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from typer.testing import CliRunner

from server.cli.cli import app
from server.logs.store import notices
from server.logs.store.postgres import PostgresStore
from server.people.identity.changes import insert_change
from server.runtime.database.connection import open_engine
from server.runtime.database.migrating import migrate
from tests.databases import LISTENERS, rows
from tests.faults.proxy import Proxy, proxied
from tests.faults.standbys import leave_behind
from tests.postgres import PostgresServer, running_postgres
from tests.server.logs.store.entries import append, chain
from tests.server.people.identity.accounts import process
from tests.server.world import Client, World, running_world
from tests.waiting import patience, until

_TRANSACTIONS = 20
_MATCHES = 3


class Pair:
    """Two servers, of which one follows the other; `url` names both, the first one first."""

    def __init__(self, first: PostgresServer, second: PostgresServer, database: str) -> None:
        self.first = first
        self.second = second
        self.database = database

    @property
    def url(self) -> str:
        return self.first.url(self.database).replace(f":{self.first.port}/", f":{self.first.port},{self.second_host}/")

    @property
    def second_host(self) -> str:
        return f"127.0.0.1:{self.second.port}"

    async def stop_the_first_and_bring_it_back_as_a_standby(self) -> None:
        """Leave nobody to write: both are standbys."""
        await asyncio.to_thread(self.first.stop)
        self.first.follow(self.second)
        await asyncio.to_thread(self.first.start)


@pytest.fixture
def pair() -> Iterator[Pair]:
    with ExitStack() as running:
        first = running.enter_context(running_postgres(durable=False))
        database = first.create_database()
        migrate(first.url(database))
        second = running.enter_context(running_postgres(durable=False, primary=first))
        yield Pair(first, second, database)


async def test_servers_follow_a_switchover_to_a_standby(pair: Pair) -> None:
    """
    Both servers answer all the time, and nobody is told which of them is the primary.
    """
    async with running_world(pair.url) as one, running_world(pair.url) as two:
        ada, bo = await one.players("Ada", "Bo")
        ada_there = two.connect(ada.player_id, ada.token)
        kept = await _open(ada)
        await until(lambda: _is_ready(one))

        await pair.stop_the_first_and_bring_it_back_as_a_standby()
        await until(lambda: _is_unready(one))
        await asyncio.to_thread(pair.second.promote)

        await until(lambda: _is_ready(one))
        await until(lambda: _is_ready(two))
        made = await _open(ada)
        async with ada_there.stream(made, after=0) as stream:
            await bo.sit(made, "a")
            await stream.until("seat_taken")
        assert await _matches(pair.second.url(pair.database)) == {kept, made}


async def test_servers_agree_on_another_epoch_when_a_standby_that_was_behind_takes_over(pair: Pair) -> None:
    """
    Whoever comes back with a cursor of before begins anew, though there are as many events again by then.
    """
    async with running_world(pair.url) as one, running_world(pair.url) as two:
        ada = await one.player("Ada")
        there = two.connect(ada.player_id, ada.token)
        kept = await _open(ada)
        path = f"/v1/matches/{kept}/events"
        before = await ada.get(path)
        assert (await there.get(path))["epoch"] == before["epoch"]
        await leave_behind(pair.second.url(pair.database))
        await ada.sit(kept, "a")
        lost = (await ada.get(path))["cursor"]

        await asyncio.to_thread(pair.first.stop)
        await asyncio.to_thread(pair.second.promote)
        await until(lambda: _is_ready(one))
        await until(lambda: _is_ready(two))
        await until(lambda: _can_read(there, path))
        await until(lambda: _can_read(ada, path))
        for seat in "ba":  # Others take the numbers of what was lost.
            await there.sit(kept, seat)
            await there.delete(f"/v1/matches/{kept}/seats/{seat}")
        await until(lambda: _has_reached(ada, path, lost))

        pages = [await client.get(path) for client in (ada, there)]
        refused = [await client.get(path, expect=409, after=lost, epoch=before["epoch"]) for client in (ada, there)]

    assert pages[0]["epoch"] == pages[1]["epoch"] != before["epoch"]
    assert [reply["code"] for reply in refused] == ["another_epoch"] * 2
    because = await rows(pair.second.url(pair.database), "SELECT because FROM epochs ORDER BY number")
    assert because == [("first",), ("timeline",)]


async def test_servers_leave_a_primary_that_was_fenced_and_behind_their_address_another_took_its_place(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What was connected stays so, as at a proxy that balances connections: only what PostgreSQL answers tells.
    """
    monkeypatch.setattr(notices, "_CHECK_SECONDS", 1)
    async with proxied(pair.first.url(pair.database)) as (proxy, url), running_world(url) as world:
        ada = await world.player("Ada")
        kept = await _open(ada)
        await until(lambda: _is_ready(world))

        await _fence(pair)
        await until(lambda: _is_unready(world))
        await _promote(pair, proxy)

        made = await _open(ada)
        await until(lambda: _is_ready(world))
        assert await _matches(pair.second.url(pair.database)) == {kept, made}
        await until(lambda: _nobody_listens_to(pair.first.url(pair.database)))


async def test_servers_leave_a_primary_that_came_back_as_a_standby_before_another_took_its_place(pair: Pair) -> None:
    async with proxied(pair.first.url(pair.database)) as (proxy, url), running_world(url) as world:
        ada = await world.player("Ada")
        await until(lambda: _is_ready(world))

        await pair.stop_the_first_and_bring_it_back_as_a_standby()
        refused = await ada.http.post("/v1/matches", json={"game": "wizards_duel"})
        await until(lambda: _is_unready(world))
        await _promote(pair, proxy)

        assert refused.status_code == 503
        await _open(ada)
        await until(lambda: _is_ready(world))


async def test_a_former_primary_that_lives_on_serves_nobody(pair: Pair) -> None:
    """
    It was cut off while the standby took over. Then it is back, first in the address, and knows of nothing.
    """
    async with (
        proxied(pair.first.url(pair.database)) as (proxy, url),
        running_world(url.replace(f":{proxy.port}/", f":{proxy.port},{pair.second_host}/")) as world,
    ):
        ada = await world.player("Ada")
        kept = await _open(ada)
        await until(lambda: _is_ready(world))
        idle = world.app.state.server.database

        proxy.fall_silent()
        await asyncio.to_thread(pair.second.promote)
        made = [await _open(ada)]
        await until(lambda: _is_ready(world))
        await proxy.open()
        await idle.dispose()
        made += [await _open(ada) for _ in range(_MATCHES)]

        assert await _matches(pair.second.url(pair.database)) == {kept, *made}
        assert await _matches(pair.first.url(pair.database)) == {kept}
        listed = (await ada.get("/v1/matches"))["matches"]
        assert {each["match_id"] for each in listed} == {kept, *made}


async def test_connections_that_nobody_used_meanwhile_are_not_used_when_a_former_primary_is_awake_again(
    pair: Pair,
) -> None:
    """
    A suspended machine has kept them, and answers by them what was true a while ago.
    """
    idle = open_engine(pair.url)
    before = await _port(idle)  # Nobody has asked for the epoch by then.
    async with (
        proxied(pair.first.url(pair.database)) as (proxy, url),
        running_world(url.replace(f":{proxy.port}/", f":{proxy.port},{pair.second_host}/")) as world,
    ):
        await until(lambda: _is_ready(world))
        await asyncio.to_thread(pair.second.promote)
        await proxy.refuse()
        await _open(await world.player("Ada"))
        after = await _port(idle)
    await idle.dispose()

    assert (before, after) == (pair.first.port, pair.second.port)


async def test_a_commit_does_not_go_to_a_former_primary_that_only_others_have_left(pair: Pair) -> None:
    """
    The connection of commits was not used meanwhile, and looks healthy.
    """
    async with proxied(pair.first.url(pair.database)) as (proxy, url):
        store = PostgresStore(url.replace(f":{proxy.port}/", f":{proxy.port},{pair.second_host}/"))
        entries = chain("match", 2)
        await store.commit([append(next(entries))])
        await until(lambda: _has_replicated(pair))
        proxy.lead_to("postgresql://127.0.0.1:1/nobody")  # for connections that are opened from now on
        await asyncio.to_thread(pair.second.promote)
        assert len(await store.read("match")) == 1

        assert await store.commit([append(next(entries))]) == ["appended"]

        await store.close()
    assert await _entries(pair.second.url(pair.database)) == 2


async def test_changes_of_players_are_noticed_though_a_standby_that_was_behind_took_over(pair: Pair) -> None:
    """
    The database counts transactions, and the standby goes on from where it was.
    """
    first, second = pair.first.url(pair.database), pair.second.url(pair.database)
    async with proxied(first) as (proxy, url):
        there, here, before = open_engine(url), open_engine(second), open_engine(first)
        noticing = process(there)
        told: list[str] = []

        async def note(player_id: str) -> None:
            told.append(player_id)

        noticing.changes.watchers.append(note)
        await asyncio.to_thread(pair.second.promote)
        for number in range(_TRANSACTIONS):
            async with before.begin() as connection:
                await connection.execute(insert_change(noticing.clock.now(), f"lost {number}"))
        await noticing.changes.look()
        assert len(told) == _TRANSACTIONS
        proxy.lead_to(second)
        await proxy.refuse()
        await proxy.open()

        async with here.begin() as connection:
            await connection.execute(insert_change(noticing.clock.now(), "new"))
        await noticing.changes.look()

        assert told[_TRANSACTIONS:] == ["new"]
        for engine in (there, here, before):
            await engine.dispose()


async def test_a_server_that_is_gone_without_a_word_delays_nobody_for_long(pair: Pair) -> None:
    """
    The first address is silent, as that of a machine without power.
    """
    async with proxied(pair.first.url(pair.database)) as (proxy, url):
        proxy.fall_silent()
        both = url.replace(f":{proxy.port}/", f":{proxy.port},127.0.0.1:{pair.first.port}/")

        async with patience(), running_world(both) as world:
            await until(lambda: _is_ready(world))


async def test_migrations_and_commands_find_the_primary_among_several(pair: Pair) -> None:
    await asyncio.to_thread(pair.first.stop)
    await asyncio.to_thread(pair.second.promote)

    migrated = await asyncio.to_thread(CliRunner().invoke, app, ["migrate", "--database", pair.url])

    assert migrated.exit_code == 0, migrated.output


async def test_a_standby_alone_is_refused_in_words(pair: Pair) -> None:
    alone = pair.second.url(pair.database)

    for command in (["migrate"], ["serve", "--port", "0"]):
        result = await asyncio.to_thread(CliRunner().invoke, app, [*command, "--database", alone])

        assert result.exit_code == 2
        assert "can only be read" in result.output


async def _fence(pair: Pair) -> None:
    """Let the first server refuse to write, without ending any connection."""
    connection = await asyncpg.connect(pair.first.url(pair.database))
    await connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


async def _can_read(player: Client, path: str) -> bool:
    """Whether the server has found what is lost, and has read the match again."""
    return (await player.http.get(path)).status_code == 200


async def _has_reached(player: Client, path: str, cursor: int) -> bool:
    return bool((await player.get(path))["cursor"] > cursor)


async def _nobody_listens_to(url: str) -> bool:
    connection = await asyncpg.connect(url)
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query ~ $1"
    listening = await connection.fetchval(query, LISTENERS)
    await connection.close()
    return bool(listening == 0)


async def _entries(url: str) -> int:
    connection = await asyncpg.connect(url)
    found = await connection.fetchval("SELECT count(*) FROM entries")
    await connection.close()
    return int(found)


async def _has_replicated(pair: Pair) -> bool:
    return await _entries(pair.second.url(pair.database)) == 1


async def _port(database: AsyncEngine) -> object:
    """Return the port of the server to which a connection leads."""
    async with database.connect() as connection:
        return await connection.scalar(text("SELECT inet_server_port()"))


async def _matches(url: str) -> set[object]:
    connection = await asyncpg.connect(url)  # As nobody else connects to a former primary.
    found = await connection.fetch("SELECT match_id FROM matches")
    await connection.close()
    return {row["match_id"] for row in found}


async def _open(host: Client) -> str:
    """Open a match, as soon as the server can; return its id."""
    match_id = ""

    async def is_open() -> bool:
        nonlocal match_id
        reply = await host.http.post("/v1/matches", json={"game": "wizards_duel"}, headers={"Idempotency-Key": key})
        assert reply.status_code in (201, 503), reply.text
        match_id = reply.json().get("match_id", "")
        return bool(match_id)

    key = secrets.token_hex(4)
    await until(is_open)
    return match_id


async def _is_ready(world: World) -> bool:
    return (await world.nobody().http.get("/readyz")).status_code == 200


async def _is_unready(world: World) -> bool:
    reply = await world.nobody().http.get("/readyz")
    return reply.status_code == 503 and reply.json()["code"] in ("database_unavailable", "unheard")


async def _promote(pair: Pair, proxy: Proxy) -> None:
    proxy.lead_to(pair.second.url(pair.database))
    await asyncio.to_thread(pair.second.promote)
