"""The sentences of a viewer's events: the same whenever they are asked for, and no more of them than are bounded."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any, Final

import pytest

from engines.catalogue import GAMES
from engines.kit import HOST, SPECTATOR, Viewer, seat_id
from server.logs.aggregates.events import Event
from server.logs.aggregates.lines import Lines, Retelling
from server.logs.store.entry import Entry
from server.matches import leaves
from server.matches.facts import SeatTaken, SeriesPlace, TournamentTable
from server.matches.lines import recent_lines
from server.matches.match import Match
from server.matches.story import SERVER_SENTENCES, lines_of
from tests.secrecy.verifiers.holders import held
from tests.secrecy.verifiers.moves import moved
from tests.secrecy.verifiers.scribe import ENDS, Scribe, eventful, invited, simulated
from tests.secrecy.verifiers.silence import THEN, silent
from tests.server.stores import Ear
from tests.words import ID_LIKE

SEED = bytes(32)
LANGUAGES = ("de", "en")


class Reader(Ear):
    """Asks for the sentences of each event while it is told."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self.lines = lines
        self.read: list[Sequence[str]] = []

    def deliver(self, event: Event) -> None:
        self.read.append(list(self.lines.of_newest(event.cursor)))


@pytest.mark.parametrize("number", range(4))
async def test_sentences_of_an_event_are_the_same_then_and_later(number: int) -> None:
    """Also after players were replaced, and whoever asks first."""
    entries = eventful(number) if number else simulated("apocalypse", "skirmish", 1)[0]
    live = Match(entries[:1], SEED)
    viewers: list[Viewer] = [SPECTATOR, HOST, live.state.seat_ids[-1]]
    readers = [Reader(Lines(live, viewer, language)) for viewer in viewers for language in LANGUAGES]
    for reader in readers:
        live.listen(reader.lines.viewer, reader)
    for entry in entries[1:]:
        live.apply(entry)

    again = Match(entries, SEED)

    for reader in readers:
        last = again.projection(reader.lines.viewer).cursor
        later = Retelling(Lines(again, reader.lines.viewer, reader.lines.language))
        cursors = range(last - len(reader.read) + 1, last + 1)
        assert [list(await later.lines_of(cursor)) for cursor in cursors] == reader.read


async def test_a_view_has_the_result_and_the_latest_other_events_without_messages() -> None:
    duel = Scribe("wizards_duel", "colosseum", {"cast_seconds": 604_800})
    duel.start()
    duel.submit("a", {"type": "cast", "spell": "5"})
    duel.submit("b", {"type": "cast", "spell": "7"})
    duel.close()
    for number in range(50):
        duel.wait(seconds=4)
        duel.submit("a", {"type": "cast", "spell": "12"[number % 2]})
        duel.say("b", "table", "Well?")
    known = duel.live.projection(seat_id("a"))

    lines = await recent_lines(duel.live, known, "en")

    assert lines == [
        "Time is up.",
        "The higher spell wins. player of a 5, player of b 7: player of b scores 1.",
        "player of a casts Bless, player of b casts Ray of Frost: player of b scores 1 (0–1).",
        "Round 2: Cast.",
        *["player of a has sealed a move."] * 31,
    ]


ELSEWHERE: Final = "the game decides what follows"
IN_EVENTS: Final[dict[str, dict[str, Any]]] = {
    ELSEWHERE: {},
    "a series": {"series": SeriesPlace("0" * 26, 1, "main")},
    "a tournament": {"tournament": TournamentTable("0" * 26, 1, 1)},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", IN_EVENTS)
@pytest.mark.parametrize("game", ["divine_intervention", "apocalypse", "threads_of_fate"])
async def test_a_match_of_an_event_says_who_won_and_not_who_is_where_next(game: str, where: str, language: str) -> None:
    """The event decides that, and by rules of its own."""
    match = Scribe(game, [*GAMES[game].variants][-1], terms=IN_EVENTS[where])
    match.start()
    match.play_out(absent=0.5)
    known, lines = match.live.projection(SPECTATOR), Lines(match.live, SPECTATOR, language)

    said = " ".join(await lines.of_all(range(known.cursor - 1, known.cursor + 1), known))

    says_where = "in heaven next" in said or "danach im Himmel" in said
    assert says_where == (where == ELSEWHERE)
    assert not (where != ELSEWHERE and re.search("[Hh]eaven\\.|Himmel\\.|eliminat|Verdammnis|ausscheiden", said)), said
    assert re.search(r"\bwins?\.|gewinn(t|en)\.", said), said


async def test_the_sentences_of_few_events_are_kept() -> None:
    (entries,) = simulated("apocalypse", "skirmish", 1)
    live = Match(entries, SEED)
    cursors = range(1, live.projection(HOST).cursor + 1)
    assert len(cursors) > 64 / len(LANGUAGES)

    for language in LANGUAGES:
        retelling = Retelling(Lines(live, HOST, language))
        for cursor in cursors:
            await retelling.lines_of(cursor)

    assert len(live.said) == 64


@pytest.mark.parametrize(("language", "said"), [("en", "Archmage"), ("de", "Erzmagier")])
def test_a_bot_that_does_not_play_at_random_is_called_by_its_level(language: str, said: str) -> None:
    duel = Scribe("wizards_duel", "colosseum")
    known = duel.live.projection(SPECTATOR)

    (line,) = lines_of(known.engine, [SeatTaken(seat_id("b"), None, level="strong")], known.speaker(language, 1))

    assert said in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_match_can_be_said_without_ids(language: str) -> None:
    """Logs with most actions of hosts and players use most templates of the server."""
    used: set[str] = set()

    class Recording(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    logs = [
        invited(),
        held(),
        moved(),
        _away(),
        *map(silent, THEN),
        *(eventful(number, end) for number, end in enumerate(ENDS, start=1)),
    ]
    for entries in logs:
        live = Match(entries, SEED)
        for viewer in (*live.state.seat_ids, SPECTATOR, HOST):
            known = live.projection(viewer)
            speaker = known.speaker(language, known.cursor)
            recorded = dataclasses.replace(speaker, sentences=Recording(speaker.sentences))
            for cursor in range(1, known.cursor + 1):
                for line in lines_of(known.engine, live.facts_of(viewer, cursor), recorded):
                    assert not ID_LIKE.search(line), line

    not_in_logs = {"match_suspended", "match_paused", "withdrawn", "phase_closed.all_submitted"}
    not_in_logs |= {"host_view_asked", "host_views_told", "match_voided.never_begun"}
    not_in_logs |= {"bot_seated.level"}  # As in the test above.
    not_in_logs |= {"match_created.main", "match_created.death"}  # Matches of series say them (test_episodes).
    assert SERVER_SENTENCES[language].keys() - used == not_in_logs


def _away() -> Sequence[Entry]:
    """Write a duel in which somebody takes a day of leave, and makes it two."""
    duel = Scribe("wizards_duel", "colosseum", terms={"leave_days": 2})
    duel.start()
    for days in (1, 2):
        duel.act(leaves.take_leave, seat_id("a"), days, duel.now)
    return duel.log


def test_a_forfeit_is_said_of_the_server_not_of_the_host() -> None:
    live = Match(silent("forfeit"), SEED)
    known = live.projection(SPECTATOR)

    said = lines_of(known.engine, live.facts_of(SPECTATOR, known.cursor), known.speaker("en", known.cursor))

    assert "The server calls the match off: somebody was silent for too long." in said
    assert "host" not in str(said)
