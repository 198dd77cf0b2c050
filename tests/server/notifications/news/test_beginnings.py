"""Old news go by whole logs; who was far behind is told so, and the stream continues as if nothing had happened."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import seat_id
from server.access.errors import RefusedError
from server.logs.aggregates.memory import Recent
from server.logs.store.entry import Decision, Entry, Head, seal
from server.logs.store.opening import open_store
from server.logs.store.writer import GroupCommit
from server.notifications.news.beginnings import OldNews
from server.notifications.news.facts import HandedOn, Seated, encode
from server.notifications.news.inbox import EVENTS, OWNER, Cause, Inbox, log_id_of, opening
from server.notifications.news.inboxes import Inboxes
from server.runtime.database.tables import EntryRow
from tests.databases import execute, rows
from tests.server.world import Client, FakeClock, World, running_world

KEEP: Final = timedelta(days=365)
NOW: Final = FakeClock().now()
NEWS: Final = [encode(Seated("m", "wizards_duel", seat_id("a")))]

WEBHOOK: Final = (
    "INSERT INTO webhooks (webhook_id, player_id, created_at, cursor, url, secret, types, missing_seconds, numbered)"
    " VALUES ('w', :player, '2040', 1500, '', '', '', '', 0)"
)


async def _write(database: AsyncEngine, player_id: str, *logs: tuple[int, datetime]) -> None:
    """Write a player's first logs: each with so many events, the last one at this time."""
    before: Inbox | None = None
    entries: list[Entry] = []
    for number, (events, at) in enumerate(logs):
        live = Inbox([_sealed(player_id, number, Head(), opening(player_id, before), at)])
        for event in range(events):
            decision = live.append([Cause(HandedOn("m", event, f"{number} {event}"), NEWS)])
            assert decision is not None
            when = at if event == events - 1 else at - timedelta(days=1)
            live.apply(_sealed(player_id, number, live.head, decision, when))
        entries += live.entries
        before = live
    fields = EntryRow.__table__.c.keys()
    values = [
        {name: getattr(entry, name, None) for name in fields} | {"facts": entry.facts_text()} for entry in entries
    ]
    async with database.begin() as connection:
        await connection.execute(EntryRow.__table__.insert(), values)


def _sealed(player_id: str, number: int, head: Head, decision: Decision, at: datetime) -> Entry:
    return seal(log_id_of(player_id, number), head, decision.kind, at, decision.facts, bytes(16))


def _rule(database: AsyncEngine) -> OldNews:
    return OldNews(KEEP, database, database)


async def _pruned(rule: OldNews) -> int:
    return sum([ended async for ended in rule.end(NOW)])


async def _logs(url: str) -> list[str]:
    return sorted({str(log_id) for (log_id,) in await rows(url, "SELECT log_id FROM entries WHERE kind = 'opened'")})


@pytest.fixture
async def players(database_url: str) -> list[str]:
    """Two players who exist."""
    async with running_world(database_url) as world:
        return [player.player_id for player in await world.players("Ada", "Bo")]


async def test_full_logs_go_when_all_of_their_news_are_old(
    database: AsyncEngine, database_url: str, players: list[str]
) -> None:
    """Not at the limit, not before another log follows, and not while a log is being filled."""
    ada, bo = players
    old, kept = NOW - timedelta(microseconds=1), NOW
    await _write(database, ada, (EVENTS, old), (EVENTS, old), (EVENTS, kept), (2, kept))
    await _write(database, bo, (EVENTS, old))
    rule = _rule(database)

    due = await rule.count(NOW), await rule.examples(NOW, 3)
    untouched = await _logs(database_url)
    ended, again = await _pruned(rule), await _pruned(rule)

    assert due == (2, [f"{ada}.0", f"{ada}.1"])
    assert untouched == sorted([*(f"{ada}.{number}" for number in range(4)), f"{bo}.0"])
    assert (ended, again) == (2, 0)
    assert await _logs(database_url) == sorted([f"{ada}.2", f"{ada}.3", f"{bo}.0"])


async def test_news_that_a_webhook_has_not_got_stay(
    database: AsyncEngine, database_url: str, players: list[str]
) -> None:
    ada, _ = players
    await _write(database, ada, (EVENTS, NOW - KEEP), (EVENTS, NOW - KEEP), (1, NOW))
    await execute(database_url, WEBHOOK, player=ada)

    ended = await _pruned(_rule(database))
    await execute(database_url, "UPDATE webhooks SET cursor = 2000")
    later = await _pruned(_rule(database))

    assert (ended, later) == (1, 1)


