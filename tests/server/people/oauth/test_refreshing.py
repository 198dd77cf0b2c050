"""Refresh tokens rotate, and a later use withdraws the family (RFC 9700, section 4.14.2); revocation (RFC 7009)."""

from __future__ import annotations

import asyncio

import pytest

from server.people.identity.grants import GRANT_LIFETIME, MAX_GRANTS, REPEATS
from tests.databases import rows
from tests.server.people.oauth.browser import Program, allowed, signed_in, tokens_of, with_program
from tests.server.people.oauth.conftest import Suspend
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server


async def test_a_refresh_gives_new_tokens_of_the_same_scopes(world_on_either: World) -> None:
    _, program, tokens = await allowed(world_on_either)
    world_on_either.clock.advance(3600)
    assert await program.works(tokens["access_token"]) == 401

    reply = await program.refresh(tokens["refresh_token"])

    renewed = reply.json()
    assert (reply.status_code, renewed["scope"], renewed["expires_in"]) == (200, tokens["scope"], 3600)
    assert renewed["refresh_token"] != tokens["refresh_token"]
    assert await program.works(renewed["access_token"]) == 200


async def test_a_refresh_whose_reply_was_lost_is_answered_again_within_ten_seconds(world_on_either: World) -> None:
    _, program, tokens = await allowed(world_on_either)
    lost = (await program.refresh(tokens["refresh_token"])).json()
    world_on_either.clock.advance(REPEATS.total_seconds() - 0.001)

    again = await program.refresh(tokens["refresh_token"])

    assert (again.status_code, again.json()) == (200, lost)
    assert await program.works(lost["access_token"]) == 200
    assert (await program.refresh(lost["refresh_token"])).status_code == 200


@pytest.mark.parametrize("ending", ["late", "successor used"])
async def test_a_refresh_token_used_again_withdraws_the_family(world_on_either: World, ending: str) -> None:
    """Too late, or after whoever has its successor has used it: then there are two who refresh."""
    _, program, tokens = await allowed(world_on_either)
    renewed = (await program.refresh(tokens["refresh_token"])).json()
    if ending == "late":
        world_on_either.clock.advance(REPEATS.total_seconds())
    else:
        renewed = (await program.refresh(renewed["refresh_token"])).json()

    again = await program.refresh(tokens["refresh_token"])

    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert (await program.refresh(renewed["refresh_token"])).json()["error"] == "invalid_grant"
    assert await program.works(renewed["access_token"]) == 401
    assert await program.works(tokens["access_token"]) == 401


async def test_a_repeat_for_other_scopes_gets_another_access_token_and_the_same_successor(world: World) -> None:
    _, program, tokens = await allowed(world, scope="watch play")
    first = (await program.refresh(tokens["refresh_token"], scope="watch")).json()

    again = (await program.refresh(tokens["refresh_token"])).json()

    assert (first["scope"], again["scope"]) == ("watch", "watch play")
    assert first["refresh_token"] == again["refresh_token"]
    assert first["access_token"] != again["access_token"]


async def test_nothing_that_is_stored_is_a_token_or_makes_one(world_on_either: World, database_url: str) -> None:
    """The successor is made of what only the client has."""
    _, program, tokens = await allowed(world_on_either)
    renewed = (await program.refresh(tokens["refresh_token"])).json()

    stored = str([await rows(database_url, f"SELECT * FROM {table}") for table in ("oauth_grants", "tokens")])

    for text in (*tokens.values(), *renewed.values()):
        secret = str(text).rpartition(".")[2]
        assert not str(text).startswith("moirai_") or secret not in stored


async def test_an_old_refresh_token_is_recognised_however_often_it_was_replaced(world: World) -> None:
    _, browser, program = await with_program(world)
    first = latest = await tokens_of(browser, program)
    for _ in range(5):
        world.clock.advance(3600)
        latest = (await program.refresh(latest["refresh_token"])).json()

    await program.refresh(first["refresh_token"])

    assert await program.works(latest["access_token"]) == 401


