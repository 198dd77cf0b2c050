"""Both verifiers know when the clock of a match rests, by its calendar and for leaves, and refuse other deadlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any, Final

import pytest

from engines.catalogue import GAMES
from engines.kit import seat_id
from server.matches import commands, leaves
from server.matches.calendars import RestRequest
from server.matches.facts import InPlay
from server.matches.rests import Night
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.secrecy.verifiers.scribe import BEGIN, Scribe
from tests.secrecy.verifiers.silence import THEN, silent
from tests.secrecy.verifiers.tampering import Log, changed, place_of, sealed_anew, with_entry
from tests.short import smallest_variant

Json = Any

REST: Final = RestRequest.model_validate(
    {"time_zone": "Europe/Berlin", "night": {"begins": "22:00", "ends": "08:00"}, "weekdays": ["sunday"]}
).settle(BEGIN, "/rest")


@cache
def _rested() -> tuple[Any, ...]:
    """Return the log of a duel over several days, with a leave that is cut short, a pause and an extension."""
    match = Scribe("wizards_duel", "colosseum", {"cast_seconds": 36_000}, {"rest": REST, "leave_days": 5})
    match.start()
    match.submit("a")
    match.wait(hours=1)
    match.write(leaves.take_leave(match.state, seat_id("b"), 4, match.now))
    match.wait(hours=30)
    match.write(leaves.take_leave(match.state, seat_id("b"), 0, match.now))
    match.write(commands.pause(match.state, "Fire alarm."))
    match.wait(hours=5)
    match.write(commands.resume(match.state, match.now))
    match.write(commands.extend(match.state, 7_200, match.now))
    match.close()
    match.play(3)
    match.write(commands.void(match.state, "Enough.", match.seed))
    return tuple(match.log)


@pytest.mark.parametrize("then", THEN)
def test_both_follow_a_grace_and_a_newcomer_over_the_night(then: InPlay) -> None:
    """A duel begins seven minutes before the night: phases, the grace and the newcomer's time lead into the morning."""
    night = replace(REST, night=Night("14:07", "06:00"))
    ((first, second),) = both([file_of(silent(then, rest=night))])

    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)


@pytest.mark.parametrize("game", GAMES)
def test_both_follow_every_game_over_its_rests(game: str) -> None:
    """Also phases that keep the deadline of the one before."""
    variant = smallest_variant(GAMES[game])
    match = Scribe(game, variant, terms={"rest": REST, "leave_days": 9})
    match.start()
    match.wait(seconds=5)
    match.write(leaves.take_leave(match.state, match.seats[0], 1, match.now))
    match.play(12)
    if not match.state.ended:
        match.write(commands.void(match.state, "Enough.", match.seed))
    ((first, second),) = both([file_of(match.log)])

    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)


def _with(fact_type: str, nth: int = 0, /, **changes: Json) -> Callable[[Log], Log]:
    def tamper(log: Log) -> Log:
        at = place_of(log, fact_type, nth)
        return with_entry(log, at, changed(log[at], fact_type, **changes))

    return tamper


def _rest(**changes: Json) -> Json:
    plain = {
        "time_zone": REST.time_zone,
        "offsets": [{"since": each.since, "minutes": each.minutes} for each in REST.offsets],
        "weekdays": ["sunday"],
        "dates": [],
        "night": {"begins": "22:00", "ends": "08:00"},
    }
    return {name: value for name, value in {**plain, **changes}.items() if value is not None}


def test_both_call_a_match_that_rested_good() -> None:
    """The phases of ten hours took more than a day each, and the leave two more."""
    log = _rested()
    ((first, second),) = both([file_of(log)])

    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)
    assert log[-1].at > (BEGIN + timedelta(days=5)).isoformat()


TAMPERED: Final[dict[str, Callable[[Log], Log]]] = {
    "another zone offset": _with("match_created", rest=_rest(offsets=[{"since": REST.offsets[0].since, "minutes": 0}])),
    "no offsets": _with("match_created", rest=_rest(offsets=[])),
    "offsets out of order": _with(
        "match_created", rest=_rest(offsets=[{"since": REST.offsets[0].since, "minutes": 120}] * 2)
    ),
    "an offset of days": _with(
        "match_created", rest=_rest(offsets=[{"since": REST.offsets[0].since, "minutes": 3_000}])
    ),
    "no time that passes": _with("match_created", rest=_rest(night={"begins": "08:00", "ends": "07:59"})),
    "days twice": _with("match_created", rest=_rest(weekdays=["sunday", "sunday"])),
    "a date that does not exist": _with("match_created", rest=_rest(dates=["2035-02-30"])),
    "no rest": _with("match_created", rest=_rest(weekdays=[], night=None)),
    "another night": _with("match_created", rest=_rest(night={"begins": "23:00", "ends": "08:00"})),
    "a deadline without rest": _with("deadline_set", 0, closes_at="2035-06-01T22:00:00.000000Z"),
    "a leave of other days": _with("leave_set", 0, until="2035-06-06T13:00:03.000000Z"),
    "a leave of half a day": _with("leave_set", 0, until="2035-06-02T01:00:03.000000Z"),
    "a leave that began before": _with("leave_set", 0, since="2035-06-01T12:00:03.000000Z"),
    "a leave of a seat without a player": _with("leave_set", 0, seat="c"),
    "a leave that ends at once": _with("leave_set", 1, until="2035-06-02T13:00:03.000000Z"),
    "fewer days than were taken": _with("match_created", leave_days=3),
    "more days than there are": _with("match_created", leave_days=61),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_both_refuse_what_no_rest_and_no_leave_allows(name: str) -> None:
    log = TAMPERED[name]([*_rested()])

    ((first, second),) = both([file_of(sealed_anew(log))])
    assert (first.code, second.code) == (1, 1), (first.lines, second.lines)
