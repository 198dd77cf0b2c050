"""A server that does not hear what others append, although its database answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from server.logs.store import notices
from server.logs.store.contract import Hear
from server.logs.store.postgres import PostgresStore
from tests.server.logs.store.entries import append, chain
from tests.server.stores import PassingStore
from tests.server.world import World, running_world
from tests.waiting import patiently

FOUR = {"type": "cast", "spell": "4"}


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


async def test_an_unforeseen_error_interrupts_notices_only_for_a_moment(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_RETRY_SECONDS", 0.01)
    store, other = PostgresStore(postgres_url), PostgresStore(postgres_url)
    heard: asyncio.Queue[Mapping[str, int] | None] = asyncio.Queue()
    failed = False

    def hear(grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        nonlocal failed
        if not failed:
            failed = True
            raise KeyError("a bug")
        heard.put_nowait(grown)

    listening = asyncio.create_task(store.listen(hear))
    assert await patiently(heard.get()) is None
    await other.commit([append(next(chain("match", 1)))])

    assert await patiently(heard.get()) == {"match": 1}
    listening.cancel()
    await asyncio.wait([listening])
    await store.close()
    await other.close()


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
