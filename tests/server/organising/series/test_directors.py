"""What directors do to a series, and what becomes of players who leave it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.server.organising.series.seasons import FIVE, RANKS, SHORT, begun, season, to_the_pick
from tests.server.world import World, facts, types

pytestmark = pytest.mark.one_server


async def test_a_void_match_stops_the_series_until_it_is_played_again(world_on_either: World) -> None:
    one = await begun(world_on_either)
    await one.refused("not_stopped", 409, "replay")
    first = await one.void()
    view = await one.view(one.entrants["e1"])
    assert (view["status"], view["stopped"]["because"], view["stopped"]["match"]) == ("stopped", "void", "main")
    seats = view["episodes"][0]["main"]["seats"]
    assert "series_waits" in types(await one.director.news())

    await one.act("replay", reason="The alarm is over.")

    view = await one.view()
    main = view["episodes"][0]["main"]
    assert (view["status"], view["stopped"], main["seats"]) == ("running", None, seats)
    assert main["match_id"] != first
    assert {match["match_id"]: match["status"] for match in await one.matches()} == {
        first: "void",
        main["match_id"]: "running",
    }
    (acted,) = [fact for fact in await one.told("director_acted") if fact["action"] == "replay"]
    assert (acted["director"]["name"], acted["reason"]) == ("Director", "The alarm is over.")
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    assert [fact["how"] for fact in await one.told("main_match_done")] == ["adjudicated"]
    await one.require_genuine()


async def test_a_director_decides_a_match_without_an_outcome_and_the_season_goes_on(world: World) -> None:
    one = await begun(world, start="when_done")
    await one.void()
    told = await one.refused("does_not_fit", 422, "decide", rank=RANKS)
    assert (told["pointer"], "elimination_candidate" in told["detail"]) == ("/consequences", True)

    await one.act("decide", rank=RANKS, consequences={"e5": ["elimination_candidate"]})
    await one.decide(one.entrants["e5"], 1, "e4")
    await one.void()
    await one.refused("does_not_fit", 422, "decide", loser="e1")
    await one.act("decide", loser="e4")

    view = await one.view()
    assert [each["left"] for each in view["episodes"]] == [["e4"], []]
    assert [view["episodes"][0][which]["how"] for which in ("main", "death")] == ["decided", "decided"]
    await one.require_genuine()


async def test_an_outcome_with_which_the_season_cannot_go_on_stops_it(world: World) -> None:
    """Hosts can adjudicate matches without saying who is the candidate, or that both are level."""
    one = await begun(world)

    await one.end(RANKS)
    stopped = (await one.view())["stopped"]
    assert (stopped["match"], stopped["because"]) == ("main", "does_not_fit")
    await one.act("decide", rank=RANKS, consequences={"e5": ["elimination_candidate"]})
    await one.decide(one.entrants["e5"], 1, "e4")
    await one.end({"e5": 1, "e4": 1})

    stopped = (await one.view())["stopped"]
    assert (stopped["match"], stopped["because"]) == ("death", "does_not_fit")
    await one.require_genuine()


async def test_a_paused_series_stands_still_and_goes_on_with_the_time_that_was_left(world: World) -> None:
    one = await to_the_pick(world)
    await one.pass_time(600)

    await one.act("pause")
    await one.pass_time(10_000)
    assert (await one.decide(one.entrants["e5"], 1, "e4", 409))["code"] == "series_paused"
    await one.refused("series_paused", 409, "extend", seconds=60)
    await one.act("resume")
    decision = (await one.view())["episodes"][0]["decisions"][0]
    left = datetime.fromisoformat(decision["until"]) - world.clock.now()
    assert left == timedelta(seconds=3000)
    moved = [fact["until"] for fact in facts(await one.entrants["e5"].news()) if fact["type"] == "decision_moved"]
    assert moved == [None, decision["until"]]
    await one.decide(one.entrants["e5"], 1, "e4")
    await one.act("pause")
    assert (await one.matches())[-1]["status"] == "paused"
    await one.act("resume")

    assert (await one.matches())[-1]["status"] == "running"
    await one.require_genuine()


async def test_the_time_of_a_decision_rests_at_night_as_that_of_matches_does(own_world: World) -> None:
    """What is left at a pause, and more time that a director gives, pass outside the night, too."""
    night = {"time_zone": "UTC", "night": {"begins": "00:30", "ends": "08:00"}}
    one = await to_the_pick(own_world, match={"rest": night})
    (asked,) = await one.told("decision_asked")
    (match, *_) = await one.matches()
    details = await one.director.get(f"/v1/matches/{match['match_id']}")
    await one.pass_time(600)
    await one.act("pause")
    await one.pass_time(10_000)
    await one.act("resume")
    resumed = (await one.view())["episodes"][0]["decisions"][0]["until"]
    await one.act("extend", seconds=60)
    extended = (await one.view())["episodes"][0]["decisions"][0]["until"]

    assert asked["until"] == "2040-01-01T08:30:00.000000Z"
    assert details["rest"]["night"] == night["night"]
    assert (resumed, extended) == ("2040-01-01T08:50:00.000000Z", "2040-01-01T08:51:00.000000Z")
    await one.require_genuine()


async def test_directors_give_more_time_to_the_open_decision_or_the_open_match(world: World) -> None:
    one = await begun(world)
    (match,) = await one.matches()
    await one.act("extend", seconds=90)
    (later,) = await one.matches()
    assert datetime.fromisoformat(later["closes_at"]) - datetime.fromisoformat(match["closes_at"]) == timedelta(
        seconds=90
    )
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    (asked,) = await one.told("decision_asked")

    await one.act("extend", seconds=60, reason="A late bus.")

    until = (await one.view())["episodes"][0]["decisions"][0]["until"]
    assert datetime.fromisoformat(until) - datetime.fromisoformat(asked["until"]) == timedelta(seconds=60)
    await one.pass_time(3600)
    assert (await one.view())["episodes"][0]["death"] is None
    await one.pass_time(60)
    assert (await one.view())["episodes"][0]["death"] is not None
    await one.require_genuine()


async def test_who_is_in_heaven_is_set_before_an_episode_and_must_fit(world: World) -> None:
    one = await season(world, FIVE)
    told = await one.refused("does_not_fit", 422, "set_places", heaven=["e1"], hell=["e2", "e3", "e4", "e5"])
    assert told["detail"] == "The next episode has 2 in heaven and 3 in hell; you name 1 and 4."
    await one.refused("does_not_fit", 422, "set_places", heaven=["e1", "e1"], hell=["e3", "e4", "e5"])
    await one.act("set_places", heaven=["e5", "e4"], hell=["e1", "e2", "e3"])
    await one.act("start")
    assert (await one.view())["episodes"][0]["heaven"] == ["e4", "e5"]
    await one.refused("episode_open", 409, "set_places", heaven=["e1", "e2"], hell=["e3", "e4", "e5"])
    await one.refused("episode_open", 409, "start")
    await one.end(RANKS, {"e1": ["elimination_candidate"]})
    await one.decide(one.entrants["e1"], 1, "e3")
    await one.end({"e1": 2, "e3": 1})

    await one.act("set_places", heaven=["e2", "e3"], hell=["e4", "e5"], reason="A draw.")
    await one.act("start")

    second = (await one.view())["episodes"][1]
    assert (second["heaven"], second["hell"]) == (["e2", "e3"], ["e4", "e5"])
    await one.require_genuine()


async def test_a_place_that_was_set_and_is_left_is_set_anew(world: World) -> None:
    one = await season(world, FIVE)
    await one.act("set_places", heaven=["e1", "e2"], hell=["e3", "e4", "e5"])

    await one.entrants["e1"].delete(f"{one.path}/players/me")
    await one.act("start")

    episode = (await one.view())["episodes"][0]
    assert sorted((*episode["heaven"], *episode["hell"])) == ["e2", "e3", "e4", "e5", "e6"]
    assert (await one.view(one.entrants["e1"]))["viewer"] == "spectator"
    await one.require_genuine()


async def test_a_bot_goes_on_for_a_player_who_leaves_in_a_match(world_on_either: World) -> None:
    one = await begun(world_on_either)
    cy = one.entrants["e3"]

    await cy.delete(f"{one.path}/players/me")
    await one.world.settle()

    view = await one.view()
    seat = next(seat for seat, entrant in view["episodes"][0]["main"]["seats"].items() if entrant == "e3")
    (match,) = await one.matches()
    assert next(each["bot"] for each in match["seats"] if each["id"] == seat)
    assert view["entrants"][2]["player"] is None
    (told,) = await one.told("place_handed_over", by=one.entrants["e1"])
    assert (told["entrant"], told["because"], told["player"]) == ("e3", "own_wish", None)
    assert types(await cy.news())[-2:] == ["series_left", "replaced"] or "series_left" in types(await cy.news())
    assert (await cy.delete(f"{one.path}/players/me", 409))["code"] == "not_entered"
    await one.end(RANKS, {"e3": ["elimination_candidate"]})
    # The bot picks at once, as one who is silent.
    (closed,) = await one.told("decision_closed")
    assert (closed["choice"], closed["because"]) == ("e5", "bot")
    await one.require_genuine()


async def test_an_open_decision_of_who_leaves_counts_as_it_was_made_and_else_by_default(world: World) -> None:
    for made, choice, because in (("e4", "e4", "made"), (None, "e3", "bot")):
        one = await to_the_pick(world, pace="deadline")
        if made:
            await one.decide(one.entrants["e5"], 1, made)

        await one.act("disqualify", entrant="e5", reason="Two accounts.")

        (closed,) = await one.told("decision_closed")
        assert (closed["choice"], closed["because"]) == (choice, because)
        (left,) = [fact for fact in facts(await one.entrants["e5"].news()) if fact["type"] == "series_left"]
        assert left["because"] == "disqualified"
        await one.require_genuine()
        await one.act("cancel")


async def test_a_player_goes_on_in_the_place_of_another_and_gets_the_seat(world: World) -> None:
    one = await begun(world)
    flo = await world.player("Flo")
    await one.refused("already_entered", 409, "replace", entrant="e3", player_id=one.entrants["e1"].player_id)
    await one.refused("director_plays", 409, "replace", entrant="e3", player_id=one.director.player_id)
    await one.refused("unknown_player", 404, "replace", entrant="e3", player_id="nobody")
    await one.refused("unknown_entrant", 422, "replace", entrant="e9")

    await one.act("replace", entrant="e3", player_id=flo.player_id)

    match_id = await one.match()
    seat = next(seat for seat, entrant in (await one.view())["episodes"][0]["main"]["seats"].items() if entrant == "e3")
    (match,) = await one.matches()
    assert next(each["reserved_for"]["name"] for each in match["seats"] if each["id"] == seat) == "Flo"
    await flo.sit(match_id, seat)
    assert (await flo.view(match_id))["viewer"] == seat
    assert (await one.view(flo))["viewer"] == "e3"
    assert (await one.view(one.entrants["e3"]))["viewer"] == "spectator"
    await one.refused("already_entered", 409, "replace", entrant="e4", player_id=one.entrants["e3"].player_id)
    await one.require_genuine()


async def test_a_cancelled_series_calls_its_match_off(world: World) -> None:
    one = await begun(world)

    await one.act("cancel", reason="Snow.")

    assert (await one.view())["status"] == "cancelled"
    assert [match["status"] for match in await one.matches()] == ["void"]
    assert (await one.view())["stopped"] is None
    await one.refused("series_over", 409, "start")
    news = [fact for fact in facts(await one.entrants["e1"].news()) if fact["type"] == "series_ended"]
    assert [(each["cancelled"], each["place"]) for each in news] == [(True, None)]
    await one.require_genuine()


async def test_a_repeated_action_changes_nothing(world: World) -> None:
    helper = await world.player("Helper")
    one = await season(world, FIVE, directors=[helper.player_id])

    body = {"type": "start", "reason": ""}
    first = await helper.post(f"{one.path}/actions", body, key="k")
    again = await helper.post(f"{one.path}/actions", body, key="k")
    await world.settle()

    assert first == again
    assert len(await one.told("episode_begun")) == 1
    assert len(await one.matches()) == 1
    await one.require_genuine()


async def test_a_private_series_is_listed_for_nobody_but_who_takes_part(own_world: World) -> None:
    one = await season(own_world, ("Ada",), visibility="private")
    other = await own_world.player("Other")

    assert (await other.get("/v1/series"))["series"] == []
    assert len((await one.entrants["e1"].get("/v1/series"))["series"]) == 1


async def test_ids_of_other_logs_are_no_series_tournaments_or_matches(world: World) -> None:
    """They look alike, so such a log was found and could not be read."""
    one = await begun(world)

    assert (await one.director.get(f"/v1/series/{await one.match()}", 404))["code"] == "unknown_series"
    assert (await one.director.get(f"/v1/tournaments/{await one.match()}", 404))["code"] == "unknown_tournament"
    assert (await one.director.get(f"/v1/tournaments/{one.id}", 404))["code"] == "unknown_tournament"
    assert (await one.director.get(f"/v1/matches/{one.id}", 404))["code"] == "unknown_match"


async def test_a_series_takes_no_directors_or_doubles_as_players_and_no_more_than_its_places(world: World) -> None:
    one = await season(world)
    ada = await world.player("Ada")
    director, body = one.director, {**SHORT, "label": "Again"}

    refused = [
        (await director.post("/v1/series", body | {"players": players}, status))["code"]
        for players, status in (
            ([director.player_id], 409),
            ([ada.player_id, None, ada.player_id], 409),
            ([None] * 6, 422),
            (["nobody"], 404),
        )
    ]

    assert refused == ["director_plays", "already_entered", "does_not_fit", "unknown_player"]


async def test_a_director_changes_the_name_and_when_episodes_begin(world: World) -> None:
    """An episode that waits for a director's word still does."""
    one = await to_the_pick(world)
    await one.decide(one.entrants["e5"], 1, "e4")
    await one.end({"e5": 1, "e4": 2})
    assert [each["episode"] for each in (await one.view())["episodes"]] == [1]
    await one.refused("malformed_request", 422, "edit", label="Short and late")

    await one.act("edit", label="Short and late", start="when_done", reason="It is late.")

    view = await one.view(lines="en")
    assert (view["settings"]["label"], view["settings"]["start"]) == ("Short and late", "when_done")
    assert [each["episode"] for each in view["episodes"]] == [1]
    await one.act("start")
    assert [each["episode"] for each in (await one.view())["episodes"]] == [1, 2]
    assert "Changed: the name (Short and late) and when episodes begin." in view["lines"]
    told = await one.told("series_changed", by=one.entrants["e1"])
    assert told == [{"type": "series_changed", "label": "Short and late", "start": "when_done"}]
    before = await one.log()
    await one.act("edit", label="Short and late", reason="Again.")
    assert await one.log() == before
    await one.require_genuine()
