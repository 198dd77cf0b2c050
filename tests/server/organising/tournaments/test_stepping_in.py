"""What directors and entrants do out of turn: the published code and nothing moved, or exactly what was asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.organising.tournaments.referee import TournamentReferee
from tests.server.organising.tournaments.directing import directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

FOUR = ("Ada", "Bo", "Cy", "Di")


def results(tables: list[Json]) -> list[Json]:
    return [table["result"] and (table["result"]["how"], table["result"]["points"]) for table in tables]


async def test_without_entrants_or_after_all_have_withdrawn_nothing_can_be_paired(world: World) -> None:
    one = await directed(world)
    await one.refused("no_pairing", 409, "pair")
    await one.refused("round_open", 409, "finish")
    for action in ("publish", "start_round", "end_round"):
        await one.refused("no_such_round", 409, action)
    ada = await world.player("Ada")
    bo = await world.player("Bo")
    for player in (ada, bo):
        await player.put(f"{one.path}/entrants/me", {})

    before = await one.log()
    twice = await ada.put(f"{one.path}/entrants/me", {}, 409)
    by_director = await one.director.put(f"{one.path}/entrants/{bo.player_id}", {}, 409)
    other = await ada.put(f"{one.path}/entrants/{bo.player_id}", {}, 403)
    same = await one.log() == before
    for player in (ada, bo):
        await player.delete(f"{one.path}/entrants/me")
    gone = await ada.delete(f"{one.path}/entrants/me", 409)

    assert [problem["code"] for problem in (twice, by_director, other, gone)] == [
        "already_entered",
        "already_entered",
        "directors_only",
        "not_entered",
    ]
    assert same
    await one.refused("no_pairing", 409, "pair")
    await one.refused("not_entered", 409, "replace_entrant", entrant="e1")
    await one.act("cancel")
    await one.refused("tournament_over", 409, "cancel")
    await one.refused("tournament_over", 409, "finish")
    await one.refused("not_open", 409, "pair")
    await one.require_genuine()


async def test_everyone_withdraws_during_a_round_and_it_is_still_finished(world: World) -> None:
    one = await directed(world, FOUR)
    tables = await one.start()
    await one.decide(tables[0]["match_id"])
    for player in one.entrants.values():
        await player.delete(f"{one.path}/entrants/me")
    await one.refused("round_open", 409, "finish")
    await one.decide(tables[1]["match_id"])

    await one.refused("no_pairing", 409, "pair")
    await one.act("finish")

    assert results((await one.round(1))["tables"]) == [("adjudicated", [2, 0])] * 2
    assert (await one.view())["status"] == "over"
    await one.require_genuine()


async def test_who_has_not_checked_in_is_in_no_round(world: World) -> None:
    """Also where the field is fixed in the first round, and where the pairing is published later."""
    all_terms: list[Json] = [{"system": "single_elimination"}, {}, {"schedule": {"review_seconds": 60}}]
    for terms in all_terms:
        one = await directed(world, FOUR, **terms)
        await one.act("check_in")
        for entrant in ("e1", "e3"):
            await one.entrants[entrant].put(f"{one.path}/check_in", {})
        await one.act("pair")
        if "schedule" in terms:
            await one.act("publish")

        late = await one.entrants["e2"].put(f"{one.path}/check_in", {}, 409)

        view = await one.view()
        assert late["code"] == "too_late"
        assert [sorted(table["entrants"]) for table in view["rounds"][0]["tables"]] == [["e1", "e3"]]
        assert [each["entrant"] for each in view["entrants"] if each["withdrawn"]] == ["e2", "e4"]
        await one.require_genuine()


async def test_a_director_who_does_not_play_hosts_the_matches(world: World) -> None:
    """One must be left who can. What those who play may do is in docs/access.md."""
    helper, host = await world.player("Helper"), await world.player("Host")
    named = [helper.player_id, host.player_id]
    one = await directed(world, FOUR[:2], schedule={"review_seconds": 60}, directors=named)
    for director in (one.director, helper):
        await director.put(f"{one.path}/entrants/me", {})
    nobody_besides = await host.put(f"{one.path}/entrants/me", {}, 403)
    one = replace(one, director=helper)
    await one.act("pair")

    assert (await one.view())["rounds"] == []
    await one.act("publish")
    await one.act("start_round")
    matches = [await host.get(f"/v1/matches/{table['match_id']}") for table in (await one.round(1))["tables"]]
    assert [match["status"] for match in matches] == ["running"] * 2
    assert [match["host"]["name"] for match in matches] == ["Host"] * 2
    assert nobody_besides["code"] == "director_plays"


async def test_a_director_who_plays_can_end_a_tournament_only_when_no_round_is_left(world: World) -> None:
    """Who is in front would end it at once."""
    helper = await world.player("Helper")
    one = await directed(world, FOUR[:2], rounds=2, directors=[helper.player_id])
    await helper.put(f"{one.path}/entrants/me", {})
    await one.start()
    await one.act("end_round")
    await one.refused("director_plays", 403, "finish", by=helper)
    await one.start(2)
    await one.act("end_round")

    await one.act("finish", by=helper)

    assert (await one.view())["status"] == "over"
    await one.require_genuine()


async def test_a_match_that_its_host_paused_does_not_go_on_because_an_earlier_round_was_resumed(world: World) -> None:
    one = await directed(world, FOUR)
    await one.start()
    for _ in range(2):
        await one.act("pause")
        await one.act("resume")
    await one.act("end_round")
    paused, other = await one.start(2)
    await one.director.act(paused["match_id"], {"type": "pause"})

    await one.act("extend", round=2, table=other["table"], seconds=5)

    assert [await one.status(table) for table in (paused, other)] == ["paused", "running"]


@pytest.mark.parametrize("by_player", [False, True])
async def test_nobody_forfeits_because_the_time_to_be_ready_passed_in_a_pause(world: World, by_player: bool) -> None:
    """It begins anew, also when the pause of a director who plays ends by itself, which takes longer than it."""
    helper = await world.player("Helper")
    one = await directed(world, FOUR[:1], absence={"ready_seconds": 60}, directors=[helper.player_id])
    await helper.put(f"{one.path}/entrants/me", {})
    (table,) = await one.start()
    await one.act("pause", by=helper if by_player else None)
    if by_player:
        await one.pass_time(600)
    else:
        world.clock.advance(600)
        await one.act("resume")
    for client in (helper, one.entrants["e1"]):
        await client.put(f"{one.path}/tables/1/ready", {})
    await world.settle()

    assert await one.status(table) == "running"
    await one.require_genuine()


async def test_a_pause_at_any_time_holds_what_there_is_and_loses_nothing(world: World) -> None:
    """Before the start of a round there is nothing to hold, and its matches are created all the same."""
    one = await directed(world, FOUR, schedule={"review_seconds": 60})
    await one.act("pair")
    await one.act("pause")
    onlooker = await world.player("Onlooker")
    unpublished = await one.view(onlooker)
    await one.refused("tournament_paused", 409, "publish")
    await one.refused("tournament_paused", 409, "pause")
    await one.refused("not_open", 409, "pair")
    await one.act("resume")
    await one.act("publish")
    await one.act("pause")
    await one.refused("tournament_paused", 409, "start_round")
    await one.act("resume")
    await one.act("start_round")

    tables = (await one.round(1))["tables"]
    created = [await one.status(table) for table in tables]
    await one.director.act(tables[1]["match_id"], {"type": "pause", "reason": "Tea."})
    await one.act("pause")
    held = [await one.status(table) for table in tables]
    await one.act("resume")

    assert unpublished["rounds"] == []
    assert (created, held) == (["running"] * 2, ["paused"] * 2)
    assert await one.status(tables[0]) == "running"
    await one.refused("not_open", 409, "resume")
    await one.require_genuine()


async def test_a_pause_by_a_director_who_plays_ends_by_itself_and_is_the_only_one_in_its_round(world: World) -> None:
    helper = await world.player("Helper")
    one = await directed(world, FOUR[:3], directors=[helper.player_id], system="round_robin", rounds=0)
    await helper.put(f"{one.path}/entrants/me", {})
    await one.act("pause", by=helper)
    await one.act("resume", by=helper)
    await one.refused("paused_before", 409, "pause", by=helper)
    tables = await one.start()
    await one.act("pause", by=helper, reason="The bell rings.")
    held = await one.view()
    await one.act("resume")
    await one.act("pause")
    endless = await one.view()
    await one.act("resume")
    await one.refused("paused_before", 409, "pause", by=helper)
    for table in tables:
        await one.decide(table["match_id"])
    tables = await one.start(2)
    await one.act("pause", by=helper)

    statuses = [[await one.status(table) for table in tables]]
    for seconds in (599, 2):
        await one.pass_time(seconds)
        statuses.append([await one.status(table) for table in tables])

    assert (held["status"], endless["status"], endless["paused_until"]) == ("paused", "paused", None)
    assert held["paused_until"] > held["server_now"]
    assert statuses == [["paused"] * 2, ["paused"] * 2, ["running"] * 2]
    view = await one.view()
    assert (view["status"], view["paused_until"]) == ("running", None)
    await one.require_genuine()


async def test_a_correction_during_a_round_changes_standings_and_no_pairing(world: World) -> None:
    one = await directed(world, FOUR)
    for table in await one.start():
        await one.decide(table["match_id"])
    second = await one.start(2)

    await one.act("correct_result", round=1, table=1, points=[0, 2], reason="Misread.")
    for points in ([2], [2, 2], [3, 0]):
        await one.refused("bad_result", 422, "correct_result", round=1, table=1, points=points)
    await one.refused("bad_result", 422, "correct_result", round=1, table=1, points=[2, 0], how="bye")
    await one.refused("unknown_table", 409, "correct_result", round=1, table=9, points=[2, 0])
    await one.refused("unknown_table", 409, "correct_result", round=3, table=1, points=[2, 0])

    standings = await one.director.get(f"{one.path}/standings")
    first = (await one.round(1))["tables"][0]["entrants"]
    scores = {row["entrant"]: row["points"] for row in standings["rows"]}
    assert [scores[entrant] for entrant in first] == [0, 2]
    assert [table["entrants"] for table in (await one.round(2))["tables"]] == [table["entrants"] for table in second]
    assert await one.status(second[0]) == "running"
    for table in second:
        await one.decide(table["match_id"])
    await one.start(3)
    await one.require_genuine()


async def test_a_bracket_is_corrected_until_the_next_match_has_begun_and_never_level(world: World) -> None:
    one = await directed(world, FOUR, system="single_elimination", rounds=0)
    tables = await one.start()
    await one.refused("not_open", 409, "excuse", entrant="e1")
    await one.refused("bad_result", 422, "correct_result", round=1, table=1, points=[1, 1])
    for table in tables:
        await one.decide(table["match_id"])

    await one.refused("bad_result", 422, "correct_result", round=1, table=1, points=[1, 1])
    await one.act("pair")
    await one.act("correct_result", round=1, table=1, points=[0, 2])
    await one.refused("no_such_round", 409, "start_round")
    final = await one.start(2)
    await one.refused("dependents_started", 409, "correct_result", round=1, table=1, points=[2, 0])

    assert sorted(final[0]["entrants"]) == sorted((tables[0]["entrants"][1], tables[1]["entrants"][0]))
    await one.decide(final[0]["match_id"])
    await one.act("pair")
    await one.refused("no_round_left", 409, "pair")
    await one.act("correct_result", round=2, table=1, points=[0, 2])
    await one.act("pair")
    await one.act("finish")
    assert (await one.view())["places"][0] == [1, final[0]["entrants"][1]]
    await one.require_genuine()


async def test_a_level_table_of_a_bracket_is_played_again_and_at_last_the_better_number_goes_on(world: World) -> None:
    one = await directed(world, FOUR[:2], system="single_elimination", rounds=0)
    (table,) = await one.start()
    played = []
    for rank in (1, None, 1, 1):
        played.append(table["match_id"])
        if rank is None:
            await one.director.act(table["match_id"], {"type": "void", "reason": "Lost."})
            await world.settle()
        else:
            await one.decide(table["match_id"], 1, 1)
        (table,) = (await one.round(1))["tables"]

    assert len(set(played)) == 4
    assert table["result"]["points"][table["entrants"].index("e1")] == 2
    assert table["result"]["how"] == "adjudicated"
    assert await world.app.state.server.tournaments._hosting._directory.owing("tournament", 10) == []
    await one.require_genuine()


async def test_who_withdraws_before_the_start_forfeits_and_who_is_late_starts_with_half_a_point(world: World) -> None:
    one = await directed(world, (*FOUR, "Ed"), late="half_bye")
    await one.act("pair")
    pairs = [table["entrants"] for table in (await one.round(1))["tables"]]
    await one.entrants[pairs[0][1]].delete(f"{one.path}/entrants/me")
    await one.act("start_round")

    tables = (await one.round(1))["tables"]
    late = await world.player("Flo")
    await one.director.put(f"{one.path}/entrants/{late.player_id}", {})
    await one.act("excuse", entrant=pairs[1][0], bye="half_bye")
    await one.refused("already_excused", 409, "excuse", entrant=pairs[1][0])
    await one.act("forfeit", round=1, table=2, entrants=[pairs[1][0]])
    await one.start(2)

    assert results(tables) == [("forfeit", [2, 0]), None, ("bye", [2])]
    assert (tables[0]["match_id"], await one.status(tables[1])) == (None, "void")
    seated = [(table["entrants"], table["result"]) for table in (await one.round(2))["tables"]]
    assert ([pairs[1][0]], {"how": "half_bye", "points": [1]}) in seated
    assert pairs[0][1] not in [entrant for entrants, _ in seated for entrant in entrants]
    assert "e6" in [entrant for entrants, _ in seated for entrant in entrants]
    standings = await one.director.get(f"{one.path}/standings")
    assert {row["entrant"]: row["points"] for row in standings["rows"]}["e6"] == 1
    await one.require_genuine()


async def test_tables_are_forfeited_voided_and_ended_and_their_matches_called_off(world: World) -> None:
    one = await directed(world, (*FOUR, "Ed", "Flo"))
    tables = await one.start()

    await one.act("forfeit", round=1, table=1, entrants=tables[0]["entrants"], reason="Both left.")
    await one.refused("bad_result", 422, "forfeit", round=1, table=2, entrants=tables[0]["entrants"][:1])
    await one.act("void_table", round=1, table=2)
    await one.refused("too_late", 409, "void_table", round=1, table=2)
    await one.act("end_round")

    assert results((await one.round(1))["tables"]) == [("double_forfeit", [0, 0])] * 3
    assert [await one.status(table) for table in tables] == ["void"] * 3
    await one.act("replace_entrant", entrant="e1")
    await one.act("disqualify", entrant="e2")
    again = await one.start(2)
    await one.act("cancel")
    assert [await one.status(table) for table in again if table["match_id"]] == ["void"] * 2
    assert (await one.view())["status"] == "cancelled"
    await one.require_genuine()


async def test_a_table_that_waits_for_who_has_withdrawn_is_forfeited_in_time(world: World) -> None:
    one = await directed(world, FOUR[:2], absence={"ready_seconds": 60})
    (table,) = await one.start()
    await one.entrants["e1"].put(f"{one.path}/tables/1/ready", {})
    await one.entrants["e2"].delete(f"{one.path}/entrants/me")

    await one.pass_time(61)

    expected = [2, 0] if table["entrants"][0] == "e1" else [0, 2]
    assert results((await one.round(1))["tables"]) == [("forfeit", expected)]
    await one.require_genuine()


async def test_when_all_have_met_the_director_ends_it_or_lets_them_meet_again_once(world: World) -> None:
    one = await directed(world, FOUR[:2], schedule={"start": "when_done"})
    await one.act("pair")
    (table,) = (await one.round(1))["tables"]
    await one.decide(table["match_id"])

    await one.refused("no_pairing", 409, "pair")
    sent = [{"entrants": ["e2", "e1"]}]
    await one.refused("bad_pairing", 422, "set_pairings", tables=sent)
    await one.refused("bad_pairing", 422, "set_pairings", tables=sent, force=True)
    await one.act("pair", allow_repeats=True)
    (again,) = (await one.round(2))["tables"]
    await one.decide(again["match_id"])
    await one.act("set_pairings", tables=sent, force=True, reason="A decider.")

    rounds = (await one.view())["rounds"]
    assert [round_["status"] for round_ in rounds] == ["done", "done", "started"]
    assert rounds[2]["tables"][0]["entrants"] == ["e2", "e1"]
    await one.require_genuine()


async def test_a_winner_who_withdraws_forfeits_the_next_table_of_a_bracket(world: World) -> None:
    """Numbers stay those of the first round, so also those of entrants who have withdrawn."""
    one = await directed(world, (*FOUR, "Ed"), system="double_elimination", rounds=0)
    for table in await one.start():
        if table["match_id"]:
            await one.decide(table["match_id"])
    winner = (await one.round(1))["tables"][1]["entrants"][0]
    await one.entrants[winner].delete(f"{one.path}/entrants/me")

    tables = await one.start(2)

    (at,) = (table for table in tables if winner in table["entrants"])
    assert (at["result"]["how"], at["result"]["points"][at["entrants"].index(winner)]) == ("forfeit", 0)
    numbers: dict[str, int] = {}
    for round_ in (await one.view())["rounds"]:
        for table in round_["tables"]:
            numbers |= dict(zip(table["entrants"], table["reason"]["numbers"], strict=True))
    assert numbers == {f"e{number}": number for number in range(1, 6)}
    await one.require_genuine()


async def test_a_bracket_that_is_over_has_no_further_round(world: World) -> None:
    """This entry pairs nothing, so the log has no draws of it."""
    one = await directed(world, FOUR[:2], system="single_elimination", rounds=0, schedule={"start": "when_done"})
    await one.act("pair")
    await one.decide((await one.round(1))["tables"][0]["match_id"])

    await one.refused("no_round_left", 409, "pair")
    await one.require_genuine()


class Behind:
    """The matches as another process knows them: without the last entry, until it reads their logs."""

    def __init__(self, known: MatchRepository) -> None:
        self._known = known

    async def get(self, match_id: str) -> Match:
        live = await self._known.get(match_id)
        return Match(list(live.entries)[:-1], live.seed)

    async def refresh(self, match: Match) -> None:
        for entry in list((await self._known.get(match.log_id)).entries)[len(match.entries) :]:
            match.apply(entry)


async def test_a_process_that_has_not_heard_the_end_of_a_match_takes_its_outcome_all_the_same(own_world: World) -> None:
    """It took an unfinished match for a void one, and had the table played again."""
    one = await directed(own_world, FOUR[:2])
    (table,) = await one.start()
    referee: TournamentReferee = own_world.app.state.server.tournament_logs.referee
    await referee.close()
    await one.decide(table["match_id"])
    matches = cast("MatchRepository", Behind(referee._matches))
    used = (referee._directory, referee._hosting, referee._players, referee._pairer)
    other = TournamentReferee(referee._events, matches, *used, own_world.clock, referee._activity)

    await other.sweep()

    (after,) = (await one.round(1))["tables"]
    assert (after["match_id"], results([after])) == (table["match_id"], [("adjudicated", [2, 0])])
