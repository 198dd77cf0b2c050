"""What an agenda makes of a player's own stream, read from the calendar by two libraries."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.kit import seat_id
from server.api.routes.web import ADDRESSES
from server.notifications.calendars.agenda import MOST, PAST_ITEMS_STAY, Agenda
from server.notifications.calendars.texts import TEXTS
from server.notifications.calendars.writing import write
from server.notifications.lead_time import EARLIEST
from server.notifications.news.choices import KINDS
from server.notifications.news.facts import (
    Awaited,
    AwaitedNoMore,
    CheckInAsked,
    DeadlineMoved,
    DeadlineNear,
    DecisionAskedOfYou,
    DecisionMoved,
    HostLineMessage,
    Kind,
    MatchBegun,
    MatchOver,
    News,
    ReadyAsked,
    Replaced,
    Seated,
    SeriesEnded,
    SeriesLeft,
    TableDecided,
    TablePublished,
    TournamentEnded,
    TournamentEntered,
    TournamentLeft,
    Unseated,
    YourDecisionClosed,
)
from server.runtime.time_slices import at_once
from server.runtime.times import timestamp
from tests.server.notifications.calendars.readers import Found, read

BEGIN = datetime(2027, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DUEL, A = ("m1", "wizards_duel"), seat_id("a")
OF = ("t1", "Friday duels")
SERIES = ("s1", "Season 1")


class Told:
    """An agenda that is told news on the hour."""

    def __init__(self) -> None:
        self.agenda = Agenda()
        self.now = BEGIN
        self.cursor = 0

    def tell(self, *facts: News, after: timedelta = HOUR) -> None:
        self.now += after
        self.cursor += 1
        self.agenda.fold(self.cursor, self.now, facts)

    def calendar(self, *kinds: Kind, language: str = "en", address: str | None = None) -> dict[str, Found]:
        shown = self.agenda.items(kinds or KINDS, self.now)
        alarms = "deadline_near" in (kinds or KINDS)
        return read(at_once(write(shown, language, first=0, alarms=alarms, address=address)))


def _in(hours: float) -> str:
    return timestamp(BEGIN + timedelta(hours=hours))


@pytest.fixture
def told() -> Told:
    return Told()


def test_a_phase_that_waits_is_a_deadline_with_an_alarm(told: Told) -> None:
    told.tell(Awaited(*DUEL, A, 3, _in(25)))

    at = BEGIN + 25 * HOUR
    deadline = Found(1, at, "Wizard's Duel: your deadline", "CONFIRMED", -HOUR)
    assert told.calendar() == {"m1.a.3@moirai": deadline}
    assert told.calendar("awaited") == {"m1.a.3@moirai": deadline._replace(alarm=None)}
    assert told.calendar("deadline_near") == told.calendar()
    assert told.calendar("seated", "over") == {}


def test_items_lead_to_the_pages_of_what_they_are_about(told: Told) -> None:
    told.tell(
        Awaited(*DUEL, A, 3, _in(25)), CheckInAsked(*OF, _in(30)), DecisionAskedOfYou(*SERIES, 1, 1, "pick", _in(40))
    )

    linked = told.calendar(address="https://games.example.org/moirai")
    unlinked = told.calendar()

    pages = {uid: (found.url or "").removeprefix("https://games.example.org/moirai") for uid, found in linked.items()}
    assert pages == {
        "m1.a.3@moirai": "/match/m1",
        "t1.check_in@moirai": "/tournament/t1",
        "s1.1@moirai": "/series/s1",
    }
    assert {found.url for found in unlinked.values()} == {None}
    ids = {"match_id": "m1", "tournament_id": "t1", "series_id": "s1", "token": "k1", "game": "g1", "player_id": "p1"}
    assert {path.format(**ids) for path in ADDRESSES} >= {*pages.values()}


def test_alarms_are_a_tenth_of_the_phase_before_the_deadline_and_short_phases_have_none(told: Told) -> None:
    told.tell(
        Awaited("m1", "tag", A, 1, _in(2)), Awaited("m2", "tag", A, 1, _in(1.01)), Awaited("m3", "tag", A, 1, None)
    )

    alarms = {uid: found.alarm for uid, found in told.calendar().items()}

    assert alarms == {"m1.a.1@moirai": -timedelta(minutes=6), "m2.a.1@moirai": None}
    assert EARLIEST == HOUR


def test_a_deadline_moves_ends_in_a_pause_and_comes_back(told: Told) -> None:
    """Each change has a higher `SEQUENCE`; a reminder of the same deadline is none."""
    told.tell(Awaited(*DUEL, A, 1, _in(24)))
    told.tell(DeadlineMoved(*DUEL, A, 1, _in(30)))
    moved = told.calendar()["m1.a.1@moirai"]
    told.tell(DeadlineNear(*DUEL, A, 1, _in(30)))
    reminded = told.calendar()["m1.a.1@moirai"]
    told.tell(DeadlineMoved(*DUEL, A, 1, None))
    paused = told.calendar()["m1.a.1@moirai"]
    told.tell(DeadlineMoved(*DUEL, A, 1, _in(50)))
    resumed = told.calendar()["m1.a.1@moirai"]

    assert (moved.sequence, moved.at, moved.status) == (2, BEGIN + 30 * HOUR, "CONFIRMED")
    assert reminded == moved
    assert (paused.sequence, paused.status, paused.alarm) == (4, "CANCELLED", None)
    assert (resumed.sequence, resumed.at, resumed.status) == (5, BEGIN + 50 * HOUR, "CONFIRMED")


@pytest.mark.parametrize(
    "fact",
    [
        Awaited(*DUEL, A, 2, _in(48)),
        AwaitedNoMore(*DUEL, A, 1),
        Replaced(*DUEL, A),
        Unseated(*DUEL, A),
        MatchOver(*DUEL, A, "void"),
    ],
    ids=lambda fact: fact.type,
)
def test_what_no_longer_waits_is_cancelled_for_thirty_days(told: Told, fact: News) -> None:
    told.tell(Awaited(*DUEL, A, 1, _in(24)))
    told.tell(Awaited("m2", "tag", A, 1, _in(24)))

    told.tell(fact)

    calendar = told.calendar()
    assert (calendar["m1.a.1@moirai"].status, calendar["m1.a.1@moirai"].sequence) == ("CANCELLED", 3)
    assert calendar["m2.a.1@moirai"].status == "CONFIRMED"
    told.now += PAST_ITEMS_STAY
    assert told.calendar()["m1.a.1@moirai"] == calendar["m1.a.1@moirai"]
    told.now += timedelta(days=1)
    assert "m1.a.1@moirai" not in told.calendar()


def test_a_deadline_that_has_passed_is_not_cancelled_by_what_follows(told: Told) -> None:
    told.tell(Awaited(*DUEL, A, 1, _in(3)))
    told.tell(Awaited(*DUEL, A, 2, _in(24)), after=4 * HOUR)

    assert {found.status for found in told.calendar().values()} == {"CONFIRMED"}


def test_rounds_with_times_are_there_from_the_entry_on(told: Told) -> None:
    told.tell(TournamentEntered(*OF, "e1", waiting=True, times=(_in(24),)))
    assert told.calendar() == {}
    told.tell(TournamentEntered(*OF, "e1", waiting=False, times=(_in(24), _in(48), _in(72))))
    told.tell(CheckInAsked(*OF, _in(24)))
    told.tell(TablePublished(*OF, 1, 5, bye=False, starts_at=_in(24)))
    told.tell(TablePublished(*OF, 2, 6, bye=True, starts_at=_in(48)), ReadyAsked(*OF, 1, 5, _in(25)))
    told.tell(TableDecided(*OF, 1, 5, corrected=False))
    told.tell(TournamentLeft(*OF, "e1", "own_wish"))

    said = {uid: (found.sequence, found.summary, found.status) for uid, found in told.calendar().items()}

    assert said == {
        "t1.1@moirai": (7, "Friday duels: round 1, table 5", "CANCELLED"),
        "t1.2@moirai": (7, "Friday duels: round 2, you have a bye", "CANCELLED"),
        "t1.3@moirai": (7, "Friday duels: round 3", "CANCELLED"),
        "t1.check_in@moirai": (4, "Friday duels: check in before round 1", "CANCELLED"),
        "t1.1.5.ready@moirai": (6, "Friday duels: round 1, table 5: say by now that you are ready", "CANCELLED"),
    }


def test_a_pause_moves_until_when_to_be_ready(told: Told) -> None:
    told.tell(ReadyAsked(*OF, 1, 5, _in(2)))
    told.tell(ReadyAsked(*OF, 1, 5, _in(3)), after=HOUR / 2)

    assert told.calendar()["t1.1.5.ready@moirai"][:2] == (2, BEGIN + 3 * HOUR)


def test_a_decision_in_a_series_waits_until_it_is_closed(told: Told) -> None:
    """As a deadline: it moves, it is cancelled in a pause, and when it is closed early, or is nobody's any more."""
    told.tell(DecisionAskedOfYou(*SERIES, 1, 1, "pick", _in(25)), DecisionAskedOfYou(*SERIES, 2, 1, "pick", _in(25)))
    asked = told.calendar()["s1.1@moirai"]
    told.tell(DecisionMoved(*SERIES, 1, None))
    paused = told.calendar()["s1.1@moirai"]
    told.tell(DecisionMoved(*SERIES, 1, _in(30)))
    moved = told.calendar("awaited")["s1.1@moirai"]
    told.tell(YourDecisionClosed(*SERIES, 1))
    closed = told.calendar()
    told.tell(SeriesLeft(*SERIES, "e1", "death_match"))

    assert asked == Found(1, BEGIN + 25 * HOUR, "Season 1: decide by now", "CONFIRMED", -HOUR)
    assert (paused.sequence, paused.status) == (2, "CANCELLED")
    assert moved == Found(3, BEGIN + 30 * HOUR, "Season 1: decide by now", "CONFIRMED", None)
    assert (closed["s1.1@moirai"].status, closed["s1.2@moirai"].status) == ("CANCELLED", "CONFIRMED")
    assert told.calendar()["s1.2@moirai"].status == "CANCELLED"


