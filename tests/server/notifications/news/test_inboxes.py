"""A player's own log: told once, in logs that do not grow for ever, whichever process tells it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from pydantic import JsonValue

from engines.kit import HOST_ONLY, seat_id
from server.access.errors import UnavailableError
from server.logs.aggregates.memory import Recent
from server.logs.store.contract import Store
from server.logs.store.entry import GENESIS, Decision, EncodedFact, Entry, Head, seal
from server.logs.store.opening import open_store
from server.logs.store.writer import GroupCommit
from server.notifications.news.facts import HandedOn, Seated, encode
from server.notifications.news.inbox import EVENTS, OWNER, REMEMBERED, Cause, Inbox, log_id_of, opening
from server.notifications.news.inboxes import Inboxes
from server.runtime.database.connection import open_engine
from server.runtime.ids import make_id
from tests.databases import execute
from tests.server.world import FakeClock

PLAYER = make_id(FakeClock().now(), 1)
OTHER = make_id(FakeClock().now(), 2)

NEWS = [encode(Seated("m", "wizards_duel", seat_id("a")))]


@asynccontextmanager
async def _process(url: str) -> AsyncIterator[tuple[Inboxes, Store]]:
    """A process over the database; it hears of others only where the store listens."""
    store, engine = open_store(url), open_engine(url)
    async with GroupCommit(store) as log:
        yield Inboxes(log, engine, FakeClock(), Recent(100, 10**8)), store
    await store.close()
    await engine.dispose()


def _cursors(live: Inbox) -> list[int]:
    return [event.cursor for event in live.events(OWNER, 0)]


async def test_what_was_told_is_not_told_again(database_url: str) -> None:
    async with _process(database_url) as (inboxes, _):
        for source, entry in (("m", 1), ("m", 1), ("m", 3), ("n", 1), ("m", 1), ("m", 3)):
            await inboxes.append(PLAYER, [Cause(_entry(source, entry), NEWS)])

        assert list((await inboxes.current(PLAYER)).remembered) == ["m1", "m3", "n1"]
        assert _cursors(await inboxes.at(PLAYER, 0)) == [1, 2, 3]


async def test_an_entry_is_known_by_its_hash_and_not_by_its_number(sqlite_url: str) -> None:
    """A log that has lost its end gets other entries with the same numbers: they are news."""
    async with _process(sqlite_url) as (inboxes, _):
        for entry in (HandedOn("m", 6, "6"), HandedOn("m", 7, "7"), HandedOn("m", 6, "6'"), HandedOn("m", 7, "7'")):
            await inboxes.append(PLAYER, [Cause(entry, NEWS)])
            await inboxes.append(PLAYER, [Cause(entry, NEWS)])

        assert _cursors(await inboxes.at(PLAYER, 0)) == [1, 2, 3, 4]


async def test_what_the_own_log_has_lost_is_told_again(sqlite_url: str) -> None:
    """The copy in memory contains it; whoever reads the log would never learn it."""
    async with _process(sqlite_url) as (inboxes, _):
        await inboxes.append(PLAYER, [Cause(_entry("m", 1), NEWS)])
        await inboxes.append(PLAYER, [Cause(_entry("m", 2), NEWS)])
        await execute(sqlite_url, "DELETE FROM entries WHERE seq = 3")

        with pytest.raises(UnavailableError):
            await inboxes.append(PLAYER, [Cause(_entry("m", 2), NEWS)])
        await inboxes.append(PLAYER, [Cause(_entry("m", 2), NEWS)])

        assert len(await inboxes.read(PLAYER, 0, 10)) == 2


async def test_what_earlier_servers_have_told_without_hashes_is_not_told_again(sqlite_url: str) -> None:
    """Of what they had told before the log began, they wrote down how far each source had come."""
    opened: dict[str, JsonValue] = {
        "type": "opened",
        "player_id": PLAYER,
        "number": 0,
        "previous": GENESIS,
        "sources": [["n", 2]],
    }
    async with _process(sqlite_url) as (inboxes, _):
        told = Decision("opened", (EncodedFact.of(HOST_ONLY, opened),))
        live = await inboxes.repository.create(log_id_of(PLAYER, 0), b"", told, None, None)
        handed_on = EncodedFact.of(HOST_ONLY, {"type": "handed_on", "source": "m", "entry": 1})
        await inboxes.repository.advance(live, lambda *_: Decision("told", (handed_on, *NEWS)))
    async with _process(sqlite_url) as (inboxes, _):
        await inboxes.append(PLAYER, [Cause(_entry("m", 1), NEWS)])
        await inboxes.append(PLAYER, [Cause(_entry("n", 2), NEWS)])

        assert _cursors(await inboxes.at(PLAYER, 0)) == [1]
        assert list((await inboxes.current(PLAYER)).remembered) == ["n 2", "m 1"]


async def test_players_are_told_the_same_whether_their_logs_were_read_ahead(database_url: str) -> None:
    """One has no log yet, one has been told something, and one has an empty log."""
    players = [PLAYER, OTHER, make_id(FakeClock().now(), 3)]
    async with _process(database_url) as (inboxes, _):
        await inboxes.append(OTHER, [Cause(_entry("m", 1), NEWS)])
        await inboxes.current(players[2])

    async with _process(database_url) as (inboxes, _):
        read = await inboxes.read_ahead(players)
        again = await inboxes.read_ahead(players)
        for player in players:
            await inboxes.append(player, [Cause(_entry("m", 2), NEWS)])

        assert {live.log_id for live in read} == {live.log_id for live in again}
        assert {live.log_id for live in read} == {log_id_of(player, 0) for player in players}
        assert [(await inboxes.current(player)).last for player in players] == [1, 2, 1]


async def test_two_processes_tell_everything_once(database_url: str) -> None:
    """Both tell the same at once: the log admits each source's entry once, in order."""
    async with _process(database_url) as (one, _), _process(database_url) as (other, _):

        async def tell_all(inboxes: Inboxes) -> None:
            for entry in range(1, 31):
                await inboxes.append(PLAYER, [Cause(_entry("m", entry), NEWS)])

        await asyncio.gather(tell_all(one), tell_all(other))

    async with _process(database_url) as (fresh, _):
        live = await fresh.at(PLAYER, 0)
        assert list(live.remembered) == [f"m{entry}" for entry in range(1, 31)]
        assert _cursors(live) == list(range(1, 31))


