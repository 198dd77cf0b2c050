"""Nobody is seated without consent: seats given to others are reserved, and the host can close the door."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.world import Client, World, facts, running_world, types

pytestmark = pytest.mark.one_server

Json = Any

DUEL = {"game": "wizards_duel"}


async def _invite(host: Client, guests: dict[str, Client], **terms: Json) -> str:
    """Create a match with seats reserved for guests; return its id."""
    seats = {seat: {"player_id": guest.player_id} for seat, guest in guests.items()}
    match_id: str = (await host.post("/v1/matches", {**DUEL, "seats": seats, **terms}, expect=201))["match_id"]
    return match_id


def _seat(match: Json, seat: str) -> Json:
    return next(listed for listed in match["seats"] if listed["id"] == seat)


async def _own_matches(player: Client) -> set[str]:
    """Return the matches that are listed as the player's own."""
    return {match["match_id"] for match in (await player.get("/v1/matches", mine="true"))["matches"]}


async def test_a_seat_given_at_creation_is_reserved_until_its_player_sits_down(world: World) -> None:
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    match_id = await _invite(host, {"a": ada, "b": bo}, autostart=True)
    offered = await host.get(f"/v1/matches/{match_id}")

    before = await ada.view(match_id)
    early = await host.post(f"/v1/matches/{match_id}/start", None, expect=409)
    sat = await ada.sit(match_id, "a")
    await world.settle()
    waiting = await bo.view(match_id)
    await bo.sit(match_id, "b")
    await world.settle()

    assert (_seat(offered, "a")["player"], _seat(offered, "a")["reserved_for"]["name"]) == (None, "Ada")
    assert before["viewer"] == "spectator"
    assert before["occupants"] == []
    assert [reserved["seat"] for reserved in before["reserved"]] == ["a", "b"]
    assert early["code"] == "seats_empty"
    assert (_seat(sat, "a")["player"]["name"], _seat(sat, "a")["reserved_for"]) == ("Ada", None)
    assert (waiting["status"], [reserved["seat"] for reserved in waiting["reserved"]]) == ("open", ["b"])
    assert (await bo.view(match_id))["status"] == "running"
    assert types(await bo.events(match_id))[:5] == [
        "match_created",
        "seat_reserved",
        "seat_reserved",
        "seat_taken",
        "seat_taken",
    ]


async def test_a_host_does_not_blind_an_organiser_by_giving_it_a_seat(world: World) -> None:
    """Before the start and during play the organiser still sees everything, and the host is not told so."""
    host, ada, bo, cy = await world.players("Host", "Ada", "Bo", "Cy")
    judge = await world.player("Judge", administrator_key="laplace and his demon")
    match_id = await _invite(host, {"a": judge})
    assert (await judge.view(match_id))["viewer"] == "host"
    running = await world.duel(host, ada, bo)

    answers = [
        await host.act(running, {"type": "replace_player", "seat": seat, "player_id": other.player_id})
        for seat, other in (("a", judge), ("b", cy))
    ]

    assert (await judge.view(running))["viewer"] == "host"
    await judge.act(running, {"type": "pause", "reason": "I see you."})
    assert (await judge.sit(running, "a", expect=403))["code"] == "host_cannot_join"
    await judge.delete(f"/v1/matches/{running}/seats/a")
    for answer, seat, name in ((answers[0], "a", "Judge"), (answers[1], "b", "Cy")):
        assert _seat(answer, seat)["reserved_for"]["name"] == name


async def test_a_replaced_player_plays_on_until_the_other_has_sat_down(world: World) -> None:
    host, ada, bo, cy = await world.players("Host", "Ada", "Bo", "Cy")
    match_id = await world.duel(host, ada, bo)
    await host.act(match_id, {"type": "mute", "seat": "a", "reason": "Shouting."})
    await host.act(match_id, {"type": "replace_player", "seat": "a", "player_id": cy.player_id})

    still = await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    watching = await cy.view(match_id)
    uninvited = await bo.sit(match_id, "a", expect=409)
    with_entropy = await cy.sit(match_id, "a", expect=409, entropy="11" * 32)
    await cy.sit(match_id, "a")
    again = await cy.sit(match_id, "a")

    assert still["seat"] == "a"
    assert (watching["viewer"], watching["muted"]) == ("spectator", ["a"])
    assert (uninvited["code"], with_entropy["code"]) == ("already_started", "already_started")
    assert (_seat(again, "a")["player"]["name"], _seat(again, "a")["reserved_for"]) == ("Cy", None)
    view = await cy.view(match_id)
    assert (view["viewer"], view["submission"]["move"]["spell"], view["muted"]) == ("a", "5", [])
    assert (await ada.view(match_id))["viewer"] == "spectator"


