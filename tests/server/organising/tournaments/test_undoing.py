"""Directors take steps back on which nobody has acted, have tables played again, and correct what is provisional."""

from __future__ import annotations

from typing import Any

import pytest

from server.organising.tournaments.referee import TournamentReferee
from tests.server.events import killed
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

TWO = ("Ada", "Bo")
FOUR = ("Ada", "Bo", "Cy", "Di")
REVIEWED: Json = {"schedule": {"review_seconds": 60}}


async def _points(one: Directed) -> dict[str, int]:
    rows = (await one.director.get(f"{one.path}/standings"))["rows"]
    return {row["entrant"]: row["points"] for row in rows}


async def _ratings(player: Client) -> Json:
    """Return the ratings of a player after everything that is owed is taken."""
    await player.world.app.state.server.rater.sweep()
    return (await player.get("/v1/players/me/ratings"))["ratings"]


async def test_a_published_pairing_is_taken_back_and_another_one_is_published(world: World) -> None:
    one = await directed(world, FOUR, **REVIEWED)
    await one.act("pair")
    await one.act("publish")
    first = (await one.round(1))["tables"]

    await one.act("undo", action="publish", reason="Di is ill.")

    assert (await one.round(1))["status"] == "paired"
    assert (await one.view())["status"] == "open"
    await one.director.delete(f"{one.path}/entrants/{one.entrants['e4'].player_id}")
    await one.act("pair")
    await one.act("publish")
    again = (await one.round(1))["tables"]
    assert [table["entrants"] for table in again] != [table["entrants"] for table in first]
    told = await one.told("publication_undone", "pairings_replaced", by=one.entrants["e1"])
    director = (await one.view())["settings"]["maker"]
    assert told == [
        {"type": "publication_undone", "round": 1},
        {"type": "pairings_replaced", "round": 1, "count": 1, "by": [director]},
    ]
    await one.act("start_round")
    await one.require_genuine_to_both()


async def test_pairings_that_were_replaced_are_told_once(world: World) -> None:
    one = await directed(world, FOUR, **REVIEWED)
    await one.act("pair")
    await one.act("pair")
    await one.act("publish")
    await one.act("undo", action="publish")
    await one.act("publish")

    assert [fact["count"] for fact in await one.told("pairings_replaced")] == [1]
    await one.require_genuine_to_both()


async def test_a_published_pairing_that_is_taken_back_waits_for_a_director(world: World) -> None:
    one = await directed(world, FOUR, schedule={"start": "when_done", "review_seconds": 60})
    await one.act("pair")
    await one.act("publish")
    await world.settle()
    await one.act("undo", action="start_round")
    await one.act("undo", action="publish")

    await one.pass_time(600)

    assert (await one.round(1))["status"] == "paired"
    await one.act("pair")
    await one.act("publish")
    await world.settle()
    tables = (await one.round(1))["tables"]
    assert [await one.status(table) for table in tables] == ["running"] * 2
    await one.require_genuine_to_both()


async def test_who_was_withdrawn_by_a_publication_is_in_again_when_it_is_taken_back(world: World) -> None:
    one = await directed(world, FOUR, **REVIEWED)
    await one.act("check_in")
    for entrant in ("e1", "e3"):
        await one.entrants[entrant].put(f"{one.path}/check_in", {})
    await one.act("pair")
    await one.act("publish")

    await one.act("undo", action="publish")

    view = await one.view()
    assert view["status"] == "open"
    assert [each["entrant"] for each in view["entrants"] if each["withdrawn"]] == []
    await one.act("pair")
    await one.act("publish")
    assert len((await one.round(1))["tables"]) == 2
    await one.require_genuine_to_both()


async def test_a_publication_stands_once_somebody_has_entered_after_it(world: World) -> None:
    one = await directed(world, FOUR)
    await one.act("pair")
    late = await world.player("Ed")
    await late.put(f"{one.path}/entrants/me", {})

    await one.refused("acted_on", 409, "undo", action="publish")

    await one.refused("no_such_round", 409, "undo", action="start_round")


async def test_a_start_is_taken_back_and_the_round_is_started_again_with_new_matches(world: World) -> None:
    one = await directed(world, FOUR, schedule={"start": "when_done"})
    await one.act("pair")
    await world.settle()
    first = (await one.round(1))["tables"]

    await one.act("undo", action="start_round", reason="Too early.")
    await world.settle()

    waiting = await one.round(1)
    assert waiting["status"] == "published"
    assert [(table["match_id"], table["status"]) for table in waiting["tables"]] == [(None, "waiting")] * 2
    assert [await one.status(table) for table in first] == ["void"] * 2
    await one.pass_time(600)  # only a director starts it again
    assert (await one.round(1))["status"] == "published"

    await one.act("start_round")
    await world.settle()

    again = (await one.round(1))["tables"]
    assert [await one.status(table) for table in again] == ["running"] * 2
    assert {table["match_id"] for table in again}.isdisjoint(table["match_id"] for table in first)
    for table in again:
        await one.decide(table["match_id"])
    assert (await one.round(1))["status"] == "done"
    await one.require_genuine_to_both()