def test_ends_are_there_for_who_wants_them(told: Told) -> None:
    told.tell(MatchOver(*DUEL, A, "over"), MatchOver("m2", "tag", A, "void"))
    told.tell(TournamentEnded(*OF, cancelled=True, place=None), TournamentEnded("t2", "Cup", cancelled=False, place=1))
    told.tell(SeriesEnded(*SERIES, cancelled=False, place=1), SeriesEnded("s2", "Old", cancelled=True, place=None))

    assert [found.summary for found in told.calendar("over").values()] == [
        "Wizard's Duel: the match is over",
        "tag: the match was called off",
        "Friday duels: the tournament was cancelled",
        "Cup: the tournament is over",
        "Season 1: the series is over",
        "Old: the series was cancelled",
    ]
    assert told.calendar("awaited", "deadline_near", "seated") == {}


def test_german_says_everything(told: Told) -> None:
    assert TEXTS["de"].keys() == TEXTS["en"].keys()
    told.tell(Awaited(*DUEL, A, 1, _in(24)))

    assert [found.summary for found in told.calendar(language="de").values()] == ["Zauberduell: deine Frist"]


def test_names_of_tournaments_are_text(told: Told) -> None:
    """What would be a line of its own, or the end of an item, stays in its line, also where long lines are folded."""
    label = "Cup; 1,2\\n ö" + "ß" * 40 + "\nEND:VEVENT"
    told.tell(CheckInAsked("t1", label, _in(24)))

    assert told.calendar()["t1.check_in@moirai"].summary == f"{label}: check in before round 1"