async def test_a_webhook_that_is_disabled_keeps_no_news(
    database: AsyncEngine, database_url: str, players: list[str]
) -> None:
    """It gets nothing of them when it is enabled again."""
    ada, _ = players
    await _write(database, ada, (EVENTS, NOW - KEEP), (EVENTS, NOW - KEEP), (1, NOW))
    await execute(database_url, WEBHOOK, player=ada)
    await execute(database_url, "UPDATE webhooks SET disabled_at = '2040'")

    assert await _pruned(_rule(database)) == 2


async def test_a_stream_without_its_beginning_goes_on(
    database: AsyncEngine, database_url: str, players: list[str]
) -> None:
    """In processes that have never read it: nobody begins it anew, and nothing is told twice."""
    ada, _ = players
    await _write(database, ada, (EVENTS, NOW - KEEP), (EVENTS, NOW - KEEP), (2, NOW))
    await _pruned(_rule(database))
    store = open_store(database_url)
    async with GroupCommit(store) as log:
        fresh, ahead = (Inboxes(log, database, FakeClock(), Recent(100, 10**8)) for _ in range(2))
        await fresh.append(ada, [Cause(HandedOn("m", 1, "2 1"), NEWS)])
        await fresh.append(ada, [Cause(HandedOn("n", 1, "new"), NEWS)])
        await ahead.read_ahead([ada])
        first = await ahead.at(ada, 0)
        latest = await ahead.latest(ada)
        with pytest.raises(RefusedError, match="begins after cursor 2000") as gone:
            await ahead.at(ada, 1999)
    await store.close()

    assert [event.cursor for event in first.events(OWNER, 0)] == [2001, 2002, 2003]
    assert [live.log_id for live in latest] == [f"{ada}.2"]
    assert gone.value.code.name == "cursor_gone"
    assert await _logs(database_url) == [f"{ada}.2"]


async def test_what_one_process_leaves_another_deletes(
    database: AsyncEngine, database_url: str, players: list[str]
) -> None:
    """Two at once, one of which is killed after the first log."""
    ada, bo = players
    for player_id in players:
        await _write(database, player_id, (EVENTS, NOW - KEEP), (EVENTS, NOW - KEEP), (1, NOW))
    one, other = _rule(database).end(NOW), _rule(database)

    await anext(one)
    await asyncio.gather(_pruned(other), _pruned(_rule(database)))

    assert await _logs(database_url) == sorted([f"{ada}.2", f"{bo}.2"])


async def test_a_reader_who_is_far_behind_is_told_to_begin_anew(database: AsyncEngine, database_url: str) -> None:
    async with running_world(database_url, keep_news_days=365) as world:
        ada = await world.player("Ada")
        await _write(database, ada.player_id, (EVENTS, NOW), (2, NOW))
        world.clock.advance(KEEP.total_seconds() + 1)
        ended = (await world.app.state.server.retention.prune())["own_streams"]

        refused = await ada.get("/v1/me/events", expect=409, after=7)
        closed = await ada.close_code("/v1/me/events?after=7")
        page = await ada.get("/v1/me/events", after=0)
        heard = await ada.listen("/v1/me/events", 2)
        told = await _heard(ada)
        await _forget(world, ada)

    assert ended == 1
    assert (refused["code"], closed) == ("cursor_gone", 4409)
    assert [event["cursor"] for event in page["events"]] == [1001, 1002]
    assert [event_id.rpartition(":")[0] for event_id, _ in heard] == ["player:1001", "player:1002"]
    assert told == [1001, 1002]
    assert await _logs(database_url) == []
    assert await rows(database_url, "SELECT * FROM own_streams") == []


async def _heard(player: Client) -> list[Any]:
    """Return the cursors of the first two events on a socket."""
    async with player.follow("/v1/me/events?after=0") as stream:
        await stream.frame()
        return [(await stream.frame())["cursor"] for _ in range(2)]


async def _forget(world: World, player: Client) -> None:
    reply = await player.http.request("DELETE", "/v1/me", json={"name": "Ada"})
    assert reply.status_code == 202
    await world.app.state.server.forgetting.settle()
