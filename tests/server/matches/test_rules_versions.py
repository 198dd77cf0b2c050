"""A match is played to its end by the version of the rules with which it was created."""

from __future__ import annotations

from typing import Any

import pytest

from engines.catalogue import GAMES
from server.cli.logs.logfile import read_logs
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
