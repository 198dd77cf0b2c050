"""Calendars at secret addresses: what they hold, who reads them, and what they cost."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest

from engines.kit import seat_id
from server.access.costs import UNKNOWN_CALENDAR
from server.notifications.news.facts import Awaited, HandedOn, Seated, encode
from server.notifications.news.inbox import EVENTS, Cause
from server.runtime.clock.clock import SystemClock
from server.runtime.ids import make_id
from server.runtime.times import timestamp
from tests.databases import execute
from tests.server.notifications.calendars.readers import Found, read
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World, running_world

Json = Any

HOUR = 3600


@pytest.fixture
def world(world_on_either: World) -> World:
    return world_on_either


async def _open(player: Client) -> str:
    """Give the player's calendar an address; return its path."""
    path: str = (await player.post("/v1/me/calendar", {}, expect=201))["path"]
    return path


async def _calendar(world: World, path: str, **query: str) -> dict[str, Found]:
    """Read a calendar as programs do, without a token, once its player is told everything so far."""
    await world.settle()
    reply = await world.nobody().http.get(path, params=query)
    assert reply.status_code == 200, reply.text
    assert reply.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert reply.headers["Content-Disposition"] == 'attachment; filename="moirai.ics"'
    return read(reply.content)


async def _duel(world: World) -> tuple[Client, Client, str]:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    return ada, bo, await world.duel(ada, bo, options={"cast_seconds": 100 * HOUR}, pace="eager")


async def test_what_programs_have_of_a_calendar_is_replaced_after_a_restore(database_url: str) -> None:
    """
    They ignore an item whose `SEQUENCE` is lower than one that they have, though it was lost since.
    """
    async with running_world(database_url) as world:
        ada, bo, match_id = await _duel(world)
        path = await _open(bo)
        (uid,) = await _calendar(world, path)
        await ada.act(match_id, {"type": "extend", "seconds": HOUR})
        lost = (await _calendar(world, path))[uid]
    own = f"log_id = '{bo.player_id}.0'"
    await execute(database_url, f"DELETE FROM entries WHERE {own} AND seq = (SELECT max(seq) FROM entries WHERE {own})")
    a_minute_later = make_id(SystemClock().now() + timedelta(minutes=1), 0)
    # In PostgreSQL, a row that another transaction has written than it says would begin an epoch by itself.
    by = "NULL" if database_url.startswith("sqlite") else "txid_current() % 4294967296"
    await execute(database_url, f"UPDATE epochs SET epoch = :epoch, inserted_by = {by}", epoch=a_minute_later)

    async with running_world(database_url) as world:
        kept = (await _calendar(world, path))[uid]

    assert kept.at < lost.at
    assert kept.sequence > lost.sequence


async def test_a_calendar_holds_the_deadlines_of_its_player(world: World) -> None:
    ada, bo, match_id = await _duel(world)
    path = await _open(bo)
    first = await _calendar(world, path)
    began = world.clock.now()

    world.clock.advance(HOUR)
    await ada.act(match_id, {"type": "extend", "seconds": HOUR})
    extended = await _calendar(world, path)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    void = await _calendar(world, path, language="de-AT")

    (uid,) = first
    assert uid == f"{match_id}.b.1@moirai"
    assert first[uid][1:4] == (began + timedelta(hours=100), "Wizard's Duel: your deadline", "CONFIRMED")
    assert extended[uid].at == first[uid].at + timedelta(hours=1)
    assert void[uid][1:4] == (extended[uid].at, "Zauberduell: deine Frist", "CANCELLED")
    assert first[uid].sequence < extended[uid].sequence < void[uid].sequence


async def test_items_link_to_pages_of_the_public_address(sqlite_url: str) -> None:
    async with running_world(sqlite_url, public_url="https://games.example.org", base_path="/moirai") as world:
        _, bo, match_id = await _duel(world)
        (item,) = (await _calendar(world, await _open(bo))).values()

    assert item.url == f"https://games.example.org/moirai/match/{match_id}"


