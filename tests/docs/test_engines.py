"""The page for authors of games: its examples run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kit import Draws
from engines.new_game.data import SEATS
from engines.new_game.engine import NEW_GAME
from engines.new_game.facts import NewGameDealt
from tests.docs.printed import DOCS, blocks


def test_a_test_injects_draws_as_the_page_says() -> None:
    (example,) = [block.text for block in blocks(DOCS / "engines.md") if "Draws" in block.text]
    names: dict[str, Any] = {"Draws": Draws, "Sequence": Sequence, "NEW_GAME": NEW_GAME}

    exec(example, names)

    dealt = [addressed.fact for addressed in names["facts"] if isinstance(addressed.fact, NewGameDealt)]
    assert [(fact.seat, fact.cards) for fact in dealt] == [(seat, (1, 2, 3)) for seat in SEATS]
