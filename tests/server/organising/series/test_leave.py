"""Leave of entrants of a series: the clocks of their matches stand for all who play there, and of their decisions."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import pytest

from server.cli.logs.logfile import read_logs
from server.organising.series.referee import SeriesReferee
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import changed, of_longer_leave, place_of, sealed_anew
from tests.server.events import killed
from tests.server.organising.series.seasons import RANKS, Season, begun, season, to_the_pick
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

HOUR: Final = 3_600
DAY: Final = 24 * HOUR
NIGHT: Final[Json] = {"time_zone": "UTC", "night": {"begins": "00:30", "ends": "08:00"}}
WEEK: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


async def _leave(one: Season, entrant: str, days: int, expect: int = 200) -> Json:
    told = await one.entrants[entrant].put(f"{one.path}/leave", {"days": days}, expect=expect)
    await one.world.settle()
    return told


async def _seconds_left(one: Season) -> float:
    """Return for how long the phase of the open match is still open."""
    match = await one.director.get(f"/v1/matches/{await one.match()}")
    return (datetime.fromisoformat(match["closes_at"]) - one.world.clock.now()).total_seconds()


async def _decides_by(one: Season) -> str:
    return str((await one.view())["episodes"][-1]["decisions"][0]["until"])


async def test_the_clock_of_a_match_stands_for_everybody_while_one_of_them_is_on_leave(own_world: World) -> None:
    one = await begun(own_world, leave_days=5)
    before = await _seconds_left(one)
    await _leave(one, "e2", 3)
    on_leave = await _seconds_left(one)
    entrant = (await one.view())["entrants"][1]
    too_many = await _leave(one, "e2", 6, expect=409)
    alone = await one.entrants["e2"].put(f"/v1/matches/{await one.match()}/leave", {"days": 1}, expect=409)

    assert on_leave == before + 3 * DAY
    assert (entrant["on_leave_until"], entrant["leave_days_taken"]) == ("2040-01-04T00:00:00.000000Z", 3)
    assert [(fact["entrant"], fact["order"]) for fact in await one.told("leave_taken")] == [("e2", 2)]
    assert (too_many["code"], alone["code"]) == ("leave_used_up", "no_leave")
    await one.require_genuine()


async def test_a_match_that_begins_while_an_entrant_of_it_is_on_leave_stands_from_the_beginning(
    own_world: World,
) -> None:
    one = await to_the_pick(own_world, leave_days=5)
    await _leave(one, "e4", 2)
    await one.decide(one.entrants["e5"], 1, "e4")
    on_leave = await _seconds_left(one)
    await _leave(one, "e1", 1)

    assert on_leave > 2 * DAY
    assert await _seconds_left(one) == on_leave, "e1 does not play this match"
    assert [fact.get("order") for fact in await one.told("leave_taken")] == [None, None]
    await one.require_genuine()


async def test_an_earlier_end_of_a_leave_reaches_the_match(own_world: World) -> None:
    one = await begun(own_world, leave_days=5)
    before = await _seconds_left(one)
    await _leave(one, "e1", 5)
    await one.pass_time(HOUR)
    await _leave(one, "e1", 0)

    assert await _seconds_left(one) == before + 2 * DAY - HOUR
    assert (await one.view())["entrants"][0]["leave_days_taken"] == 2
    await one.require_genuine()


async def test_the_time_of_a_decision_stands_while_its_entrant_is_on_leave_and_not_for_others(
    own_world: World,
) -> None:
    """Who must decide is known to all, so this tells nothing."""
    one = await to_the_pick(own_world, leave_days=5)
    asked = await _decides_by(one)
    await _leave(one, "e4", 1)
    not_asked = await _decides_by(one)
    await one.pass_time(600)
    await _leave(one, "e5", 2)
    longer = await _decides_by(one)
    await one.act("pause")
    await one.pass_time(HOUR)
    await one.act("resume")
    resumed = await _decides_by(one)
    await one.act("extend", seconds=60)
    moved = [fact["until"] for event in await one.entrants["e5"].news() for fact in event["facts"] if "until" in fact]

    assert (asked, not_asked) == ("2040-01-01T01:00:00.000000Z",) * 2
    assert (longer, resumed) == ("2040-01-03T01:00:00.000000Z",) * 2, "it is on leave all the time"
    assert await _decides_by(one) == "2040-01-03T01:01:00.000000Z"
    assert longer in moved
    await one.require_genuine()


async def test_an_entrant_on_leave_who_is_asked_has_all_the_time_afterwards(own_world: World) -> None:
    one = await begun(own_world, leave_days=5)
    await _leave(one, "e5", 1)
    await one.end(RANKS, {"e5": ["elimination_candidate"]})

    assert await _decides_by(one) == "2040-01-02T01:00:00.000000Z"
    await one.require_genuine()


async def test_a_leave_ends_with_the_player_and_who_is_out_takes_none(own_world: World) -> None:
    one = await begun(own_world, leave_days=5)
    await _leave(one, "e2", 1)
    await one.entrants["e2"].delete(f"{one.path}/players/me")
    gone = await one.entrants["e2"].put(f"{one.path}/leave", {"days": 1}, expect=403)
    entrant = (await one.view())["entrants"][1]
    plain = await season(own_world, ("Fi",))
    stranger = await one.director.put(f"{one.path}/leave", {"days": 1}, expect=403)
    await one.act("cancel")

    assert (entrant["on_leave_until"], entrant["leave_days_taken"]) == (None, 1)
    assert (gone["code"], stranger["code"]) == ("not_an_entrant", "not_an_entrant")
    assert (await _leave(plain, "e1", 1, expect=409))["code"] == "no_leave"
    assert (await _leave(one, "e1", 1, expect=409))["code"] == "series_over"
    await one.require_genuine()


async def test_a_seat_that_a_bot_has_in_a_match_is_on_no_leave(own_world: World) -> None:
    """The host gave it to a bot, and then its entrant takes leave: this match goes on with the bot."""
    one = await begun(own_world, leave_days=5)
    seats = (await one.view())["episodes"][-1]["main"]["seats"]
    seat = next(seat for seat, entrant in seats.items() if entrant == "e1")
    await one.director.act(await one.match(), {"type": "replace_player", "seat": seat})
    before = await _seconds_left(one)
    await _leave(one, "e1", 2)
    told = [fact["type"] for event in await one.director.events(await one.match()) for fact in event["facts"]]

    assert await _seconds_left(one) == before
    assert "leave_set" not in told
    await one.require_genuine()


async def test_a_leave_reaches_the_match_though_the_server_is_killed_in_between(
    own_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The series says first who is on leave; any server that finds its entry tells the match, once."""
    one = await begun(own_world, leave_days=5)
    begins = await _seconds_left(one)
    with monkeypatch.context() as patch:
        patch.setattr(SeriesReferee, "_settle", killed)
        await _leave(one, "e1", 2)
        before = await _seconds_left(one)
    for _ in range(2):
        await one.pass_time(0)
    told = [fact for event in await one.director.events(await one.match()) for fact in event["facts"]]

    assert (before, await _seconds_left(one)) == (begins, begins + 2 * DAY)
    assert [fact["seat"] for fact in told if fact["type"] == "leave_set"] != []
    assert len([fact for fact in told if fact["type"] == "leave_set"]) == 1
    await one.require_genuine()


