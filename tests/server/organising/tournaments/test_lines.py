"""What happened in a tournament, in sentences: every fact has one, and every way of reading has the same ones."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from engines.catalogue import GAMES
from engines.kit import SHARED_SENTENCES, Speaker, seat_id
from server.access.player import Person
from server.logs.directing.facts import Drawn, EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.matches.rests import Rest
from server.organising.ordering.leave import LeaveTaken
from server.organising.tournaments import facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.rounds import Result
from server.organising.tournaments.scores import Scores
from server.organising.tournaments.story import MOST, SENTENCES, Narrator, halves, lines_of, narrate
from server.runtime.words import words_of
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, World
from tests.waiting import patience
from tests.words import ID_LIKE

Json = Any

LANGUAGES: Final = ("de", "en")

DANA, ADA, BO, CY = (Person(name, name) for name in ("Dana", "Ada", "Bo", "Cy"))

TABLES = (facts.PairedTable(1, ("e1", "e2")), facts.PairedTable(2, ("e3",), Result("bye", (2,))))
PAIRED = (1, ("e1", "e2", "e3"), ("e1", "e2", "e3"), TABLES)

CREATED: Final = facts.TournamentCreated(
    tournament_id="t1",
    label="Friday duels",
    system="swiss",
    rounds=3,
    cycles=1,
    teams=None,
    table_size=2,
    max_entrants=8,
    tie_breaks=("BH",),
    late="zero_bye",
    match=facts.MatchTerms("wizards_duel", "balance", {}, "deadline", "public", True, True, 0),
    schedule=facts.Schedule("by_word", 0, ()),
    absence=facts.Absence(60, 0),
    visibility="public",
    maker=DANA,
    directors=(),
    seed_commitment="",
)

TOLD: Final[tuple[facts.TournamentFact, ...]] = (
    CREATED,
    facts.SecretMatchOptions({}),
    facts.EntriesOpened(),
    facts.PartnerNamed(ADA, BO),
    facts.Entered("e1", ADA, waiting=False, rating=0),
    facts.PartnerNamed(BO, ADA),
    facts.Entered("e2", BO, waiting=True, rating=0),
    facts.PlaceGiven("e2"),
    facts.Entered("e3", None, waiting=False, rating=0),
    facts.Entered("e4", DANA, waiting=True, rating=0, partner=CY),
    facts.DirectorActed(DANA, "check_in", ""),
    RoleGiven(CY, "arbiter", DANA),
    RoleTaken(CY, "arbiter", DANA),
    HostViewAsked(BO),
    EntriesLost(9, ""),
    facts.CheckInOpened(),
    facts.CheckedIn("e1"),
    facts.EntrantExcused("e3", 1, "half_bye"),
    facts.ClubSet("e1", "Weavers"),
    facts.ClubSet("e1", ""),
    facts.PairForbidden(("e1", "e2")),
    facts.PairAllowed(("e1", "e2")),
    Drawn("lots", ("e1", "e2", "e3"), ("e1", "e2", "e3")),
    facts.RoundPaired(*PAIRED, (), None),
    facts.TableNoted(1, 1, "Asked for a quieter table."),
    facts.TableNoted(1, 1, ""),
    LeaveTaken("e1", "2027-01-01T00:00:00.000000Z", "2027-01-02T00:00:00.000000Z"),
    LeaveTaken("e1", "2027-01-01T00:00:00.000000Z", "2027-01-03T00:00:00.000000Z"),
    facts.PairingsReplaced(1, 1, (DANA,)),
    facts.PairingsReplaced(1, 2, (DANA,)),
    facts.RoundPublished(*PAIRED),
    facts.PublicationUndone(1),
    facts.RoundPublished(*PAIRED),
    facts.RoundStarted(1, {1: "m1"}, None),
    facts.StartUndone(1, 2),
    facts.RoundStarted(1, {1: "m1"}, "2027-01-01T00:00:00.000000Z"),
    facts.RoundStarted(1, {1: "m1"}, None),
    facts.TablesSet(1, 1),
    facts.ReadySaid(1, 1, "e1", ("e1", "e2")),
    facts.NotReady(1, 1, ("e1", "e2")),
    facts.TableReplayed(1, 1, "m2", 2),
    facts.ExtensionOrdered(1, (1,), 60, 3),
    facts.ExtensionOrdered(1, (1, 2), 60, 4),
    facts.CloseOrdered(1, 1, 1, ("e1", "e2"), 5),
    facts.TableDone(1, 1, "played", (2, 0)),
    facts.TableDone(1, 1, "adjudicated", (2, 0), DANA),
    facts.TableDone(1, 1, "forfeit", (2, 0)),
    facts.ResultCorrected(1, 1, "adjudicated", (1, 1)),
    facts.NewcomerSeated(1, 1, "e2", "e4"),
    facts.RoundDone(1),
    facts.Announced("Round 2 begins at eight."),
    facts.Announced(""),
    facts.SettingsChanged(
        label="Late duels",
        description="In the garden.",
        rounds=4,
        max_entrants=32,
        tie_breaks=("WIN",),
        schedule=facts.Schedule("by_word", 0, ()),
        corrections_seconds=3600,
        scores=Scores(6, 2, 0, 6),
        clubs_apart=2,
        accelerated=True,
        rest=Rest("UTC", (), ("sunday",), ()),
        leave_days=7,
    ),
    facts.NoRoundLeft(),
    facts.TournamentPaused(None),
    facts.TournamentPaused("2027-01-01T00:10:00.000000Z"),
    facts.TournamentResumed(),
    *(facts.EntrantWithdrawn("e1", because) for because in ("own_wish", "director", "no_check_in")),
    *(facts.EntrantWithdrawn("e1", because) for because in ("missed_rounds", "disqualified")),
    *(facts.EntrantReturned("e1", waiting=waiting) for waiting in (False, True)),
    facts.NewcomerSeated(1, 1, "e1", "e2"),
    facts.EntrantReplaced("e2", None),
    facts.EntrantReplaced("e2", DANA, invitation="i1"),
    facts.ResultsProvisional("2027-01-01T00:10:00.000000Z"),
    facts.TournamentReopened(),
    facts.DirectorActed(DANA, "finish", "It is late."),
    facts.TournamentOver(((1, "e1"), (2, "e2")), ""),
    facts.TournamentOver(((1, "e1"), (1, "e2")), ""),
    facts.TournamentOver((), ""),
    facts.TournamentCancelled(),
    facts.TournamentCancelled("never_begun"),
    replace(CREATED, system="arena", rounds=1, arena=facts.Arena(90)),
    facts.RoundPublished(*PAIRED),
    facts.RoundStarted(1, {1: "m1"}, None, ends_at="2027-01-01T01:30:00.000000Z"),
    facts.SettingsChanged(arena=facts.Arena(120)),
    facts.TablesAdded(1, (facts.PairedTable(3, ("e1", "e2")),), {3: "m3"}, None, 2),
    *(facts.EntrantWithdrawn("e1", because) for because in ("own_wish", "missed_rounds")),
    facts.NoRoundLeft(),
)
"""Every kind of fact, in an order in which they can be told."""


class _Recording(dict[str, str]):
    def __init__(self, templates: Mapping[str, str], used: set[str]) -> None:
        super().__init__(templates)
        self._used = used

    def __getitem__(self, key: str) -> str:
        self._used.add(key)
        return super().__getitem__(key)


def _narrator(language: str, course: Course, used: set[str], viewer: str = "host") -> Narrator:
    speaker = Speaker(language, words_of(GAMES["wizards_duel"]), _Recording(SENTENCES[language], used))
    return Narrator(seat_id(viewer), course, speaker, lambda entrant, _: course.entrants[entrant].players, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_a_sentence_and_every_template_a_fact(language: str) -> None:
    used: set[str] = set()
    course = Course()
    for fact in TOLD:
        course = course.fold(fact)
        teller = _narrator(language, course, used)
        for line in (narrate(fact, teller), *lines_of([fact], teller)):
            assert line.endswith("."), fact.type
            assert not ID_LIKE.search(line), line

    assert {type(fact) for fact in TOLD} == set(facts.TOURNAMENT_FACT_TYPES)
    assert SENTENCES[language].keys() - SHARED_SENTENCES[language].keys() - used == {"more.one", "more.many"}


def test_an_entrant_hears_of_the_own_table_first_and_of_a_bounded_number() -> None:
    course = Course().fold(CREATED)
    for number in range(1, 61):
        course = course.fold(facts.Entered(f"e{number}", None, waiting=False, rating=0))
    ids = tuple(course.entrants)
    tables = tuple(facts.PairedTable(at + 1, ids[2 * at : 2 * at + 2]) for at in range(30))

    lines = lines_of([facts.RoundPublished(1, ids, ids, tables)], _narrator("en", course, set(), "e51"))

    assert lines[:3] == [
        "Round 1 is published.",
        "Table 26: Bot 51 and Bot 52.",
        "Table 1: Bot 1 and Bot 2.",
    ]
    assert lines[MOST:] == ["And 11 more."]


def test_half_points_are_written_as_people_do() -> None:
    assert [halves(points) for points in (0, 1, 2, 3, 4)] == ["0", "½", "1", "1½", "2"]


async def test_earlier_events_name_the_players_of_their_time_in_every_way_of_reading(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"], label="Evening", system="own")
    onlooker, cy = await world.player("Onlooker"), await world.player("Cy")
    streams = [asyncio.create_task(read(onlooker, found.path)) for read in (_pushed, _sent)]
    await found.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}])
    await found.act("start_round")
    await found.act("forfeit", round=1, table=1, entrants=["e2"], reason="Left.")
    await found.act("replace_entrant", entrant="e1", player_id=cy.player_id)
    await found.act("cancel")

    page = (await onlooker.get(f"{found.path}/events", lines="en"))["events"]
    plain = (await onlooker.get(f"{found.path}/events"))["events"]
    german = (await onlooker.get(f"{found.path}/events", lines="de"))["events"]
    view, plain_view = await onlooker.get(f"{found.path}/view", lines="en"), await onlooker.get(f"{found.path}/view")

    said = [line for event in page for line in event["lines"]]
    assert said == SAID
    assert view["lines"] == said
    assert [await stream for stream in streams] == [said, said]
    assert german[-1]["lines"] == ["Director leitet: Turnier absagen.", "Das Turnier ist abgesagt."]
    assert not any("lines" in told for told in (*plain, plain_view))


SAID: Final = [
    "Director opens the tournament Evening: Wizard's Duel, Balance of Harmony.",
    "Director directs: Open entries.",
    "Players can enter.",
    "Ada enters.",
    "Bo enters.",
    "Round 1 is published.",
    "Table 1: Ada and Bo.",
    "Director directs: Start the round.",
    "Round 1 begins.",
    "The matches of round 1 are set.",
    "Director directs: Forfeit. Left.",
    "Round 1, table 1: Ada 1, Bo 0 (Forfeit).",
    "Round 1 is done.",
    "The matches of round 1 are set.",
    "Director directs: Replace an entrant.",
    "Cy takes over the place of Ada.",
    "Director directs: Cancel the tournament.",
    "The tournament is cancelled.",
]


async def _pushed(client: Client, path: str) -> list[str]:
    found: list[str] = []
    async with patience(), client.socket(f"{path}/stream?lines=en") as connection:
        while found[-1:] != SAID[-1:]:
            found += json.loads(await connection.recv()).get("lines", [])
    return found


async def _sent(client: Client, path: str) -> list[str]:
    found: list[str] = []
    sse = {"Accept": "text/event-stream"}
    async with (
        patience(),
        client.http.stream("GET", f"{path}/events", headers=sse, params={"lines": "en"}) as sent,
    ):
        async for line in sent.aiter_lines():
            if line.startswith("data: "):
                found += json.loads(line.removeprefix("data: "))["lines"]
            if found[-1:] == SAID[-1:]:
                break
    return found
