"""The clock of a match rests by a calendar: what time passes, what is refused, and what matches do with it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from server.access.errors import RefusedError
from server.matches.calendars import MOST_DATES, RestRequest
from server.matches.rests import ALWAYS, WEEKDAYS, Leave, Rest, Rests
from server.runtime.times import parse_timestamp, timestamp
from tests.clients.node import run_node
from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.organising.tournaments.directing import directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

NIGHT: Final[Json] = {"begins": "22:00", "ends": "08:00"}
NIGHTS: Final[Json] = {"time_zone": "Europe/Berlin", "night": NIGHT}
HOUR: Final = timedelta(hours=1)

FOUR: Json = {"type": "cast", "spell": "4"}
FIVE: Json = {"type": "cast", "spell": "5"}

TWIN: Final = Path("clients/verifier/match/rests.mjs").resolve().as_uri()


def _rest(since: datetime, **asked: Json) -> Rest:
    return RestRequest.model_validate({"time_zone": "Europe/Berlin", **asked}).settle(since, "/rest")


def _rests(since: datetime, **asked: Json) -> Rests:
    return Rests(_rest(since, **asked))


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("asked", "begins", "hours", "ends"),
    [
        # In winter, 22:00 in Berlin is 21:00 in UTC. A time that ends as the night begins ends then.
        ({"night": NIGHT}, "2026-12-01 20:00", 1, "2026-12-01 21:00"),
        ({"night": NIGHT}, "2026-12-01 20:00", 2, "2026-12-02 08:00"),
        ({"night": NIGHT}, "2026-12-01 23:00", 1, "2026-12-02 08:00"),
        ({"night": {"begins": "12:00", "ends": "14:00"}}, "2026-12-01 10:00", 2, "2026-12-01 14:00"),
        # On 29 March clocks go forward at 01:00 in UTC, on 25 October back: the nights have 9 and 11 hours.
        ({"night": NIGHT}, "2026-03-28 20:00", 2, "2026-03-29 07:00"),
        ({"night": NIGHT}, "2026-10-24 19:00", 2, "2026-10-25 08:00"),
        # A rest in the hour that clocks skip does not exist; in the hour that comes twice, it does twice.
        ({"night": {"begins": "02:00", "ends": "03:00"}}, "2026-03-29 00:30", 1, "2026-03-29 01:30"),
        ({"night": {"begins": "02:15", "ends": "02:45"}}, "2026-10-25 00:00", 2, "2026-10-25 03:00"),
        # 5 December is a Saturday. The week-end ends at local midnight.
        ({"weekdays": ["sunday", "saturday"]}, "2026-12-04 22:00", 2, "2026-12-07 00:00"),
        ({"dates": ["2026-12-25", "2026-12-24"]}, "2026-12-23 22:00", 2, "2026-12-26 00:00"),
        ({"weekdays": ["friday"], "dates": ["2026-12-24"], "night": NIGHT}, "2026-12-23 20:00", 2, "2026-12-26 08:00"),
    ],
)
def test_only_time_outside_rests_passes(asked: Json, begins: str, hours: int, ends: str) -> None:
    rests = _rests(_utc(begins), **asked)

    assert rests.end_of(_utc(begins), hours * HOUR) == _utc(ends)
    assert rests.time_between(_utc(begins), _utc(ends)) == hours * HOUR


def test_the_last_moment_at_which_a_time_is_left_is_never_within_a_rest() -> None:
    """So nobody is reminded of a deadline at night."""
    rests = _rests(_utc("2026-12-01"), night=NIGHT)

    assert rests.begin_of(_utc("2026-12-02 07:30"), HOUR) == _utc("2026-12-01 20:30")
    assert rests.begin_of(_utc("2026-12-02 08:00"), HOUR) == _utc("2026-12-02 07:00")


def test_without_rests_all_time_passes() -> None:
    begins = _utc("2026-12-01")

    assert ALWAYS.end_of(begins, HOUR) == begins + HOUR
    assert ALWAYS.begin_of(begins, HOUR) == begins - HOUR
    assert ALWAYS.time_between(begins + HOUR, begins) == -HOUR


def _random_case(draw: random.Random) -> Json:
    """Return a rest, leaves, and a time with a length, as the second verifier takes them."""
    begins = _utc("2026-01-01") + timedelta(
        seconds=draw.randrange(2 * 366 * 86_400), microseconds=draw.randrange(10**6)
    )
    minute, length = draw.randrange(1_440), draw.randint(1, 960)
    end = (minute + length) % 1_440
    night = {"begins": f"{minute // 60:02}:{minute % 60:02}", "ends": f"{end // 60:02}:{end % 60:02}"}
    dates = [f"{begins + timedelta(days=draw.randrange(40)):%Y-%m-%d}" for _ in range(draw.randrange(5))]
    asked = {
        "time_zone": draw.choice(["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo"]),
        "night": draw.choice([None, night]),
        "weekdays": draw.sample(WEEKDAYS, draw.randrange(7)),
        "dates": dates or ["2026-12-24"],
    }
    away = [begins + timedelta(days=draw.uniform(-5, 30)) for _ in range(draw.randrange(3))]
    return {
        "rest": draw.choice([None, asked]),
        "leaves": [(since, since + timedelta(days=draw.randint(1, 9))) for since in away],
        "begins": begins,
        "length": timedelta(seconds=draw.choice([0, 1, draw.randrange(14 * 86_400)])),
    }


def test_both_verifiers_compute_the_same_times() -> None:
    """With the offsets of the log alone, each second of a random time passes either way, and back again."""
    draw = random.Random(7)
    cases = [_random_case(draw) for _ in range(300)]
    given, expected = [], []
    for case in cases:
        asked, begins = case["rest"], case["begins"]
        rest = None if asked is None else _rest(begins - timedelta(days=6), **asked)
        rests = Rests(rest, [Leave(*leave) for leave in case["leaves"]])
        ends = rests.end_of(begins, case["length"])
        back = rests.begin_of(ends, case["length"])
        assert rests.time_between(begins, ends) == rests.time_between(back, ends) == case["length"]
        assert rests.end_of(back, case["length"]) == ends
        given.append(
            {
                "rest": None if rest is None else _as_json(rest),
                "leaves": [[timestamp(since), timestamp(until)] for since, until in case["leaves"]],
                "begins": timestamp(begins),
                "length": case["length"] // timedelta(microseconds=1),
            }
        )
        expected.append([timestamp(ends), case["length"] // timedelta(microseconds=1), True])

    script = f"""
