"""Settings of a tournament change after its creation, as long as they have not taken effect."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from pydantic import TypeAdapter

from server.cli.logs.logfile import read_logs
from server.organising.tournaments.actions import DirectorAction
from server.organising.tournaments.listings import TournamentListing
from server.runtime.times import timestamp
from tests.secrecy.verifiers.both_verifiers import file_of, first, second
from tests.secrecy.verifiers.tampering import changed, place_of, sealed_anew
from tests.server.notifications.calendars.readers import read
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

_actions: Final[TypeAdapter[DirectorAction]] = TypeAdapter(DirectorAction)

WHY = "The hall closes earlier."


def _in(world: World, seconds: float) -> str:
    return timestamp(world.clock.now() + timedelta(seconds=seconds))


def _schedule(*times: str) -> Json:
    return {"start": "by_word", "review_seconds": 0, "times": times}


async def _edit(one: Directed, **settings: Json) -> Json:
    await one.act("edit", reason=WHY, **settings)
    return (await one.view())["settings"]


async def _news(player: Client, *types: str) -> list[Json]:
    return [fact for event in await player.news() for fact in event["facts"] if fact["type"] in types]


async def test_a_director_changes_several_settings_and_everyone_is_told(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), description="In the hall.")
    before = (await one.view())["settings"]

    after = await _edit(one, label="Late duels", description="In the garden.", rounds=2, tie_breaks=["WIN"])

    changes = {"label": "Late duels", "description": "In the garden.", "rounds": 2, "tie_breaks": ["WIN"]}
    assert after == before | changes
    assert (await one.director.get(one.path))["label"] == "Late duels"
    told = await one.told("director_acted", "settings_changed", by=one.entrants["e1"])
    assert told[-2:] == [
        {"type": "director_acted", "director": before["maker"], "action": "edit", "reason": WHY},
        {"type": "settings_changed", **changes},
    ]
    assert (await one.view(lines="en"))["lines"][-1] == (
        "Changed: the name (Late duels), the description, the number of rounds (2) and the tie-breaks."
    )
    assert "description" not in await _edit(one, description="")
    await one.require_genuine()


async def test_settings_that_are_as_they_were_change_nothing(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    before, settings = await one.log(), (await one.view())["settings"]

    same = {name: settings[name] for name in ("label", "rounds", "max_entrants", "tie_breaks", "schedule")}
    assert await _edit(one, description="", **same) == settings

    assert await one.log() == before


async def test_a_change_needs_a_reason(world: World) -> None:
    one = await directed(world)

    without: list[Json] = [{}, {"reason": ""}]
    for reason in without:
        await one.refused("malformed_request", 422, "edit", label="Duels", **reason)


async def test_rounds_are_added_until_the_end_and_taken_away_until_they_are_paired(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), rounds=1)
    for table in await one.start():
        await one.decide(table["match_id"])
    await one.refused("no_round_left", 409, "pair")

    await _edit(one, rounds=3)
    for table in await one.start(2):
        await one.decide(table["match_id"])
    await one.refused("too_late", 409, "edit", reason=WHY, rounds=1)
    await one.refused("too_many_rounds", 422, "edit", reason=WHY, rounds=4, max_entrants=4)
    await _edit(one, rounds=2)

    await one.refused("no_round_left", 409, "pair")
    await one.act("finish")
    await one.refused("tournament_over", 409, "edit", reason=WHY, label="Over")
    await one.require_genuine()


async def test_more_places_go_to_those_who_wait(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed"), max_entrants=2, rounds=1)

    await _edit(one, max_entrants=4)

    waiting = [each["entrant"] for each in (await one.view())["entrants"] if each["waiting"]]
    assert waiting == ["e5"]
    assert [fact["waiting"] for fact in await _news(one.entrants["e4"], "tournament_entered")] == [True, False]
    problem = await one.refused("too_late", 409, "edit", reason=WHY, max_entrants=3)
    assert problem["detail"] == "4 entrants have a place."
    await one.require_genuine()


async def test_tie_breaks_stand_from_the_first_round_on(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    await one.refused("bad_tie_break", 422, "edit", reason=WHY, tie_breaks=["LUCK"])
    await one.act("pair")

    await one.refused("too_late", 409, "edit", reason=WHY, tie_breaks=["WIN"])


THREE: Final[Json] = {"win": 6, "draw": 2, "loss": 0, "bye": 6}
USUAL: Final[Json] = {"win": 2, "draw": 1, "loss": 0, "bye": 2}


async def test_what_results_are_worth_changes_until_the_first_round_is_published(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), schedule={"review_seconds": 60})
    assert (await _edit(one, scores=THREE))["scores"] == THREE
    assert await one.told("settings_changed", by=one.entrants["e1"]) == [{"type": "settings_changed", "scores": THREE}]
    assert "scores" not in await _edit(one, scores=USUAL)
    await one.act("pair")
    await _edit(one, scores=THREE)
    await one.act("publish")

    await one.refused("too_late", 409, "edit", reason=WHY, scores=USUAL)

    await one.act("start_round")
    (table,) = (await one.round(1))["tables"]
    await one.decide(table["match_id"])
    assert [row["points"] for row in (await one.director.get(f"{one.path}/standings"))["rows"]] == [6, 0]
    await one.require_genuine_to_both()


async def test_how_rounds_are_paired_changes_until_the_first_one_is(world: World) -> None:
    """By numbers, round 1 would be e1 against e3; accelerated, the better half does not meet the other one."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"))
    await one.act("set_club", entrant="e1", club="Weavers")
    await one.act("set_club", entrant="e2", club="Weavers")
    after = await _edit(one, clubs_apart=1, accelerated=True)
    assert (after["clubs_apart"], after["accelerated"]) == (1, True)
    after = await _edit(one, clubs_apart=0)
    assert "clubs_apart" not in after

    await one.act("pair")

    met = {frozenset(table["entrants"]) for table in (await one.round(1))["tables"]}
    assert met == {frozenset(("e1", "e2")), frozenset(("e3", "e4"))}
    for settings in ({"clubs_apart": 2}, {"accelerated": False}):
        problem = await one.refused("too_late", 409, "edit", reason=WHY, **settings)
        assert problem["pointer"] == f"/{next(iter(settings))}"
    await one.require_genuine_to_both()


