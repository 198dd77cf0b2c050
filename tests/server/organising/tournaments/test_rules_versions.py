"""A tournament whose matches are of rules that a process does not have goes on as soon as another one has them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import running_world

Json = Any

GAME = "wizards_duel"


async def test_an_order_about_a_match_of_other_rules_waits_for_a_process_that_has_them(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost, nothing is done twice, and the other tables are not held up."""
    async with running_world(database_url) as newer:
        begun = await directed(newer, ("Ada", "Bo", "Cy", "Di"))
        first, second = await begun.start()
        known = begun.director
    here: Json = {"round": 1, "table": first["table"]}
    with monkeypatch.context() as patched:
        patched.setitem(GAMES, GAME, replace(GAMES[GAME], rules_version=1, earlier={}))
        async with running_world(database_url) as older:
            one = Directed(older, older.connect(known.player_id, known.token), begun.id, {})
            await one.act("close_phase", **here, phase=1, reason="Long enough.")
            await one.pass_time(2)
            await one.decide(second["match_id"])
            waits = await one.director.view(first["match_id"])
            tables = (await one.round(1))["tables"]
    async with running_world(database_url) as newer:
        one = Directed(newer, newer.connect(known.player_id, known.token), begun.id, {})
        await one.pass_time(8)
        goes_on = await one.director.view(first["match_id"])
        await one.decide(first["match_id"])
        last = (await one.round(1))["tables"]
        await one.require_genuine()

    assert (waits["status"], waits["phase"]["number"]) == ("running", 1)
    assert [table["result"] is not None for table in tables] == [False, True]
    assert (goes_on["status"], goes_on["phase"]["number"]) == ("running", 2)
    assert all(table["result"]["how"] == "adjudicated" for table in last)