async def test_a_reservation_can_be_declined_released_and_given_to_another(world: World) -> None:
    host, ada, bo, cy, zoe = await world.players("Host", "Ada", "Bo", "Cy", "Zoe")
    match_id = await _invite(host, {"a": ada, "b": bo})
    path = f"/v1/matches/{match_id}/seats"

    stranger = await zoe.delete(f"{path}/a", expect=403)
    taken = await zoe.sit(match_id, "a", expect=409)
    await ada.delete(f"{path}/a")
    await host.delete(f"{path}/b")
    await host.put(f"{path}/b", {"player_id": ada.player_id})
    twice = await host.put(f"{path}/a", {"player_id": ada.player_id}, expect=409)
    await host.put(f"{path}/b", {"player_id": cy.player_id})
    too_late = await ada.sit(match_id, "b", expect=409)
    await zoe.sit(match_id, "a")
    done = await cy.sit(match_id, "b")

    assert (stranger["code"], taken["code"]) == ("not_your_seat", "seat_reserved")
    assert (twice["code"], too_late["code"]) == ("already_seated", "seat_reserved")
    assert [seat["player"]["name"] for seat in done["seats"]] == ["Zoe", "Cy"]
    assert (await zoe.delete(f"{path}/b", expect=403))["code"] == "not_your_seat"


async def test_a_bot_takes_a_reserved_seat_at_once_and_sitting_elsewhere_ends_a_reservation(world: World) -> None:
    host, ada = await world.players("Host", "Ada")
    match_id = await _invite(host, {"a": ada})

    elsewhere = await ada.sit(match_id, "b")
    await host.put(f"/v1/matches/{match_id}/seats/a", {"player_id": (await world.player("Bo")).player_id})
    filled = await host.put(f"/v1/matches/{match_id}/seats/a", {"bot": True})

    assert [seat["reserved_for"] for seat in elsewhere["seats"]] == [None, None]
    assert (_seat(filled, "a")["bot"], _seat(filled, "a")["reserved_for"]) == (True, None)
    assert (await ada.view(match_id))["reserved"] == []


async def test_during_play_only_the_invited_player_declines_and_only_a_judge_releases(world: World) -> None:
    ada, bo, cy = await world.players("Ada", "Bo", "Cy")
    judge = await world.player("Judge", administrator_key="laplace and his demon")
    match_id = await world.duel(ada, bo)
    path = f"/v1/matches/{match_id}/seats/b"
    await judge.act(match_id, {"type": "replace_player", "seat": "b", "player_id": cy.player_id})

    for player in (ada, bo):
        assert (await player.delete(path, expect=403))["code"] == "not_your_seat"
    await cy.delete(path)
    await judge.act(match_id, {"type": "replace_player", "seat": "b", "player_id": cy.player_id})
    await judge.delete(path)

    assert (await cy.sit(match_id, "b", expect=409))["code"] == "already_started"
    assert (await bo.view(match_id))["viewer"] == "b"
    assert types(await bo.events(match_id))[-4:] == ["seat_reserved", "seat_released"] * 2


@pytest.mark.parametrize("moment", ["before the start", "during play"])
async def test_a_private_match_can_be_seen_by_whom_a_seat_is_reserved_for_until_they_decline(
    world: World, moment: str
) -> None:
    host, ada, bo, cy = await world.players("Host", "Ada", "Bo", "Cy")
    if moment == "before the start":
        match_id = await _invite(host, {"a": cy}, visibility="private")
    else:
        match_id = await world.duel(host, ada, bo, visibility="private")
        assert (await cy.get(f"/v1/matches/{match_id}", expect=404))["code"] == "unknown_match"
        await host.act(match_id, {"type": "replace_player", "seat": "a", "player_id": cy.player_id})

    listed = (await cy.get("/v1/matches", mine="true"))["matches"]
    view = await cy.view(match_id)
    async with cy.stream(match_id) as stream:
        await cy.delete(f"/v1/matches/{match_id}/seats/a")
        code = await stream.closed()

    assert [match["match_id"] for match in listed] == [match_id]
    assert view["viewer"] == "spectator"
    assert code == 4410
    assert (await cy.get(f"/v1/matches/{match_id}", expect=404))["code"] == "unknown_match"
    assert (await cy.get("/v1/matches", mine="true"))["matches"] == []


