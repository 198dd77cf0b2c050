"""The rules of New Game, with the worked examples of the rulebook."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from engines.kit import MatchEnded, seat_id
from engines.new_game.engine import NEW_GAME
from engines.new_game.facts import NewGameDealt, NewGamePlayed
from tests.engines.table import Table, one, refused, told

ONE, TWO = seat_id("one"), seat_id("two")


@pytest.fixture
def table() -> Table:
    """Return a match whose hands follow from the seed that all tests use."""
    return Table(NEW_GAME, NEW_GAME.options("classic", {}))


def _play(card: int) -> JsonValue:
    return {"type": "play", "card": card}


def test_a_hand_is_told_to_its_seat_alone(table: Table) -> None:
    """Section 4: write such a test for each row of the table of who knows what."""
    for seat in (ONE, TWO):
        assert one(table.told[seat], NewGameDealt).seat == seat


def test_the_higher_card_scores(table: Table) -> None:
    """Section 2."""
    one_plays, two_plays = max(table.views[ONE].hand), min(table.views[TWO].hand)

    facts = table.close({ONE: _play(one_plays), TWO: _play(two_plays)})

    played = one(facts, NewGamePlayed)
    assert played.cards == {ONE: one_plays, TWO: two_plays}
    assert played.winner == (ONE if one_plays > two_plays else None)


def test_the_lowest_card_is_played_for_an_absent_seat(table: Table) -> None:
    """Section 2."""
    lowest = min(table.views[ONE].hand)

    facts = table.close({TWO: _play(table.views[TWO].hand[0])})

    assert one(facts, NewGamePlayed).cards[ONE] == lowest


def test_the_match_ends_after_its_last_round(table: Table) -> None:
    """Section 3."""
    for _ in range(3):
        facts = table.close({})

    assert told(facts, MatchEnded)


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ({"type": "play"}, ("bad_move", "/card")),
        (_play(0), ("card_not_in_hand", "/card")),
    ],
)
def test_illegal_moves_are_refused(table: Table, move: JsonValue, refusal: tuple[str, str]) -> None:
    assert refused(table, ONE, move) == refusal


def test_nobody_plays_for_others(table: Table) -> None:
    assert refused(table, seat_id("spectator"), _play(1)) == ("not_your_phase", "")
