"""What administrators do about players, by the API and at the command line: done at once, and written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from server.operations.cli import app
from server.stream.close_codes import CloseCode
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

REASON = "Insults after several warnings."


async def _administrator(world: World) -> Client:
    return await world.player("Themis", administrator_key="laplace")


async def _act(by: Client, about: Client, kind: str, expect: int = 200, **more: Json) -> Json:
    return await by.post(f"/v1/administration/players/{about.player_id}/actions", {"type": kind, **more}, expect)


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


async def test_an_administrator_cannot_be_suspended(world: World) -> None:
    themis = await _administrator(world)

    assert (await _act(themis, await _administrator(world), "suspend", 409))["code"] == "is_administrator"


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
    await world.app.state.changes.tell(ada.player_id)  # its clock is far ahead of that of the command line

    assert "Ada" in said
    assert "First token: watch play talk" in said
    assert (await ada.get("/v1/me", 403))["code"] == "suspended"
    assert f"operator suspended {ada.player_id}: {REASON}" in await _in_thread(admin, "audit")
    assert (await themis.get("/v1/administration/audit"))["steps"][0]["by"] is None


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
