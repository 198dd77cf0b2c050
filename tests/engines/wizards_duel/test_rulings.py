"""The rulebook's rulings (section 10) and timelines (sections 3, 5, 6 and 7), one duel each."""

from __future__ import annotations

import pytest

from engines.contract import HOST, SPECTATOR, MatchEnded, Outcome
from engines.wizards_duel.data import A, B
from engines.wizards_duel.facts import (
    CastVoided,
    Charmed,
    DuelEnded,
    HiddenRevealed,
    ItemDrafted,
    RoundExplained,
    RoundMissed,
    RoundPlayed,
    RoundUndone,
)
from tests.engines.table import one, refused, told
from tests.engines.wizards_duel.duel import Duel


def test_silence_pays_the_opponents_firebolt_in_full() -> None:
    """R3: a penalty must not pay less than playing on."""
    duel = Duel()

    duel.cast(a="6", rigged={"absent_cast.b": "8"})

    assert duel.points() == (2, 0)


def test_a_counterspell_drawn_for_an_absent_seat_still_cancels() -> None:
    """R4: every effect but instant wins stays."""
    duel = Duel()

    duel.cast(a="6", rigged={"absent_cast.b": "2"})

    assert duel.points() == (1, 0)


def test_a_charm_drawn_for_an_absent_seat_still_opens_its_phase() -> None:
    """R4."""
    duel = Duel()

    duel.cast(a="6", rigged={"absent_cast.b": "8"})

    assert (duel.phase.name, duel.phase.may) == ("charm", (B,))


def test_a_killer_drawn_for_an_absent_seat_wins_nothing_at_once() -> None:
    """R4 covers `0` too."""
    duel = Duel("archwizard", timeout="random_penalty")
    duel.cast("6", "5")
    duel.cast("8", "1")
    duel.charm()

    facts = duel.cast(b="3", rigged={"absent_cast.a": "0"})

    assert told(facts, DuelEnded) == []
    assert duel.points() == (3, 1)


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


def test_two_idle_seats_restart_a_round_three_times_and_then_cast_at_random() -> None:
    """R5: nobody scores and no instant win counts, the other effects apply."""
    duel = Duel()

    for attempt in (1, 2, 3):
        missed = one(duel.cast(), RoundMissed)
        assert (missed.attempt, missed.restarted, missed.absent) == (attempt, True, (A, B))
        assert duel.record().spells == {A: None, B: None}
    duel.cast(rigged={"absent_cast.a": "x", "absent_cast.b": "1"})

    assert [draw.label for draw in duel.draws] == ["absent_cast.a", "absent_cast.b"]
    assert duel.record().attempt == 4
    assert duel.record().winner is None
    assert duel.points() == (0, 0)
    assert duel.views[A].round == 2


def test_the_random_spell_respects_a_ban() -> None:
    """R6: a default must be legal."""
    duel = Duel()
    duel.cast("1", "8")
    duel.charm(b="5")

    duel.cast(b="3")

    (draw,) = duel.draws
    assert (draw.label, draw.candidates) == ("absent_cast.a", ("2", "3", "4", "6", "7", "8", "x"))


def test_silence_of_one_loses_the_duel_where_the_variant_says_so() -> None:
    """C1, `lose_duel`: the present seat's cast stays the host's secret."""
    duel = Duel("puzzler")

    facts = duel.cast(b="6")

    assert duel.result() == (B, "timeout")
    assert one(facts, CastVoided).spell == "6"
    for viewer in (A, B, SPECTATOR):
        assert told(duel.told[viewer], CastVoided) == []
        assert duel.record(viewer, duel=0).spells == {A: None, B: None}
    assert duel.points() == (0, 0)


@pytest.mark.parametrize(
    ("variant", "overrides", "result"),
    [
        ("puzzler", {}, (None, "drawn")),
        ("gods_collide", {}, (A, "holder")),
        ("gods_collide", {"items": {}}, (None, "replayed")),
        ("colosseum", {"timeout": "lose_duel"}, (None, "replayed")),
        ("genius_3_3", {"timeout": "lose_duel"}, (B, "holder")),
    ],
)
def test_silence_of_both_ties_the_duel_whatever_the_points(
    variant: str, overrides: dict[str, object], result: tuple[str | None, str]
) -> None:
    """R8."""
    duel = Duel(variant, **overrides)  # type: ignore[arg-type]
    if duel.phase.name == "cast":
        duel.cast("6", "5")
        while duel.phase.name != "cast":
            duel.close({})

    duel.cast()

    assert duel.result() == result


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