async def test_several_refreshes_at_once_get_the_same_answer(world_on_either: World) -> None:
    """Two parts of a client that refresh at the same moment do not sign the player out."""
    _, program, tokens = await allowed(world_on_either)

    replies = await asyncio.gather(*(program.refresh(tokens["refresh_token"]) for _ in range(6)))

    renewed = replies[0].json()
    assert [(reply.status_code, reply.json()) for reply in replies] == [(200, renewed)] * 6
    assert await program.works(renewed["access_token"]) == 200
    assert (await program.refresh(renewed["refresh_token"])).status_code == 200


async def test_a_refresh_for_another_client_changes_nothing(world: World) -> None:
    _, program, tokens = await allowed(world)

    refused = await program.refresh(tokens["refresh_token"], client_id="another")

    assert refused.json()["error"] == "invalid_grant"
    assert (await program.refresh(tokens["refresh_token"])).status_code == 200


async def test_a_refresh_can_narrow_the_scopes_of_one_token_but_not_widen_them(world: World) -> None:
    _, program, tokens = await allowed(world, scope="watch play")

    wider = await program.refresh(tokens["refresh_token"], scope="watch play talk")
    narrower = (await program.refresh(tokens["refresh_token"], scope="watch")).json()
    whole = (await program.refresh(narrower["refresh_token"])).json()

    assert (wider.status_code, wider.json()["error"]) == (400, "invalid_scope")
    assert narrower["scope"] == "watch"
    assert whole["scope"] == "watch play"


async def test_a_suspended_player_gets_no_tokens_and_goes_on_afterwards(world: World, suspend: Suspend) -> None:
    player, program, tokens = await allowed(world)
    await suspend(player.player_id)

    refused = await program.refresh(tokens["refresh_token"])
    await suspend(player.player_id, ended=True)

    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert (await program.refresh(tokens["refresh_token"])).status_code == 200


async def test_a_withdrawn_program_can_neither_call_nor_refresh(world_on_either: World) -> None:
    """The player sees a program as one token, however often it was refreshed, and withdraws it as one."""
    player, browser, program = await with_program(world_on_either)
    tokens = (await program.refresh((await tokens_of(browser, program))["refresh_token"])).json()
    assert await program.works(tokens["access_token"]) == 200
    (listed,) = await programs_of(player)

    await player.delete(f"/v1/me/tokens/{listed['token_id']}", expect=204)

    assert (listed["name"], listed["client"], listed["scopes"]) == ("my bot", "my bot", ["watch", "play"])
    assert await program.works(tokens["access_token"]) == 401
    assert (await program.refresh(tokens["refresh_token"])).json()["error"] == "invalid_grant"
    assert await programs_of(player) == []


async def test_withdrawing_all_tokens_withdraws_all_programs(world: World) -> None:
    player, program, tokens = await allowed(world)

    await player.delete("/v1/me/tokens", expect=204)

    assert await program.works(tokens["access_token"]) == 401
    assert (await program.refresh(tokens["refresh_token"])).json()["error"] == "invalid_grant"
    assert await program.works(player.token) == 200


async def test_what_was_allowed_and_not_fetched_is_withdrawn_with_all_tokens(world_on_either: World) -> None:
    """Otherwise a thief who has allowed a device of theirs asks afterwards, and can act for 90 days."""
    player, browser, program = await with_program(world_on_either)
    code = (await browser.consent(program.request()))["code"]
    device = (await program.device_codes()).json()
    await browser.decide(device["user_code"])

    await player.delete("/v1/me/tokens", expect=204)

    assert (await program.redeem(code)).json()["error"] == "invalid_grant"
    assert (await program.poll(device["device_code"])).json()["error"] == "invalid_grant"
    assert await programs_of(player) == []


async def test_a_program_that_fetches_while_all_is_withdrawn_keeps_nothing(world_on_either: World) -> None:
    player, browser, program = await with_program(world_on_either)
    for _ in range(5):
        code = (await browser.consent(program.request()))["code"]
        tokens = await tokens_of(browser, program)

        fetched, refreshed, _ = await asyncio.gather(
            program.redeem(code),
            program.refresh(tokens["refresh_token"]),
            player.delete("/v1/me/tokens", expect=204),
        )

        assert (await program.redeem(code)).status_code == 400
        given = [reply.json()["access_token"] for reply in (fetched, refreshed) if reply.status_code == 200]
        assert [await program.works(token) for token in given] == [401] * len(given)


