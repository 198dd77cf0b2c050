"""What players are told in their own streams, through the API: pages, long polls, server-sent events and sockets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engines.kit import seat_id
from server.notifications.news.facts import HandedOn, Seated, encode
from server.notifications.news.inbox import EVENTS, Cause
from tests.server.world import Stream, World, facts, without_epoch

pytestmark = pytest.mark.one_server

Json = Any

FIVE = {"type": "cast", "spell": "5"}


def _told(events: list[Json]) -> list[tuple[str, str]]:
    """Return the facts as (type, seat or viewer or channel)."""
    facts = [fact for event in events for fact in event["facts"]]
    return [(fact["type"], fact.get("seat") or fact.get("viewer") or fact.get("channel")) for fact in facts]


async def test_a_match_is_told_to_its_players(world_on_either: World) -> None:
    world = world_on_either
    ada, bo = await world.player("Ada"), await world.player("Bo")

    match_id = await world.duel(ada, bo)
    await ada.submit(match_id, 1, FIVE)
    await bo.submit(match_id, 1, FIVE)
    await world.pass_time(61)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    await world.settle()

    begun = [("match_begun", "a"), ("awaited", "a"), ("awaited", "a"), ("match_over", "a")]
    of_bo = [(told, "b") for told, _ in begun]
    assert _told(await ada.news()) == [("seated", "a"), *begun]
    assert _told(await bo.news()) == [("invited", "b"), ("seated", "b"), *of_bo]
    events = await bo.news()
    assert [event["cursor"] for event in events] == [1, 2, 3, 4, 5]
    assert {event["player_id"] for event in events} == {bo.player_id}
    assert {fact["match_id"] for event in events for fact in event["facts"]} == {match_id}
    assert events[3]["facts"][0]["phase"] == 2


async def test_a_replaced_player_hears_nothing_more(world: World) -> None:
    host, ada, bo, cleo = [await world.player(name) for name in ("Host", "Ada", "Bo", "Cleo")]
    match_id = await world.duel(host, ada, bo)
    await world.replace(match_id, "a", host, cleo)
    await world.settle()

    await world.pass_time(61)

    assert _told(await ada.news())[-1] == ("replaced", "a")
    assert _told(await cleo.news()) == [("invited", "a"), ("seated", "a"), ("awaited", "a"), ("awaited", "a")]
    assert _told(await host.news()) == [("match_begun", "host")]


async def test_the_line_to_the_host_is_told_at_its_other_end(world: World) -> None:
    host, ada, bo, match_id = await world.host_ada_and_bo()
    before = len(await bo.news())

    await ada.say(match_id, "host:a", "May I?")
    await host.say(match_id, "host:a", "You may.")
    await world.settle()

    line = ("host_line_message", "host:a")
    assert (await host.news())[-1]["facts"][0]["sender"] == "a"
    assert [_told(await one.news())[-1] for one in (host, ada)] == [line, line]
    assert len(await bo.news()) == before


async def test_a_host_who_plays_is_told_as_a_player_only(world: World) -> None:
    host, bo = await world.player("Host"), await world.player("Bo")
    match_id = await world.duel(host, bo)

    await bo.say(match_id, "host:b", "Hello?")
    await world.settle()

    assert {told for told, _ in _told(await host.news())} == {"seated", "match_begun", "awaited"}


async def test_seats_cleared_before_the_start_are_told(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    match_id = await world.match("wizards_duel", host, {}, autostart=False)
    await ada.sit(match_id, "a")
    await host.delete(f"/v1/matches/{match_id}/seats/a")
    await world.settle()

    assert _told(await ada.news()) == [("seated", "a"), ("unseated", "a")]


async def test_submissions_leave_no_marks(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    before = len(await bo.news())

    for spell in "12345":
        await ada.submit(match_id, 1, {"type": "cast", "spell": spell})
    await world.settle()

    assert len(await bo.news()) == before


async def test_a_long_poll_returns_with_the_next_event(world_on_either: World) -> None:
    world = world_on_either
    ada, bo = await world.player("Ada"), await world.player("Bo")
    empty = await bo.get("/v1/me/events")

    polling = asyncio.create_task(bo.get("/v1/me/events", wait=30))
    await asyncio.sleep(0)
    await world.duel(ada, bo)
    page = await polling

    assert (empty["events"], empty["cursor"], empty["more"]) == ([], 0, False)
    assert _told(page["events"][:1]) == [("invited", "b")]


async def test_a_cursor_ahead_is_refused(world: World) -> None:
    ada = await world.player("Ada")

    refused = await ada.get("/v1/me/events", after=3, expect=409)

    assert refused["code"] == "cursor_ahead"


async def test_a_socket_tells_what_was_missed_and_what_follows(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, match_id = await world.ada_and_bo()
    known = await bo.news()

    async with bo.socket("/v1/me/events?after=1") as connection:
        stream = Stream(connection)
        greeting = [await stream.frame(), await stream.frame()]
        missed = [await stream.frame() for _ in known[1:]]
        await ada.act(match_id, {"type": "void", "reason": "Enough."})
        over = await stream.frame()

    assert [frame["type"] for frame in greeting] == ["hello", "own_subscribed"]
    assert greeting[1]["cursor"] == len(known)
    assert missed == known[1:]
    assert _told([over]) == [("match_over", "b")]


async def test_the_same_socket_follows_matches_and_takes_moves(world: World) -> None:
    _, bo, match_id = await world.ada_and_bo()
    cursor = len(await bo.events(match_id))

    async with bo.socket("/v1/me/events?after=3") as connection:
        stream = Stream(connection)
        frames = [await stream.frame(), await stream.frame()]
        await stream.send({"type": "subscribe", "match_id": match_id, "after": cursor})
        frames += [await stream.frame()]
        await stream.send({"type": "submit", "ref": "r", "match_id": match_id, "phase": 1, "move": FIVE})
        answers = {(await stream.frame())["type"], (await stream.frame())["type"]}

    assert [frame["type"] for frame in frames] == ["hello", "own_subscribed", "subscribed"]
    assert answers == {"event", "submitted"}


async def test_server_sent_events_resume_after_the_last_id(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    await world.duel(ada, bo)

    first = await bo.listen("/v1/me/events", 1)
    rest = await bo.listen("/v1/me/events", 2, last_id=first[0][0])

    assert [without_epoch(event_id) for event_id, _ in first + rest] == ["player:1", "player:2", "player:3"]
    assert rest[0][1]["facts"][0]["game"] == "wizards_duel"


async def test_an_id_of_a_match_is_refused(world: World) -> None:
    ada = await world.player("Ada")
    headers = {"Accept": "text/event-stream", "Last-Event-ID": "a:1"}

    reply = await ada.http.get("/v1/me/events", headers=headers)

    assert (reply.status_code, reply.json()["code"]) == (422, "malformed_cursor")


async def test_the_log_of_a_player_is_no_match(world: World) -> None:
    ada = await world.player("Ada")
    await ada.news()

    await ada.get(f"/v1/matches/{ada.player_id}.0", expect=404)


async def test_a_near_deadline_is_told_once_to_those_who_have_not_submitted(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 100})
    await ada.submit(match_id, 1, FIVE)

    await world.pass_time(89)
    early = len(await bo.news())
    await world.pass_time(2)
    near = (await bo.news())[early:]
    await world.pass_time(2)

    assert _told(near) == [("deadline_near", "b")]
    assert near[0]["facts"][0]["phase"] == 1
    assert _told(await bo.news())[-1:] == [("deadline_near", "b")]
    assert ("deadline_near", "a") not in _told(await ada.news())


async def test_a_deadline_that_moves_is_near_when_it_is_near(world: World) -> None:
    """While the match is paused no deadline is near; an extension moves the reminder; none follows the end."""
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 100})
    known = len(await bo.news())

    await ada.act(match_id, {"type": "pause"})
    await world.pass_time(1000)
    await ada.act(match_id, {"type": "resume"})
    await ada.act(match_id, {"type": "extend", "seconds": 36_000})
    await world.pass_time(95)
    before = _told((await bo.news())[known:])
    await world.pass_time(36_000)
    near = _told((await bo.news())[known:])

    moved = [("deadline_moved", "b"), ("awaited", "b"), *[("deadline_moved", "b")] * 2]
    assert before == moved
    assert near == [*moved, ("deadline_near", "b")]


async def test_a_deadline_that_moves_is_told_to_awaited_players(world: World) -> None:
    """With the new deadline, or none while the match is paused; also to those who have submitted."""
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 100})
    await bo.submit(match_id, 1, {"type": "cast", "spell": "3"})
    known, deadlines = len(await bo.news()), []

    for action in ({"type": "pause"}, {"type": "resume"}, {"type": "extend", "seconds": 60}):
        await ada.act(match_id, action)
        deadlines.append((await bo.get(f"/v1/matches/{match_id}")).get("closes_at"))
    await world.settle()
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await world.pass_time(161)
    *moved, opened = facts((await bo.news())[known:])

    assert [(fact["type"], fact["phase"], fact["closes_at"]) for fact in moved] == [
        ("deadline_moved", 1, closes_at) for closes_at in deadlines
    ]
    assert deadlines[0] is None
    assert deadlines[2] > deadlines[1]
    assert (opened["type"], opened["phase"]) == ("awaited", 2)


async def test_who_is_awaited_is_told_when_a_match_goes_on(world: World) -> None:
    """With the new deadline; not who has submitted."""
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 100})
    await ada.submit(match_id, 1, {"type": "cast", "spell": "3"})
    await ada.act(match_id, {"type": "pause"})
    await world.pass_time(50)
    known = len(await ada.news()), len(await bo.news())

    await ada.act(match_id, {"type": "resume"})
    await world.settle()

    told = [facts((await player.news())[after:]) for player, after in zip((ada, bo), known, strict=True)]
    closes_at = (await bo.get(f"/v1/matches/{match_id}"))["closes_at"]
    assert [[(fact["type"], fact["closes_at"]) for fact in each] for each in told] == [
        [("deadline_moved", closes_at)],
        [("awaited", closes_at), ("deadline_moved", closes_at)],
    ]


async def test_short_phases_have_no_reminder(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    await world.duel(ada, bo, options={"cast_seconds": 59})

    await world.pass_time(58)

    assert "deadline_near" not in {told for told, _ in _told(await bo.news())}


async def test_a_stream_ends_where_a_log_ends(world: World) -> None:
    """Nobody loads more than a thousand events at once: the reader resumes in the next log."""
    bo = await world.player("Bo")
    inboxes = world.app.state.server.streams.inboxes
    news = [encode(Seated("m", "wizards_duel", seat_id("a")))]
    for entry in range(1, EVENTS):
        await inboxes.append(bo.player_id, [Cause(HandedOn("m", entry, f"m{entry}"), news)])

    async with bo.socket(f"/v1/me/events?after={EVENTS - 2}") as connection:
        stream = Stream(connection)
        begun = [await stream.frame() for _ in range(3)]
        await inboxes.append(bo.player_id, [Cause(HandedOn("m", EVENTS, f"m{EVENTS}"), news)])
        last, first_close = await stream.frame(), await stream.closed()
    async with bo.socket(f"/v1/me/events?after={EVENTS}") as connection:
        stream = Stream(connection)
        resumed = [await stream.frame() for _ in range(2)]
        await inboxes.append(bo.player_id, [Cause(HandedOn("m", EVENTS + 1, f"m{EVENTS + 1}"), news)])
        next_one = await stream.frame()
    async with bo.socket(f"/v1/me/events?after={EVENTS - 1}") as connection:
        stream = Stream(connection)
        missed = [await stream.frame() for _ in range(3)]
        second_close = await stream.closed()
    sent = await bo.listen("/v1/me/events", 2, last_id=f"player:{EVENTS - 1}")

    assert [frame.get("cursor") for frame in begun] == [None, EVENTS - 1, EVENTS - 1]
    assert (last["cursor"], first_close) == (EVENTS, 1012)
    assert (resumed[1]["cursor"], next_one["cursor"]) == (EVENTS, EVENTS + 1)
    assert (missed[2]["cursor"], second_close) == (EVENTS, 1012)
    assert (without_epoch(sent[0][0]), sent[1][1]["code"]) == (f"player:{EVENTS}", 1012)
    assert [event["cursor"] for event in await bo.news(after=EVENTS - 1)] == [EVENTS, EVENTS + 1]
