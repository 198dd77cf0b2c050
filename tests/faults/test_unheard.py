"""A server that does not hear what others append, although its database answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import pytest

from server.logs.store import notices
from server.logs.store.contract import Append, Hear, LogUnavailableError, Store, Verdict
from server.logs.store.postgres import PostgresStore
from server.logs.store.postgres_connections import Connection
from server.runtime.background import end
from tests.server.logs.store.entries import append, chain
from tests.server.stores import PassingStore
from tests.server.world import World, running_world
from tests.waiting import patiently

FOUR = {"type": "cast", "spell": "4"}


class _Late(PassingStore):
    """A store whose commits are given up, and can be written later."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._given_up: list[Sequence[Append]] = []

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        self._given_up.append(batch)
        raise LogUnavailableError("The reply is lost.")

    async def commit_what_was_given_up(self) -> None:
        """Write them by another connection, as PostgreSQL does when it goes on: nobody is notified."""
        other = PostgresStore(self.store._store._writer._url)  # type: ignore[attr-defined]
        other._sender.note = lambda appended: None  # type: ignore[method-assign]
        for batch in self._given_up:
            assert await other.commit(batch) == ["appended"] * len(batch)
        await other.close()


class _Deaf(PassingStore):
    """A store that reports that it hears nothing."""

    @property
    def hears(self) -> bool:
        return False


def _stop_notices(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop this server from hearing the others."""
    listener, pass_on = world.app.state.server.databases[0].store._store._listener, notices._pass_on

    def pass_on_to_others(notice: object, sender: str, hear: Hear) -> None:
        if sender != listener.name:
            pass_on(notice, sender, hear)

    monkeypatch.setattr(notices, "_pass_on", pass_on_to_others)
    world.app.state.server.log._store = _Deaf(world.app.state.server.log._store)


@asynccontextmanager
async def _listening(url: str, hear: Hear) -> AsyncIterator[PostgresStore]:
    """Listen by one store; yield another, as that of another process."""
    store, other = PostgresStore(url), PostgresStore(url)
    listening = asyncio.create_task(store.listen(hear, dict))
    try:
        yield other
    finally:
        await end([listening])
        await store.close()
        await other.close()


async def test_an_unforeseen_error_interrupts_notices_only_for_a_moment(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_RETRY_SECONDS", 0.01)
    heard: asyncio.Queue[Mapping[str, int] | None] = asyncio.Queue()
    failed = False

    def hear(grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        nonlocal failed
        if not failed:
            failed = True
            raise KeyError("a bug")
        heard.put_nowait(grown)

    async with _listening(postgres_url, hear) as other:
        assert await patiently(heard.get()) is None
        await other.commit([append(next(chain("match", 1)))])

        assert await patiently(heard.get()) == {"match": 1}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let listeners look for what nobody tells again and again."""
    monkeypatch.setattr(notices, "_CHECK_SECONDS", 0.1)


async def test_what_a_process_did_not_tell_before_it_died_reaches_streams_of_others(
    postgres_url: str, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, bo, match_id = await one.ada_and_bo()
        bo_there = two.connect(bo.player_id, bo.token)
        async with bo_there.stream(match_id, after=0) as stream:
            monkeypatch.setattr(one.app.state.server.databases[0].store._store._sender, "note", lambda appended: None)
            await ada.say(match_id, "table", "Is anybody there?")

            assert await stream.until("message_sent")


async def test_a_commit_that_was_given_up_and_is_written_later_reaches_the_streams_of_its_process(
    postgres_url: str, hasty: None
) -> None:
    async with running_world(postgres_url) as world:
        ada, bo, match_id = await world.ada_and_bo()
        log = world.app.state.server.log
        store = log._store
        async with bo.stream(match_id, after=0) as stream:
            log._store = late = _Late(store)
            refused = await ada.http.post(f"/v1/matches/{match_id}/channels/table/messages", json={"text": "Hello?"})
            log._store = store
            await ada.view(match_id)
            await late.commit_what_was_given_up()

            assert await stream.until("message_sent")

    assert refused.status_code == 503


async def test_notices_that_could_not_be_sent_are_sent_later(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_RETRY_SECONDS", 0.01)
    heard: asyncio.Queue[Mapping[str, int] | None] = asyncio.Queue()
    async with _listening(postgres_url, lambda grown, own=False: heard.put_nowait(grown)) as other:
        assert await patiently(heard.get()) is None
        sending, failures = other._sender._connection.connection, [LogUnavailableError("gone")] * 2

        @asynccontextmanager
        async def fail_twice() -> AsyncIterator[Connection]:
            if failures:
                raise failures.pop()
            async with sending() as connection:
                yield connection

        monkeypatch.setattr(other._sender._connection, "connection", fail_twice)
        for entry in chain("match", 2):
            await other.commit([append(entry)])

        assert await patiently(heard.get()) == {"match": 2}


async def test_a_server_that_hears_nothing_sends_nothing_stale(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, bo, match_id = await one.ada_and_bo()
        ada_there = two.connect(ada.player_id, ada.token)
        before = await ada_there.view(match_id)
        async with ada_there.stream(match_id, before["cursor"]) as stream:
            _stop_notices(two, monkeypatch)

            await ada.submit(match_id, 1, FOUR)
            seen = await ada_there.view(match_id)
            await bo.say(match_id, "table", "Hello?")
            told = await stream.until("message_sent")

    assert (before["submission"], seen["submission"]["move"]) == (None, FOUR)
    assert told
