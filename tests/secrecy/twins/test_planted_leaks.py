"""Planted leaks are found, in a game without tests of its own; the test ids list the leaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

import pytest

from engines.catalogue import GAMES
from engines.kit import AnyEngine
from tests.information.tables import TABLES
from tests.secrecy.twins.audiences import wrong_audiences, wrong_fields
from tests.secrecy.twins.cases import Tally
from tests.secrecy.twins.hidden_stakes.engine import HIDDEN_STAKES
from tests.secrecy.twins.hidden_stakes.leaks import GAME_LEAKS, Examination, GameLeak
from tests.secrecy.twins.hidden_stakes.table import TABLE
from tests.secrecy.twins.leaks import LEAKS, Leak
from tests.secrecy.twins.memories import wrong_memories
from tests.secrecy.twins.minimise import report, smallest
from tests.secrecy.twins.plays import matches_of
from tests.secrecy.twins.reaches import wrong_reaches
from tests.secrecy.twins.test_noninterference import cases_of, never_differed
from tests.secrecy.twins.twins import run

# The published models contain only games of the catalogue; unknown records are written unchanged.
pytestmark = pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")

GAME, VARIANT = "hidden_stakes", "short"

_CASES: Final = 12
"""The number of cases, of which at least one must show a leak."""

EXAMINATIONS: Final[Mapping[Examination, Callable[[AnyEngine], list[str]]]] = {
    "audiences": lambda engine: wrong_audiences(matches_of(engine)),
    "fields": wrong_fields,
    "reaches": lambda engine: wrong_reaches(matches_of(engine)),
    "memories": lambda engine: wrong_memories(matches_of(engine)),
    "twins": lambda _: _wrong_twins(),
}


def _wrong_twins() -> list[str]:
    """Return what lets a viewer tell two worlds apart, or else the secrets that never differed."""
    whole = Tally()
    for case in islice(cases_of(GAME, VARIANT), _CASES):
        result = run(case)
        if result.difference is not None:
            return [report(case, result, most_runs=4)]
        whole.add(result.tally)
    return never_differed(GAME, whole)


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> AnyEngine:
    """Add the game to the catalogue during a test."""
    monkeypatch.setitem(GAMES, GAME, HIDDEN_STAKES)
    monkeypatch.setitem(TABLES, GAME, TABLE)
    return HIDDEN_STAKES


def test_without_a_leak_nothing_is_found(game: AnyEngine) -> None:
    assert {name: examine(game) for name, examine in EXAMINATIONS.items()} == {name: [] for name in EXAMINATIONS}


@pytest.mark.sampled
@pytest.mark.parametrize("leak", GAME_LEAKS, ids=lambda leak: f"{leak.name}: found by {leak.found_by}")
def test_a_leak_in_the_rules_is_found(leak: GameLeak, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a check that every game passes through, in a sentence that names where the leak shows."""
    monkeypatch.setitem(GAMES, GAME, leak.engine)

    found = EXAMINATIONS[leak.found_by](leak.engine)

    assert any(leak.names in sentence for sentence in found), found


@pytest.mark.sampled
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: f"{leak.name}: found by {leak.observation}")
def test_a_leak_in_the_server_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """By twins, which name the observation. The same case shows no difference with the correct code."""
    with monkeypatch.context() as planted:
        leak.plant(planted)
        case, failed = next(
            (case, failed)
            for case in islice(cases_of(GAME, VARIANT), _CASES)
            if (failed := run(case)).difference is not None
        )
        text = report(case, failed, most_runs=4)

    assert f", by: {leak.observation}" in text
    assert f"python -m tests.secrecy {case}" in text
    assert run(case).difference is None


def test_a_report_names_the_smallest_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all hidden differences, the submissions of one seat are enough to show a leak of who has submitted."""
    (leak,) = [leak for leak in LEAKS if leak.name == "who has submitted"]
    case = next(cases_of(GAME, VARIANT))
    leak.plant(monkeypatch)

    changes, difference = smallest(case, run(case), most_runs=40)

    (change,) = changes
    assert change.startswith("phase 1: thoughts of ")
    assert difference.moment == "phase 1 (stake), moment 1"
