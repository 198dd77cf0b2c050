"""Marks in the options (section 2), and the phases of a match."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from engines.kit import SPECTATOR
from tests.engines.table import refused_options
from tests.engines.threads_of_fate.loom import ENGINE, Loom


@pytest.mark.parametrize(
    ("overrides", "pointer"),
    [
        ({"marked": [1]}, "/marked/0"),
        ({"marked": ["heaven-4"]}, "/marked"),
        ({"marked": ["hell-7"]}, "/marked"),
        ({"marked": ["Heaven-1"]}, "/marked"),
        ({"marked": ["heaven-1", "heaven-1"]}, "/marked"),
        ({"heaven_size": 2, "marked": ["heaven-3"]}, "/marked"),
        ({"heaven_size": 1, "marked": ["heaven-3"]}, "/heaven_size"),
    ],
)
def test_marks_are_for_distinct_seats_of_the_match(overrides: dict[str, JsonValue], pointer: str) -> None:
    """Section 2; a bad size is reported before marks that depend on it."""
    assert refused_options(ENGINE, overrides) == ("bad_options", pointer)


def test_the_match_starts_with_nothing_and_one_phase_for_all() -> None:
    """Sections 3 and 4."""
    loom = Loom(rounds=4, round_seconds=120, marked=["hell-2", "heaven-3"])

    phase = loom.phase
    assert (phase.number, phase.name, phase.round, phase.seconds) == (1, "weave", 1, 120)
    assert (phase.must, phase.may) == (tuple(loom.seats), ())
    view = loom.view("hell-1")
    assert (view.round, view.rounds, view.over, view.marked) == (1, 4, False, ("heaven-3", "hell-2"))
    assert (view.twine, view.abilities, view.gilding_used, view.head_start_x) == (0, {}, False, None)
    assert (view.threads, view.can_talk_to, view.reports) == ({}, (), ())
    assert view.create_counts == {"heaven-1": 0, "heaven-2": 0, "heaven-3": 0}
    assert loom.views[SPECTATOR].seats == {"heaven": tuple(loom.seats[:3]), "hell": tuple(loom.seats[3:])}


def test_round_after_round_is_a_phase_and_after_the_last_there_is_none() -> None:
    """Section 4; `round` stays at the last."""
    loom = Loom("quick")
    rounds = []
    while not loom.over:
        rounds.append((loom.phase.number, loom.phase.round))
        loom.weave()

    assert rounds == [(number, number) for number in range(1, 6)]
    for view in loom.views.values():
        assert (view.phase, view.over, view.round) == (None, True, 5)


def test_a_log_is_never_open_to_all() -> None:
    """Section 9: only the host ever sees who cut, snipped and boosted, even where all else is revealed."""
    for reveal in ("outcome", "full"):
        assert not ENGINE.opens_log(ENGINE.options("classic", {"reveal_at_end": reveal}))