async def test_settings_that_are_changed_fit_together_as_at_the_creation(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), accelerated=True)
    for settings, pointer in (
        ({"scores": {**USUAL, "draw": 3}}, "/scores"),
        ({"scores": THREE}, "/accelerated"),
        ({"rounds": 0}, "/accelerated"),
    ):
        problem = await one.refused("bad_system", 422, "edit", reason=WHY, **settings)
        assert problem["pointer"] == pointer
    await one.refused("malformed_request", 422, "edit", reason=WHY, clubs_apart=101)
    cup = await directed(world, system="single_elimination", rounds=0)
    changes: Sequence[Json] = ({"scores": THREE}, {"clubs_apart": 1}, {"accelerated": True})
    for settings in changes:
        problem = await cup.refused("bad_system", 422, "edit", reason=WHY, **settings)
        assert problem["pointer"] == f"/{next(iter(settings))}"

    after = await _edit(one, scores=THREE, accelerated=False, rounds=0)

    assert (after["scores"], after["rounds"], "accelerated" in after) == (THREE, 0, False)
    await one.require_genuine_to_both()


async def test_both_verifiers_find_settings_that_could_not_be_changed_so(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    await _edit(one, scores=THREE)
    await _edit(one, scores=USUAL, clubs_apart=1, accelerated=True)
    await one.start()
    await _edit(one, rounds=2)
    (log,) = (list(entries) for entries in read_logs((await one.log()).splitlines()).values())
    first_change, late = place_of(log, "settings_changed"), place_of(log, "settings_changed", 2)
    forged = [
        (late, {"scores": THREE}),
        (late, {"tie_breaks": ["WIN"]}),
        (late, {"clubs_apart": 2}),
        (late, {"accelerated": False}),
        (late, {"rounds": 0}),
        (first_change, {"scores": {**THREE, "draw": 7}}),
        (first_change, {"clubs_apart": 101}),
        (first_change, {"accelerated": 1}),
        (first_change, {"accelerated": True}),
    ]
    files = [
        file_of(sealed_anew([*log[:at], changed(log[at], "settings_changed", **settings), *log[at + 1 :]]))
        for at, settings in forged
    ]

    assert first(file_of(log)).code == second([file_of(log)])[0].code == 0
    assert [first(file).code for file in files] == [1] * len(files)
    assert [opinion.code for opinion in second(files)] == [1] * len(files)


async def test_rounds_move_with_their_entrants_and_calendars(world: World) -> None:
    one = await directed(
        world, ("Ada", "Bo", "Cy"), max_entrants=2, rounds=1, schedule=_schedule(_in(world, 600), _in(world, 1200))
    )
    later = _in(world, 3600)
    calendar = (await one.entrants["e1"].post("/v1/me/calendar", {}, expect=201))["path"]
    await one.act("pair")

    after = await _edit(one, schedule=_schedule(later))

    assert after["schedule"]["times"] == [later]
    moved = {"type": "rounds_moved", "tournament_id": one.id, "label": "Friday duels", "times": [later]}
    assert await _news(one.entrants["e1"], "rounds_moved") == [moved]
    assert await _news(one.entrants["e3"], "rounds_moved") == []  # Waits, and is told when there is a place.
    items = read((await world.nobody().http.get(calendar)).content).values()
    assert [item.at for item in items if item.status != "CANCELLED"] == [datetime.fromisoformat(later)]
    assert len([item for item in items if item.status == "CANCELLED"]) == 1
    await one.pass_time(700)
    assert (await one.round(1))["status"] == "published"
    await one.pass_time(3000)
    assert (await one.round(1))["status"] == "started"
    await one.require_genuine()


async def test_times_of_rounds_that_have_started_stay_and_none_is_in_the_past(world: World) -> None:
    first, second = _in(world, 60), _in(world, 120)
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), schedule=_schedule(first, second))
    await one.act("pair")
    await one.pass_time(61)

    for times in ([], [_in(world, 60)]):
        await one.refused("too_late", 409, "edit", reason=WHY, schedule=_schedule(*times))
    for late in (_in(world, -1), _in(world, 0)):
        problem = await one.refused("time_passed", 422, "edit", reason=WHY, schedule=_schedule(first, late))
        assert problem["pointer"] == "/schedule/times"
    await one.pass_time(120)
    after = await _edit(one, schedule=_schedule(first, second, _in(world, 60)))

    assert after["schedule"]["times"][:2] == [first, second]  # The second has passed, and stays what it was.


