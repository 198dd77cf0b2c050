"""Section 10 of the rulebook, R22, and the length of a match."""

from __future__ import annotations

import pytest

from engines.hero_of_the_arena.fight_facts import ArenaDecided, TurnBegan, TurnScored
from engines.kit import SPECTATOR
from tests.engines.hero_of_the_arena.arena import FIRST, SECOND, Arena, fight, seat
from tests.engines.table import one, told


def decided(arena: Arena) -> tuple[tuple[str, ...], str]:
    decision = one(arena.told_to(SPECTATOR), ArenaDecided)
    assert arena.views[SPECTATOR].decided_by == decision.decided_by
    return decision.winners, decision.decided_by


@pytest.mark.parametrize(("first", "second", "team"), [(3, 2, 1), (2, 3, 2)])
def test_more_points_win(first: int, second: int, team: int) -> None:
    """Both seats of the team, rank 1, and no other consequence."""
    arena = fight(rounds=1)
    arena.arrange(means={FIRST: {"points": first}, SECOND: {"points": second}})

    arena.finish()

    winners = (f"heaven-{team}", f"hell-{team}")
    assert decided(arena) == (winners, "score")
    outcome = arena.views[SPECTATOR].outcome
    assert outcome is not None
    assert outcome.rank == {name: 1 if name in winners else 2 for name in ("heaven-1", "heaven-2", "hell-1", "hell-2")}
    assert outcome.consequences == {name: ["winner"] if name in winners else [] for name in outcome.rank}


def test_tied_points_go_to_the_last_lead() -> None:
    """The lead at the latest end of a turn that was not tied."""
    arena = fight(rounds=2)
    arena.arrange(heroes={1: (SECOND, "lancer")})
    arena.close({})
    leads = [one(arena.close({}), TurnScored).lead]
    arena.arrange(heroes={1: (FIRST, "lancer")}, hands={FIRST: [], SECOND: []})

    leads.append(one(arena.close({}), TurnScored).lead)
    leads.append(one(arena.close({}), TurnScored).lead)

    assert leads == [SECOND, None, None]
    assert decided(arena) == (("heaven-2", "hell-2"), "last_lead")


def test_the_first_mover_can_have_led_last() -> None:
    """The same with the other side."""
    arena = fight(rounds=1)
    arena.arrange(heroes={1: (FIRST, "lancer"), 2: (SECOND, "paladin")})
    assert one(arena.close({}), TurnScored).lead == FIRST
    arena.close({})
    assert decided(arena) == (("heaven-1", "hell-1"), "last_lead")


@pytest.mark.parametrize(("starter", "team"), [("heaven-2", 2), ("heaven-1", 1)])
def test_a_tie_that_was_never_broken_goes_to_the_second_mover(starter: str, team: int) -> None:
    """R22: the partner of the drafter who began."""
    arena = Arena(rounds=3)
    arena.close({"heaven-2": {"type": "choose_starter", "seat": starter}})

    arena.finish()

    assert decided(arena) == ((f"heaven-{team}", f"hell-{team}"), "never_led")


def test_turns_alternate_for_twice_as_many_turns_as_rounds() -> None:
    """Invariant 6; every default is legal."""
    arena = fight(rounds=3)
    turns = told(arena.told[SPECTATOR], TurnBegan)
    while not arena.over:
        assert arena.phase.round == (turns[-1].turn + 1) // 2
        arena.close({})
        turns = told(arena.told[SPECTATOR], TurnBegan)

    assert [(turn.turn, turn.seat) for turn in turns] == [(n, FIRST if n % 2 else SECOND) for n in range(1, 7)]


def test_a_finished_match_keeps_its_last_board() -> None:
    """Every viewer can still draw the final board."""
    arena = fight(rounds=1)
    arena.arrange(heroes={2: (FIRST, "lancer")})

    arena.finish()

    for view in arena.views.values():
        assert view.phase is None
        assert view.board is not None
        assert view.board.fighters[seat(FIRST)].points == 1