async def test_directors_change_the_days_of_leave_and_when_clocks_rest_from_then_on(own_world: World) -> None:
    """Days that were taken are not taken back; another rest holds in matches and decisions that begin later."""
    one = await begun(own_world)
    before = await _seconds_left(one)
    refused = await _leave(one, "e1", 2, expect=409)
    await one.act("edit", leave_days=3, rest=NIGHT, reason="It is long.")
    await _leave(one, "e1", 2)
    on_leave = await _seconds_left(one)
    fewer = await one.refused("too_late", 409, "edit", leave_days=1, reason="It is long.")
    await one.refused("bad_rest", 422, "edit", rest={**NIGHT, "weekdays": WEEK}, reason="It is long.")
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    asked = await _decides_by(one)
    await one.act("edit", leave_days=2, rest={"time_zone": "UTC"}, reason="It is short.")
    view = await one.view(lines="en")
    log = await one.log()
    await one.act("edit", leave_days=2, rest={"time_zone": "UTC"}, reason="It is short.")

    assert (refused["code"], fewer["pointer"]) == ("no_leave", "/leave_days")
    assert on_leave == before + 2 * DAY
    assert asked == "2040-01-01T08:30:00.000000Z"
    assert view["settings"]["leave_days"] == 2
    assert "rest" not in view["settings"]["matches"]
    assert any(line.endswith("Changed: when deadlines rest and the days of leave (2).") for line in view["lines"])
    assert await one.log() == log
    await one.require_genuine()


FORGED: Final[dict[str, tuple[str, Json]]] = {
    "half a day": ("leave_taken", {"until": "2040-01-03T12:00:00.000000Z"}),
    "more days than there are": ("leave_taken", {"until": "2040-01-09T00:00:00.000000Z"}),
    "of another time": ("leave_taken", {"since": "2039-12-31T00:00:00.000000Z"}),
    "of nobody": ("leave_taken", {"entrant": "e9"}),
    "of a bot": ("leave_taken", {"entrant": "e5"}),
    "fewer days than were taken": ("series_changed", {"leave_days": 2}),
    "a rest without time": ("series_changed", {"rest": {**NIGHT, "offsets": [], "weekdays": [], "dates": []}}),
}


async def test_both_verifiers_find_a_leave_that_nobody_could_take_or_give(own_world: World) -> None:
    one = await begun(own_world, ("Ada", "Bo", "Cy", "Di", None), leave_days=5)
    await _leave(one, "e1", 3)
    await one.act("edit", leave_days=4, reason="It is long.")
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())

    def forged(type_: str, change: Json) -> File:
        at = place_of(log, type_)
        return file_of(sealed_anew([*log[:at], changed(log[at], type_, **change), *log[at + 1 :]]), *matches)

    files = {what: forged(*how) for what, how in FORGED.items()}
    theirs = second([file_of(log, *matches), *files.values()])

    assert first(file_of(log, *matches)).code == theirs[0].code == 0
    assert {what: first(file).code for what, file in files.items()} == dict.fromkeys(FORGED, 1)
    assert {what: opinion.code for what, opinion in zip(files, theirs[1:], strict=True)} == dict.fromkeys(FORGED, 1)


async def test_both_verifiers_find_a_leave_in_a_match_that_its_series_has_not_given(own_world: World) -> None:
    one = await begun(own_world, leave_days=5)
    await _leave(one, "e1", 3)
    match_id = await one.match()
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    longer = file_of(*(of_longer_leave(log, 2) if log_id == match_id else log for log_id, log in logs.items()))

    alone, theirs = second([file_of(of_longer_leave(logs[match_id], 2)), longer])

    assert (first(file_of(of_longer_leave(logs[match_id], 2))).code, alone.code) == (0, 0), "it could be given"
    assert (first(longer).code, theirs.code) == (1, 1)
