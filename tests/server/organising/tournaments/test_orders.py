"""What directors order about the phases of matches is carried out in each match once, or refused and nothing moved."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from server.organising.tournaments.facts import ExtensionOrdered
from server.organising.tournaments.referee import TournamentReferee
from tests.secrecy.verifiers.both_verifiers import File
from tests.secrecy.verifiers.both_verifiers import second as by_second_verifier
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World, facts

pytestmark = pytest.mark.one_server

Json = Any

FOUR = ("Ada", "Bo", "Cy", "Di")
ALL_MEET: Json = {"system": "round_robin", "rounds": 0}


async def closes_at(one: Directed, table: Json) -> datetime:
    return datetime.fromisoformat((await one.director.view(table["match_id"]))["closes_at"])


async def test_directors_give_a_table_or_the_round_more_time_but_not_one_who_plays(world: World) -> None:
    helper, host = await world.player("Helper"), await world.player("Host")
    one = await directed(world, FOUR[:3], **ALL_MEET, directors=[helper.player_id, host.player_id])
    await helper.put(f"{one.path}/entrants/me", {})
    first, second = await one.start()
    begun = [await closes_at(one, table) for table in (first, second)]

    await one.act("extend", round=1, table=1, seconds=60, reason="A late bus.")
    await one.refused("director_plays", 403, "extend", by=helper, round=1, table=1, seconds=30)
    await one.act("extend", by=host, round=1, seconds=30)

    gained = [await closes_at(one, table) - at for table, at in zip((first, second), begun, strict=True)]
    assert gained == [timedelta(seconds=90), timedelta(seconds=30)]
    told = facts((await one.entrants["e3"].get(f"{one.path}/events"))["events"])
    orders = [fact for fact in told if fact["type"] == "extension_ordered"]
    assert [(fact["tables"], fact["seconds"]) for fact in orders] == [([1], 60), ([1, 2], 30)]
    deadlines = [fact for fact in facts(await one.director.events(first["match_id"])) if "order" in fact]
    assert [fact["order"] for fact in deadlines] == [order["order"] for order in orders]
    await one.require_genuine()
    opinions = by_second_verifier([File((await one.log(f"/v1/matches/{first['match_id']}")).encode())])
    assert [opinion.code for opinion in opinions] == [0]


async def test_an_order_is_carried_out_once_though_a_killed_process_did_not_note_so(world: World) -> None:
    one = await directed(world, FOUR[:2], **ALL_MEET)
    (table,) = await one.start()
    await one.act("extend", round=1, seconds=60)
    referee: TournamentReferee = world.app.state.server.tournament_logs.referee
    live = await referee._events.get(one.id)
    order = ExtensionOrdered(round=1, tables=(1,), seconds=60, order=2)
    unnoted = replace(live.state.course.rounds[0], carried_out=1, stepping_in=(order,))
    known = await one.log(f"/v1/matches/{table['match_id']}")

    await referee._carry_out(live, unnoted)

    assert known.count('"order":2') == 1
    assert await one.log(f"/v1/matches/{table['match_id']}") == known


async def test_a_match_that_takes_no_more_time_stays_as_it_is(world: World) -> None:
    one = await directed(world, FOUR, **ALL_MEET)
    paused, running = await one.start()
    await one.director.act(paused["match_id"], {"type": "pause", "reason": "Tea."})

    await one.act("extend", round=1, seconds=60)
    await one.director.act(paused["match_id"], {"type": "resume"})
    await one.refused("unknown_table", 409, "extend", round=1, table=9, seconds=60)
    await one.refused("no_such_round", 409, "extend", round=2, seconds=60)
    await one.decide(running["match_id"])
    await one.refused("too_late", 409, "extend", round=1, table=running["table"], seconds=60)
    await one.act("pause")
    await one.refused("tournament_paused", 409, "extend", round=1, seconds=60)

    extended = [fact for fact in facts(await one.director.events(paused["match_id"])) if "order" in fact]
    assert extended == []
    await one.require_genuine()


async def test_a_director_closes_a_phase_by_its_number_and_no_other_one(world: World) -> None:
    one = await directed(world, FOUR[:2], **ALL_MEET)
    (table,) = await one.start()
    here: Json = {"round": 1, "table": 1}
    phase = (await one.director.view(table["match_id"]))["phase"]["number"]

    await one.act("close_phase", **here, phase=phase, reason="Long enough.")

    assert (await one.director.view(table["match_id"]))["phase"]["number"] == phase + 1
    await one.refused("phase_closed", 409, "close_phase", **here, phase=phase)
    await one.refused("phase_not_open", 409, "close_phase", **here, phase=phase + 2)
    onlooker = await world.player("Onlooker")
    told = [fact["type"] for fact in facts((await onlooker.get(f"{one.path}/events"))["events"])]
    assert "close_ordered" not in told
    await one.director.act(table["match_id"], {"type": "pause", "reason": "Tea."})
    await one.refused("match_paused", 409, "close_phase", **here, phase=phase + 1)
    await one.director.act(table["match_id"], {"type": "resume"})
    await one.require_genuine()


async def test_the_matches_of_a_round_are_acted_on_in_one_call_and_once(world: World) -> None:
    one = await directed(world, FOUR[:3], **ALL_MEET)
    (table, bye) = await one.start()
    body: Json = {"tournament": one.id, "round": 1, "action": {"type": "pause", "reason": "Tea."}}

    done = await one.director.post("/v1/matches/actions", body, key="k")
    again = await one.director.post("/v1/matches/actions", body, key="k")
    by_entrant = await one.entrants["e1"].post("/v1/matches/actions", body)
    no_round = await one.director.post("/v1/matches/actions", {**body, "round": 2}, 404)

    assert bye["match_id"] is None
    assert [(each["match_id"], each["status"]) for each in done["results"]] == [(table["match_id"], 200)]
    assert again == done
    assert [each["problem"]["code"] for each in by_entrant["results"]] == ["host_only"]
    assert no_round["code"] == "no_such_round"
    assert await one.status(table) == "paused"


async def test_what_was_ordered_before_a_pause_is_done_before_it_and_after_a_resumption_after_it(
    own_world: World,
) -> None:
    """Also if one process is to do all of it at once."""
    one = await directed(own_world, FOUR[:2], **ALL_MEET)
    (table,) = await one.start()
    begun = await closes_at(one, table)
    referee: TournamentReferee = own_world.app.state.server.tournament_logs.referee
    referee._events.watchers.clear()

    for actions in (("extend", "pause"), ("resume", "extend")):
        for action in actions:
            more: Json = {"round": 1, "seconds": 30} if action == "extend" else {}
            await one.act(action, **more)
        live = await referee._events.get(one.id)
        assert live.state.course.outstanding is not None
        await referee._carry_out(live, live.state.course.outstanding)

    assert await closes_at(one, table) - begun == timedelta(seconds=60)
    await one.require_genuine()
