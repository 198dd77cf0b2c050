"""
A game's facts have the audiences of its table (`tests/information`), and show no secret that the table does not allow.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.catalogue import GAMES
from tests.sampling import Run, Sample
from tests.secrecy.twins.audiences import wrong_audiences, wrong_fields
from tests.secrecy.twins.memories import wrong_memories
from tests.secrecy.twins.plays import MATCHES, Match, matches_of
from tests.secrecy.twins.reaches import wrong_reaches

every_game = pytest.mark.parametrize("game", GAMES)


@cache
def _matches(game: str, *, whole: bool) -> list[Match]:
    """Return random matches; in a short run, one of each variant."""
    return matches_of(GAMES[game], range(MATCHES) if whole else [Random(f"{Run.seed} {game}").randrange(MATCHES)])


@every_game
def test_every_fact_is_told_to_those_whom_the_table_names(game: str, sample: Sample) -> None:
    assert wrong_audiences(_matches(game, whole=sample.is_whole), of_all=sample.is_whole) == []


@every_game
def test_every_fact_has_the_fields_that_the_table_lists(game: str) -> None:
    assert wrong_fields(GAMES[game]) == []


@every_game
def test_every_secret_shows_where_the_table_lets_it(game: str, sample: Sample) -> None:
    """In matches replayed with one draw, one move or one secret option changed."""
    assert wrong_reaches(_matches(game, whole=sample.is_whole), of_all=sample.is_whole) == []


@every_game
def test_no_match_shows_in_another(game: str, sample: Sample) -> None:
    """State that a game keeps between matches could show in its prompts and refusals."""
    assert wrong_memories(_matches(game, whole=sample.is_whole)) == []