async def test_without_a_public_address_only_programs_on_the_servers_machine_get_links(world: World) -> None:
    _, bo, match_id = await _duel(world)
    path = await _open(bo)
    (item,) = (await _calendar(world, path)).values()
    elsewhere = await world.nobody().http.get(path, headers={"Host": "somewhere.example.org"})

    assert (item.url or "").endswith(f"/match/{match_id}")
    assert (item.url or "").startswith(("http://127.0.0.1:", "http://localhost:"))
    assert [found.url for found in read(elsewhere.content).values()] == [None]


async def test_a_calendar_says_only_what_the_own_stream_says(world: World) -> None:
    """Every item is about a match that the stream names, at a time that the stream names."""
    ada, bo, match_id = await _duel(world)
    cy = await world.player("Cy")
    other = await world.duel(ada, cy, options={"cast_seconds": HOUR})
    for seat, player in (("a", ada), ("b", bo)):
        view = await player.view(match_id)
        await player.submit(match_id, view["phase"]["number"], {"type": "cast", "spell": "5"})
        assert seat == view["viewer"]
    await world.settle()

    calendar = await _calendar(world, await _open(bo))

    stream = str(await bo.news())
    assert len(calendar) == 2
    for uid, found in calendar.items():
        assert uid.partition(".")[0] in stream
        assert timestamp(found.at) in stream
    assert other not in stream


async def test_rounds_of_tournaments_are_there_at_their_times(world: World) -> None:
    now = world.clock.now()
    times = [timestamp(now + timedelta(hours=hours)) for hours in (24, 48)]
    one = await directed(world, ["Ada", "Bo"], rounds=2, schedule={"times": times}, absence={"ready_seconds": 600})
    ada = one.entrants["e1"]
    path = await _open(ada)
    entered = await _calendar(world, path)
    await one.act("check_in")
    checking = await _calendar(world, path)
    for each in one.entrants.values():
        await each.put(f"{one.path}/check_in", {})
    await one.act("pair")
    paired = await _calendar(world, path)
    world.clock.advance(24 * HOUR + 1)
    await world.tournaments.do_overdue(world.clock.now())
    started = await _calendar(world, path)
    await one.act("pause")
    world.clock.advance(60)
    await one.act("resume")
    resumed = await _calendar(world, path)
    await one.act("cancel", reason="Rain.")
    cancelled = await _calendar(world, path)

    uids = [f"{one.id}.{item}@moirai" for item in ("1", "2", "check_in", "1.1.ready")]
    assert {uid: found.summary for uid, found in entered.items()} == {
        uids[0]: "Friday duels: round 1",
        uids[1]: "Friday duels: round 2",
    }
    assert checking[uids[2]][1:3] == (entered[uids[0]].at, "Friday duels: check in before round 1")
    assert paired[uids[0]].summary == "Friday duels: round 1, table 1"
    assert paired[uids[2]].status == "CANCELLED"
    assert started[uids[3]].summary == "Friday duels: round 1, table 1: say by now that you are ready"
    assert resumed[uids[3]].at == started[uids[3]].at + timedelta(seconds=60)
    assert {uid: cancelled[uid].status for uid in uids} == {
        uids[0]: "CONFIRMED",
        uids[1]: "CANCELLED",
        uids[2]: "CANCELLED",
        uids[3]: "CANCELLED",
    }


