"""The rulings about items and their draft (sections 1, 6 and 10), one duel each."""

from __future__ import annotations

from engines.kit import HOST, SPECTATOR
from engines.wizards_duel.data import A, B
from engines.wizards_duel.facts import ItemDrafted, RoundExplained, RoundMissed, RoundUndone
from tests.engines.table import one, refused, told
from tests.engines.wizards_duel.duel import Duel


def test_power_word_kill_beats_wisdom() -> None:
    """R11, R25: there is nothing for `w` to be one stronger than."""
    duel = Duel(items={"athenas_wisdom": "a"})

    facts = duel.cast("w", "x")

    assert duel.record().winner == B
    assert one(facts, RoundExplained).strengths == {A: None, B: None}


def test_wisdom_is_always_shown_and_wastes_the_fog() -> None:
    """R26."""
    duel = Duel(items={"athenas_wisdom": "a"})
    duel.cast("3", "1")

    duel.cast("w", "5")

    assert duel.record(B).spells == {A: "w", B: "5"}
    assert duel.views[B].wisdom_left is False
    assert duel.hand(A, B).size == 8
    assert refused(duel, A, {"type": "cast", "spell": "w"}) == ("wisdom_spent", "/spell")


def test_restoration_after_wisdom_returns_nothing() -> None:
    """R27: `w` was never in the hand."""
    duel = Duel(items={"athenas_wisdom": "a"})
    duel.cast("3", "1")
    duel.cast("w", "5")

    duel.cast("1", "6")

    assert duel.record().restored == {A: None, B: None}


def test_daybreak_is_offered_after_the_charm_and_not_after_the_duel() -> None:
    """R28."""
    duel = Duel(items={"apollos_daybreak": "b"})
    duel.cast("8", "5")
    duel.charm()

    assert (duel.phase.name, duel.phase.may) == ("daybreak", (B,))

    duel.daybreak("b", use=False)
    duel.cast("x", "1")

    assert duel.phase.name == "cast"
    assert duel.views[A].duel == 2


def test_no_daybreak_after_a_restart() -> None:
    """R28."""
    duel = Duel(items={"apollos_daybreak": "b"})

    duel.cast()

    assert duel.phase.name == "cast"


def test_daybreak_puts_everything_back_but_what_was_seen() -> None:
    """R29: hands, points, pending, `last` and `w` return; history, attempt and the use do not."""
    duel = Duel(items={"apollos_daybreak": "b", "athenas_wisdom": "a"})
    duel.cast("3", "5")
    duel.daybreak("b", use=False)
    before, views = duel.truth.board, dict(duel.views)
    duel.cast("w", "6")

    facts = duel.daybreak("b", use=True)

    assert one(facts, RoundUndone).round == 2
    assert duel.truth.board == before
    view = duel.views[SPECTATOR]
    assert (view.round, view.attempt, view.daybreak_left, view.wisdom_left) == (2, 2, 0, True)
    assert view.rounds[-1].undone
    assert view.rounds[-1].spells == {A: "w", B: "6"}
    for viewer in (A, B, SPECTATOR, HOST):
        assert duel.views[viewer].hands == views[viewer].hands
        assert duel.views[viewer].pending == views[viewer].pending
        assert duel.views[viewer].points == views[viewer].points


def test_a_hidden_spell_of_an_undone_round_stays_hidden_until_the_match_ends() -> None:
    """R29."""
    duel = Duel(items={"apollos_daybreak": "b"})
    duel.cast("3", "5")
    duel.daybreak("b", use=False)
    duel.cast("4", "6")

    duel.daybreak("b", use=True)

    assert duel.record(B).spells == {A: "hidden", B: "6"}

    duel.cast("x", "1")
    duel.win(A)

    assert duel.views[B].duels[0].rounds[1].undone
    assert duel.views[B].duels[0].rounds[1].spells == {A: "4", B: "6"}


def test_an_undone_round_may_restart_as_often_as_a_new_one() -> None:
    """C1: restarts count since the round began or was last undone."""
    duel = Duel(items={"apollos_daybreak": "b"}, max_restarts=1)
    duel.cast()
    duel.cast("5", "5")
    duel.daybreak("b", use=True)

    facts = duel.cast()

    assert one(facts, RoundMissed).restarted
    assert duel.views[A].attempt == 4


def test_one_finalist_takes_all_three_items_without_being_asked() -> None:
    """R30, section 3: the draft of `gods_collide` is automatic."""
    duel = Duel("gods_collide")

    assert [(fact.seat, fact.item) for fact in told(duel.told[SPECTATOR], ItemDrafted)] == [
        (A, "athenas_wisdom"),
        (A, "hestias_hearth"),
        (A, "apollos_daybreak"),
    ]
    assert (duel.phase.number, duel.phase.name, duel.phase.round) == (1, "cast", 1)


def test_a_draft_asks_pick_by_pick_until_one_seat_takes_the_rest() -> None:
    """Sections 3 and 6."""
    duel = Duel("gods_collide", item_draft=["a", "b", "b"])

    assert (duel.phase.name, duel.phase.must, duel.phase.round, duel.phase.seconds) == ("draft", (A,), 0, 60)
    assert duel.views[A].draft == (A, B, B)
    assert refused(duel, B, {"type": "draft", "item": "hestias_hearth"}) == ("not_your_phase", "")

    duel.draft("a", "hestias_hearth")

    assert duel.views[SPECTATOR].items == {"athenas_wisdom": B, "hestias_hearth": A, "apollos_daybreak": B}
    assert (duel.phase.number, duel.phase.name) == (2, "cast")


def test_an_absent_drafter_takes_the_first_unowned_item() -> None:
    """Section 3; items that no pick reaches are out of the match."""
    duel = Duel(item_draft=["b", "a"])
    duel.draft("b", "athenas_wisdom")

    assert refused(duel, A, {"type": "draft", "item": "athenas_wisdom"}) == ("item_taken", "/item")

    duel.close({})

    assert duel.views[B].items == {"athenas_wisdom": B, "hestias_hearth": A, "apollos_daybreak": None}
    assert duel.phase.name == "cast"


def test_the_hearth_wins_every_tie_even_against_the_advantage() -> None:
    """T1 comes before T2."""
    duel = Duel("genius_3_3", items={"hestias_hearth": "a"})

    duel.drawn()

    assert duel.result() == (A, "holder")


def test_without_hearth_and_advantage_a_held_tie_is_replayed() -> None:
    """R31."""
    duel = Duel("gods_collide", items={}, table_talk=False)

    duel.drawn()

    assert duel.result() == (None, "replayed")
