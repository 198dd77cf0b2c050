"""Roles on a match: who gives and takes them, what they show and allow; nobody looks with two pairs of eyes."""

from __future__ import annotations

from typing import Any

import pytest

from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from tests.server.world import Client, World, facts, types

pytestmark = pytest.mark.one_server

Json = Any


async def give(by: Client, match_id: str, player: Client, role: str, expect: int = 200) -> Json:
    return await by.act(match_id, {"type": "give_role", "player_id": player.player_id, "role": role}, expect)


async def take(by: Client, match_id: str, player: Client, expect: int = 200) -> Json:
    return await by.act(match_id, {"type": "take_role", "player_id": player.player_id}, expect)


async def require_genuine(host: Client, match_id: str) -> None:
    """Verify the log as it stands."""
    log = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    judgement = judge(read_logs(log.splitlines()), Kept())
    assert judgement.good, "\n".join(judgement.lines)


async def test_everyone_who_may_know_is_told_who_holds_which_role_and_who_gave_it(world: World) -> None:
    host, ada, bo, dora, onlooker = await world.players("Host", "Ada", "Bo", "Dora", "Onlooker")
    match_id = await world.duel(host, ada, bo)

    listing = await give(host, match_id, dora, "director")
    views = [await each.view(match_id) for each in (host, ada, dora, onlooker)]
    played = (await onlooker.get("/v1/matches", player=dora.player_id))["matches"]
    await take(host, match_id, dora)
    await world.settle()

    assert played == []
    held = [(holder["player"]["name"], holder["role"]) for holder in listing["roles"]]
    assert held == [("Host", "owner"), ("Dora", "director")]
    assert all(view["roles"] == listing["roles"] for view in views)
    for viewer in (host, ada, onlooker):
        told = [fact for fact in facts(await viewer.events(match_id)) if fact["type"].startswith("role_")]
        assert [(fact["type"], fact["player"]["name"], fact["by"]["name"]) for fact in told] == [
            ("role_given", "Dora", "Host"),
            ("role_taken", "Dora", "Host"),
        ]
    assert [fact.get("role") for fact in facts(await dora.news()) if fact["type"] == "match_role_set"] == [
        "director",
        None,
    ]
    await require_genuine(host, match_id)


async def test_a_role_that_is_held_already_changes_nothing_and_another_takes_its_place(world: World) -> None:
    host, ada, bo, dora = await world.players("Host", "Ada", "Bo", "Dora")
    match_id = await world.duel(host, ada, bo)
    await give(host, match_id, dora, "observer")
    before = (await host.view(match_id))["cursor"]

    await give(host, match_id, dora, "observer")
    unchanged = (await host.view(match_id))["cursor"]
    listing = await give(host, match_id, dora, "arbiter")

    assert unchanged == before
    assert [holder["role"] for holder in listing["roles"]] == ["owner", "arbiter"]


async def test_an_observer_is_told_at_once_what_spectators_are_told_late_and_nothing_else(world: World) -> None:
    host, ada, bo, olive, onlooker = await world.players("Host", "Ada", "Bo", "Olive", "Onlooker")
    match_id = await world.duel(host, ada, bo, spectator_lag=2, show_submitted=True)
    await give(host, match_id, olive, "observer")
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await ada.say(match_id, "host:a", "Look.")

    at_once = facts(await olive.events(match_id))
    late = facts(await onlooker.events(match_id))
    await host.act(match_id, {"type": "void", "reason": "Enough."})
    at_last = facts(await onlooker.events(match_id))

    assert (await olive.view(match_id))["viewer"] == "observer"
    assert "seat_submitted" in [fact["type"] for fact in at_once]
    assert len(late) < len(at_once)
    assert at_last[: len(at_once)] == at_once


async def test_an_observer_who_takes_a_seat_sees_no_more_than_the_seat(world: World) -> None:
    host, ada, bo, olive = await world.players("Host", "Ada", "Bo", "Olive")
    match_id = await world.duel(host, ada, bo, visibility="private")
    await give(host, match_id, olive, "observer")

    async with olive.stream(match_id) as stream:
        await world.replace(match_id, "b", host, olive)
        code = await stream.closed()
    seated = await olive.view(match_id)
    await world.replace(match_id, "b", host, bo)

    assert (code, seated["viewer"]) == (4410, "b")
    assert (await olive.view(match_id))["viewer"] == "spectator"


@pytest.mark.parametrize("role", ["owner", "director", "arbiter"])
async def test_who_has_held_a_role_of_hosts_during_play_takes_no_seat_any_more(world: World, role: str) -> None:
    host, ada, bo, dora = await world.players("Host", "Ada", "Bo", "Dora")
    match_id = await world.duel(host, ada, bo)
    await give(host, match_id, dora, role)
    await host.act(match_id, {"type": "replace_player", "seat": "a", "player_id": dora.player_id})

    holding = await dora.sit(match_id, "a", expect=403)
    await take(dora, match_id, dora)
    afterwards = await dora.sit(match_id, "a", expect=403)

    assert [holding["code"], afterwards["code"]] == ["host_cannot_join"] * 2
    await require_genuine(host, match_id)


