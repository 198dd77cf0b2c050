"""What a killed server has ordered and not done, another one does, once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.organising.ordering.referee import EventReferee
from server.organising.series.referee import SeriesReferee
from tests.server.events import killed
from tests.server.organising.series.seasons import FIVE, RANKS, Season, begun, season, to_the_pick
from tests.server.world import World, facts, running_world


async def _sweep(world: World) -> None:
    """Do what another process finds undone."""
    await world.app.state.server.series_logs.referee.sweep()
    await world.app.state.server.series_logs.schedule.do_overdue(world.clock.now())
    await world.settle()


def _elsewhere(one: Season, world: World) -> Season:
    """The same series on another server."""
    connected = {entrant: world.connect(each.player_id, each.token) for entrant, each in one.entrants.items()}
    director = world.connect(one.director.player_id, one.director.token)
    return replace(one, world=world, director=director, entrants=connected)


async def test_a_match_that_was_named_and_not_created_is_created_by_another_server(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(database_url) as world:
        one = await season(world, FIVE)
        with monkeypatch.context() as patch:
            patch.setattr(SeriesReferee, "_settle", killed)
            await one.act("start")
            named = await one.match()
            assert (await one.director.get(f"/v1/matches/{named}", 404))["code"] == "unknown_match"
    async with running_world(database_url) as world:
        one = _elsewhere(one, world)

        await _sweep(world)
        await _sweep(world)

        assert [match["match_id"] for match in await one.matches()] == [named]
        assert len(await one.told("matches_set")) == 1
        await one.require_genuine()


async def test_an_outcome_is_taken_once_though_the_server_is_killed_before_and_after_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(database_url) as world:
        one = await begun(world)
        with monkeypatch.context() as patch:
            patch.setattr(EventReferee, "_take_soon", lambda *_: None)
            await one.end(RANKS, {"e5": ["elimination_candidate"]})
            assert await one.told("main_match_done") == []
    async with running_world(database_url) as world:
        one = _elsewhere(one, world)
        await _sweep(world)
        referee: SeriesReferee = world.app.state.server.series_logs.referee
        match = await referee._matches.get((await one.matches())[0]["match_id"])

        await referee.take(one.id, [match])  # as if the entry were written and what follows it were not
        await _sweep(world)

        assert len(await one.told("main_match_done")) == 1
        assert len(await one.told("decision_asked")) == 1
        assert [fact["type"] for fact in facts(await one.entrants["e5"].news()) if "decision" in fact] == [
            "decision_asked"
        ]
        assert await referee._directory.owing("series", 10) == []
        await one.require_genuine()


async def test_a_death_match_follows_a_decision_though_the_server_is_killed_in_between(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await to_the_pick(world)
    with monkeypatch.context() as patch:
        patch.setattr(SeriesReferee, "_settle", killed)
        await one.decide(one.entrants["e5"], 1, "e4")
        assert len(await one.matches()) == 1

    await _sweep(world)

    episode = (await one.view())["episodes"][0]
    assert sorted(match["match_id"] for match in await one.matches()) == sorted(
        episode[which]["match_id"] for which in ("main", "death")
    )
    await one.require_genuine()


async def test_what_is_ordered_about_a_match_is_carried_out_once(world: World) -> None:
    one = await begun(world)
    await one.act("extend", seconds=60)
    referee: SeriesReferee = world.app.state.server.series_logs.referee
    live = await referee._events.get(one.id)
    match_id = await one.match()
    known = await one.log(f"/v1/matches/{match_id}")
    episode = live.state.course.last
    assert episode is not None
    (extension,) = await one.told("match_extended")
    undone = replace(live.state.course, carried_out=1)

    await referee._settle(undone, episode.match, episode.number)

    assert extension["order"] == 2
    assert await one.log(f"/v1/matches/{match_id}") == known


async def test_a_called_off_match_that_was_never_created_holds_up_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await season(world, FIVE)
    with monkeypatch.context() as patch:
        patch.setattr(SeriesReferee, "_settle", killed)
        await one.act("start")
        await one.act("cancel")

    await _sweep(world)

    assert await one.matches() == []
    assert len(await one.told("matches_set")) == 1
    await one.require_genuine()


async def test_two_servers_play_one_season(postgres_url: str) -> None:
    """Each does what its own entries cause, and follows what the other one does."""
    async with running_world(postgres_url) as here, running_world(postgres_url) as there:
        one = await to_the_pick(here)
        other = _elsewhere(one, there)
        await other.decide(other.entrants["e5"], 1, "e4")
        await one.end({"e5": 1, "e4": 2})
        await other.act("start")

        views = [await each.view() for each in (one, other)]

        for view in views:
            view.pop("server_now")
        assert views[0] == views[1]
        assert [len(each["left"]) for each in views[0]["episodes"]] == [1, 0]
        await one.require_genuine()
