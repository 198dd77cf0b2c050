"""The order of seats at the end (section 9), one scene each."""

from __future__ import annotations

import pytest

from engines.apocalypse.outcome import decide
from engines.kit import HOST, SPECTATOR, Chance, MatchEnded, Outcome, SeatId, realms_of, seat_id
from tests.engines.apocalypse.match import ENGINE, Match
from tests.engines.table import SEED, one


def _totals(finals: dict[str, int], **before: int) -> dict[SeatId, tuple[int, ...]]:
    """Return totals of three against three: 0 in the first four rounds, these after round 5 and at the end."""
    names = {seat: seat.replace("-", "_") for seat in realms_of(3, 3).seats}
    return {seat: (0, 0, 0, 0, before.get(name, 0), finals[seat]) for seat, name in names.items()}


FINALS = {"heaven-1": 9, "heaven-2": 5, "heaven-3": 1, "hell-1": 3, "hell-2": 2, "hell-3": 1}


def _means(outcome: Outcome, consequence: str) -> list[str]:
    return [seat for seat, means in outcome.consequences.items() if consequence in means]


def test_two_of_one_realm_can_ascend_beside_the_other_winner() -> None:
    """R22: the best of the rest, from either realm."""
    outcome = decide(realms_of(3, 3), _totals(FINALS), Chance(SEED, 6))

    assert _means(outcome, "ascends") == ["heaven-1", "heaven-2", "hell-1"]
    assert _means(outcome, "mark_of_elimination") == ["heaven-3"]
    assert _means(outcome, "elimination_candidate") == ["hell-3"]


def test_equal_finals_are_told_apart_by_who_led_before() -> None:
    """R18: the latest round first."""
    outcome = decide(realms_of(3, 3), _totals(FINALS | {"hell-2": 3, "hell-3": 3}, hell_3=2), Chance(SEED, 6))

    assert _means(outcome, "winner") == ["heaven-1", "hell-3"]


@pytest.mark.parametrize("round_", range(1, 6))
def test_one_difference_in_any_round_settles_equal_finals(round_: int) -> None:
    """R18: back to round 1, and without a draw."""
    totals = _totals(FINALS | {"hell-2": 3})
    ahead = tuple(1 if index == round_ - 1 else total for index, total in enumerate(totals[seat_id("hell-2")]))
    chance = Chance(SEED, 6)

    outcome = decide(realms_of(3, 3), {**totals, seat_id("hell-2"): ahead}, chance)

    assert _means(outcome, "winner") == ["heaven-1", "hell-2"]
    assert [draw for draw in chance.draws if "hell-2" in draw.candidates] == []


def test_equal_histories_are_settled_by_one_draw_over_both_realms() -> None:
    """R18: all seats that are equal in all six numbers, in seat order; the one drawn earlier is better."""
    chance = Chance(SEED, 6)
    finals = {"heaven-1": 5, "heaven-2": 5, "heaven-3": 1, "hell-1": 1, "hell-2": 2, "hell-3": 1}

    outcome = decide(realms_of(3, 3), _totals(finals), chance)

    (draw,) = chance.draws
    assert draw.label == "tie_lots"
    assert draw.candidates == ("heaven-1", "heaven-2", "heaven-3", "hell-1", "hell-3")
    assert sorted(draw.picks) == sorted(draw.candidates)
    expected = sorted(finals, key=lambda seat: (-finals[seat], draw.picks.index(seat) if seat in draw.picks else 0))
    assert sorted(outcome.rank, key=outcome.rank.__getitem__) == expected


def test_without_a_complete_tie_nothing_is_drawn() -> None:
    """Section 9: only if needed."""
    chance = Chance(SEED, 6)

    decide(realms_of(3, 3), _totals(FINALS, hell_3=1), chance)

    assert chance.draws == []


def test_the_outcome_is_public_in_the_rulebooks_shape() -> None:
    """Section 9: winners in heaven's, hell's order, other lists in seat order."""
    match = Match("aftermath")
    match.finish()

    views = [match.views[viewer].outcome for viewer in (SPECTATOR, HOST, *match.seats)]
    assert all(view == views[0] for view in views)
    result = views[0]
    assert result is not None
    ended = one(match.told[SPECTATOR], MatchEnded).outcome
    assert result.rank == ended.rank
    assert result.ranking == tuple(sorted(result.rank, key=result.rank.__getitem__))
    assert result.totals == match.totals()
    assert [seat.split("-")[0] for seat in result.winner] == ["heaven", "hell"]
    assert [len(result.ascends), len(result.descends)] == [3, 6]
    assert [*result.ascends] == sorted(result.ascends, key=match.seats.index)
    assert (result.mark_of_elimination[0].split("-")[0], len(result.mark_of_elimination)) == ("heaven", 1)
    assert (result.elimination_candidate[0].split("-")[0], len(result.elimination_candidate)) == ("hell", 1)


def test_a_view_without_final_totals_still_has_an_outcome() -> None:
    """If a match ends before its last round was scored, seats have ranks and no totals."""
    match = Match()
    rank = {seat: place + 1 for place, seat in enumerate(match.seats)}

    view = ENGINE.fold(match.views[SPECTATOR], MatchEnded(Outcome(rank, {})))

    assert view.outcome is not None
    assert (view.outcome.totals, view.outcome.winner, view.phase) == (None, (), None)
    assert view.outcome.ranking == tuple(match.seats)