async def test_a_role_that_was_laid_down_before_the_start_keeps_nobody_from_playing(world: World) -> None:
    host, ada, dora = await world.players("Host", "Ada", "Dora")
    created = await host.post("/v1/matches", {"game": "wizards_duel", "autostart": True}, expect=201)
    match_id = created["match_id"]
    await give(host, match_id, dora, "director")
    await take(dora, match_id, dora)

    await ada.sit(match_id, "a")
    await dora.sit(match_id, "b")
    await world.settle()

    assert (await dora.view(match_id))["viewer"] == "b"
    await require_genuine(host, match_id)


async def test_there_is_always_an_owner_and_a_creator_can_hand_the_match_over(world: World) -> None:
    host, ada, bo, dora = await world.players("Host", "Ada", "Bo", "Dora")
    match_id = await world.duel(host, ada, bo, visibility="private")

    refused = [await take(host, match_id, host, expect=409), await give(host, match_id, host, "observer", expect=409)]
    await give(host, match_id, dora, "owner")
    await take(host, match_id, host)

    assert {each["code"] for each in refused} == {"last_owner"}
    assert (await host.view(match_id))["viewer"] == "spectator"
    assert (await host.act(match_id, {"type": "pause"}, expect=403))["code"] == "host_only"
    await dora.act(match_id, {"type": "pause"})
    await require_genuine(dora, match_id)


async def test_twenty_players_hold_a_role_and_no_more(world: World) -> None:
    host = await world.player("Host")
    created = await host.post("/v1/matches", {"game": "wizards_duel"}, expect=201)
    match_id = created["match_id"]
    others = [await world.player(f"Observer {number}") for number in range(20)]
    for observer in others[:19]:
        await give(host, match_id, observer, "observer")

    refused = await give(host, match_id, others[19], "observer", expect=409)
    none = await take(host, match_id, others[19], expect=409)
    await take(others[0], match_id, others[0])
    await give(host, match_id, others[19], "observer")

    assert [refused["code"], none["code"]] == ["too_many_roles", "no_role"]


async def test_roles_stay_as_they_are_when_the_match_is_over(world: World) -> None:
    host, ada, bo, dora = await world.players("Host", "Ada", "Bo", "Dora")
    match_id = await world.duel(host, ada, bo, open_log=False)
    await host.act(match_id, {"type": "void", "reason": "Enough."})

    refused = await give(host, match_id, dora, "director", expect=409)

    assert refused["code"] == "match_over"
    assert "role_given" not in types(await host.events(match_id))


async def test_a_stream_ends_when_its_reader_gets_a_role_or_loses_it(world: World) -> None:
    host, ada, bo, dora = await world.players("Host", "Ada", "Bo", "Dora")
    match_id = await world.duel(host, ada, bo)
    codes = []

    async with dora.stream(match_id) as stream:
        await give(host, match_id, dora, "arbiter")
        codes.append(await stream.closed())
    async with dora.stream(match_id) as stream:
        await take(host, match_id, dora)
        codes.append(await stream.closed())

    assert codes == [4410, 4410]


async def test_a_look_of_an_administrator_is_told_to_the_host_at_once_and_to_seats_at_the_end(world: World) -> None:
    """In any match; those who play are told at once if it is over."""
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    olga, omar = [await world.player(name, administrator_key="laplace and his demon") for name in ("Olga", "Omar")]
    match_id = await world.duel(host, ada, bo, open_log=False)

    for _ in range(2):
        assert (await olga.view(match_id))["viewer"] == "host"
    at_once = [await _looks(each, match_id) for each in (host, ada)]
    await host.act(match_id, {"type": "void", "reason": "Enough."})
    at_the_end = await _looks(ada, match_id)
    await omar.http.get(f"/v1/matches/{match_id}/log")

    assert at_once == [[["Olga"]], []]
    assert at_the_end == [["Olga"]]
    assert await _looks(ada, match_id) == [["Olga"], ["Omar"]]
    assert await _looks(host, match_id) == [["Olga"], ["Olga"], ["Omar"], ["Omar"]]
    await require_genuine(host, match_id)


async def test_an_administrator_with_a_role_has_this_role_and_no_look_to_note(world: World) -> None:
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    olga = await world.player("Olga", administrator_key="laplace and his demon")
    match_id = await world.duel(host, ada, bo)
    await give(host, match_id, olga, "observer")

    assert (await olga.view(match_id))["viewer"] == "observer"
    assert await _looks(host, match_id) == []


async def _looks(viewer: Client, match_id: str) -> list[list[str]]:
    """Return the names of those whose looks a viewer was told of, for each fact."""
    told = [fact for fact in facts(await viewer.events(match_id)) if fact["type"].startswith("host_view")]
    return [
        [fact["player"]["name"]] if "player" in fact else [look["player"]["name"] for look in fact["looks"]]
        for fact in told
    ]


async def test_old_clients_become_administrators_by_the_earlier_name_of_the_key(world: World) -> None:
    reply = await world.nobody().post(
        "/v1/players", {"name": "Olga", "organiser_key": "laplace and his demon"}, expect=201
    )

    assert (reply["administrator"], reply["organiser"]) == (True, True)
