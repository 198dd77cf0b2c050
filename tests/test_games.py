"""Every game of the catalogue is complete; for another game, sentences say what is missing."""

from __future__ import annotations

import pytest

from engines.catalogue import GAMES
from tests.information.tables import TABLES
from tests.lacking import lacking
from tests.sixth_game.engine import ODDS_AND_EVENS
from tests.sixth_game.table import TABLE

GAME = ODDS_AND_EVENS.name


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_catalogue_is_complete(game: str) -> None:
    missing = lacking(GAMES[game])

    assert not missing, "\n".join(missing)


def test_missing_parts_of_another_game_are_listed_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sixth game has what every game needs, but not what only games of the catalogue need."""
    monkeypatch.setitem(GAMES, GAME, ODDS_AND_EVENS)
    without_a_table = lacking(ODDS_AND_EVENS)
    monkeypatch.setitem(TABLES, GAME, TABLE)
    missing = lacking(ODDS_AND_EVENS)

    assert all(sentence.endswith(".") for sentence in without_a_table)
    assert [sentence for sentence in without_a_table if sentence not in missing] == [
        f"{GAME} has no table of who may know what: write tests/information/{GAME}.py."
    ]
    for place in (
        f"docs/games/{GAME}.md is missing",
        "Thrown has no text under `fingers`, `points`",
        "tests/sixth_game/words/ lacks words for people: field.fingers, ",
        f"tests/engines/{GAME}/ has no tests",
        f"tests/golden/matches/{GAME}-short-quiet.json.xz is missing",
        f"tests/secrecy/outputs/games.py has no pack of {GAME}",
        f"clients/verifier/games/{GAME}.mjs is missing",
    ):
        assert any(sentence.startswith(place) for sentence in missing), missing
