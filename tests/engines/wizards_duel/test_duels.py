"""How duels and matches end, and how long their phases last (sections 3, 6, 7 and 10)."""

from __future__ import annotations

from engines.kit import SPECTATOR, MatchEnded, Outcome
from engines.wizards_duel.data import A, B
from engines.wizards_duel.facts import Charmed, RoundPlayed
from tests.engines.table import one, told
from tests.engines.wizards_duel.duel import Duel


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


def test_a_tied_duel_is_replayed_ten_times_and_then_falls_to_a_coin() -> None:
    """R7, T4: a replay keeps the duel's number and scores for nobody."""
    duel = Duel("colosseum", wins_needed=1, timeout="lose_duel")
    for replay in range(1, 11):
        duel.cast()
        assert (duel.views[A].duel, duel.views[A].replay) == (1, replay)

    duel.cast(rigged={"tie_break": "b"})

    assert duel.result() == (B, "coin")
    assert duel.outcome() == (B, "wins")
    assert [record.reason for record in duel.views[A].duels] == ["replayed"] * 10 + ["coin"]


def test_replays_used_up_fall_to_the_advantage_before_a_coin() -> None:
    """T4."""
    duel = Duel("colosseum", timeout="lose_duel", max_replays=0, advantage_seat="a")

    duel.cast()

    assert duel.result() == (A, "holder")


def test_the_break_lengthens_the_first_cast_of_every_duel_but_the_first() -> None:
    """R24: the break is thinking time, not a phase; reopened rounds get none again."""
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


def test_a_match_that_the_host_ends_has_ranks_and_no_reason() -> None:
    """An adjudication is not a rule of the game, so no fact of the game precedes it."""
    duel = Duel()
    ruled = MatchEnded(Outcome({A: 1, B: 2}, {A: ["winner"], B: []}))

    truth = duel.engine.evolve(duel.truth, ruled)
    view = duel.engine.fold(duel.views[SPECTATOR], ruled)

    assert duel.engine.phase(truth) == ruled.outcome
    assert (view.phase, view.outcome.winner, view.outcome.reason, view.outcome.rank) == (None, None, None, {A: 1, B: 2})
