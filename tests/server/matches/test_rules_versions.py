"""A match is played to its end by the version of the rules with which it began, or waits for a server that has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.catalogue import GAMES
from server.cli.logs.logfile import read_logs
from server.logs.aggregates.kind import RulesFailedError
from server.runtime.metrics import metrics
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.server.world import Client, World, running_world

Json = Any

GAME = "wizards_duel"
OPTIONS: Json = {
    "items": {"hestias_hearth": "a"},
    "advantage_seat": "b",
    "wins_needed": 1,
}


async def _begun(world: World, host: Client, ada: Client, bo: Client) -> str:
    return await world.match(GAME, host, {"a": ada, "b": bo}, OPTIONS, variant="gods_collide")


async def _let_b_lead(ada: Client, bo: Client, match_id: str) -> None:
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await bo.submit(match_id, 1, {"type": "cast", "spell": "6"})


async def test_a_match_ends_by_the_rules_it_began_with_and_the_next_one_begins_with_todays(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 gives a duel that both seats missed to the Hearth, which a has, though b leads (R8)."""
    with monkeypatch.context() as patched:
        patched.setitem(GAMES, GAME, GAMES[GAME].versions[1])
        async with running_world(database_url) as before:
            players = await before.players("Host", "Ada", "Bo")
            old = await _begun(before, *players)
    async with running_world(database_url) as world:
        host, ada, bo = [world.connect(player.player_id, player.token) for player in players]
        new = await _begun(world, host, ada, bo)
        for match_id in (old, new):
            await _let_b_lead(ada, bo, match_id)
        await world.pass_time(200)
        await world.pass_time(200)
        won = [(await ada.view(match_id))["view"]["outcome"]["winner"] for match_id in (old, new)]
        again = await ada.post(f"/v1/matches/{old}/rematch", None)
        details = [await host.get(f"/v1/matches/{match_id}") for match_id in (old, new, again["match_id"])]
        log = (await host.http.get(f"/v1/matches/{old}/log")).text

        assert won == ["a", "b"]
        assert [each["rules_version"] for each in details] == [1, 2, 2]
        (entries,) = read_logs(log.splitlines()).values()
        ((first, second),) = both([file_of(entries)])
        assert (first.code, second.code) == (0, 0), first.lines
        assert any("version 1" in line for line in first.lines)
        assert any("version 1" in line for line in second.lines)


async def test_a_match_by_rules_that_a_server_does_not_have_waits_for_one_that_has_them(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not suspended, no deadline of it is swept, and host, operators and clients are told."""
    async with running_world(database_url) as newer:
        players = await newer.players("Host", "Ada", "Bo")
        match_id = await _begun(newer, *players)
        await players[1].submit(match_id, 1, {"type": "cast", "spell": "5"})
        before = await players[1].view(match_id)
    with monkeypatch.context() as patched:
        patched.setitem(GAMES, GAME, replace(GAMES[GAME], rules_version=1, earlier={}))
        async with running_world(database_url) as older:
            server = older.app.state.server
            host, ada, bo = [older.connect(player.player_id, player.token) for player in players]
            refused = await bo.submit(match_id, 1, {"type": "cast", "spell": "6"}, expect=503)
            for _ in range(3):
                await older.pass_time(200)
            waiting = await ada.view(match_id)
            details = await host.get(f"/v1/matches/{match_id}")
            await server.count_other_rules()
            ready, counted = await ada.http.get("/readyz"), metrics.other_rules
            overdue = await server.directory.overdue(older.clock.now(), 10)
    async with running_world(database_url) as newer:
        ada = newer.connect(players[1].player_id, players[1].token)
        await newer.pass_time(700)
        outcome = (await ada.view(match_id))["view"]["outcome"]

    assert refused["code"] == "other_rules"
    assert (waiting["status"], waiting["cursor"], waiting["prompt"]) == ("running", before["cursor"], None)
    assert (details["rules_version"], details["rules_known"]) == (2, False)
    assert ready.json() == {
        "status": "ok",
        "matches_of_other_rules": 1,
        "unread_logs": 0,
        "news_told_again": 0,
        "news_of_lost_entries": 0,
    }
    assert counted == {(GAME, 2): 1}
    assert overdue == []
    assert outcome["winner"] == "a"


async def test_an_administrator_resumes_a_match_that_an_earlier_server_suspended_for_other_rules(
    world: World,
) -> None:
    _, ada, _, match_id = await world.host_ada_and_bo()
    organiser = await world.player("Organiser", administrator_key="laplace and his demon")
    logs = world.app.state.server.match_logs
    live, failed = await logs.repository.get(match_id), RulesFailedError("other_rules", "version 2")
    await logs.repository.advance(live, lambda live, _: logs.kind.set_aside(live, failed))

    await organiser.act(match_id, {"type": "resume"})
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await world.pass_time(90)

    view = await ada.view(match_id)
    assert (view["status"], view["phase"]["number"]) == ("running", 2)