async def test_matches_of_a_start_that_was_taken_back_end_though_a_process_was_killed(
    own_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await directed(own_world, FOUR)
    tables = await one.start()
    await own_world.settle()
    with monkeypatch.context() as patch:
        patch.setattr(TournamentReferee, "_call_off", killed)
        await one.act("undo", action="start_round")
        await own_world.settle()
        running = [await one.status(table) for table in tables]

    await one.pass_time(60)

    assert running == ["running"] * 2
    assert [await one.status(table) for table in tables] == ["void"] * 2


async def test_a_start_stands_once_somebody_has_acted(world: World) -> None:
    one = await directed(world, FOUR)
    tables = await one.start()
    await world.settle()
    match, seat = tables[0]["match_id"], one.entrants[tables[0]["entrants"][0]]
    await seat.put(f"/v1/matches/{match}/submission", {"phase": 1, "move": {"type": "cast", "spell": "1"}})

    await one.refused("acted_on", 409, "undo", action="start_round")

    assert await one.status(tables[0]) == "running"


async def test_what_is_said_in_secret_is_not_told_by_a_start_that_can_be_taken_back(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    (table,) = await one.start()
    await world.settle()
    await one.entrants[table["entrants"][0]].say(table["match_id"], "host:a", "May I?")

    await one.act("undo", action="start_round")

    assert (await one.round(1))["status"] == "published"


async def test_a_start_stands_once_somebody_is_ready(world: World) -> None:
    one = await directed(world, FOUR, absence={"ready_seconds": 60})
    tables = await one.start()
    await world.settle()
    seat = one.entrants[tables[0]["entrants"][0]]
    await seat.put(f"{one.path}/tables/1/ready", {})

    await one.refused("acted_on", 409, "undo", action="start_round")


async def test_a_running_table_is_played_again_in_another_match(world: World) -> None:
    one = await directed(world, FOUR)
    first, other = await one.start()

    await one.act("replay_table", round=1, table=1, reason="The lights went out.")
    await world.settle()

    again = (await one.round(1))["tables"][0]
    assert await one.status(first) == "void"
    assert await one.status(again) == "running"
    assert again["result"] is None
    for table in (again, other):
        await one.decide(table["match_id"])
    assert (await one.round(1))["status"] == "done"
    await one.require_genuine_to_both()


async def test_a_table_of_a_round_that_is_done_is_played_again_and_its_result_does_not_count(world: World) -> None:
    one = await directed(world, FOUR, schedule={"review_seconds": 60})
    await one.act("pair")
    await one.act("publish")
    await one.act("start_round")
    for table in (await one.round(1))["tables"]:
        await one.decide(table["match_id"])
    await one.act("pair")  # a pairing that nobody knows yet is discarded
    before = await _points(one)

    await one.act("replay_table", round=1, table=1, reason="A wrong setting.")
    await world.settle()

    view = await one.view()
    assert [each["status"] for each in view["rounds"]] == ["started"]
    again = view["rounds"][0]["tables"][0]
    assert again["result"] is None
    await one.decide(again["match_id"], a=2, b=1)
    after = await _points(one)
    winner, loser = again["entrants"][1], again["entrants"][0]
    assert (before[loser], before[winner]) == (after[winner], after[loser]) == (2, 0)
    await one.act("pair")
    await one.act("publish")
    assert (await one.round(2))["status"] == "published"
    await one.require_genuine_to_both()


async def test_only_a_table_of_the_last_round_with_its_entrants_is_played_again(world: World) -> None:
    one = await directed(world, (*FOUR, "Ed"))
    tables = await one.start()
    bye = next(table["table"] for table in tables if len(table["entrants"]) == 1)
    await one.refused("bad_result", 422, "replay_table", round=1, table=bye)
    await one.refused("unknown_table", 409, "replay_table", round=1, table=9)
    await one.refused("unknown_table", 409, "replay_table", round=2, table=1)
    for table in tables:
        if table["match_id"]:
            await one.decide(table["match_id"])
    gone = tables[0]["entrants"][0]
    await one.entrants[gone].delete(f"{one.path}/entrants/me")
    await one.refused("bad_result", 422, "replay_table", round=1, table=1)
    await one.act("pair")

    await one.refused("dependents_started", 409, "replay_table", round=1, table=2)


async def test_a_director_who_plays_takes_nothing_back(world: World) -> None:
    host = await world.player("Host")
    one = await directed(world, ("Bo", "Cy", "Di"), directors=[host.player_id])
    await one.director.put(f"{one.path}/entrants/me", {})
    tables = await one.start()

    for action in (
        {"type": "undo", "action": "start_round"},
        {"type": "replay_table", "round": 1, "table": tables[0]["table"]},
        {"type": "reopen"},
    ):
        refused = await one.director.post(f"{one.path}/actions", action, 403)
        assert refused["code"] == "director_plays"


async def test_results_are_provisional_for_a_time_then_the_tournament_is_over_with_what_was_corrected(
    world: World,
) -> None:
    one = await directed(world, TWO, rounds=1, corrections_seconds=3600)
    (table,) = await one.start()
    await one.decide(table["match_id"])
    await one.act("finish")

    view = await one.view()
    assert (view["status"], view["places"]) == ("provisional", [])
    assert view["provisional_until"] is not None
    await one.refused("not_open", 409, "finish")
    await one.refused("not_open", 409, "pair")
    await one.refused("not_open", 409, "pause")
    await one.refused("too_late", 409, "edit", corrections_seconds=60, reason="Hurry.")
    await one.act("correct_result", round=1, table=1, points=[0, 2], reason="Read wrongly.")
    await one.pass_time(3599)
    assert (await one.view())["status"] == "provisional"
    await one.pass_time(1)

    view = await one.view()
    assert (view["status"], view["provisional_until"]) == ("over", None)
    assert view["places"] == [[1, table["entrants"][1]], [2, table["entrants"][0]]]
    await one.require_genuine_to_both()


async def test_ratings_follow_only_when_results_stand(world: World) -> None:
    one = await directed(world, TWO, rounds=1, corrections_seconds=60)
    (table,) = await one.start()
    await one.decide(table["match_id"])
    await one.act("finish")
    first = one.entrants[table["entrants"][0]]
    assert await _ratings(first) == []

    await one.act("correct_result", round=1, table=1, points=[0, 2], reason="Read wrongly.")
    await one.pass_time(60)

    [worse], [better] = [await _ratings(one.entrants[entrant]) for entrant in table["entrants"]]
    assert better["mean"] > worse["mean"]


async def test_a_provisional_tournament_is_reopened_and_plays_on(world: World) -> None:
    one = await directed(world, TWO, rounds=1, corrections_seconds=3600)
    (table,) = await one.start()
    await one.decide(table["match_id"])
    await one.refused("not_open", 409, "reopen")
    await one.act("finish")

    await one.act("reopen", reason="A protest.")
    await one.pass_time(7200)

    assert (await one.view())["status"] == "running"
    await one.act("replay_table", round=1, table=1)
    await world.settle()
    await one.decide((await one.round(1))["tables"][0]["match_id"], a=2, b=1)
    await one.act("finish")
    await one.pass_time(3600)
    view = await one.view()
    assert view["places"] == [[1, table["entrants"][1]], [2, table["entrants"][0]]]
    told = [fact["type"] for fact in await one.told("results_provisional", "tournament_reopened", "tournament_over")]
    assert told == ["results_provisional", "tournament_reopened", "results_provisional", "tournament_over"]
    await one.require_genuine_to_both()


async def test_what_is_cancelled_while_results_are_provisional_stays_cancelled(world: World) -> None:
    one = await directed(world, TWO, rounds=1, corrections_seconds=60)
    (table,) = await one.start()
    await one.decide(table["match_id"])
    await one.act("finish")
    await one.act("cancel", reason="The hall was locked.")

    await one.pass_time(3600)

    view = await one.view()
    assert (view["status"], view["provisional_until"], view["places"]) == ("cancelled", None, [])
    await one.require_genuine_to_both()


async def test_how_long_results_can_be_corrected_is_a_setting_that_changes(world: World) -> None:
    one = await directed(world, TWO, rounds=1)
    await one.act("edit", corrections_seconds=60, reason="People asked for it.")
    assert (await one.view())["settings"]["corrections_seconds"] == 60
    await one.act("edit", corrections_seconds=0, reason="No more.")
    assert "corrections_seconds" not in (await one.view())["settings"]
    (table,) = await one.start()
    await one.decide(table["match_id"])

    await one.act("finish")

    assert (await one.view())["status"] == "over"
    await one.require_genuine_to_both()