async def test_a_program_can_be_withdrawn_after_its_access_token_has_expired(world: World) -> None:
    player, program, tokens = await allowed(world)
    world.clock.advance(7200)

    (listed,) = await programs_of(player)
    await player.delete(f"/v1/me/tokens/{listed['token_id']}", expect=204)

    assert (await program.refresh(tokens["refresh_token"])).json()["error"] == "invalid_grant"


async def test_a_grant_ends_when_it_was_not_used_for_long(world: World) -> None:
    player, program, tokens = await allowed(world)
    world.clock.advance(GRANT_LIFETIME.total_seconds() - 1)
    renewed = (await program.refresh(tokens["refresh_token"])).json()

    world.clock.advance(GRANT_LIFETIME.total_seconds())

    assert (await program.refresh(renewed["refresh_token"])).json()["error"] == "invalid_grant"
    assert await programs_of(player) == []


async def test_a_refresh_leaves_the_token_before_and_withdraws_older_ones(world: World) -> None:
    """Streams that were opened with it stay open until it ends; and a client cannot pile up tokens."""
    _, browser, program = await with_program(world)
    given = [await tokens_of(browser, program)]
    for _ in range(2):
        world.clock.advance(1)
        given.append((await program.refresh(given[-1]["refresh_token"])).json())

    assert [await program.works(tokens["access_token"]) for tokens in given] == [401, 200, 200]


async def test_the_grant_unused_for_the_longest_time_gives_way_to_a_new_one(world: World) -> None:
    player, browser = await signed_in(world)
    programs = [Program(world, f"bot {number}") for number in range(MAX_GRANTS + 1)]
    given = []
    for program in programs[:MAX_GRANTS]:
        world.clock.advance(1)
        given.append(await tokens_of(browser, program))
    await programs[0].refresh(given[0]["refresh_token"])

    await tokens_of(browser, programs[-1])

    assert len(await programs_of(player)) == MAX_GRANTS
    assert await programs[1].works(given[1]["access_token"]) == 401
    assert await programs[0].works(given[0]["access_token"]) == 200


async def test_revoking_either_token_ends_the_grant(world_on_either: World) -> None:
    _, browser = await signed_in(world_on_either)
    for kind in ("access_token", "refresh_token"):
        program = Program(world_on_either)
        tokens = await tokens_of(browser, program)
        assert await program.works(tokens["access_token"]) == 200

        revoked = await program.revoke(tokens[kind], token_type_hint="refresh_token")

        assert revoked.status_code == 200
        assert await program.works(tokens["access_token"]) == 401
        assert (await program.refresh(tokens["refresh_token"])).json()["error"] == "invalid_grant"


async def test_an_unknown_token_is_revoked_already(world: World) -> None:
    """RFC 7009, section 2.2."""
    program = Program(world)

    assert (await program.revoke("moirai_refresh_a.b")).status_code == 200
    assert (await program.revoke("anything")).status_code == 200
    assert (await program.revoke("moirai_\0.\0")).status_code == 200
    assert (await program.revoke("")).json()["error"] == "invalid_request"


async def test_a_client_revokes_neither_tokens_of_others_nor_those_of_the_player(world: World) -> None:
    player, program, tokens = await allowed(world)

    refused = await program.revoke(tokens["refresh_token"], client_id="another")
    ignored = await program.revoke(player.token)

    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert ignored.status_code == 200
    assert await program.works(tokens["access_token"]) == 200
    assert await program.works(player.token) == 200


async def test_a_refresh_token_opens_nothing_and_an_access_token_refreshes_nothing(world: World) -> None:
    _, program, tokens = await allowed(world)

    assert await program.works(tokens["refresh_token"]) == 401
    assert (await program.refresh(tokens["access_token"])).json()["error"] == "invalid_grant"
    assert await program.works(tokens["access_token"]) == 200


async def programs_of(player: Client) -> list[dict[str, object]]:
    """The programs of others among the player's tokens."""
    listed = (await player.get("/v1/me/tokens"))["tokens"]
    return [token for token in listed if token["client"] is not None]