def test_power_word_kill_beats_wisdom() -> None:
    """R11, R25: `w` has nothing to be one stronger than."""
    duel = Duel(items={"athenas_wisdom": "a"})

    facts = duel.cast("w", "x")

    assert duel.record().winner == B
    assert one(facts, RoundExplained).strengths == {A: None, B: None}


def test_a_counterspell_against_power_word_kill_wins_the_duel() -> None:
    """C5, R12, R19: the public record names the winner and adds no point."""
    duel = Duel()

    facts = duel.cast("2", "x")

    assert duel.result() == (A, "instant")
    assert one(facts, RoundPlayed).points == {A: 0, B: 0}
    assert one(facts, RoundExplained).cause == "2"


def test_effects_on_the_next_round_die_with_the_duel() -> None:
    """R13: the last round opens no `charm` phase, returns nothing and names no hidden spell."""
    duel = Duel()
    for spell in ("1", "2", "4", "5", "6", "7", "x", "3"):
        duel.cast(spell, spell)

    facts = duel.cast("8", "8")

    assert one(facts, RoundPlayed).spells == {A: "hidden", B: "hidden"}
    assert told(facts, Charmed) == []
    assert duel.result() == (B, "holder")
    assert duel.phase.name == "cast"


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
    """R14: otherwise legality would tell of a hand cast in fog."""
    duel = Duel()
    duel.cast("7", "8")

    facts = duel.charm(b="7")

    assert one(facts, Charmed).named == {B: "7"}
    assert duel.views[SPECTATOR].pending[A].banned == "7"


def test_a_ban_on_the_last_spell_in_hand_is_void() -> None:
    """R15: "if able"; `w` does not count as being able."""
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
    """R16: the pause would tell anyway."""
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
    """Section 8: what everyone sees happen names it; the spell returned was cast in the open."""
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


def test_hidden_spells_stay_hidden_for_good_where_the_option_says_so() -> None:
    """`hidden_reveal` = `never`: only the host and the caster know."""
    duel = Duel(hidden_reveal="never", wins_needed=1)
    duel.cast("3", "4")
    duel.cast("2", "5")

    facts = duel.cast("x", "1")

    assert duel.over
    assert told(facts, HiddenRevealed) == []
    assert duel.views[B].duels[0].rounds[1].spells == {A: "hidden", B: "5"}
    assert duel.views[HOST].duels[0].rounds[1].spells == {A: "2", B: "5"}


def test_arithmetic_does_not_end_a_match_early() -> None:
    """R22: after 2–0 with two drawn duels the fifth is still played."""
    duel = Duel("archwizard")
    duel.win(A)
    duel.win(A)
    duel.drawn()
    duel.drawn()

    assert not duel.over
    assert duel.views[A].duel == 5


def test_more_wins_after_all_regular_duels_win_the_match() -> None:
    """R23: even below `wins_needed`."""
    duel = Duel("puzzler")
    duel.win(A)
    duel.drawn()

    duel.drawn()

    assert duel.outcome() == (A, "wins")
    assert duel.wins() == (1, 0)


def test_equal_wins_after_all_regular_duels_lead_to_one_extra_duel() -> None:
    """E4 and E2: its winner wins the match."""
    duel = Duel("puzzler")
    for _ in range(3):
        duel.drawn()

    assert (duel.views[A].duel, duel.views[A].extra) == (4, True)

    duel.win(A)

    assert duel.outcome() == (A, "extra_duel")


def test_a_drawn_extra_duel_without_advantage_falls_to_a_coin() -> None:
    """E2."""
    duel = Duel("puzzler", wins_needed=1, advantage_seat=None)
    duel.drawn()
    for spell in duel.truth.pool[:-1]:
        duel.cast(spell, spell)
        while duel.phase.name == "charm":
            duel.close({})

    duel.cast("x", "x", rigged={"tie_break": "a"})

    assert duel.outcome() == (A, "coin")
    assert duel.draws[0].candidates == ("a", "b")