def test_a_calendar_has_a_size(told: Told) -> None:
    """What is still to come is there first, soonest first; of the rest, what changed last."""
    for number in range(MOST):
        told.tell(Awaited(f"past{number}", "tag", A, 1, _in(1)), after=timedelta(0))
        told.tell(Awaited(f"next{number}", "tag", A, 1, _in(2000 - number)), after=timedelta(0))
    told.tell(*(Replaced(f"next{number}", "tag", A) for number in range(10)), after=48 * HOUR)

    calendar = told.calendar()

    cancelled = {f"next{number}.a.1@moirai" for number in range(10)}
    assert len(calendar) == MOST
    assert {uid for uid, found in calendar.items() if found.status == "CANCELLED"} == cancelled
    assert calendar.keys() == {f"next{number}.a.1@moirai" for number in range(MOST)}


_MATCHES, _PHASES = st.sampled_from(["m1", "m2"]), st.integers(1, 2)
_TIMES = st.integers(0, 100).map(_in)
_ROUNDS = st.integers(1, 2)

_NEWS = st.one_of(
    st.builds(Awaited, _MATCHES, st.just("tag"), st.just(A), _PHASES, st.none() | _TIMES),
    st.builds(DeadlineMoved, _MATCHES, st.just("tag"), st.just(A), _PHASES, st.none() | _TIMES),
    st.builds(DeadlineNear, _MATCHES, st.just("tag"), st.just(A), _PHASES, _TIMES),
    st.builds(AwaitedNoMore, _MATCHES, st.just("tag"), st.just(A), _PHASES),
    st.builds(Replaced, _MATCHES, st.just("tag"), st.just(A)),
    st.builds(Seated, _MATCHES, st.just("tag"), st.just(A)),
    st.builds(MatchBegun, _MATCHES, st.just("tag"), st.just(A)),
    st.builds(MatchOver, _MATCHES, st.just("tag"), st.just(A), st.sampled_from(["over", "void"])),
    st.builds(HostLineMessage, _MATCHES, st.just("tag"), st.just("host:a"), st.just(A)),
    st.builds(
        TournamentEntered, st.just("t1"), st.just("T"), st.just("e1"), st.booleans(), st.lists(_TIMES, max_size=2)
    ),
    st.builds(CheckInAsked, st.just("t1"), st.just("T"), st.none() | _TIMES),
    st.builds(TablePublished, st.just("t1"), st.just("T"), _ROUNDS, _ROUNDS, st.booleans(), st.none() | _TIMES),
    st.builds(ReadyAsked, st.just("t1"), st.just("T"), _ROUNDS, _ROUNDS, _TIMES),
    st.builds(TableDecided, st.just("t1"), st.just("T"), _ROUNDS, _ROUNDS, st.booleans()),
    st.builds(TournamentLeft, st.just("t1"), st.just("T"), st.just("e1"), st.just("director")),
    st.builds(DecisionAskedOfYou, st.just("s1"), st.just("S"), _ROUNDS, st.just(1), st.just("pick"), _TIMES),
    st.builds(DecisionMoved, st.just("s1"), st.just("S"), _ROUNDS, st.none() | _TIMES),
    st.builds(YourDecisionClosed, st.just("s1"), st.just("S"), _ROUNDS),
    st.builds(SeriesLeft, st.just("s1"), st.just("S"), st.just("e1"), st.just("death_match")),
    st.builds(SeriesEnded, st.just("s1"), st.just("S"), st.booleans(), st.none()),
    st.builds(TournamentEnded, st.just("t1"), st.just("T"), st.booleans(), st.none()),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(_NEWS, st.integers(0, 30)), max_size=12), st.integers(0, 40))
def test_versions_rise_with_each_change_and_nothing_vanishes_early(news: Iterable[tuple[News, int]], days: int) -> None:
    """Whatever is told: `SEQUENCE` rises exactly when an item changes, and an item stays for 30 days."""
    told = Told()
    before: dict[str, Found] = {}
    gone_at: dict[str, datetime] = {}
    for fact, hours in [*news, (HostLineMessage("m1", "tag", "host:a", A), 24 * days)]:
        told.tell(fact, after=timedelta(hours=hours))
        now = told.calendar()

        for uid, was in before.items():
            if uid not in now:
                assert told.now - gone_at[uid] > PAST_ITEMS_STAY
                continue
            changed = (was.at, was.summary, was.status) != (now[uid].at, now[uid].summary, now[uid].status)
            assert now[uid].sequence > was.sequence if changed else now[uid].sequence >= was.sequence
        for uid, found in now.items():
            is_new = uid not in before or before[uid].status != found.status
            if found.status == "CANCELLED" and is_new:
                gone_at[uid] = told.now
            elif found.status == "CONFIRMED":
                gone_at[uid] = found.at
        before = now
