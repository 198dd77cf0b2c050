"""The rulings about spells, in the open and hidden (section 10), one duel each."""

from __future__ import annotations

import pytest

from engines.kit import HOST, SPECTATOR
from engines.wizards_duel.data import A, B
from engines.wizards_duel.facts import Charmed, DuelEnded, HiddenRevealed, RoundExplained, RoundPlayed
from tests.engines.table import one, refused, told
from tests.engines.wizards_duel.duel import Duel


def test_a_killer_in_the_lead_wins_the_duel_and_keeps_the_round_as_it_is() -> None:
    """C8, after the points of the round are counted."""
    duel = Duel("archwizard")
    duel.cast("6", "5")
    duel.cast("8", "1")
    duel.charm()

    facts = duel.cast("0", "3")

    played = one(facts, RoundPlayed)
    assert (played.winner, played.instant, played.points) == (B, A, {A: 3, B: 1})
    assert one(facts, RoundExplained).cause == "0"
    assert duel.result() == (A, "instant")


def test_a_cancelled_killer_wins_nothing() -> None:
    """C8 asks for an uncancelled `0`."""
    duel = Duel("archwizard")
    duel.cast("6", "5")
    duel.cast("8", "1")
    duel.charm()

    facts = duel.cast("0", "2")

    assert told(facts, DuelEnded) == []


def test_two_counterspells_only_cancel_each_other() -> None:
    """R9."""
    duel = Duel()

    facts = duel.cast("2", "2")

    assert one(facts, RoundExplained).cancelled == (A, B)
    assert duel.points() == (0, 0)


@pytest.mark.parametrize(("a", "b", "winner"), [("x", "x", None), ("x", "4", A), ("0", "x", B), ("x", "8", A)])
def test_power_word_kill_beats_all_but_its_like(a: str, b: str, winner: str | None) -> None:
    """R11."""
    duel = Duel("archwizard")

    duel.cast(a, b)

    assert duel.record().winner == winner


def test_a_counterspell_against_power_word_kill_wins_the_duel() -> None:
    """C5, R12, R19: the public record names the winner and adds no point."""
    duel = Duel()

    facts = duel.cast("2", "x")

    assert duel.result() == (A, "instant")
    assert one(facts, RoundPlayed).points == {A: 0, B: 0}
    assert one(facts, RoundExplained).cause == "2"


def test_a_restoration_in_the_last_round_stays_hidden_and_returns_nothing() -> None:
    """R13."""
    duel = Duel()
    for spell in ("2", "4", "5", "6", "7", "x", "8"):
        duel.cast(spell, spell)
    duel.charm()
    duel.cast("3", "3")

    facts = duel.cast("1", "1")

    assert one(facts, RoundPlayed).spells == {A: "hidden", B: "hidden"}
    assert one(facts, RoundPlayed).restored == {A: None, B: None}


def test_a_charm_may_name_a_spell_that_is_no_longer_in_hand() -> None:
    """R14: otherwise legality would reveal a hand that was cast in fog."""
    duel = Duel()
    duel.cast("7", "8")

    facts = duel.charm(b="7")

    assert one(facts, Charmed).named == {B: "7"}
    assert duel.views[SPECTATOR].pending[A].banned == "7"


def test_a_ban_on_the_last_spell_in_hand_is_void() -> None:
    """R15: "if able"; `w` does not count as able."""
    duel = Duel(items={"athenas_wisdom": "b"})
    for spell in ("1", "2", "4", "5", "6", "x", "3"):
        duel.cast(spell, spell)
    duel.cast("8", "7")
    duel.charm(a="8")

    assert duel.possible(B, B) == "8"
    assert refused(duel, B, {"type": "cast", "spell": "3"}) == ("spell_not_in_hand", "/spell")

    duel.cast("7", "8")

    assert duel.record(HOST, duel=0).spells == {A: "7", B: "8"}


def test_both_charms_count_at_once() -> None:
    """Section 6: one phase asks both casters."""
    duel = Duel()
    duel.cast("8", "8")

    assert duel.phase.may == (A, B)

    duel.charm(a="1", b="5")

    assert duel.views[SPECTATOR].pending[A].banned == "5"
    assert duel.views[SPECTATOR].pending[B].banned == "1"


def test_a_hidden_charm_is_known_once_its_phase_opens_even_if_it_names_nothing() -> None:
    """R16: the extra phase would reveal it anyway."""
    duel = Duel()
    duel.cast("3", "1")

    duel.cast("8", "6")

    assert duel.record(B).spells == {A: "8", B: "6"}

    duel.charm()

    assert duel.record(B).charmed == {A: None}


def test_a_cancelled_hidden_charm_stays_hidden() -> None:
    """R16."""
    duel = Duel()
    duel.cast("3", "1")

    duel.cast("8", "2")

    assert duel.record(B).spells == {A: "hidden", B: "2"}
    assert duel.phase.name == "cast"


def test_a_hidden_restoration_that_returns_a_spell_is_known() -> None:
    """Section 8: a visible effect names it; the returned spell was cast openly."""
    duel = Duel()
    duel.cast("3", "5")

    duel.cast("1", "6")

    assert duel.record(SPECTATOR).spells == {A: "1", B: "6"}
    assert duel.record(SPECTATOR).restored == {A: "3", B: None}


def test_hidden_spells_open_up_at_the_end_of_the_match() -> None:
    """R20: hands are reset, but habits are information."""
    duel = Duel()
    duel.cast("3", "4")
    duel.cast("2", "5")
    duel.cast("x", "1")

    assert duel.views[B].duels[0].rounds[1].spells == {A: "hidden", B: "5"}

    facts = duel.cast("x", "1")

    assert duel.outcome() == (A, "wins")
    assert len(one(facts, HiddenRevealed).secrets) == 1
    for viewer in (A, B, SPECTATOR):
        assert duel.views[viewer].duels[0].rounds[1].spells == {A: "2", B: "5"}


def test_hidden_spells_open_up_with_their_duel_where_the_option_says_so() -> None:
    """`hidden_reveal` = `duel_end`; a spell that came back unknown is named with it."""
    duel = Duel(hidden_reveal="duel_end")
    duel.cast("3", "1")
    duel.cast("6", "4")
    duel.cast("1", "7")

    assert duel.record(B).restored == {A: "hidden", B: None}

    duel.cast("x", "3")
    duel.cast("2", "x")

    rounds = duel.views[SPECTATOR].duels[0].rounds
    assert rounds[1].spells == {A: "6", B: "4"}
    assert rounds[2].restored == {A: "6", B: None}


def test_hidden_spells_stay_hidden_for_ever_where_the_option_says_so() -> None:
    """`hidden_reveal` = `never`: only the host and the caster know."""
    duel = Duel(hidden_reveal="never", wins_needed=1)
    duel.cast("3", "4")
    duel.cast("2", "5")

    facts = duel.cast("x", "1")

    assert duel.over
    assert told(facts, HiddenRevealed) == []
    assert duel.views[B].duels[0].rounds[1].spells == {A: "hidden", B: "5"}
    assert duel.views[HOST].duels[0].rounds[1].spells == {A: "2", B: "5"}


def test_a_counterspell_takes_the_price_off_frost() -> None:
    """R34."""
    duel = Duel()

    duel.cast("2", "7")

    assert duel.modifier(B, SPECTATOR) == 0


def test_a_cancelled_confusion_lets_the_higher_strength_win() -> None:
    """C6 asks for an uncancelled `4`."""
    duel = Duel()

    duel.cast("4", "2")

    assert duel.points() == (1, 0)