async def test_what_has_waited_is_told_at_once_in_order_and_once(database_url: str) -> None:
    """Also if there is more of it than a log remembers, or than a log has room for."""
    causes = [Cause(_entry("m", entry), NEWS) for entry in range(1, REMEMBERED + 3)]
    async with _process(database_url) as (inboxes, _):
        await inboxes.append(PLAYER, causes[:3])
        for after in range(1, len(causes), 50):
            await inboxes.append(PLAYER, causes[after : after + 50])
        await inboxes.append(PLAYER, causes[-50:])

    async with _process(database_url) as (fresh, _):
        first, second = await fresh.at(PLAYER, 0), await fresh.at(PLAYER, EVENTS)
        assert [*first.remembered] == [f"m{entry}" for entry in range(1, EVENTS + 1)]
        assert _cursors(second) == [EVENTS + 1, EVENTS + 2]
        assert await fresh.last_cursor(PLAYER) == EVENTS + 2


async def test_a_full_log_is_followed_by_the_next(sqlite_url: str) -> None:
    """Cursors count on, and what was told before the end of a log is still known after it."""
    async with _process(sqlite_url) as (inboxes, _):
        for entry in range(1, 2 * EVENTS + 3):
            await inboxes.append(PLAYER, [Cause(_entry(f"m{entry % 7}-", entry), NEWS)])
        first = await inboxes.at(PLAYER, 0)
        repeated = await inboxes.current(PLAYER)
        for entry in range(2 * EVENTS - 5, 2 * EVENTS + 3):
            await inboxes.append(PLAYER, [Cause(_entry(f"m{entry % 7}-", entry), NEWS)])

        assert first.full
        assert first.last == EVENTS
        assert repeated.state.events == 2

    async with _process(sqlite_url) as (fresh, store):
        live = await fresh.at(PLAYER, 2 * EVENTS)
        opened = (await store.read(log_id_of(PLAYER, 1), 0, 1))[0]
        assert _cursors(live) == [2 * EVENTS + 1, 2 * EVENTS + 2]
        assert _cursors(await fresh.at(PLAYER, EVENTS + 7)) == list(range(EVENTS + 1, 2 * EVENTS + 1))
        assert opened.facts[0].fact["previous"] == first.head.hash


async def test_only_so_much_is_remembered() -> None:
    live = Inbox([_sealed(Head(), opening(PLAYER, None))])
    for number in range(REMEMBERED + 3):
        if live.full:
            assert live.append([Cause(_entry("m", number), NEWS)]) is None
            live = Inbox([_sealed(Head(), opening(PLAYER, live))])
        decision = live.append([Cause(_entry("m", number), NEWS)])
        assert decision is not None
        live.apply(_sealed(live.head, decision))

    assert len(live.remembered) == REMEMBERED
    assert live.append([Cause(_entry("m", 2), NEWS)]) is not None
    assert live.append([Cause(_entry("m", 3), NEWS)]) is None


async def test_players_have_streams_of_their_own(sqlite_url: str) -> None:
    async with _process(sqlite_url) as (inboxes, _):
        await inboxes.append(PLAYER, [Cause(_entry("m", 1), NEWS)])
        await inboxes.append(OTHER, [Cause(_entry("m", 1), NEWS)])
        await inboxes.append(OTHER, [Cause(_entry("m", 2), NEWS)])

        assert _cursors(await inboxes.at(PLAYER, 0)) == [1]
        assert _cursors(await inboxes.at(OTHER, 0)) == [1, 2]


def _entry(source: str, number: int) -> HandedOn:
    """Return an entry of another log, with something in place of its hash."""
    return HandedOn(source, number, f"{source}{number}")


def _sealed(head: Head, decision: Decision) -> Entry:
    return seal(log_id_of(PLAYER, 0), head, decision.kind, FakeClock().now(), decision.facts, bytes(16))
