"""What logs say of bridges: through which one a player has done something, and nothing about what others did."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.match_in_process import seats_of
from tests.prompts import answer
from tests.secrecy.verifiers.both_verifiers import File, agreed
from tests.server.api.story import older_duel
from tests.server.organising.series.seasons import SHORT
from tests.server.people.bridging import EVERYTHING, FIVE, agree, duel, pair, through
from tests.server.people.oauth.browser import Browser, signed_in
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any


def _noted(log: bytes, bridge: Client) -> list[str]:
    """Return the types of the facts in a log that name the bridge."""
    facts = [told["fact"] for line in log.splitlines() for told in json.loads(line)["facts"]]
    return [fact["type"] for fact in facts if fact.get("through") == bridge.player_id]


async def _log_of(client: Client, path: str) -> bytes:
    log = (await client.http.get(f"{path}/log")).content
    assert [opinion.code for opinion in agreed([File(log)])] == [0]
    return log


async def test_the_log_says_that_a_bridge_did_it(world: World) -> None:
    """Both verifiers accept it; what the player did personally says nothing."""
    ada, _, bridge, acting = await pair(world)
    bo = await world.player("Bo")
    options = {"cast_seconds": 100}
    body = {"game": "wizards_duel", "options": options, "open_log": True}
    match_id = (await bo.post("/v1/matches", body, expect=201))["match_id"]
    await acting.sit(match_id, "a")
    await bo.sit(match_id, "b")
    await bo.post(f"/v1/matches/{match_id}/start", None)
    await acting.submit(match_id, 1, FIVE)
    repeated = await ada.submit(match_id, 1, FIVE)
    await acting.say(match_id, "table", "Good luck!")
    await bo.act(match_id, {"type": "void", "reason": "Enough."})
    log = await _log_of(ada, f"/v1/matches/{match_id}")

    told = [fact for event in await ada.events(match_id) for fact in event["facts"]]
    noted = {(fact["type"], fact.get("seat") or fact.get("sender")) for fact in told if fact.get("through")}
    assert repeated["repeated"] is True
    assert noted == {("seat_taken", "a"), ("submitted", "a"), ("message_sent", "a")}
    assert {fact["through"] for fact in told if "through" in fact} == {bridge.player_id}
    assert log.count(b'"through"') == 3


async def test_the_log_says_also_what_a_bridge_took_back(world: World) -> None:
    ada, _, bridge, acting = await pair(world)
    seats: dict[str, Client | None] = dict.fromkeys(map(str, seats_of("threads_of_fate", "quick")))
    match_id = await world.match("threads_of_fate", ada, {**seats, "heaven-1": ada}, variant="quick")
    view = await ada.view(match_id)
    number = view["phase"]["number"]

    await acting.submit(match_id, number, answer(view["prompt"], Random("ada")), keep_thinking=True)
    await acting.delete(f"/v1/matches/{match_id}/submission", phase=number)
    seated = await ada.events(match_id)
    await acting.delete(f"/v1/matches/{match_id}/seats/heaven-1")

    told = [fact for event in (*seated, *await ada.events(match_id)) for fact in event["facts"]]
    noted = [(fact["type"], fact["through"]) for fact in told if "through" in fact]
    assert noted == [(name, bridge.player_id) for name in ("submitted", "withdrawn", "seat_taken")]


async def test_the_log_of_an_event_says_what_a_bridge_did_also_as_a_director(world: World) -> None:
    """Both verifiers accept it, and no entry that names something else than a bridge."""
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    bo, other = await signed_in(world, "Bo")
    await agree(other, bridge)
    body = {"match": {"game": "wizards_duel", "options": {}}, "label": "Cup", "system": "swiss", "rounds": 1}
    cup = f"/v1/tournaments/{(await acting.post('/v1/tournaments', body, expect=201))['tournament_id']}"

    await acting.post(f"{cup}/actions", {"type": "open"})
    await through(bridge, bo.player_id).put(f"{cup}/entrants/me", {})
    await acting.post(f"{cup}/actions", {"type": "check_in"})
    await through(bridge, bo.player_id).put(f"{cup}/check_in", None)
    await through(bridge, bo.player_id).delete(f"{cup}/entrants/me")
    await ada.post(f"{cup}/actions", {"type": "cancel"})

    log = await _log_of(ada, cup)
    assert _noted(log, bridge) == [
        *("tournament_created", "director_acted", "entered", "director_acted", "checked_in", "entrant_withdrawn"),
    ]


async def test_the_log_of_a_series_says_that_a_bridge_made_it(world: World) -> None:
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    players = [player.player_id for player in await world.players("Bo", "Cy")]
    body = {**SHORT, "label": "Season", "players": players}
    season = f"/v1/series/{(await acting.post('/v1/series', body, expect=201))['series_id']}"

    await ada.post(f"{season}/actions", {"type": "cancel"})

    assert _noted(await _log_of(ada, season), bridge) == ["series_created"]


async def test_the_log_says_that_a_bridge_decided_and_called_for_a_rematch(world: World) -> None:
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    bo, other = await signed_in(world, "Bo")
    await agree(other, bridge)
    cy = await world.player("Cy")
    match_id = await duel(ada)
    path = f"/v1/matches/{match_id}"
    await bo.sit(match_id, "a")
    await cy.sit(match_id, "b")
    await ada.post(f"{path}/start", None)

    await acting.act(match_id, {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Late."})
    called = await through(bridge, bo.player_id).post(f"{path}/rematch", None)
    again = called["match_id"]
    await bo.act(again, {"type": "void", "reason": "Enough."})

    assert _noted(await _log_of(ada, path), bridge) == ["match_adjudicated", "rematch_called"]
    assert _noted(await _log_of(bo, f"/v1/matches/{again}"), bridge) == ["match_created", "seat_taken"]


async def test_the_log_says_that_a_bridge_proposed_newer_rules_and_agreed_to_them(world: World) -> None:
    ada, browser = await signed_in(world, "Ada")
    host, bo = await world.players("Host", "Bo")
    bridge = await world.player("Chat bridge")
    match_id = await older_duel(world, host, ada, bo)
    hosting = Browser(world)
    await hosting.sign_in(host)
    await agree(browser, bridge)
    await agree(hosting, bridge, EVERYTHING)

    await through(bridge, host.player_id).act(match_id, {"type": "propose_rules", "rules_version": 2})
    await through(bridge, ada.player_id).put(f"/v1/matches/{match_id}/rules", {"rules_version": 2})
    await host.act(match_id, {"type": "void", "reason": "Enough."})

    assert _noted(await _log_of(host, f"/v1/matches/{match_id}"), bridge) == ["rules_proposed", "rules_agreed"]


async def test_the_log_says_that_a_bridge_made_the_match_and_took_the_players_own_seat(world: World) -> None:
    """Otherwise nobody would know that who made the match plays through a bridge."""
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    bo = await world.player("Bo")
    match_id = await duel(acting, seats={"a": {"player_id": ada.player_id}, "b": {"player_id": bo.player_id}})

    await ada.act(match_id, {"type": "void", "reason": "Enough."})

    log = await _log_of(ada, f"/v1/matches/{match_id}")
    assert _noted(log, bridge) == ["match_created", "seat_taken"]


async def test_the_log_says_what_a_bridge_did_as_the_host(world: World) -> None:
    """Once in each entry: in the fact of what was done, not in what followed."""
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    bo, cy = await world.players("Bo", "Cy")
    match_id = await duel(ada)
    path = f"/v1/matches/{match_id}"

    for step in ("close_door", "open_door"):
        await acting.act(match_id, {"type": step})
    await acting.put(f"{path}/seats/a", {"player_id": bo.player_id})
    await acting.delete(f"{path}/seats/a")
    await bo.sit(match_id, "a")
    await cy.sit(match_id, "b")
    await acting.post(f"{path}/start", None)
    await bo.submit(match_id, 1, FIVE)
    for action in (
        {"type": "pause", "reason": "Tea."},
        {"type": "resume"},
        {"type": "extend", "seconds": 60},
        {"type": "mute", "seat": "a", "reason": "Loud."},
        {"type": "unmute", "seat": "a"},
        {"type": "close_phase", "phase": 1},
        {"type": "void", "reason": "Enough."},
    ):
        await acting.act(match_id, action)

    log = await _log_of(ada, path)
    assert _noted(log, bridge) == [
        *("door_closed", "door_opened", "seat_reserved", "seat_released", "match_started"),
        *("match_paused", "match_resumed", "deadline_set", "seat_muted", "seat_unmuted"),
        *("phase_closed", "match_voided"),
    ]


async def test_what_is_done_to_somebody_else_does_not_read_as_if_they_used_the_bridge(world: World) -> None:
    ada, _, bridge, acting = await pair(world, EVERYTHING)
    bo = await world.player("Bo")
    match_id = await duel(ada)
    cup = f"/v1/tournaments/{(await ada.post('/v1/tournaments', CUP, expect=201))['tournament_id']}"
    await bo.sit(match_id, "a")
    await ada.post(f"{cup}/actions", {"type": "open"})
    await bo.put(f"{cup}/entrants/me", {})

    await acting.delete(f"/v1/matches/{match_id}/seats/a")
    await acting.delete(f"{cup}/entrants/{bo.player_id}")
    await acting.put(f"{cup}/entrants/{(await world.player('Cy')).player_id}", {})
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    await ada.post(f"{cup}/actions", {"type": "cancel"})

    assert _noted(await _log_of(ada, f"/v1/matches/{match_id}"), bridge) == []
    assert _noted(await _log_of(ada, cup), bridge) == []


CUP = {"match": {"game": "wizards_duel", "options": {}}, "label": "Cup", "system": "swiss", "rounds": 1}
