"""Views and submissions."""

from __future__ import annotations

import asyncio

import pytest

from server.cli.logs.logfile import read_logs
from server.logs.store.entry import receipt_of
from tests.server.world import World, facts, types

pytestmark = pytest.mark.one_server

FIVE = {"type": "cast", "spell": "5"}
SIX = {"type": "cast", "spell": "6"}


async def test_a_submission_replaces_the_one_before_until_the_phase_closes(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()

    first = await ada.submit(match_id, 1, FIVE)
    second = await ada.submit(match_id, 1, SIX)
    await world.pass_time(61)
    late = await ada.submit(match_id, 1, FIVE, expect=409)

    assert first["receipt"] != second["receipt"]
    assert late["code"] == "phase_closed"
    (played,) = (await bo.view(match_id))["view"]["rounds"]
    assert played["spells"]["a"] == "6"


async def test_the_same_submission_again_gets_the_same_receipt(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()

    first = await ada.submit(match_id, 1, FIVE)
    again = await ada.submit(match_id, 1, FIVE)

    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["receipt"] == again["receipt"]
    assert types(await ada.events(match_id)).count("submitted") == 1


async def test_a_repeat_gets_its_receipt_though_the_phase_was_closed_by_the_first_try(world_on_either: World) -> None:
    """A client that lost the reply cannot know that its submission closed the phase."""
    ada, bo, match_id = await world_on_either.ada_and_bo(pace="eager")
    await bo.submit(match_id, 1, SIX)
    first = await ada.submit(match_id, 1, FIVE)
    await world_on_either.settle()

    again = await ada.submit(match_id, 1, FIVE)
    other = await ada.submit(match_id, 1, SIX, expect=409)
    await ada.submit(match_id, 2, SIX)
    await bo.submit(match_id, 2, FIVE)
    await world_on_either.settle()
    long_after = await ada.submit(match_id, 1, FIVE, expect=409)

    assert again == {**first, "repeated": True}
    assert (other["code"], long_after["code"]) == ("phase_closed", "phase_closed")
    assert types(await ada.events(match_id)).count("submitted") == 2


async def test_a_repeat_of_the_last_move_of_a_match_gets_its_receipt(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(options={"wins_needed": 1}, pace="eager")
    phase, replies = 0, []
    while (view := await ada.view(match_id))["status"] == "running":
        phase = view["phase"]["number"]
        spells = [(await one.view(match_id))["prompt"]["properties"]["spell"]["oneOf"] for one in (ada, bo)]
        await ada.submit(match_id, phase, {"type": "cast", "spell": spells[0][0]["const"]})
        last = {"type": "cast", "spell": spells[1][-1]["const"]}
        replies.append((last, await bo.submit(match_id, phase, last)))
        await world.settle()

    last, first = replies[-1]
    assert await bo.submit(match_id, phase, last) == {**first, "repeated": True}


async def test_many_submissions_of_one_seat_at_once_leave_one_standing(world_on_either: World) -> None:
    world = world_on_either
    ada, _, match_id = await world.ada_and_bo()
    moves = [{"type": "cast", "spell": str(1 + n % 8)} for n in range(24)]

    receipts = await asyncio.gather(*(ada.submit(match_id, 1, move) for move in moves))

    standing = (await ada.view(match_id))["submission"]
    assert standing["move"] in moves
    assert types(await ada.events(match_id)).count("submitted") == sum(not receipt["repeated"] for receipt in receipts)


async def test_a_submission_after_the_deadline_is_refused_while_the_timer_sleeps(world: World) -> None:
    """
    The clock decides whether a deadline has passed, not the scheduler.
    """
    ada, _, match_id = await world.ada_and_bo()
    world.clock.advance(61)

    late = await ada.submit(match_id, 1, FIVE, expect=409)

    assert late["code"] == "phase_closed"
    assert (await ada.view(match_id))["submission"] is None


async def test_a_pending_submission_shows_to_its_seat_alone(world: World) -> None:
    """
    Neither the move nor its existence: section 8, first row on submissions.
    """
    ada, bo, match_id = await world.ada_and_bo()
    zoe = await world.player("Zoe")
    before = [await client.view(match_id) for client in (bo, zoe)]

    await ada.submit(match_id, 1, FIVE)

    assert [await client.view(match_id) for client in (bo, zoe)] == before
    assert (await ada.view(match_id))["submission"] == {"phase": 1, "move": FIVE, "keep_thinking": False}


async def test_everyone_sees_who_has_submitted_where_the_match_tells(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(show_submitted=True)

    await ada.submit(match_id, 1, FIVE)
    await ada.submit(match_id, 1, SIX)

    view = await bo.view(match_id)
    assert (view["submitted"], view["submission"]) == (["a"], None)
    assert types(await bo.events(match_id)).count("seat_submitted") == 1


async def test_an_eager_match_closes_once_all_have_submitted_and_nobody_keeps_thinking(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(pace="eager")

    await ada.submit(match_id, 1, FIVE, keep_thinking=True)
    await bo.submit(match_id, 1, SIX)
    await world.settle()
    thinking = await ada.view(match_id)
    await ada.submit(match_id, 1, FIVE)
    await world.settle()

    assert thinking["phase"]["number"] == 1
    assert (await ada.view(match_id))["phase"]["number"] == 2


async def test_a_deadline_match_keeps_a_phase_open_for_its_whole_time(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, FIVE)
    await bo.submit(match_id, 1, SIX)

    await world.pass_time(59)
    waiting = await ada.view(match_id)
    await world.pass_time(1)

    assert waiting["phase"]["number"] == 1
    assert (await ada.view(match_id))["phase"]["number"] == 2


async def test_a_silent_match_reaches_its_outcome_by_deadlines_alone(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo(variant="puzzler")

    for _ in range(5):
        await world.pass_time(200)

    assert (await ada.view(match_id))["status"] == "over"


async def test_a_view_at_an_earlier_cursor_is_the_view_as_it_was(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(pace="eager")
    seen = {}
    for number, (mine, his) in enumerate([("5", "1"), ("1", "2"), ("3", "4")], start=1):
        view = await ada.view(match_id)
        seen[view["cursor"]] = view
        await ada.submit(match_id, number, {"type": "cast", "spell": mine})
        await bo.submit(match_id, number, {"type": "cast", "spell": his})
        await world.settle()

    assert len(seen) == 3
    for cursor, view in seen.items():
        assert await ada.view(match_id, at=cursor) == view


async def test_an_etag_is_for_one_viewer(world: World) -> None:
    """
    A viewer who changes seats and has seen the same number of events does not get `304 Not Modified`.
    """
    ada, bo, zoe = [await world.player(name) for name in ("Ada", "Bo", "Zoe")]
    path = f"/v1/matches/{await world.duel(ada, bo)}/view"
    seats = await bo.http.get(path)
    spectators = await zoe.http.get(path)

    assert seats.json()["viewer"] != spectators.json()["viewer"]
    assert seats.headers["ETag"] != spectators.headers["ETag"]
    changed = await bo.http.get(path, headers={"If-None-Match": spectators.headers["ETag"]})
    assert changed.status_code == 200


async def test_an_etag_changes_exactly_when_the_caller_is_told_something(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    path = f"/v1/matches/{match_id}/view"
    tag = (await bo.http.get(path)).headers["ETag"]

    await ada.submit(match_id, 1, FIVE)
    unchanged = await bo.http.get(path, headers={"If-None-Match": tag})
    await bo.submit(match_id, 1, SIX)
    changed = await bo.http.get(path, headers={"If-None-Match": tag})

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


async def test_receipts_and_heads_are_in_the_log_once_it_is_open(world: World) -> None:
    host, ada, bo, match_id = await world.host_ada_and_bo(pace="eager")
    receipts = [
        (await ada.submit(match_id, 1, FIVE))["receipt"],
        (await bo.submit(match_id, 1, SIX))["receipt"],
    ]
    await world.settle()
    await host.act(match_id, {"type": "void", "reason": "Enough."})

    log = read_logs((await ada.http.get(f"/v1/matches/{match_id}/log")).text.splitlines())[match_id]
    head = next(f["head"] for e in await bo.events(match_id) for f in e["facts"] if f["type"] == "phase_closed")

    assert [receipt_of(entry) for entry in log if entry.kind == "submitted"] == receipts
    assert head in [entry.hash for entry in log]


async def test_a_receipt_does_not_show_the_last_to_submit_that_it_was_last(world: World) -> None:
    """Everyone is told the head then, which is the hash of that entry."""
    ada, _, match_id = await world.ada_and_bo()
    receipt = (await ada.submit(match_id, 1, FIVE))["receipt"]
    await world.pass_time(100_000)

    assert [fact["head"] for fact in facts(await ada.events(match_id)) if fact["type"] == "phase_closed"] != [receipt]
