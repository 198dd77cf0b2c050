"""An episode of a series: places, main match, decisions, death match; and who must not know what is decided."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.server.organising.series.seasons import (
    ARENA,
    FIVE,
    RANKS,
    SHORT,
    Season,
    begun,
    season,
    to_the_pick,
)
from tests.server.world import Client, World, facts, types

pytestmark = pytest.mark.one_server

Json = Any


async def test_players_enter_until_bots_take_the_places_that_are_left(world_on_either: World) -> None:
    world = world_on_either
    one = await season(world, ("Ada", None))
    bo, cy = await world.player("Bo"), await world.player("Cy")

    await bo.put(f"{one.path}/players/me", {})
    await one.director.put(f"{one.path}/players/{cy.player_id}", {})
    listed = await bo.delete(f"{one.path}/players/me")

    assert (listed["status"], listed["entrants"], listed["bots"]) == ("open", 3, 1)
    assert (await cy.put(f"{one.path}/players/me", {}, 409))["code"] == "already_entered"
    assert (await one.director.put(f"{one.path}/players/me", {}, 409))["code"] == "director_plays"
    assert (await bo.put(f"{one.path}/players/{cy.player_id}", {}, 403))["code"] == "directors_only"
    await one.act("start")
    view = await one.view(cy)
    names = [each["player"] and each["player"]["name"] for each in view["entrants"]]
    assert (view["viewer"], view["status"], names) == ("e4", "running", ["Ada", None, "Cy", None, None])
    assert (len(view["episodes"][0]["heaven"]), len(view["episodes"][0]["hell"])) == (2, 3)
    assert (await bo.put(f"{one.path}/players/me", {}, 409))["code"] == "not_open"
    mine = (await cy.get("/v1/series", mine=True))["series"]
    assert [(each["series_id"], each["places"], each["bots"]) for each in mine] == [(one.id, 5, 3)]
    assert types(await one.events(world.nobody()))[0] == "series_created"


async def test_a_main_match_is_created_with_everybody_seated_and_says_where_it_is(world: World) -> None:
    one = await begun(world)

    (match,) = await one.matches()

    assert match["series"] == {"series_id": one.id, "episode": 1, "match": "main"}
    assert (match["status"], match["tournament"]) == ("running", None)
    seats = (await one.view())["episodes"][0]["main"]["seats"]
    names = {seat["id"]: seat["player"]["name"] for seat in match["seats"]}
    assert {seat: FIVE[int(entrant[1:]) - 1] for seat, entrant in seats.items()} == names
    lines = (await one.entrants["e1"].get(f"/v1/matches/{match['match_id']}/events", lines=True))["events"][0]["lines"]
    assert lines[0] == "Episode 1 of the series, main match: Threads of Fate, Quick."


async def test_the_candidate_picks_an_opponent_and_the_loser_leaves(world_on_either: World) -> None:
    one = await to_the_pick(world_on_either)
    ed = one.entrants["e5"]
    (asked,) = await one.told("decision_asked")
    assert (asked["decision"], asked["about"], asked["entrant"], asked["choices"]) == (1, "pick", "e5", ["e3", "e4"])

    assert (await one.decide(one.entrants["e4"], 1, "e3", 403))["code"] == "not_yours_to_decide"
    assert (await one.decide(ed, 1, "e1", 422))["code"] == "not_a_choice"
    assert (await one.decide(ed, 2, "e3", 404))["code"] == "unknown_decision"
    await one.decide(ed, 1, "e4")
    assert (await one.decide(ed, 1, "e3", 409))["code"] == "decision_closed"
    assert (await one.view())["episodes"][0]["death"]["seats"] == {"a": "e5", "b": "e4"}
    await one.end({"e5": 1, "e4": 2})

    view = await one.view()
    left = {each["entrant"]: each["left_in"] for each in view["entrants"] if each["left_in"]}
    assert (left, view["heaven"], view["hell"]) == ({"e4": 1}, ["e1", "e2"], ["e3", "e5"])
    assert view["episodes"][0]["done"]
    await one.require_genuine()


async def test_a_candidate_who_never_picks_gets_the_worst_of_the_main_match(world: World) -> None:
    one = await to_the_pick(world)

    await one.pass_time(3599)
    assert (await one.view())["episodes"][0]["death"] is None
    await one.pass_time(2)

    (closed,) = await one.told("decision_closed")
    assert (closed["choice"], closed["because"]) == ("e3", "silent")
    assert (await one.view())["episodes"][0]["death"]["seats"] == {"a": "e5", "b": "e3"}
    assert (await one.decide(one.entrants["e5"], 1, "e4", 409))["code"] == "decision_closed"
    await one.require_genuine()


async def test_a_default_by_lot_can_be_drawn_again_from_the_log(world: World) -> None:
    one = await to_the_pick(world, pick={"seconds": 60, "silent": "draw"})

    await one.pass_time(60)

    (drawn,) = [fact for fact in await one.told("drawn") if fact["label"] == "decision:1"]
    (closed,) = await one.told("decision_closed")
    assert (drawn["candidates"], drawn["picks"]) == (["e3", "e4"], [closed["choice"]])
    assert await one.told("drawn", by=one.entrants["e5"]) == []
    await one.require_genuine()


async def test_a_token_spares_the_pick_unless_nobody_else_is_left(world: World) -> None:
    for tokens, choices, because in ((["e3"], ["e4"], "only_choice"), (["e3", "e4"], ["e3", "e4"], None)):
        one = await begun(world, start="when_done")
        met: dict[str, list[str]] = {each: ["token_of_life"] for each in tokens}
        await one.end(
            dict(zip(["e1", "e2", "e3", "e4", "e5"], range(1, 6), strict=True)),
            {**met, "e5": ["elimination_candidate"]},
        )

        episode = (await one.view())["episodes"][0]

        assert episode["decisions"][0]["choices"] == choices
        assert episode["decisions"][0]["because"] == because
        assert episode["spared"] == (tokens if because else [])
        await one.act("cancel")


async def test_an_open_decision_can_be_changed_and_shows_to_nobody_else(world: World) -> None:
    """With `deadline`, it closes in time; what counts is then told to everyone."""
    one = await to_the_pick(world, pace="deadline")
    ed, others = one.entrants["e5"], [one.entrants["e4"], await world.player("Onlooker")]
    before = [await _seen(one, each) for each in others]

    for choice in ("e3", "e4", "e4"):
        await one.decide(ed, 1, choice)

    assert [await _seen(one, each) for each in others] == before
    assert types(await one.events(ed))[-2:] == ["decision_made", "decision_made"]
    assert (await one.view(ed))["episodes"][0]["decisions"][0]["choice"] == "e4"
    assert (await one.view(others[0]))["episodes"][0]["decisions"][0]["choice"] is None
    await one.pass_time(3600)
    (closed,) = await one.told("decision_closed", by=others[1])
    assert (closed["choice"], closed["because"]) == ("e4", "made")
    await one.require_genuine()


async def _seen(one: Season, by: Client) -> Json:
    """Return all that a player can see of the series, in lists, and in the own stream."""
    view = await one.view(by)
    listed = await by.get("/v1/series")
    found: Json = [view, listed, await one.events(by), await by.news(), await by.get(one.path)]
    view.pop("server_now")
    return found


async def test_a_decision_is_changed_a_hundred_times_at_most(world: World) -> None:
    one = await to_the_pick(world, pace="deadline")

    for change in range(100):
        await one.decide(one.entrants["e5"], 1, "e3" if change % 2 else "e4")

    assert (await one.decide(one.entrants["e5"], 1, "e4", 409))["code"] == "too_many_changes"


async def test_partners_are_chosen_from_heaven_one_after_another(world: World) -> None:
    one = await to_the_pick(world, deaths={"duel": ARENA})
    await one.decide(one.entrants["e5"], 1, "e3")
    (_, second) = await one.told("decision_asked")
    assert (second["about"], second["entrant"], second["choices"]) == ("partner:candidate", "e5", ["e1", "e2"])

    await one.decide(one.entrants["e5"], 2, "e2")

    # The last one has no choice.
    episode = (await one.view())["episodes"][0]
    assert [(each["choice"], each["because"]) for each in episode["decisions"]] == [
        ("e3", "made"),
        ("e2", "made"),
        ("e1", "only_choice"),
    ]
    seats = {"hell-1": "e5", "heaven-1": "e2", "hell-2": "e3", "heaven-2": "e1"}
    assert episode["death"]["seats"] == seats
    await one.end({"e5": 2, "e2": 2, "e3": 1, "e1": 1}, {"e3": ["winner"], "e1": ["winner"]})
    assert (await one.view())["episodes"][0]["left"] == ["e5"]
    await one.require_genuine()


async def test_five_players_come_down_to_one(world: World) -> None:
    one = await to_the_pick(world, start="when_done")
    await one.decide(one.entrants["e5"], 1, "e4")
    await one.end({"e5": 2, "e4": 1})
    await one.end({"e1": 1, "e2": 2, "e3": 1, "e4": 2}, {"e1": ["winner"], "e3": ["winner"]})

    final = (await one.view())["episodes"][2]
    assert final["main"]["seats"] == {"a": "e3", "b": "e1"}
    await one.end({"e3": 1, "e1": 2})

    view = await one.view()
    assert (view["status"], view["winner"]) == ("over", "e3")
    assert view["places"] == [[1, "e3"], [2, "e1"], [3, "e2"], [3, "e4"], [5, "e5"]]
    assert (await one.entrants["e5"].http.get(f"{one.path}/log")).status_code == 200
    news = [
        [event["type"] for event in facts(await each.news()) if "series_id" in event] for each in one.entrants.values()
    ]
    started = ["series_entered", "episode_started"]
    assert news == [
        [*started, "episode_started", "episode_started", "series_ended"],
        [*started, "episode_started", "series_left", "series_ended"],
        [*started, "episode_started", "episode_started", "series_ended"],
        [*started, "episode_started", "series_left", "series_ended"],
        [*started, "decision_asked", "decision_closed", "series_left", "series_ended"],
    ]
    await one.require_genuine()


async def test_marks_count_in_the_next_episode_and_no_further(world: World) -> None:
    main: Json = {**SHORT["episodes"][0], "options": {**SHORT["episodes"][0]["options"], "hell_size": 5}}
    plan = {
        **SHORT,
        "realms": {"heaven": 2, "hell": 5},
        "episodes": [
            main,
            *({**main, "options": {**main["options"], "hell_size": hell}} for hell in (4, 3)),
            *SHORT["episodes"][1:],
        ],
    }
    one = await begun(world, (*FIVE, "Flo", "Gus"), plan, start="when_done")
    marked: list[list[str]] = []
    for number, met in ((1, ["mark_of_elimination"]), (2, []), (3, [])):
        episode = (await one.view())["episodes"][-1]
        marked.append([entrant for seat, entrant in episode["main"]["seats"].items() if seat in await _marked(one)])
        everyone = sorted((*episode["heaven"], *episode["hell"]))
        last = everyone[-1]
        await one.end(
            {each: place for place, each in enumerate(everyone, 1)}, {last: ["elimination_candidate"], "e2": met}
        )
        await one.decide(one.entrants[last], number, everyone[-2])
        await one.end({last: 2, everyone[-2]: 1})

    assert marked == [[], ["e2"], []]


async def _marked(one: Season) -> list[str]:
    marked: list[str] = facts(await one.director.events(await one.match()))[0]["options"]["marked"]
    return marked


async def test_what_a_viewer_knew_after_an_earlier_event_is_the_view_then(world: World) -> None:
    one = await begun(world)
    views = [await one.view()]
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    views.append(await one.view())

    for view in views:
        assert await one.view(at=view["cursor"]) | {"server_now": None} == view | {"server_now": None}
    assert (await one.director.get(f"{one.path}/view", 409, at=views[-1]["cursor"] + 1))["code"] == "cursor_ahead"
    page = await one.director.get(f"{one.path}/events", after=2, limit=1)
    assert (page["cursor"], page["more"], page["viewer"]) == (3, True, "host")


async def test_time_is_told_and_the_deadline_of_a_decision_is_that_of_its_plan(world: World) -> None:
    one = await to_the_pick(world)

    (asked,) = await one.told("decision_asked")

    at = next(event["at"] for event in await one.events() if asked in event["facts"])
    assert datetime.fromisoformat(asked["until"]) - datetime.fromisoformat(at) == timedelta(seconds=3600)