async def test_a_new_address_ends_the_one_before_and_there_is_none_after_deletion(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    others = await _open(bo)
    first, second = await _open(ada), await _open(ada)
    since = (await ada.get("/v1/me/reminders"))["calendar_opened_at"]

    assert await _calendar(world, second) == {}
    unknown = [first, first.replace(ada.player_id, bo.player_id), "/v1/calendars/x.ics", "/v1/calendars/%00.y.ics"]
    unknown.append(f"/v1/calendars/{ada.player_id}.none.ics")
    for path in unknown:
        assert (await world.nobody().get(path, 404))["code"] == "unknown_calendar"
    await ada.delete("/v1/me/calendar", 204)
    assert (await world.nobody().get(second, 404))["code"] == "unknown_calendar"
    assert (await ada.get("/v1/me/reminders"))["calendar_opened_at"] is None
    await ada.delete("/v1/me/calendar", 204)
    assert await _calendar(world, others) == {}
    assert since == timestamp(world.clock.now())


async def test_a_calendar_that_has_not_changed_is_not_sent_again(world: World) -> None:
    ada, bo, match_id = await _duel(world)
    path, reader = await _open(bo), world.nobody()
    first = await reader.http.get(path)
    held = {"If-None-Match": first.headers["ETag"]}

    world.clock.advance(HOUR)
    again = await reader.http.get(path, headers=held)
    await ada.act(match_id, {"type": "extend", "seconds": HOUR})
    await world.settle()
    changed = await reader.http.get(path, headers=held)

    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert (changed.status_code, changed.headers["ETag"] != first.headers["ETag"]) == (200, True)


async def test_the_player_chooses_what_a_calendar_shows(world: World) -> None:
    ada, bo, match_id = await _duel(world)
    path = await _open(bo)

    chosen = await bo.put("/v1/me/reminders", {"push": [], "calendar": ["over", "awaited", "over"]})
    quiet = await _calendar(world, path)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    void = await _calendar(world, path)

    assert (chosen["push"], chosen["calendar"]) == ([], ["awaited", "over"])
    assert await bo.get("/v1/me/reminders") == chosen
    assert [found.alarm for found in quiet.values()] == [None]
    assert [found.summary for found in void.values()] == [
        "Wizard's Duel: the match was called off",
        "Wizard's Duel: your deadline",
    ]
    others = await ada.get("/v1/me/reminders")
    assert others["push"] == ["awaited", "deadline_near", "seated", "over"]
    assert others["calendar"] == ["awaited", "deadline_near", "seated"]


async def test_every_process_shows_the_same_calendar(database_url: str) -> None:
    """Nothing of a calendar is in the memory of a process."""
    public_url = "https://games.example.org"
    async with running_world(database_url, public_url=public_url) as one:
        _, bo, _ = await _duel(one)
        path = await _open(bo)
        expected = (await one.nobody().http.get(path)).content

    async with running_world(database_url, public_url=public_url) as other:
        assert (await other.nobody().http.get(path)).content == expected


async def test_the_latest_thousand_news_are_read(world: World) -> None:
    ada = await world.player("Ada")
    path = await _open(ada)
    inboxes = world.app.state.server.streams.inboxes
    seat, closes_at = seat_id("a"), timestamp(world.clock.now() + timedelta(days=9))
    told = [encode(Awaited("early", "tag", seat, 1, closes_at)), encode(Awaited("late", "tag", seat, 1, closes_at))]
    idle = encode(Seated("m", "tag", seat))
    for number in range(1, 2 * EVENTS + 2):
        fact = {1: told[0], EVENTS + 1: told[1]}.get(number, idle)
        await inboxes.append(ada.player_id, [Cause(HandedOn("m", number, f"m{number}"), [fact])])
        if number == EVENTS:
            early = await _calendar(world, path)

    late = await _calendar(world, path)

    assert list(early) == ["early.a.1@moirai"]
    assert list(late) == ["late.a.1@moirai"]
    assert late["late.a.1@moirai"].sequence - early["early.a.1@moirai"].sequence == EVENTS


async def test_guessed_addresses_cost_more_than_calls(sqlite_url: str) -> None:
    rate = 10
    async with running_world(sqlite_url, rate_per_address=rate) as world:
        reader = world.nobody()
        statuses = [(await reader.http.get("/v1/calendars/a.b.ics")).status_code for _ in range(4)]

    assert 4 * rate < 3 * UNKNOWN_CALENDAR
    assert statuses == [404, 404, 429, 429]


async def test_secrets_are_in_no_log_line(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("", "server", "uvicorn"):
        caplog.set_level(logging.DEBUG, logger=name)
    async with running_world(sqlite_url) as world:
        bo = await world.player("Bo")
        path = await _open(bo)
        await _calendar(world, path)
        await world.nobody().get(path.replace(".ics", "x.ics"), 404)

    secret = path.removesuffix(".ics").rpartition(".")[2]
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("server", "uvicorn"))]
    assert any("/v1/calendars/{secret}.ics" in line for line in lines)
    assert not [line for line in lines if secret in line]
