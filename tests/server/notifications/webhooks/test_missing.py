"""`submission.missing` comes to the silent seat alone, at the chosen times before a deadline."""

from __future__ import annotations

from typing import Any

from tests.server.notifications.webhooks.target import Targets, hook, send
from tests.server.world import Client, World

Json = Any

FIVE = {"type": "cast", "spell": "5"}
WISH = {"types": ["submission.missing"], "missing_seconds": [60, 600]}
LONG = {"cast_seconds": 1000}


async def _pass(world: World, seconds: float) -> None:
    await send(world)
    await world.pass_time(seconds)
    await send(world)


async def _two(world: World, targets: Targets) -> tuple[Client, Client]:
    """Return two players with a webhook each."""
    players = await world.player("Ada"), await world.player("Bo")
    for player, name in zip(players, ("ada", "bo"), strict=True):
        await hook(player, targets.target(name), **WISH)
    return players


def _told(targets: Targets, name: str) -> list[tuple[int, int]]:
    """Return phase and seconds of what a target was told."""
    return [(said["data"]["phase"], said["data"]["seconds"]) for said in targets.target(name).said]


async def test_the_silent_seat_is_told_at_each_time(hooked: World, targets: Targets) -> None:
    ada, bo = await _two(hooked, targets)
    match_id = await hooked.duel(ada, bo, options=LONG)
    await send(hooked)
    await ada.submit(match_id, 1, FIVE)

    steps = []
    for seconds in (399, 2, 538, 2, 58):
        await _pass(hooked, seconds)
        steps.append(_told(targets, "bo"))

    assert steps == [[], [(1, 600)], [(1, 600)], [(1, 600), (1, 60)], [(1, 600), (1, 60)]]
    assert _told(targets, "ada") == []
    awaited = next(event for event in await bo.news() for fact in event["facts"] if fact["type"] == "awaited")
    (fact,) = (fact for fact in awaited["facts"] if fact["type"] == "awaited")
    assert targets.target("bo").said[0]["data"] == {
        "player_id": bo.player_id,
        "cursor": awaited["cursor"],
        **{name: value for name, value in fact.items() if name != "type"},
        "seconds": 600,
    }


async def test_times_follow_a_deadline_that_moves(hooked: World, targets: Targets) -> None:
    ada, bo = await _two(hooked, targets)
    match_id = await hooked.duel(ada, bo, options=LONG)
    await send(hooked)
    await ada.act(match_id, {"type": "extend", "seconds": 500})
    await _pass(hooked, 401)
    extended = _told(targets, "bo")
    await ada.act(match_id, {"type": "pause"})
    await _pass(hooked, 3600)
    paused = _told(targets, "bo")
    await ada.act(match_id, {"type": "resume"})
    await _pass(hooked, 501)

    assert (extended, paused, _told(targets, "bo")) == ([], [], [(1, 600)])


async def test_a_deadline_that_moves_at_the_last_moment_counts(hooked: World, targets: Targets) -> None:
    """The webhook has not heard of it yet, but the row of the match knows it."""
    ada, bo = await _two(hooked, targets)
    match_id = await hooked.duel(ada, bo, options=LONG)
    await send(hooked)
    await hooked.settle()
    hooked.clock.advance(401)
    followers = hooked.app.state.server.webhooks.followers
    hears, followers.note = followers.note, _deaf

    await ada.act(match_id, {"type": "extend", "seconds": 500})
    await hooked.settle()
    followers.note = hears
    await send(hooked)

    assert _told(targets, "bo") == []


async def test_nothing_is_missing_after_the_end(hooked: World, targets: Targets) -> None:
    ada, bo = await _two(hooked, targets)
    match_id = await hooked.duel(ada, bo, options=LONG)
    await send(hooked)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})

    await _pass(hooked, 999)

    assert _told(targets, "bo") == []


async def test_phases_shorter_than_a_time_have_no_such_message(hooked: World, targets: Targets) -> None:
    ada, bo = await _two(hooked, targets)
    await hooked.duel(ada, bo, options={"cast_seconds": 100})
    await send(hooked)

    await _pass(hooked, 41)

    assert _told(targets, "bo") == [(1, 60)]


async def test_who_is_replaced_is_told_nothing(hooked: World, targets: Targets) -> None:
    host, ada, bo, cy = [await hooked.player(name) for name in ("Host", "Ada", "Bo", "Cy")]
    for player, name in ((bo, "bo"), (cy, "cy")):
        await hook(player, targets.target(name), **WISH)
    match_id = await hooked.duel(host, ada, bo, options=LONG)
    await send(hooked)
    await hooked.replace(match_id, "b", host, cy)
    await hooked.settle()
    await send(hooked)

    await _pass(hooked, 401)

    assert (_told(targets, "bo"), _told(targets, "cy")) == ([], [(1, 600)])


async def _deaf(_: Json) -> None:
    """Hear nothing."""
