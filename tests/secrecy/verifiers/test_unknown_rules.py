"""
Without the rules of a match, a verifier checks everything but those rules, and says so.

Such a log is not wrong. A server may have games of its own, and a match may have been played by other rules.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from engines.catalogue import GAMES
from engines.kit import only, seat_id
from server.logs.store.entry import Entry
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.scribe import simulated
from tests.secrecy.verifiers.tampering import (
    Forger,
    Json,
    Log,
    Tampering,
    changed,
    of_other_rules,
    place_of,
    sealed_anew,
    told_to,
    with_entry,
    with_fact,
)
from tests.sixth_game.engine import ODDS_AND_EVENS

OLD_LOGS = Path(__file__).parents[2] / "engines" / "hero_of_the_arena" / "logs"

PACK: Json = {"name": "Three-fingered", "fingers": [1, 2, 3]}


@pytest.fixture
def sixth(monkeypatch: pytest.MonkeyPatch) -> Log:
    """A match of a game that only this test adds to the catalogue, and that the second verifier does not have."""
    monkeypatch.setitem(GAMES, "odds_and_evens", ODDS_AND_EVENS)
    (log,) = simulated("odds_and_evens", "short", 1, pack=PACK)
    return log


def test_the_first_names_the_rules_it_used_and_the_second_says_that_it_has_none(sixth: Log) -> None:
    ours = first(file_of(sixth))
    (theirs,) = second([file_of(sixth)])

    assert (ours.code, theirs.code) == (0, 0)
    assert (ours.unchecked, ours.rules) == ([], ["  checked with the rules of odds_and_evens, version 1"])
    assert theirs.rules == []
    assert theirs.unchecked == [
        "  not checked: The rules of odds_and_evens, version 1, are not in this verifier,"
        " so the legality and the results of moves were not checked."
    ]
    assert ours.findings == theirs.findings


def test_the_first_says_that_a_game_is_not_installed(sixth: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAMES, "odds_and_evens")

    good, broken = [first(file_of(log)) for log in (sixth, [*sixth[:3], *sixth[4:]])]

    assert (good.code, good.rules) == (0, [])
    assert good.unchecked == [
        "  not checked: The game odds_and_evens is not installed: only the chain and the seed were checked."
    ]
    assert broken.verdict == (1, 5)


def test_matches_by_earlier_rules_are_good_to_the_second() -> None:
    (opinion,) = second([File(lzma.decompress((OLD_LOGS / "version_1.ndjson.xz").read_bytes()))])

    assert opinion.code == 0
    assert sum("hero_of_the_arena, version 1, are not in this verifier" in line for line in opinion.unchecked) == 2


def _fact(entry: Entry, fact_type: str) -> Json:
    return next(told.fact for told in entry.facts if told.type == fact_type)


def _another_draw(log: Log) -> Tampering:
    drawn = _fact(log[place_of(log, "drawn")], "drawn")
    picks = list(reversed(drawn["candidates"]))[: len(drawn["picks"])]
    return with_fact("drawn", picks=picks)(log)


def _another_public_option(log: Log) -> Tampering:
    options = _fact(log[0], "match_created")["options"]
    return with_fact("match_created", options={**options, "rounds": options["rounds"] + 1})(log)


def _a_phase_again(log: Log) -> Tampering:
    at = place_of(log, "phase_opened", 3)
    phase = _fact(log[at], "phase_opened")["phase"]
    before = phase["number"] - 1
    entry = changed(log[at], "phase_opened", phase={**phase, "number": before})
    return Tampering(with_entry(log, at, changed(entry, "deadline_set", phase=before)), at + 1)


def _a_phase_for_strangers(log: Log) -> Tampering:
    phase = _fact(log[place_of(log, "phase_opened", 1)], "phase_opened")["phase"]
    return with_fact("phase_opened", 1, phase={**phase, "may": ["hell-3"]})(log)


def _told_to_strangers(log: Log) -> Tampering:
    at = place_of(log, "hero_of_the_arena.own_cards")
    told = told_to(log[at], "hero_of_the_arena.own_cards", only(seat_id("hell-3")))
    return Tampering(with_entry(log, at, told), at + 1)


FORGERIES: dict[str, Forger] = {
    "a draw that the seed does not give": _another_draw,
    "a public option that is not the match's": _another_public_option,
    "the number of the phase before": _a_phase_again,
    "a phase for a seat that the match has not": _a_phase_for_strangers,
    "a fact told to a seat that the match has not": _told_to_strangers,
    "an outcome without seats": with_fact("match_ended", outcome={"rank": {}, "consequences": {}}),
    "another deadline": with_fact("deadline_set", 1, closes_at="2035-06-01T12:00:00.000000Z"),
}


def test_without_the_rules_the_second_checks_all_that_is_not_the_rules() -> None:
    (log,) = simulated("hero_of_the_arena", "skirmish", 1)
    unknown = of_other_rules(log)
    forged = {what: forge(unknown) for what, forge in FORGERIES.items()}

    good, *wrong = second([file_of(sealed_anew(log)) for log in (unknown, *(of.log for of in forged.values()))])

    assert good.code == 0
    found = dict(zip(FORGERIES, [opinion.verdict for opinion in wrong], strict=True))
    assert found == {what: (1, tampering.shows_at) for what, tampering in forged.items()}