import {{ endOf, isRest, timeBetween }} from "{TWIN}";
import {{ timeOf, timeText }} from "{TWIN.replace("match/rests", "log/time")}";
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(({{ rest, leaves, begins, length }}) => {{
  const clock = {{ rest, leaves: leaves.map(([since, until]) => ({{ since: timeOf(since), until: timeOf(until) }})) }};
  const ends = endOf(clock, timeOf(begins), BigInt(length));
  return [timeText(ends), Number(timeBetween(clock, timeOf(begins), ends)), rest === null || isRest(rest)];
}})));
"""
    assert run_node(script, given) == expected


def _as_json(rest: Rest) -> Json:
    return TypeAdapter(Rest).dump_python(rest, mode="json")


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"time_zone": "Europe/Atlantis", "night": NIGHT},
        {"night": {"begins": "08:00", "ends": "08:00"}},
        {"night": {"begins": "00:00", "ends": "16:01"}},
        {"weekdays": list(WEEKDAYS)},
        {"dates": ["2026-02-30"]},
    ],
)
async def test_a_calendar_by_which_no_time_passes_is_refused(world: World, asked: Json) -> None:
    ada = await world.player("Ada")
    rest = {"time_zone": "Europe/Berlin", **asked}

    alone = await ada.post("/v1/matches", {"game": "wizards_duel", "rest": rest}, expect=422)
    event = {"label": "Month", "system": "swiss", "rounds": 1, "match": {"game": "wizards_duel", "rest": rest}}
    of_event = await ada.post("/v1/tournaments", event, expect=422)

    assert (alone["code"], alone["pointer"]) == ("bad_rest", "/rest")
    assert (of_event["code"], of_event["pointer"]) == ("bad_rest", "/match/rest")


def test_the_barest_calendar_ends_within_years() -> None:
    """The bounds leave eight hours a week, but for a hundred dates; computing takes some thousand steps at most."""
    begins = _utc("2026-12-01")
    dates = [f"{begins + timedelta(days=7 * week + 5):%Y-%m-%d}" for week in range(MOST_DATES)]
    night = {"begins": "08:00", "ends": "00:00"}
    barest = _rests(begins, night=night, weekdays=list(WEEKDAYS[:6]), dates=dates)

    assert barest.end_of(begins, timedelta(days=30)) < begins + timedelta(days=4 * 366)
    with pytest.raises(RefusedError):
        _rests(begins, night=night, weekdays=list(WEEKDAYS))


# The world begins on 1 January 2040, a Sunday, at midnight in UTC: one o'clock at night in Berlin.


async def test_a_phase_lasts_as_long_as_time_passes_and_closes_when_all_have_submitted(own_world: World) -> None:
    """In a rest everybody can submit, and a phase can close early; the next one then begins after the rest."""
    ada, bo, match_id = await own_world.ada_and_bo(rest=NIGHTS, pace="eager", options={"cast_seconds": 3600})
    first = await ada.view(match_id)
    await ada.submit(match_id, 1, FOUR)
    await bo.submit(match_id, 1, FIVE)
    await own_world.settle()
    second = await ada.view(match_id)
    details = await ada.get(f"/v1/matches/{match_id}")

    assert first["closes_at"] == "2040-01-01T08:00:00.000000Z"
    assert second["phase"]["number"] == 2
    assert second["closes_at"].startswith("2040-01-01T0")
    assert second["closes_at"] > "2040-01-01T07"
    assert (details["rest"]["time_zone"], details["rest"]["offsets"][0]["minutes"]) == ("Europe/Berlin", 60)


async def test_what_is_left_at_a_pause_is_left_of_time_that_passes(own_world: World) -> None:
    host, ada, bo, match_id = await own_world.host_ada_and_bo(rest=NIGHTS, options={"cast_seconds": 7200})
    await own_world.pass_time(8 * 3600)  # One of two hours is left.
    await host.act(match_id, {"type": "pause", "reason": "Fire alarm."})
    await own_world.pass_time(12.5 * 3600)  # Half an hour before the night.
    await host.act(match_id, {"type": "resume"})
    resumed = await ada.view(match_id)
    await host.act(match_id, {"type": "extend", "seconds": 1800})
    extended = await bo.view(match_id)
    await host.act(match_id, {"type": "extend", "seconds": 2_592_000})
    longest = await bo.view(match_id)
    await host.act(match_id, {"type": "void", "reason": "Enough."})
    log = (await ada.http.get(f"/v1/matches/{match_id}/log")).content

    assert resumed["closes_at"] == "2040-01-02T07:30:00.000000Z"
    assert extended["closes_at"] == "2040-01-02T08:00:00.000000Z"
    rests = _rests(_utc("2040-01-01"), night=NIGHT)
    assert parse_timestamp(longest["closes_at"]) == rests.end_of(own_world.clock.now(), timedelta(days=30))
    ((first, second),) = both([File(log)])
    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)


async def test_players_are_reminded_before_the_night_if_the_deadline_is_soon_after_it(own_world: World) -> None:
    """A tenth of two hours before 08:05 in Berlin is, without the night, 21:53 on the day before."""
    own_world.clock.advance(19 * 3600 + 5 * 60)
    _, bo, _ = await own_world.ada_and_bo(rest=NIGHTS, options={"cast_seconds": 7200})
    await own_world.pass_time(3600 + 47 * 60)
    early = await bo.news()
    await own_world.pass_time(2 * 60)
    near = (await bo.news())[len(early) :]

    assert [fact["type"] for event in near for fact in event["facts"]] == ["deadline_near"]
    assert near[0]["facts"][0]["closes_at"] == "2040-01-02T07:05:00.000000Z"


async def test_the_tables_of_a_tournament_rest_and_wait_by_its_calendar(own_world: World) -> None:
    """Who is to be ready within an hour of the evening has until the morning; the log of the tournament stands."""
    match = {"game": "wizards_duel", "options": {"cast_seconds": 3600}, "rest": NIGHTS}
    one = await directed(own_world, ("Ada", "Bo"), match=match, absence={"ready_seconds": 3600}, rounds=1)
    await one.pass_time(20.5 * 3600)
    (table,) = await one.start()
    waiting = await one.round(1)
    for entrant in one.entrants.values():
        await entrant.put(f"{one.path}/tables/{table['table']}/ready", None)
    await own_world.settle()
    begun = await one.director.get(f"/v1/matches/{table['match_id']}")
    await one.decide(table["match_id"])
    await one.act("finish")

    assert waiting["ready_until"] == "2040-01-02T07:30:00.000000Z"
    assert begun["closes_at"] == "2040-01-02T07:30:00.000000Z"
    await one.require_genuine_to_both()
