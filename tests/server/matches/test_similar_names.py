"""Two players of one match, and two entrants of one event, cannot have names that look alike."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from engines.kit import seat_id
from server.access.errors import RefusedError
from server.access.player import Person
from server.matches.seats.names import require_all_distinct, skeleton
from tests.server.events import Event
from tests.server.organising.series.seasons import season
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World, running_world

pytestmark = pytest.mark.one_server

Json = Any

CYRILLIC: Final = "Сlotho"
"""With a letter that only looks like a C."""

ALIKE: Final = [
    ("Clotho", "Clotho"),
    ("Clotho", CYRILLIC),
    ("Clotho", " Clotho  "),
    ("Clotho", "CIotho"),
    ("paypal", "раураl"),
    ("Zoë", "Zoe\u0308"),
    ("modern", "rnodem"),
    ("BO", "B0"),
    ("Ａda", "Ada"),
    ("❤️", "❤"),
    ("٥", "o"),
    ("علی\u200cرضا", "علیرضا"),
    ("ක්\u200dෂ", "ක්ෂ"),
    ("👨\u200d👩\u200d👧", "👨👩👧"),
    ("渡邉\U000e0102", "渡邉"),
    ("ᠳ\u180b", "ᠳ"),
    ("1️⃣", "1⃣"),
]

UNLIKE: Final = [("Ada", "ada"), ("Jürgen", "Jurgen"), ("Clotho", "Atropos"), ("Ada", "Ada 2"), ("مريم", "عمر")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    """Pairs from the tables of UTS #39, its examples, and names with and without what nobody sees."""
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_names_that_people_can_tell_apart_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_match_from_before_the_rule_has_no_rematch() -> None:
    players = [(seat_id(seat), Person(name, name)) for seat, name in (("a", "Clotho"), ("b", "Ada"), ("c", CYRILLIC))]

    require_all_distinct(players[:2])
    with pytest.raises(RefusedError, match="seat a"):
        require_all_distinct(players)


