"""The worked examples of the rulebook (section 12), unchanged."""

from __future__ import annotations

from engines.kit import HOST, SPECTATOR
from engines.wizards_duel.data import A, B
from engines.wizards_duel.facts import DuelEnded, RoundExplained, Withheld
from tests.engines.table import one, refused, told
from tests.engines.wizards_duel.duel import Duel


def test_a_counterspell_leaves_the_blessing_of_the_round_before_alone() -> None:
    """Example 1."""
    duel = Duel()

    first = duel.cast("5", "1")

    assert duel.points() == (1, 0)
    assert duel.modifier(A, SPECTATOR) == 2
    assert duel.record().restored == {A: None, B: None}
    assert one(first, RoundExplained).strengths == {A: 5, B: 1}

    second = duel.cast("1", "2")

    assert duel.points() == (2, 0)
    assert one(second, RoundExplained).strengths == {A: 3, B: 2}
    assert one(second, RoundExplained).cancelled == (A,)
    assert "5" not in duel.possible(A, A)


def test_power_word_kill_against_restoration_wins_the_duel_without_a_point() -> None:
    """Example 2, first half."""
    duel = Duel()

    facts = duel.cast("x", "1")

    ended = one(facts, DuelEnded)
    assert (ended.winner, ended.reason, ended.points) == (A, "instant", {A: 0, B: 0})
    assert duel.record(duel=0).instant == A


def test_a_counterspell_drawn_for_an_absent_seat_wins_nothing_at_once() -> None:
    """Example 2, second half."""
    duel = Duel("colosseum")

    facts = duel.cast(a="x", rigged={"absent_cast.b": "2"})

    assert told(facts, DuelEnded) == []
    assert duel.points() == (1, 0)
    assert duel.record().absent == (B,)
    assert duel.record().winner == A
    assert "x" not in duel.possible(A, A)
    assert "2" not in duel.possible(B, B)


def test_two_confusions_say_the_same_thing() -> None:
    """Example 3."""
    duel = Duel()

    duel.cast("5", "6")

    assert duel.points() == (0, 2)

    facts = duel.cast("4", "4")

    assert one(facts, RoundExplained).strengths == {A: 6, B: 4}
    assert duel.points() == (0, 3)


def test_a_spell_cast_in_fog_comes_back_unknown() -> None:
    """Example 4."""
    duel = Duel()

    duel.cast("3", "1")

    assert duel.points() == (1, 0)

    duel.cast("6", "4")

    assert duel.points() == (1, 1)
    assert duel.record(B).spells == {A: "hidden", B: "4"}
    assert duel.record(A).spells == {A: "6", B: "4"}
    assert duel.possible(A, B) == "1245678x"
    assert duel.hand(A, B).size == 7

    duel.cast("1", "7")

    assert duel.points() == (1, 2)
    assert duel.record(A).restored == {A: "6", B: None}
    assert duel.record(B).restored == {A: "hidden", B: None}
    assert duel.possible(A, B) == "245678x"
    assert duel.hand(A, B).size == 7
    assert duel.possible(A, A) == "245678x"


def test_a_counterspell_in_fog_leaves_its_victims_blessing_an_open_question() -> None:
    """Example 5."""
    duel = Duel()

    duel.cast("3", "4")

    assert duel.points() == (1, 0)

    facts = duel.cast("2", "5")

    assert duel.points() == (1, 1)
    assert one(facts, RoundExplained).cancelled == (B,)
    assert [(fact.seat, fact.spell) for fact in told(facts, Withheld)] == [(A, "2")]
    for viewer in (B, SPECTATOR):
        assert duel.modifier(B, viewer) is None
    for viewer in (A, HOST):
        assert duel.modifier(B, viewer) == 0

    duel.cast("7", "6")

    assert duel.points() == (2, 1)


def test_charm_bans_and_frost_weakens_its_own_caster() -> None:
    """Example 6."""
    duel = Duel()

    duel.cast("7", "8")

    assert duel.points() == (0, 1)
    assert duel.modifier(A, SPECTATOR) == -2
    assert (duel.phase.name, duel.phase.may, duel.phase.must) == ("charm", (B,), ())

    duel.charm(b="6")

    assert refused(duel, A, {"type": "cast", "spell": "6"}) == ("spell_banned", "/spell")

    facts = duel.cast("1", "1")

    assert one(facts, RoundExplained).strengths == {A: -1, B: 1}
    assert duel.points() == (0, 2)
    assert duel.record().restored == {A: "7", B: "8"}


def test_wisdom_is_one_stronger_than_what_it_meets() -> None:
    """Example 7, first case."""
    duel = _with_wisdom()
    duel.cast("1", "7")

    facts = duel.cast("w", "8")

    assert one(facts, RoundExplained).strengths == {A: 7, B: 6}
    assert duel.record().winner == A
    assert duel.record().gain == {A: 1, B: 0}


def test_wisdom_loses_to_confusion() -> None:
    """Example 7, second case."""
    duel = _with_wisdom()

    facts = duel.cast("w", "4")

    assert one(facts, RoundExplained).strengths == {A: 5, B: 4}
    assert duel.points() == (0, 1)


def test_a_counterspell_empties_wisdom() -> None:
    """Example 7, third case."""
    duel = _with_wisdom()

    facts = duel.cast("w", "2")

    assert one(facts, RoundExplained).strengths == {A: 0, B: 2}
    assert duel.points() == (0, 1)


def test_a_drawn_extra_duel_falls_to_the_advantage() -> None:
    """Example 8."""
    duel = Duel("archwizard")
    duel.win(A)
    duel.win(B)
    for _ in range(3):
        duel.drawn()

    assert (duel.views[A].duel, duel.views[A].extra, duel.wins()) == (6, True, (1, 1))

    duel.drawn()

    assert duel.result() == (None, "drawn")
    assert duel.outcome() == (B, "holder")


def _with_wisdom() -> Duel:
    return Duel(items={"athenas_wisdom": "a"})
