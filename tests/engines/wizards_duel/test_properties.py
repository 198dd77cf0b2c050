"""The invariants of section 11 over random matches with random options and absences; a failure prints its seed."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR, Draw, Outcome, Phase
from engines.wizards_duel.data import OTHER, SEATS, WISDOM, A, B, castable
from engines.wizards_duel.facts import DuelEnded, DuelStarted, RoundExplained, RoundPlayed, RoundUndone
from engines.wizards_duel.truth import Truth
from engines.wizards_duel.versions import VERSIONS
from tests.engines.blocks import blocks
from tests.engines.table import Rigged, renamed, told
from tests.engines.wizards_duel.duel import VIEWERS, Duel

VARIANTS = ["genius_3_3", "colosseum", "archwizard", "puzzler", "gods_collide"]
SWAPPED = {"a": "b", "b": "a"}


def _random_options(random: Random) -> tuple[str, dict[str, JsonValue]]:
    choices: dict[str, list[JsonValue]] = {
        "phantasmal_killer": [False, True],
        "wins_needed": [1, 2, 3, 5],
        "tied_duel": ["holder_wins", "replay", "draw"],
        "advantage_seat": ["a", "b", None],
        "timeout": ["random_penalty", "lose_duel"],
        "max_restarts": [0, 1, 3],
        "max_replays": [0, 1, 3],
        "item_draft": [[], ["a"], ["a", "b"], ["b", "a", "b"], ["b", "b", "b"], ["a", "b", "b"]],
        "daybreak_uses": [1, 3],
        "hidden_reveal": ["duel_end", "match_end", "never"],
        "break_seconds": [0, 60],
        "early_close": [False, True],
        "table_talk": [False, True],
    }
    names = random.sample(list(choices), random.randint(0, len(choices)))
    overrides = {name: random.choice(choices[name]) for name in names}
    if "item_draft" not in overrides and random.random() < 0.5:
        owners: list[JsonValue] = ["a", "b", None]
        overrides["items"] = {
            item: random.choice(owners) for item in ("athenas_wisdom", "hestias_hearth", "apollos_daybreak")
        }
    return random.choice(VARIANTS), overrides


@blocks(500, size=25)
def test_the_invariants_hold_in_random_matches(seeds: range) -> None:
    """Section 11, items 1 to 4, 7 and 9."""
    for seed in seeds:
        random = Random(seed)
        variant, overrides = _random_options(random)
        version = random.choice([*VERSIONS])
        absent = random.choice([0.0, 0.05, 0.3, 0.9, 1.0])
        duel = Duel(variant, version, **overrides)
        try:
            _play_and_check(duel, random, absent)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {variant} {version} {overrides} absent {absent}") from error


def _play_and_check(duel: Duel, random: Random, absent: float) -> None:
    before_cast: Truth = duel.truth
    phases = 0
    _check_board(duel)
    while not duel.over:
        if duel.phase.name == "cast":
            before_cast = duel.truth
        facts = duel.close(duel.sampled(random, absent))
        phases += 1
        assert phases < 10_000
        for undone in told(facts, RoundUndone):
            # Invariant 7
            assert duel.truth.board == before_cast.board
            assert (undone.round, undone.attempt) == (before_cast.round, before_cast.attempt)
            assert duel.truth.attempt == before_cast.attempt + 1
            assert duel.truth.daybreak_left == before_cast.daybreak_left - 1
        _check_board(duel)
    _check_outcome(duel)


def _check_board(duel: Duel) -> None:
    truth = duel.truth
    phase = duel.engine.phase(truth)
    host = duel.views[HOST]
    standing = [record for record in host.rounds if not record.undone and record.spells[A] is not None]
    for seat in SEATS:
        side = truth.board.sides[seat]
        # Invariant 1, against the host's records
        cast_ = [record.spells[seat] for record in standing if record.spells[seat] != WISDOM]
        returned = [record.restored[seat] for record in standing if record.restored[seat] is not None]
        expected = list(truth.pool)
        for record in standing:
            if record.spells[seat] != WISDOM:
                expected.remove(record.spells[seat])  # type: ignore[arg-type]
            if record.restored[seat] is not None:
                expected.append(record.restored[seat])  # type: ignore[arg-type]
        assert sorted(expected) == sorted(side.hand)
        assert len(side.hand) == len(truth.pool) - len(cast_) + len(returned)
        if isinstance(phase, Phase) and phase.name == "cast":
            assert side.hand
            assert castable(side.hand, side.banned)
        # Invariant 2
        assert truth.board.points[seat] == sum(record.gain[seat] for record in standing)
        # Invariant 3
        if truth.options.variant not in truth.rules.charms_anything:
            assert side.banned not in ("2", "x", "w")
        assert side.modifier in (-2, 0, 2)
        # Invariant 4, and the host's view is the truth
        for viewer in VIEWERS:
            hand = duel.hand(seat, viewer)
            assert hand.size == len(side.hand)
            assert set(side.hand) <= set(hand.possible)
            out = _unidentified_out_of_hand(duel, seat, viewer)
            assert len(hand.possible) - len(side.hand) == out
            if viewer in (seat, HOST):
                assert hand.possible == side.hand
            pending = duel.views[viewer].pending[seat]
            if isinstance(phase, Phase):
                assert pending.banned == side.banned
                assert pending.modifier in (None, side.modifier)
                assert pending.fogged in (None, side.fogged)
                if viewer == HOST:
                    assert pending.modifier is not None
        assert duel.views[SPECTATOR].points == truth.board.points
    for record in standing:
        gains = sorted(record.gain.values())
        assert gains[0] == 0
        assert gains[1] <= 2
    for viewer in VIEWERS:
        view = duel.views[viewer]
        assert (view.duel, view.replay, view.round, view.attempt) == (
            truth.duel,
            truth.replay,
            truth.round,
            truth.attempt,
        )
        assert (view.wisdom_left, view.daybreak_left) == (truth.board.wisdom_left, truth.daybreak_left)
        assert view.wins == truth.wins
        assert view.items == truth.items
    for fact in (addressed.fact for addressed in duel.facts):
        if isinstance(fact, DuelStarted):
            assert all(side == type(side)(truth.pool) for side in truth.board.sides.values())


def _unidentified_out_of_hand(duel: Duel, seat: str, viewer: str) -> int:
    """Return the hidden casts of the duel's standing rounds that have not returned, by the viewer's own records."""
    seen = [record for record in duel.views[viewer].rounds if not record.undone]  # type: ignore[index]
    hidden = sum(record.spells[seat] == "hidden" for record in seen)  # type: ignore[index]
    back = sum(record.restored[seat] == "hidden" for record in seen)  # type: ignore[index]
    return hidden - back


def _check_outcome(duel: Duel) -> None:
    # Invariant 9
    outcome = duel.engine.phase(duel.truth)
    assert isinstance(outcome, Outcome)
    assert sorted(outcome.rank.values()) == [1, 2]
    (winner,) = [seat for seat, rank in outcome.rank.items() if rank == 1]
    assert outcome.consequences == {winner: ["winner"], OTHER[winner]: []}
    assert duel.outcome()[0] == winner
    assert all(wins <= duel.truth.options.wins_needed for wins in duel.truth.wins.values())
    won = [ended.winner for ended in told(duel.told[HOST], DuelEnded)]
    assert {seat: won.count(seat) for seat in SEATS} == duel.truth.wins
    assert all(
        len(record.rounds) >= 1 and duel.views[SPECTATOR].duels[index].rounds[-1].round <= len(duel.truth.pool)
        for index, record in enumerate(duel.views[SPECTATOR].duels)
    )


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(60))
def test_renaming_the_seats_renames_every_result(seed: int) -> None:
    """Invariant 8: only options distinguish `a` from `b`."""
    random = Random(seed)
    variant, overrides = _random_options(random)
    options = Duel(variant, **overrides).options.model_dump(mode="json")
    duel = Duel(variant, **options)
    twin = Duel(variant, **renamed(options, SWAPPED))
    _assert_renamed(duel, twin)

    while not duel.over:
        moves = duel.sampled(random, absent=0.15)
        duel.close(moves)
        rigged = {_other_label(draw): OTHER.get(draw.picks[0], draw.picks[0]) for draw in duel.draws}  # type: ignore[call-overload]
        twin.close({OTHER[seat]: move for seat, move in moves.items()}, rigged)  # type: ignore[index]

        _assert_renamed(duel, twin)
        assert len(twin.draws) == len(duel.draws)


def _assert_renamed(duel: Duel, twin: Duel) -> None:
    for viewer in VIEWERS:
        left = renamed(duel.views[viewer].model_dump(mode="json"), SWAPPED)
        right = twin.views[OTHER.get(viewer, viewer)].model_dump(mode="json")  # type: ignore[call-overload]
        assert _unordered(left) == _unordered(right)


def _unordered(value: JsonValue) -> JsonValue:
    """Sort lists of both seats: they are in seat order, which renaming reverses."""
    if isinstance(value, dict):
        return {key: _unordered(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return ["a", "b"] if value == ["b", "a"] else [_unordered(inner) for inner in value]
    return value


def _other_label(draw: Draw) -> str:
    return {"absent_cast.a": "absent_cast.b", "absent_cast.b": "absent_cast.a"}.get(draw.label, draw.label)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(40))
def test_the_host_is_told_how_every_round_was_scored(seed: int) -> None:
    """Each public record has one account directly after it, which agrees with the host's view."""
    random = Random(seed)
    duel = Duel("archwizard")
    while not duel.over:
        facts = duel.close(duel.sampled(random))
        assert len(told(facts, RoundPlayed)) == len(told(facts, RoundExplained)) <= 1


def test_only_the_draws_of_section_9_are_made() -> None:
    """Section 9: labels, candidates and k = 1."""
    labels = set()
    for seed in range(100):
        random = Random(seed)
        variant, overrides = _random_options(random)
        duel = Duel(variant, **overrides)
        while not duel.over:
            before = duel.truth
            duel.close(duel.sampled(random, absent=0.6))
            for draw in duel.draws:
                labels.add(draw.label)
                assert len(draw.picks) == 1
                if draw.label == "tie_break":
                    assert draw.candidates == (A, B)
                else:
                    side = before.board.sides[A if draw.label == "absent_cast.a" else B]
                    assert list(draw.candidates) == castable(side.hand, side.banned)

    assert labels == {"absent_cast.a", "absent_cast.b", "tie_break"}


def test_a_rigged_draw_must_be_among_its_candidates() -> None:
    """The scripts of these tests cannot draw what the game could not draw."""
    with pytest.raises(AssertionError):
        Rigged(1, {"tie_break": "c"}).one("tie_break", SEATS)