def test_a_tied_duel_is_replayed_three_times_and_then_falls_to_a_coin() -> None:
    """R7, T4: a replay keeps the duel's number and counts for nobody."""
    duel = Duel("colosseum", wins_needed=1, timeout="lose_duel")
    for replay in (1, 2, 3):
        duel.cast()
        assert (duel.views[A].duel, duel.views[A].replay) == (1, replay)

    duel.cast(rigged={"tie_break": "b"})

    assert duel.result() == (B, "coin")
    assert duel.outcome() == (B, "wins")
    assert [record.reason for record in duel.views[A].duels] == ["replayed"] * 3 + ["coin"]


def test_replays_used_up_fall_to_the_advantage_before_a_coin() -> None:
    """T4."""
    duel = Duel("colosseum", timeout="lose_duel", max_replays=0, advantage_seat="a")

    duel.cast()

    assert duel.result() == (A, "holder")


def test_the_break_lengthens_the_first_cast_of_every_duel_but_the_first() -> None:
    """R24: thinking time, not a phase; reopened rounds have had it."""
    duel = Duel("archwizard", timeout="random_penalty")

    assert duel.phase.seconds == 90

    duel.win(A)

    assert duel.phase.seconds == 180

    duel.cast()

    assert (duel.views[A].attempt, duel.phase.seconds) == (2, 90)


def test_a_replay_has_its_break_too() -> None:
    """Section 3: only the duel played first has none."""
    duel = Duel("colosseum", timeout="lose_duel", break_seconds=30)

    duel.cast()

    assert duel.phase.seconds == 90


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


def test_a_counterspell_takes_the_price_off_frost() -> None:
    """R34."""
    duel = Duel()

    duel.cast("2", "7")

    assert duel.modifier(B, SPECTATOR) == 0


def test_the_outcome_ranks_both_seats() -> None:
    """Section 7."""
    duel = Duel()
    duel.win(B)
    duel.win(A)
    duel.win(B)

    (ended,) = told(duel.told[SPECTATOR], MatchEnded)
    assert ended.outcome == Outcome({A: 2, B: 1}, {A: [], B: ["winner"]})
    outcome = duel.views[SPECTATOR].model_dump(mode="json")["outcome"]
    assert outcome == {
        "winner": "b",
        "reason": "wins",
        "wins": {"a": 1, "b": 2},
        "rank": {"a": 2, "b": 1},
        "consequences": {"a": [], "b": ["winner"]},
    }


def test_the_table_is_open_from_start_to_outcome() -> None:
    """Section 8: one channel for both seats, which spectators may read."""
    duel = Duel(wins_needed=1)

    assert duel.views[SPECTATOR].channels == {"table": (A, B)}

    duel.win(A)

    assert duel.views[SPECTATOR].channels == {}
    assert Duel(table_talk=False).views[A].channels == {}


def test_phases_last_as_long_as_the_options_say() -> None:
    """Section 3; a submission can be replaced but never withdrawn."""
    duel = Duel(
        items={"apollos_daybreak": "a"}, cast_seconds=11, charm_seconds=12, daybreak_seconds=13, early_close=True
    )
    phases = [duel.phase]
    duel.cast("8", "5")
    phases.append(duel.phase)
    duel.charm()
    phases.append(duel.phase)

    assert [phase.seconds for phase in phases] == [11, 12, 13]
    assert [phase.number for phase in phases] == [1, 2, 3]
    assert all(phase.early_close and not phase.withdrawable for phase in phases)


def test_a_cancelled_confusion_lets_the_higher_strength_win() -> None:
    """C6 asks for an uncancelled `4`."""
    duel = Duel()

    duel.cast("4", "2")

    assert duel.points() == (1, 0)


def test_a_match_that_the_host_ends_has_ranks_and_no_reason() -> None:
    """The host's word is no rule of the game, so no fact of the game goes before it."""
    duel = Duel()
    ruled = MatchEnded(Outcome({A: 1, B: 2}, {A: ["winner"], B: []}))

    truth = duel.engine.evolve(duel.truth, ruled)
    view = duel.engine.fold(duel.views[SPECTATOR], ruled)

    assert duel.engine.phase(truth) == ruled.outcome
    assert (view.phase, view.outcome.winner, view.outcome.reason, view.outcome.rank) == (None, None, None, {A: 1, B: 2})