async def test_own_matches_are_those_one_sits_in_and_those_one_is_invited_to(world: World) -> None:
    host, ada, bo, cy = await world.players("Host", "Ada", "Bo", "Cy")
    running = await world.duel(host, ada, bo)
    await host.act(running, {"type": "replace_player", "seat": "a", "player_id": cy.player_id})
    offered = await _invite(host, {"a": ada})

    assert await _own_matches(ada) == {offered, running}
    assert await _own_matches(cy) == {running}
    await cy.sit(running, "a")
    assert await _own_matches(ada) == {offered}


async def test_behind_a_closed_door_only_the_host_and_its_guests_sit_down(world: World) -> None:
    host, ada, bo, zoe = await world.players("Host", "Ada", "Bo", "Zoe")
    match_id = (await host.post("/v1/matches", DUEL, expect=201))["match_id"]
    path = f"/v1/matches/{match_id}/seats"
    await zoe.sit(match_id, "a")

    closed = await host.act(match_id, {"type": "close_door"})
    again = await host.act(match_id, {"type": "close_door"})
    await zoe.sit(match_id, "a", entropy="22" * 32)
    await zoe.delete(f"{path}/a")
    refused = [await player.sit(match_id, "a", expect=409) for player in (zoe, ada)]
    await host.sit(match_id, "a")
    await host.delete(f"{path}/a")
    await host.put(f"{path}/a", {"player_id": ada.player_id})
    await ada.sit(match_id, "a")
    listed = {match["match_id"]: match for match in (await bo.get("/v1/matches"))["matches"]}
    opened = await host.act(match_id, {"type": "open_door"})
    await bo.sit(match_id, "b")

    assert (closed["door_open"], again["door_open"], opened["door_open"]) == (False, False, True)
    assert listed[match_id]["door_open"] is False
    assert {answer["code"] for answer in refused} == {"door_closed"}
    assert [kind for kind in types(await zoe.events(match_id)) if "door" in kind] == ["door_closed", "door_opened"]
    await host.post(f"/v1/matches/{match_id}/start", None)
    assert (await host.act(match_id, {"type": "close_door"}, expect=409))["code"] == "already_started"
    assert (await zoe.act(match_id, {"type": "open_door"}, expect=403))["code"] == "host_only"


async def test_an_organiser_opens_the_door_of_any_match_and_sits_down_by_itself(world: World) -> None:
    host = await world.player("Host")
    judge = await world.player("Judge", administrator_key="laplace and his demon")
    match_id = (await host.post("/v1/matches", DUEL, expect=201))["match_id"]
    await host.act(match_id, {"type": "close_door"})

    refused = await judge.sit(match_id, "a", expect=409)
    await judge.act(match_id, {"type": "open_door"})
    await judge.sit(match_id, "a")

    assert refused["code"] == "door_closed"
    assert (await judge.view(match_id))["viewer"] == "a"


async def test_the_end_of_a_match_ends_its_reservations(world: World) -> None:
    host, ada, bo, cy = await world.players("Host", "Ada", "Bo", "Cy")
    match_id = await world.duel(host, ada, bo, visibility="private")
    await host.act(match_id, {"type": "replace_player", "seat": "a", "player_id": cy.player_id})

    over = await host.act(match_id, {"type": "void", "reason": "Enough."})

    assert _seat(over, "a")["reserved_for"] is None
    assert (await cy.get(f"/v1/matches/{match_id}", expect=404))["code"] == "unknown_match"
    assert (await ada.view(match_id))["reserved"] == []


async def test_a_reservation_is_known_to_every_process_and_after_a_restart(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host, ada = await one.player("Host"), await one.player("Ada")
        match_id = await _invite(host, {"a": ada}, visibility="private")
        there = two.connect(ada.player_id, ada.token)
        assert (await there.view(match_id))["viewer"] == "spectator"
        await there.sit(match_id, "a")
        # The cursor that the other process sent makes this one read the log.
        assert (await ada.view(match_id, at=2))["viewer"] == "a"
    async with running_world(postgres_url) as again:
        back = again.connect(ada.player_id, ada.token)
        told = [fact["player"]["name"] for fact in facts(await back.events(match_id)) if "player" in fact]
    assert told == ["Ada", "Ada"]
