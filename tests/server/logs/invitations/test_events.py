"""Invitations to tournaments and series: whoever has the link sees what it is for and enters, as often as it says."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from server.cli.logs.logfile import read_logs
from server.logs.invitations.links import MAX_INVITATIONS
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.secrecy.verifiers.tampering import changed, place_of, sealed_anew, with_entry
from tests.server.events import Event
from tests.server.organising.series.seasons import SHORT, Season
from tests.server.organising.tournaments.directing import Directed
from tests.server.world import Client, World, running_world

pytestmark = pytest.mark.one_server

Json = Any

TOURNAMENT: Final = {"label": "Club night", "system": "swiss", "rounds": 3, "match": {"game": "wizards_duel"}}
TEAMS: Final = TOURNAMENT | {"match": {"game": "hero_of_the_arena"}, "teams": "fixed"}

KINDS: Final = ("tournament", "series")


async def _event(kind: str, director: Client, terms: Json = TOURNAMENT, **more: Json) -> Event:
    """Create a private event, which players can enter."""
    if kind == "series":
        made = await director.post("/v1/series", {"label": "Club night", **SHORT, "visibility": "private", **more}, 201)
        return Season(director.world, director, made["series_id"], {})
    made = await director.post("/v1/tournaments", {**terms, "visibility": "private", **more}, 201)
    event = Directed(director.world, director, made["tournament_id"], {})
    await event.act("open")
    return event


async def _accept(guest: Client, invitation: Json, expect: int = 200, **body: Json) -> Json:
    return await guest.post(f"/v1/invitations/{invitation['token']}/accept", body, expect)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_link_to_a_private_event_shows_what_it_is_for_and_whoever_accepts_enters(
    kind: str, world_on_either: World
) -> None:
    world = world_on_either
    event, ada = await _event(kind, await world.player("Director")), await world.player("Ada")
    unknown = await event.enter(ada, expect=404)
    made = await event.invite(uses=2)

    shown = await world.nobody().get(f"/v1/invitations/{made['token']}")
    joined = await _accept(ada, made)
    again = await _accept(ada, made)

    assert unknown["code"] == f"unknown_{kind}"
    assert (shown["type"], shown["uses_left"], shown["expires_at"]) == (kind, 2, made["expires_at"])
    assert (shown[kind]["label"], shown[kind]["maker"]["name"], shown[kind]["entrants"]) == (
        "Club night",
        "Director",
        0,
    )
    assert shown["settings"]["visibility"] == "private"
    assert len(joined.pop("receipt")) == 64  # Of the entry that only the first made.
    assert joined == again == {**shown[kind], "type": kind, "entrants": 1}
    assert (await ada.get(f"{event.path}/view"))["viewer"] == "e1"
    (entered,) = await event.told("entered", "place_taken")
    assert (entered["player"]["name"], entered["invitation"]) == ("Ada", made["invitation_id"])
    (listed,) = await event.invitations()
    assert (listed["uses"], listed["used"], "token" in listed) == (2, 1, False)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_link_that_is_withdrawn_expired_used_up_or_too_late_is_refused_with_the_reason(
    kind: str, world: World
) -> None:
    director, ada, bo = [await world.player(name) for name in ("Director", "Ada", "Bo")]
    event, other = await _event(kind, director), await _event(kind, director)
    withdrawn, used, expiring, late = [
        await event.invite(**terms) for terms in ({}, {}, {"expires_in_seconds": 60}, {"uses": 5})
    ]
    await _accept(bo, used)
    wrong_event = await director.delete(f"{other.path}/invitations/{withdrawn['invitation_id']}", expect=404)
    for _ in ("once", "again"):
        await director.delete(f"{event.path}/invitations/{withdrawn['invitation_id']}", expect=204)
    world.clock.advance(60)

    refused = []
    for made in (withdrawn, expiring, used):
        refused.append((await ada.get(f"/v1/invitations/{made['token']}", expect=409))["code"])
        refused.append((await _accept(ada, made, expect=409))["code"])
    still = await _accept(bo, used)
    await event.act("cancel" if kind == "tournament" else "start")
    too_late = [(await _accept(ada, late, expect=409))["code"]]
    too_late.append((await ada.get(f"/v1/invitations/{late['token']}", expect=409))["code"])
    too_late.append((await director.post(f"{event.path}/invitations", {}, expect=409))["code"])

    assert wrong_event["code"] == "unknown_invitation"
    assert refused == ["invitation_withdrawn"] * 2 + ["invitation_expired"] * 2 + ["invitation_used_up"] * 2
    assert still["entrants"] == 1
    assert too_late == ["not_open"] * 3


@pytest.mark.parametrize("kind", KINDS)
async def test_who_has_left_comes_back_by_a_link_and_gives_no_use_back(kind: str, world: World) -> None:
    event, ada, bo = await _event(kind, await world.player("Director")), *[await world.player(n) for n in ("Ada", "Bo")]
    once, twice = await event.invite(), await event.invite(uses=2)
    await _accept(ada, once)
    await ada.delete(f"{event.path}/{event.places}/me")

    back, by_another = await _accept(ada, twice), await _accept(bo, once, expect=409)

    assert (back["entrants"], by_another["code"]) == (1, "invitation_used_up")


@pytest.mark.parametrize("kind", KINDS)
async def test_an_event_has_a_limited_number_of_invitations(kind: str, world: World) -> None:
    event = await _event(kind, await world.player("Director"))
    await asyncio.gather(*(event.invite() for _ in range(MAX_INVITATIONS)))

    over = await event.director.post(f"{event.path}/invitations", {}, expect=409)
    wrong = await event.director.post(f"{event.path}/invitations", {"uses": 1001}, expect=422)

    assert (over["code"], wrong["pointer"]) == ("too_many_invitations", "/uses")
    assert len(await event.invitations()) == MAX_INVITATIONS


@pytest.mark.parametrize("kind", KINDS)
async def test_of_many_at_once_in_two_processes_exactly_as_many_enter_as_the_link_allows(
    kind: str, postgres_url: str
) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        event = await _event(kind, await one.player("Director"))
        made = await event.invite(uses=2)
        guests = [await world.player(f"Guest {name}") for name, world in zip("abcdef", (one, two) * 3, strict=True)]

        replies = await asyncio.gather(
            *(guest.http.post(f"/v1/invitations/{made['token']}/accept", json={}) for guest in guests)
        )

        assert sorted(reply.status_code for reply in replies) == [200] * 2 + [409] * 4
        assert {reply.json()["code"] for reply in replies if reply.is_error} == {"invitation_used_up"}
        assert [listed["used"] for listed in await event.invitations()] == [2]


async def test_a_link_opens_no_entries_that_are_not_open_and_gives_no_place_that_is_not_free(world: World) -> None:
    director, ada, bo, cy = [await world.player(name) for name in ("Director", "Ada", "Bo", "Cy")]
    made = await director.post(
        "/v1/tournaments", {**TOURNAMENT, "rounds": 1, "max_entrants": 2, "visibility": "private"}, 201
    )
    draft = Directed(world, director, made["tournament_id"], {})
    link = await draft.invite(uses=9)
    early = await _accept(ada, link, expect=409)
    await draft.act("open")
    for guest in (ada, bo, cy):
        await _accept(guest, link)
    series = await _event("series", director, players=[None] * 5)
    full = await _accept(ada, await series.invite(), expect=409)

    assert early["code"] == "not_open"
    assert [entered["waiting"] for entered in await draft.told("entered")] == [False, False, True]
    assert full["code"] == "series_full"


async def test_a_team_enters_with_one_link_when_each_has_named_the_other_and_is_one_use(world: World) -> None:
    director, ada, bo, cy = [await world.player(name) for name in ("Director", "Ada", "Bo", "Cy")]
    event = await _event("tournament", director, TEAMS)
    link = await event.invite()

    alone = await _accept(ada, link, expect=422)
    for guest, partner in ((ada, bo), (bo, ada), (ada, bo)):
        await _accept(guest, link, partner=partner.player_id)
    other_team = await _accept(cy, link, expect=409, partner=ada.player_id)

    assert (alone["code"], other_team["code"]) == ("bad_partner", "invitation_used_up")
    (entered,) = await event.told("entered")
    assert [entered[each]["name"] for each in ("player", "partner")] == ["Ada", "Bo"]
    assert entered["invitation"] == link["invitation_id"]


async def test_directors_do_not_enter_what_they_direct_by_a_link(world: World) -> None:
    director = await world.player("Director")
    for kind, status in (("tournament", 403), ("series", 409)):
        event = await _event(kind, director)
        assert (await _accept(director, await event.invite(), expect=status))["code"] == "director_plays"


@pytest.mark.parametrize("kind", KINDS)
async def test_both_verifiers_read_a_log_with_invitations_and_find_one_that_could_not_be(
    kind: str, world: World
) -> None:
    director, ada, bo, cy = [await world.player(name) for name in ("Director", "Ada", "Bo", "Cy")]
    event = await _event(kind, director, TEAMS)
    link = await event.invite(uses=2)
    for guest, partner in ((ada, bo), (bo, ada)) if kind == "tournament" else ((ada, None), (bo, None)):
        await _accept(guest, link, partner=partner and partner.player_id)
    if kind == "series":
        await event.enter(cy, expect=404)
    await event.act("cancel")
    log = list(read_logs((await event.log()).splitlines())[event.id])
    fact_type = "entered" if kind == "tournament" else "place_taken"
    at = place_of(log, fact_type)
    no_player = {"player": None} | ({"partner": None} if kind == "tournament" else {})
    forgeries = ({"invitation": "x"}, no_player)
    forged = [sealed_anew(with_entry(log, at, changed(log[at], fact_type, **change))) for change in forgeries]

    genuine, *found = both([file_of(log), *map(file_of, forged)])

    assert [opinion.code for opinion in genuine] == [0, 0], genuine
    assert [[opinion.code for opinion in each] for each in found] == [[1, 1]] * len(forgeries), found