async def _open(host: Client) -> str:
    match_id: str = (await host.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
    return match_id


async def test_whoever_sits_down_second_is_refused_and_told_which_seat_is_in_the_way(world: World) -> None:
    host, clotho, other = [await world.player(name) for name in ("Host", "Clotho", CYRILLIC)]
    match_id = await _open(host)
    await clotho.sit(match_id, "a")
    link = await host.post(f"/v1/matches/{match_id}/invitations", {}, expect=201)

    refused = [
        await other.sit(match_id, "b", expect=409),
        await host.sit(match_id, "b", expect=409, player_id=other.player_id),
        await other.post(f"/v1/invitations/{link['token']}/accept", {}, expect=409),
    ]
    await clotho.delete(f"/v1/matches/{match_id}/seats/a")
    await other.post(f"/v1/invitations/{link['token']}/accept", {})

    assert {(reply["code"], "seat a" in reply["detail"]) for reply in refused} == {("name_too_similar", True)}
    assert (await other.view(match_id))["viewer"] == "a"


async def test_a_reservation_keeps_similar_names_away_and_bots_have_none(world: World) -> None:
    host, clotho, other = [await world.player(name) for name in ("Host", "Clotho", CYRILLIC)]
    match_id = await _open(host)
    await host.sit(match_id, "a", player_id=clotho.player_id)

    refused = await other.sit(match_id, "b", expect=409)
    await host.sit(match_id, "a", player_id=other.player_id)
    await other.sit(match_id, "a")
    await host.sit(match_id, "b", bot=True)

    assert refused["code"] == "name_too_similar"


async def test_a_match_is_not_created_with_similar_names(world: World) -> None:
    clotho, other = await world.player("Clotho"), await world.player(CYRILLIC)
    seats = {"a": {}, "b": {"player_id": other.player_id}}

    refused = await clotho.post("/v1/matches", {"game": "wizards_duel", "seats": seats}, expect=422)

    assert (refused["code"], refused["pointer"]) == ("name_too_similar", "/seats/b")


async def test_a_player_is_replaced_by_a_similar_name_only_in_the_same_seat(world: World) -> None:
    """Somebody who has lost their token comes back as a new player with the old name."""
    host, clotho, ada, again = [await world.player(name) for name in ("Host", "Clotho", "Ada", "Clotho")]
    match_id = await world.duel(host, clotho, ada)
    replace = {"type": "replace_player", "player_id": again.player_id}

    refused = await host.act(match_id, {**replace, "seat": "b"}, expect=409)
    await world.replace(match_id, "a", host, again)

    assert refused["code"] == "name_too_similar"
    assert (await again.view(match_id))["viewer"] == "a"


async def test_a_player_changes_entropy_and_plays_again_under_the_same_name(world: World) -> None:
    host, clotho, ada = [await world.player(name) for name in ("Host", "Clotho", "Ada")]
    match_id = await _open(host)
    for _ in range(2):
        await clotho.sit(match_id, "a", entropy="11" * 32)
        await ada.sit(match_id, "b", entropy="22" * 32)
    await host.act(match_id, {"type": "void", "reason": ""})

    again = await clotho.post(f"/v1/matches/{match_id}/rematch", {})
    await ada.sit(again["match_id"], "b")


async def test_two_names_that_look_alike_do_not_meet_by_a_change(world: World) -> None:
    """The rule of new seats (docs/decisions.md) is asked with the new name."""
    host, clotho, ada = [await world.player(name) for name in ("Host", "Clotho", "Ada")]
    match_id = await _open(host)
    await clotho.sit(match_id, "a")
    await ada.http.patch("/v1/me", json={"name": CYRILLIC})

    refused = await ada.sit(match_id, "b", expect=409)

    assert refused["code"] == "name_too_similar"


async def test_of_two_similar_names_at_once_in_two_processes_one_sits_down(postgres_url: str) -> None:
    """Each time, whoever is refused has been judged with the other one seated."""
    async with running_world(postgres_url) as here, running_world(postgres_url) as there:
        host = await here.player("Host")
        one, other = await here.player("Clotho"), await there.player(CYRILLIC)
        matches = [await _open(host) for _ in range(10)]

        async def seated(player: Client, match_id: str, seat: str) -> int:
            return (await player.http.put(f"/v1/matches/{match_id}/seats/{seat}", json={})).status_code

        pairs = [await asyncio.gather(seated(one, match_id, "a"), seated(other, match_id, "b")) for match_id in matches]

    assert [sorted(pair) for pair in pairs] == [[200, 409]] * len(matches)


@pytest.mark.parametrize(("begin", "replacing"), [(directed, "replace_entrant"), (season, "replace")])
async def test_no_two_entrants_of_an_event_have_similar_names(
    world: World, begin: Callable[..., Awaitable[Event]], replacing: str
) -> None:
    """They could meet in a match. Whoever replaces an entrant may look like the one replaced."""
    event = await begin(world, ["Clotho", "Bo"])
    clotho, director = event.entrants["e1"], event.director
    other, again, ada = [await world.player(name) for name in (CYRILLIC, "Bo", "Ada")]
    entrants = f"{event.path}/{event.places}"

    by_themselves = await event.enter(other, expect=409)
    by_director = await director.put(f"{entrants}/{other.player_id}", {}, expect=409)
    await event.refused("name_too_similar", 409, replacing, entrant="e2", player_id=other.player_id)
    await event.act(replacing, entrant="e2", player_id=again.player_id)
    await event.enter(ada)
    await clotho.delete(f"{entrants}/me")
    await event.enter(other)

    assert {by_themselves["code"], by_director["code"]} == {"name_too_similar"}
    assert "entrant e1" in by_themselves["detail"]
    playing = [each["player"]["player_id"] for each in (await event.view())["entrants"] if each["player"]]
    assert {again.player_id, other.player_id} <= set(playing)


async def test_partners_and_other_teams_have_names_of_their_own(world: World) -> None:
    tournament = await directed(world, teams="fixed", match={"game": "hero_of_the_arena"})
    clotho, bo, other, cy = [await world.player(name) for name in ("Clotho", "Bo", CYRILLIC, "Cy")]
    director, entrants = tournament.director, f"{tournament.path}/entrants"

    partners = await director.put(f"{entrants}/{clotho.player_id}", {"partner": other.player_id}, expect=409)
    await director.put(f"{entrants}/{bo.player_id}", {"partner": clotho.player_id})
    others = await director.put(f"{entrants}/{cy.player_id}", {"partner": other.player_id}, expect=409)

    assert (partners["code"], others["code"]) == ("name_too_similar", "name_too_similar")
