"""Invitations: whoever has the link sees what it is for and can sit down, exactly as often as it says."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from server.logs.invitations.links import MAX_INVITATIONS
from server.matches.bounds import MAX_SEATINGS_OF_ONE
from tests.databases import rows
from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.world import Client, World, facts, running_world, types

pytestmark = pytest.mark.one_server

Json = Any

DUEL = {"game": "wizards_duel"}


async def _match(host: Client, **terms: Json) -> str:
    match_id: str = (await host.post("/v1/matches", {**DUEL, **terms}, expect=201))["match_id"]
    return match_id


async def _invite(host: Client, match_id: str, **terms: Json) -> Json:
    return await host.post(f"/v1/matches/{match_id}/invitations", terms, expect=201)


async def _open(world: World, token: str) -> httpx.Response:
    """Open an invitation without an account."""
    return await world.nobody().http.get(f"/v1/invitations/{token}")


async def _accept(guest: Client, invitation: Json, expect: int = 200, **body: Json) -> Json:
    return await guest.post(f"/v1/invitations/{invitation['token']}/accept", body, expect)


async def test_a_link_to_a_private_match_shows_what_it_is_for_and_seats_whoever_accepts(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    match_id = await _match(host, visibility="private")
    await ada.get(f"/v1/matches/{match_id}", expect=404)
    made = await _invite(host, match_id, seat="b")

    opened = await _open(world, made["token"])
    listing = await _accept(ada, made, entropy="11" * 32)

    shown = opened.json()
    assert (opened.status_code, shown["seat"], shown["uses_left"]) == (200, "b", 1)
    assert (shown["match"]["match_id"], shown["match"]["host"]["name"]) == (match_id, "Host")
    assert shown["match"]["seed_commitment"]
    assert [seat["player"] and seat["player"]["name"] for seat in listing["seats"]] == [None, "Ada"]
    assert (await ada.view(match_id))["viewer"] == "b"
    (taken,) = [fact for fact in facts(await host.events(match_id)) if fact["type"] == "seat_taken"]
    assert (taken["invitation"], taken["entropy"]) == (made["invitation_id"], "11" * 32)


async def test_a_closed_door_is_open_to_the_invited_and_the_first_free_seat_is_theirs(world: World) -> None:
    host, ada, bo, cy = [await world.player(name) for name in ("Host", "Ada", "Bo", "Cy")]
    match_id = await _match(host, seats={"a": {"player_id": cy.player_id}})
    await host.act(match_id, {"type": "close_door"})
    made = await _invite(host, match_id, uses=2)

    refused = await ada.sit(match_id, "b", expect=409)
    await _accept(ada, made)
    full = await _accept(bo, made, expect=409)
    reserved = await _accept(bo, made, expect=409, seat="a")
    await _accept(cy, made)

    assert (refused["code"], full["code"], reserved["code"]) == ("door_closed", "seat_taken", "seat_reserved")
    assert (await ada.view(match_id))["viewer"] == "b"
    assert (await cy.view(match_id))["viewer"] == "a"


async def test_accepting_again_keeps_the_seat_and_counts_no_use(world: World) -> None:
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = await _match(host)
    made = await _invite(host, match_id)

    once = await _accept(ada, made, seat="b")
    again = await _accept(ada, made)
    with_entropy = await _accept(ada, made, entropy="22" * 32)
    other_seat = await _accept(ada, made, expect=409, seat="a")
    late = await _accept(bo, made, expect=409)
    shown = await _open(world, made["token"])

    assert once == again == with_entropy
    assert (other_seat["code"], late["code"]) == ("invitation_used_up", "invitation_used_up")
    assert (shown.status_code, shown.json()["code"]) == (409, "invitation_used_up")
    (listed,) = (await host.get(f"/v1/matches/{match_id}/invitations"))["invitations"]
    assert (listed["uses"], listed["used"]) == (1, 1)
    assert "token" not in listed


async def test_a_seat_that_was_left_does_not_give_the_use_back(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    match_id = await _match(host)
    made = await _invite(host, match_id)
    await _accept(ada, made, seat="b")
    await ada.delete(f"/v1/matches/{match_id}/seats/b")

    assert (await _accept(ada, made, expect=409))["code"] == "invitation_used_up"


async def test_an_invitation_for_one_seat_is_for_no_other(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    match_id = await _match(host)
    made = await _invite(host, match_id, seat="b")

    assert (await _accept(ada, made, expect=422, seat="a"))["code"] == "wrong_seat"
    assert (await host.post(f"/v1/matches/{match_id}/invitations", {"seat": "c"}, expect=404))["code"] == "unknown_seat"
    open_to_all = await _invite(host, match_id)
    assert (await _accept(ada, open_to_all, expect=404, seat="c"))["code"] == "unknown_seat"


async def test_a_link_that_is_withdrawn_expired_or_of_no_use_is_refused_with_the_reason(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    match_id, other = await _match(host), await _match(host)
    withdrawn, expiring = await _invite(host, match_id), await _invite(host, match_id, expires_in_seconds=60)
    started = await _invite(host, match_id)
    path = f"/v1/matches/{match_id}/invitations/{withdrawn['invitation_id']}"

    wrong_match = await host.delete(path.replace(match_id, other), expect=404)
    for _ in ("once", "again"):
        await host.delete(path, expect=204)
    world.clock.advance(60)
    answers = []
    for made in (withdrawn, expiring):
        answers.append((await _open(world, made["token"])).json()["code"])
        answers.append((await _accept(ada, made, expect=409))["code"])
    for seat in "ab":
        await host.put(f"/v1/matches/{match_id}/seats/{seat}", {"bot": True})
    await host.post(f"/v1/matches/{match_id}/start", None)

    assert wrong_match["code"] == "unknown_invitation"
    assert answers == ["invitation_withdrawn"] * 2 + ["invitation_expired"] * 2
    assert (await _open(world, started["token"])).json()["code"] == "already_started"
    assert (await _accept(ada, started, expect=409))["code"] == "already_started"
    late = await host.post(f"/v1/matches/{match_id}/invitations", {}, expect=409)
    assert late["code"] == "already_started"


async def test_unknown_tokens_are_all_alike(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    made = await _invite(host, await _match(host))
    identity, _, secret = made["token"].partition(".")
    wrong = (f"{identity}.x", identity, f"{'0' * 26}.{secret}", "x", f"{identity}.{secret}x")

    for token in wrong:
        assert (await _open(world, token)).json()["code"] == "unknown_invitation"
        assert (await _accept(ada, {"token": token}, expect=404))["code"] == "unknown_invitation"


async def test_guessing_is_charged_to_the_address(sqlite_url: str) -> None:
    """After a burst of 200 units, and 20 more for each guess, nothing is answered any more."""
    async with (
        running_world(sqlite_url, rate_per_address=50) as world,
        httpx.AsyncClient(base_url=world.url, verify=False) as http,
    ):
        statuses = [(await http.get(f"/v1/invitations/{'0' * 26}.guess")).status_code for _ in range(12)]

    assert statuses == [404] * 10 + [429] * 2


async def test_the_database_holds_no_secret_of_a_link(world_on_either: World, database_url: str) -> None:
    host = await world_on_either.player("Host")
    made = await _invite(host, await _match(host))

    stored = await rows(database_url, "SELECT * FROM invitations")

    assert made["invitation_id"] in str(stored)
    assert made["token"].partition(".")[2] not in str(stored)


async def test_a_match_has_a_limited_number_of_invitations_and_a_player_of_acceptances(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    match_id = await _match(host)
    made = await _invite(host, match_id, uses=100)
    await asyncio.gather(*(_invite(host, match_id) for _ in range(MAX_INVITATIONS - 1)))

    over = await host.post(f"/v1/matches/{match_id}/invitations", {}, expect=409)
    for _ in range(MAX_SEATINGS_OF_ONE):
        await _accept(ada, made, seat="b")
        await ada.delete(f"/v1/matches/{match_id}/seats/b")
    worn_out = await _accept(ada, made, expect=409, seat="b")

    assert (over["code"], worn_out["code"]) == ("too_many_invitations", "too_many_seatings")
    assert len((await host.get(f"/v1/matches/{match_id}/invitations"))["invitations"]) == MAX_INVITATIONS


@pytest.mark.parametrize("uses", [1, 2])
async def test_of_many_at_once_in_two_processes_exactly_as_many_sit_down_as_the_link_allows(
    postgres_url: str, uses: int
) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host = await one.player("Host")
        match_id = await _match(host, game="threads_of_fate", visibility="private")
        made = await _invite(host, match_id, uses=uses)
        guests = [await world.player(f"Guest {seat}") for seat, world in zip("abcdef", (one, two) * 3, strict=True)]

        replies = await asyncio.gather(
            *(guest.http.post(f"/v1/invitations/{made['token']}/accept", json={}) for guest in guests)
        )

        assert sorted(reply.status_code for reply in replies) == [200] * uses + [409] * (len(guests) - uses)
        assert {reply.json()["code"] for reply in replies if reply.is_error} == {"invitation_used_up"}
        (listed,) = (await host.get(f"/v1/matches/{match_id}/invitations"))["invitations"]
        assert listed["used"] == uses


async def test_the_limit_of_invitations_holds_for_all_processes(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        host = await one.player("Host")
        match_id = await _match(host)
        there = two.connect(host.player_id, host.token)

        replies = await asyncio.gather(
            *(
                client.http.post(f"/v1/matches/{match_id}/invitations", json={})
                for client in (host, there)
                for _ in range(MAX_INVITATIONS // 2 + 5)
            )
        )

    assert sorted(reply.status_code for reply in replies) == [201] * MAX_INVITATIONS + [409] * 10


async def test_both_verifiers_accept_a_log_with_invitations(world: World) -> None:
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = await _match(host, open_log=True)
    await host.act(match_id, {"type": "close_door"})
    made = await _invite(host, match_id, uses=2)
    for guest in (ada, bo):
        await _accept(guest, made, entropy="33" * 32)
    await host.post(f"/v1/matches/{match_id}/start", None)
    await host.act(match_id, {"type": "void", "reason": "Enough."})

    log = (await ada.http.get(f"/v1/matches/{match_id}/log")).text

    assert made["token"].partition(".")[2] not in log
    assert types(await ada.events(match_id)).count("seat_taken") == 2
    ((ours, theirs),) = both([File(log.encode())])
    assert (ours.code, theirs.code) == (0, 0), (ours.lines, theirs.lines)