async def test_a_new_tournament_has_no_times_that_have_passed(world: World) -> None:
    director = await world.player("Ada")
    body = {"label": "Late", "system": "swiss", "rounds": 1, "match": {"game": "wizards_duel"}}

    problem = await director.post("/v1/tournaments", body | {"schedule": _schedule(_in(world, -1))}, expect=422)

    assert problem["code"] == "time_passed"


async def test_a_director_who_plays_changes_what_cannot_decide_the_tournament(world: World) -> None:
    one = await directed(world, ("Bo", "Cy"))
    ada = await world.player("Ada")
    await one.act("give_role", player_id=ada.player_id, role="director")
    await ada.put(f"{one.path}/entrants/me", {})

    for settings in (
        {"rounds": 2},
        {"tie_breaks": ["WIN"]},
        {"scores": THREE},
        {"clubs_apart": 1},
        {"accelerated": True},
    ):
        await one.refused("director_plays", 403, "edit", by=ada, reason=WHY, **settings)
    await one.act("edit", by=ada, reason=WHY, label="Our duels")

    assert (await one.view())["settings"]["label"] == "Our duels"


@pytest.mark.parametrize(
    ("action", "settings", "units"),
    [
        ("announce", {"text": "At eight."}, 100),
        ("edit", {"reason": WHY, "schedule": {}}, 100),
        ("edit", {"reason": WHY, "label": "Late duels"}, 0),
    ],
)
def test_what_is_told_to_all_entrants_costs_by_their_number(action: str, settings: Json, units: float) -> None:
    taken = _actions.validate_python({"type": action, **settings})

    assert taken.cost_of(cast("TournamentListing", SimpleNamespace(entrants=1000))) == units
