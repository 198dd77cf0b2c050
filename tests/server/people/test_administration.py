"""What administrators do about players, by the API and at the command line: done at once, and written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from server.api.streams.close_codes import CloseCode
from server.cli.cli import app
from server.runtime.times import timestamp
from tests.databases import execute
from tests.server.people.oauth.browser import Browser, Program, signed_in, tokens_of, told, with_program
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

REASON = "Insults after several warnings."


async def _administrator(world: World) -> Client:
    return await world.player("Themis", administrator_key="laplace and his demon")


async def _act(by: Client, about: Client, kind: str, expect: int = 200, **more: Json) -> Json:
    return await by.post(f"/v1/administration/players/{about.player_id}/actions", {"type": kind, **more}, expect)


async def _account(by: Client, about: Client) -> Json:
    return await by.get(f"/v1/administration/players/{about.player_id}")


async def test_a_suspended_player_is_silent_until_it_is_reinstated(world: World) -> None:
    themis, ada, bo = await _administrator(world), await world.player("Ada"), await world.player("Bo")
    match_id = await world.duel(ada, bo)
    async with ada.stream(match_id) as stream:
        account = await _act(themis, ada, "suspend", reason=REASON)

        assert await stream.closed() == CloseCode.TOKEN_WITHDRAWN
    assert account["suspended_at"] is not None
    assert (await ada.get("/v1/me", 403))["code"] == "suspended"
    async with ada.socket(f"/v1/matches/{match_id}/stream") as late:
        await late.wait_closed()
    assert (late.close_code, late.close_reason) == (CloseCode.FORBIDDEN, "suspended")
    assert (await _act(themis, ada, "suspend", 409))["code"] == "already_suspended"
    assert (await bo.view(match_id))["phase"]["number"] == 1

    await _act(themis, ada, "reinstate")

    await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
    assert (await _act(themis, ada, "reinstate", 409))["code"] == "not_suspended"


async def test_what_has_begun_keeps_a_withdrawn_name_and_nothing_else_does(world: World) -> None:
    themis, ada = await _administrator(world), await world.player("Rude Ada")
    match_id = await world.duel(ada, await world.player("Bo"))

    account = await _act(themis, ada, "withdraw_name", reason=REASON)
    later = await world.duel(ada, await world.player("Bo"))

    plain = f"Player {ada.player_id[-6:]}"
    assert account["name"] == (await ada.get("/v1/me"))["name"] == plain
    assert [(await ada.get(f"/v1/matches/{match}"))["host"]["name"] for match in (match_id, later)] == [
        "Rude Ada",
        plain,
    ]


async def test_tokens_are_withdrawn_one_by_one_or_all(world: World) -> None:
    themis, ada = await _administrator(world), await world.player("Ada")
    made = await ada.post("/v1/me/tokens", {"name": "Phone", "scopes": ["watch"]}, 201)
    phone = world.connect(ada.player_id, made["token"])

    left = await _act(themis, ada, "withdraw_token", token_id=made["token_id"])

    assert [token["name"] for token in left["tokens"]] == ["First token"]
    await phone.get("/v1/me", 401)
    assert (await _act(themis, ada, "withdraw_token", 404, token_id=made["token_id"]))["code"] == "unknown_token_id"
    assert (await _act(themis, ada, "withdraw_tokens"))["tokens"] == []
    await ada.get("/v1/me", 401)


async def test_the_audit_has_every_step_and_no_attempt(own_world: World) -> None:
    themis, ada, bo = await _administrator(own_world), await own_world.player("Ada"), await own_world.player("Bo")
    await _act(themis, ada, "suspend", reason=REASON)
    own_world.clock.advance(1)
    await _act(themis, ada, "suspend", 409)
    await _act(themis, bo, "withdraw_name")
    own_world.clock.advance(1)
    await _act(themis, ada, "reinstate")

    newest = await themis.get("/v1/administration/audit", limit=2)
    older = await themis.get("/v1/administration/audit", before=newest["next"])
    about_bo = await themis.get("/v1/administration/audit", player=bo.player_id)

    assert [step["step"] for step in newest["steps"]] == ["reinstated", "name_withdrawn"]
    assert [(step["step"], step["by"], step["player_id"], step["reason"]) for step in older["steps"]] == [
        ("suspended", themis.player_id, ada.player_id, REASON)
    ]
    assert (older["next"], [step["step"] for step in about_bo["steps"]]) == (None, ["name_withdrawn"])


async def test_administrators_are_suspended_by_another_one_and_not_by_themselves(world: World) -> None:
    themis, eris = await _administrator(world), await _administrator(world)

    for kind in ("suspend", "end_access", "remove_administrator"):
        assert (await _act(themis, themis, kind, 409))["code"] == "own_account"
    await _act(themis, eris, "suspend")

    assert (await eris.get("/v1/administration/audit", 403))["code"] == "suspended"
    await themis.get("/v1/administration/audit")


@pytest.mark.parametrize("kind", ["suspend", "remove_administrator", "end_access"])
async def test_of_two_administrators_who_end_each_other_at_once_one_is_left(world_on_either: World, kind: str) -> None:
    """Otherwise there could be none, and only the operator could help."""
    for _ in range(3):
        pair = [await _administrator(world_on_either) for _ in range(2)]
        path = "/v1/administration/players/{}/actions"
        calls = zip(pair, reversed(pair), strict=True)

        replies = await asyncio.gather(
            *(by.http.post(path.format(about.player_id), json={"type": kind}) for by, about in calls)
        )

        assert sorted(reply.status_code for reply in replies)[0] == 200
        assert sorted(reply.status_code for reply in replies)[1] in (401, 403)


async def test_a_rogue_administrator_is_stopped_whatever_has_been_prepared(world_on_either: World) -> None:
    """Sessions, codes and devices that were allowed, programs, streams: each of them could make a new token."""
    themis, eris = await _administrator(world_on_either), await _administrator(world_on_either)
    browser, program = Browser(world_on_either), Program(world_on_either)
    await browser.sign_in(eris)
    tokens = await tokens_of(browser, program)
    code = (await browser.consent(program.request()))["code"]
    device = (await program.device_codes()).json()
    await browser.decide(device["user_code"])
    async with eris.follow() as stream:
        account = await _act(themis, eris, "end_access", reason=REASON)

        assert await stream.closed() == CloseCode.TOKEN_WITHDRAWN
    assert (account["tokens"], account["ways_in"]) == ([], [])
    assert "Sign in" in (await browser.open("/account")).text
    await eris.get("/v1/me", 401)
    assert (await program.redeem(code)).json()["error"] == "invalid_grant"
    assert (await program.poll(device["device_code"])).json()["error"] == "invalid_grant"
    assert (await program.refresh(tokens["refresh_token"])).json()["error"] == "invalid_grant"
    assert await program.works(tokens["access_token"]) == 401
    assert (await themis.get("/v1/administration/audit"))["steps"][0]["step"] == "access_ended"


async def test_what_is_allowed_while_access_ends_gives_nothing(world_on_either: World) -> None:
    themis = await _administrator(world_on_either)
    for _ in range(3):
        ada, browser, program = await with_program(world_on_either)
        page = await browser.ask(program.request())

        answered, _ = await asyncio.gather(browser.press(page, answer="allow"), _act(themis, ada, "end_access"))

        code = told(answered).get("code") if "location" in answered.headers else None
        assert code is None or (await program.redeem(code)).json()["error"] == "invalid_grant"


async def test_only_ways_in_that_are_younger_than_a_time_are_removed(world_on_either: World, database_url: str) -> None:
    world = world_on_either
    themis, (ada, browser) = await _administrator(world), await signed_in(world)
    before = (await _account(themis, ada))["ways_in"]
    world.clock.advance(3600)
    row = dict.fromkeys(("passkey_id", "credential", "name"), "new") | {"player_id": ada.player_id}
    added = "INSERT INTO passkeys (passkey_id, player_id, credential, sign_count, name, created_at) VALUES "
    added += "(:passkey_id, :player_id, :credential, 0, :name, :created_at)"
    await execute(database_url, added, **row, created_at=timestamp(world.clock.now()))
    young = (await _account(themis, ada))["ways_in"]

    left = await _act(themis, ada, "end_access", added_after=before[0]["added_at"])
    none = await _act(themis, ada, "end_access")

    assert [way["kind"] for way in young] == ["recovery_codes", "passkey"]
    assert (left["ways_in"], none["ways_in"]) == (before, [])
    assert "Sign in" in (await browser.open("/account")).text


async def test_who_is_no_administrator_any_more_sees_and_does_what_a_player_does(world: World) -> None:
    themis, eris = await _administrator(world), await _administrator(world)
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    match_id = await world.duel(host, ada, bo, visibility="private")
    async with eris.stream(match_id) as stream:
        account = await _act(themis, eris, "remove_administrator", reason=REASON)

        assert await stream.closed() == CloseCode.VIEWER_CHANGED
    assert account["administrator"] is False
    assert (await eris.get("/v1/administration/audit", 403))["code"] == "administrators_only"
    assert (await eris.get(f"/v1/matches/{match_id}/view", 404))["code"] == "unknown_match"
    assert (await _act(themis, eris, "remove_administrator", 409))["code"] == "not_administrator"


async def test_who_has_looked_as_administrator_takes_no_seat_afterwards(world: World) -> None:
    """Who has seen hidden moves knows them without the role, too."""
    themis, eris = await _administrator(world), await _administrator(world)
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    match_id = await world.duel(host, ada, bo)
    assert (await eris.view(match_id))["viewer"] == "host"
    await _act(themis, eris, "remove_administrator")

    await host.act(match_id, {"type": "replace_player", "seat": "a", "player_id": eris.player_id})

    assert (await eris.sit(match_id, "a", 403))["code"] == "host_cannot_join"


async def test_an_administrator_is_not_forgotten_before_the_role_is_taken_away(world: World) -> None:
    themis, eris = await _administrator(world), await _administrator(world)
    path = f"/v1/administration/players/{eris.player_id}"

    reply = await themis.http.request("DELETE", path, json={})

    assert (reply.status_code, reply.json()["code"]) == (409, "is_administrator")


async def test_nobody_else_learns_whether_a_player_exists(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")

    refused = [await ada.get(f"/v1/administration/players/{player_id}", 403) for player_id in (bo.player_id, "0" * 26)]

    assert refused[0] == refused[1]
    assert refused[0]["code"] == "administrators_only"


async def test_the_operator_acts_at_the_command_line_while_the_server_runs(world: World, sqlite_url: str) -> None:
    ada = await world.player("Ada")
    themis = await _administrator(world)
    call = CliRunner()

    def admin(*words: str, code: int = 0) -> str:
        result = call.invoke(app, ["admin", *words, "--database", sqlite_url])
        assert result.exit_code == code, result.output
        return result.output

    said = await _in_thread(admin, "show", ada.player_id)
    await _in_thread(admin, "suspend", ada.player_id, "--reason", REASON)
    await world.app.state.server.changes.look()

    assert "Ada" in said
    assert "First token: watch play talk" in said
    assert (await ada.get("/v1/me", 403))["code"] == "suspended"
    assert f"operator suspended {ada.player_id}: {REASON}" in await _in_thread(admin, "audit")
    assert (await themis.get("/v1/administration/audit"))["steps"][0]["by"] is None


async def test_the_operator_reads_reports_at_the_command_line(world: World, sqlite_url: str) -> None:
    """Each with its match and its place in the log."""
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 3600})
    await ada.post(f"/v1/matches/{match_id}/reports", {"seat": "b", "cursor": 1, "reason": REASON})
    call = CliRunner()

    def admin(*words: str) -> str:
        result = call.invoke(app, ["admin", *words, "--database", sqlite_url])
        assert result.exit_code == 0, result.output
        return result.output

    listed = await _in_thread(admin, "reports", "--player", bo.player_id)

    assert f"{match_id} entry 1: {ada.player_id} (a) reports {bo.player_id} (b)\n  {REASON}" in listed
    assert await _in_thread(admin, "reports", "--player", ada.player_id) == ""


async def test_the_operator_ends_an_administrator_at_the_command_line(world: World, sqlite_url: str) -> None:
    """Also the last one, who has nobody beside, and again makes one."""
    eris, call = await _administrator(world), CliRunner()

    def admin(*words: str, code: int = 0) -> str:
        result = call.invoke(app, ["admin", *words, "--database", sqlite_url])
        assert result.exit_code == code, result.output
        return result.output

    listed = await _in_thread(admin, "administrators")
    await _in_thread(admin, "suspend", eris.player_id)
    await _in_thread(admin, "remove-administrator", eris.player_id)
    suspended = await _in_thread(admin, "show", eris.player_id)
    await _in_thread(admin, "reinstate", eris.player_id)
    await _in_thread(admin, "end-access", eris.player_id, "--added-after", "2040-01-01T00:00:00.000000Z")
    left = await _in_thread(admin, "show", eris.player_id)
    await _in_thread(admin, "make-administrator", eris.player_id)

    assert f"{eris.player_id} Themis" in listed
    assert "suspended since" in suspended
    assert "First token" in suspended
    assert "First token" not in left
    assert ", administrator" in await _in_thread(admin, "show", eris.player_id)
    audit = await _in_thread(admin, "audit", "--player", eris.player_id)
    assert [line.split()[2] for line in audit.splitlines()] == [
        "administrator_made",
        "access_ended",
        "reinstated",
        "administrator_removed",
        "suspended",
    ]


@pytest.mark.parametrize("player_id", ["nobody", "0" * 26])
def test_the_command_line_says_that_there_is_no_such_player(sqlite_url: str, player_id: str) -> None:
    result = CliRunner().invoke(app, ["admin", "suspend", player_id, "--database", sqlite_url])

    assert result.exit_code == 2
    assert "There is no player with this id." in result.output


async def _in_thread(call: Callable[..., str], *words: str) -> str:
    """Call in a thread: commands run loops of their own."""
    return await asyncio.to_thread(call, *words)


async def test_a_forgotten_player_is_gone_and_the_audit_says_by_whom(own_world: World) -> None:
    themis, ada = await _administrator(own_world), await own_world.player("Ada")
    path = f"/v1/administration/players/{ada.player_id}"

    reply = await themis.http.request("DELETE", path, json={"reason": "Asked by mail."})

    assert (reply.status_code, reply.json()["player_id"]) == (202, ada.player_id)
    assert (await ada.get("/v1/me", 401))["code"] == "unknown_token"
    assert (await themis.get(path, 404))["code"] == "unknown_player"
    (step,) = (await themis.get("/v1/administration/audit"))["steps"]
    assert (step["step"], step["by"], step["player_id"]) == ("forgotten", themis.player_id, ada.player_id)
