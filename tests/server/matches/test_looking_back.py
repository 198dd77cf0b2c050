"""After the end, where the log is open, everyone sees what each seat saw; and nothing that the log does not tell."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any


async def _view(client: Client, match_id: str, seat: str, expect: int = 200, **query: Json) -> Json:
    return await client.get(f"/v1/matches/{match_id}/view", expect, **{"as": seat, **query})


async def _round(world: World, match_id: str, ada: Client, bo: Client) -> None:
    number = (await ada.view(match_id))["phase"]["number"]
    for player, spell in ((ada, "5"), (bo, "3")):
        await player.submit(match_id, number, {"type": "cast", "spell": spell})
    await world.pass_time(61)


async def test_everyone_sees_every_moment_of_every_seat_as_the_seat_saw_it(world: World) -> None:
    host, ada, bo, match_id = await world.host_ada_and_bo(open_log=True)
    await _round(world, match_id, ada, bo)
    seen: dict[str, list[Json]] = {}
    for seat, player in (("a", ada), ("b", bo)):
        last = (await player.view(match_id))["cursor"]
        seen[seat] = [await player.view(match_id, at=cursor) for cursor in range(1, last + 1)]
    await host.act(match_id, {"type": "void", "reason": "Enough."})

    for client in (await world.player("Zoe"), world.nobody(), host):
        for seat, views in seen.items():
            shown = [await _view(client, match_id, seat, at=cursor) for cursor in range(1, len(views) + 1)]
            assert shown == views
            assert (await _view(client, match_id, seat))["status"] == "void"
    assert (await _view(ada, match_id, "b"))["viewer"] == "b"


async def test_private_messages_are_not_counted_for_others(world: World) -> None:
    """Cursors would show who received the messages whose number, but not whose members, the open log tells."""
    numbers = []
    for talks in (False, True):
        host, ada, bo, match_id = await world.host_ada_and_bo(open_log=True)
        if talks:
            await ada.say(match_id, "host:a", "Help!")
            await host.say(match_id, "host:a", "No.")
        await ada.say(match_id, "table", "Hail.")
        await _round(world, match_id, ada, bo)
        if talks:
            await ada.say(match_id, "host:a", "Really?")
        await host.act(match_id, {"type": "void", "reason": "Enough."})
        last = await _view(bo, match_id, "a")
        views = [await _view(bo, match_id, "a", at=cursor) for cursor in range(1, last["cursor"] + 1)]
        numbers.append([(view["cursor"], view["status"], view["submission"] is None, view["phase"]) for view in views])
        own = (await ada.view(match_id))["cursor"]
        assert own == last["cursor"] + 3 * talks
        assert (await _view(ada, match_id, "a"))["cursor"] == own
        assert (await _view(bo, match_id, "a", 409, at=last["cursor"] + 1))["code"] == "cursor_ahead"

    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("open_log", [False, True])
async def test_views_of_others_are_closed_before_the_end_and_for_good_if_the_log_is(
    world: World, open_log: bool
) -> None:
    host, ada, _, match_id = await world.host_ada_and_bo(open_log=open_log)
    zoe = await world.player("Zoe")

    codes = [(await _view(client, match_id, "b", 403))["code"] for client in (zoe, ada, host)]
    own = await _view(ada, match_id, "a")
    without_token = await _view(world.nobody(), match_id, "b", 401)
    unknown = await _view(zoe, match_id, "c", 403)
    await host.act(match_id, {"type": "void", "reason": "Enough."})

    assert codes == ["view_closed"] * 3
    assert (own["viewer"], without_token["code"], unknown["code"]) == ("a", "missing_token", "view_closed")
    if open_log:
        assert (await _view(zoe, match_id, "c", 404))["code"] == "unknown_seat"
    else:
        assert (await _view(zoe, match_id, "b", 403))["code"] == "view_closed"
        assert (await _view(world.nobody(), match_id, "b", 401))["code"] == "missing_token"
