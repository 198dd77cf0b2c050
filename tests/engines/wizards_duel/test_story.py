"""What happened in a duel, as a person at the table would say it."""

from __future__ import annotations

from typing import get_args

import pytest

from engines.kit import seat_id
from engines.wizards_duel.engine import WIZARDS_DUEL
from engines.wizards_duel.facts import DuelEnded, DuelReason, MatchDecided, MatchReason
from server.runtime.sentences import LANGUAGES
from tests.engines.table import Table

A, B = seat_id("a"), seat_id("b")


@pytest.mark.parametrize(
    ("language", "theme", "said"),
    [
        ("en", "wizards", "Ada casts Ray of Frost, Wizard B casts Firebolt: Ada scores 1 (1–0)."),
        ("en", "olympians", "Ada casts Trident of the Sea, Wizard B casts Bloodlust: Ada scores 1 (1–0)."),
        ("de", "wizards", "Ada wirkt „Kältestrahl“, Zauberer B wirkt „Feuerpfeil“: Ada holt 1 (1–0)."),
        ("de", "olympians", "Ada wirkt „Dreizack des Meeres“, Zauberer B wirkt „Blutdurst“: Ada holt 1 (1–0)."),
    ],
)
def test_a_round_is_one_sentence_with_the_names_of_the_theme(language: str, theme: str, said: str) -> None:
    """A player's name is as given, whatever it is made of."""
    table = Table(WIZARDS_DUEL, WIZARDS_DUEL.options("colosseum", {"theme": theme}))

    facts = table.close({A: {"type": "cast", "spell": "7"}, B: {"type": "cast", "spell": "6"}})

    speaker = WIZARDS_DUEL.speaker(language, table.views[A], {A: "Ada"})
    assert WIZARDS_DUEL.narrate(facts[0], speaker) == said
    hostile = WIZARDS_DUEL.speaker(language, table.views[A], {A: "{seat.__class__} {0}"})
    assert WIZARDS_DUEL.narrate(facts[0], hostile) == said.replace("Ada", "{seat.__class__} {0}")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ada wins the duel on points, 5–3. Duels: Ada 1, Wizard B 0."),
        ("de", "Ada gewinnt das Duell nach Punkten, 5–3. Duelle: Ada 1, Zauberer B 0."),
    ],
)
def test_a_duel_that_is_won_on_points_says_the_points_and_then_the_duels(language: str, said: str) -> None:
    ended = DuelEnded(1, False, 0, A, "points", points={A: 5, B: 3}, wins={A: 1, B: 0})

    assert WIZARDS_DUEL.narrate(ended, WIZARDS_DUEL.speaker(language, players={A: "Ada"})) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_of_a_duel_and_of_a_match_can_be_said(language: str) -> None:
    speaker = WIZARDS_DUEL.speaker(language)
    score = {A: 1, B: 0}
    duels = [
        DuelEnded(1, False, 0, None if reason in ("drawn", "replayed") else A, reason, score, score)
        for reason in get_args(DuelReason)
    ]
    matches = [MatchDecided(A, reason, score) for reason in get_args(MatchReason)]

    said = [WIZARDS_DUEL.narrate(fact, speaker) for fact in (*duels, *matches)]

    assert len(set(said)) == len(said)
    assert all(said)
