"""Seasons to their winners, through the public calls."""

from __future__ import annotations

import pytest

from tests.server.organising.series.seasons import THE_SEASON, season
from tests.server.world import World


@pytest.mark.sampled(of="whole seasons")
async def test_bots_play_the_season_from_eleven_to_one(world: World) -> None:
    one = await season(world, plan=THE_SEASON, start="when_done")

    await one.act("start")

    view = await one.view()
    assert view["status"] == "over", view["stopped"]
    sizes = [(len(each["heaven"]), len(each["hell"])) for each in view["episodes"]]
    assert sizes == [(3, 8), (5, 5), (3, 6), (4, 4), (2, 5), (2, 4), (2, 3), (2, 2), (1, 1)]
    assert len(await one.matches()) == 16
    assert sorted(entrant for _, entrant in view["places"]) == sorted(each["entrant"] for each in view["entrants"])
    assert view["places"][0] == [1, view["winner"]]
    await one.require_genuine()
