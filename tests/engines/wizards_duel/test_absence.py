"""The rulings about absent seats (section 10), one duel each."""

from __future__ import annotations

import pytest

from engines.kit import SPECTATOR
from engines.wizards_duel.data import A, B
from engines.wizards_duel.facts import CastVoided, DuelEnded, RoundMissed
from tests.engines.table import one, told
from tests.engines.wizards_duel.duel import Duel


@pytest.mark.parametrize(("version", "points"), [(1, 2), (2, 1)])
def test_silence_pays_one_point_whatever_the_spells(version: int, points: int) -> None:
    """R3, C7: before version 2 of the rules, a Firebolt paid two."""
    duel = Duel("genius_3_3", version)

    duel.cast(a="6", rigged={"absent_cast.b": "8"})

    assert duel.points() == (points, 0)


def test_a_counterspell_drawn_for_an_absent_seat_still_cancels() -> None:
    """R4: every effect except instant wins applies."""
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
    """C1, `lose_duel`: the present seat's cast stays the host's secret, even where hidden spells are revealed."""
    duel = Duel("puzzler", hidden_reveal="duel_end")

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
        ("gods_collide", {}, (None, "replayed")),
        ("gods_collide", {"items": {}}, (None, "replayed")),
        ("colosseum", {"timeout": "lose_duel"}, (None, "replayed")),
        ("genius_3_3", {"timeout": "lose_duel"}, (B, "holder")),
    ],
)
def test_silence_of_both_ties_the_duel_whatever_the_points(
    variant: str, overrides: dict[str, object], result: tuple[str | None, str]
) -> None:
    """R8."""
    assert _missed_by_both(Duel(variant, **overrides)) == result  # type: ignore[arg-type]


@pytest.mark.parametrize(("version", "result"), [(1, (A, "holder")), (2, (B, "holder"))])
def test_the_hearth_decides_a_duel_that_both_missed_only_if_it_is_level(
    version: int, result: tuple[str | None, str]
) -> None:
    """R8, T1: version 1 of the rules did not ask for the points."""
    duel = Duel("gods_collide", version, items={"hestias_hearth": "a"}, advantage_seat="b")
    level = Duel("gods_collide", version, items={"hestias_hearth": "a"}, advantage_seat="b")

    level.cast()

    assert _missed_by_both(duel) == result
    assert level.result() == (A, "holder")


def _missed_by_both(duel: Duel) -> tuple[str | None, str]:
    """Let both seats miss a duel that is not level, and return its result."""
    if duel.phase.name == "cast":
        duel.cast("6", "5")
        while duel.phase.name != "cast":
            duel.close({})

    duel.cast()
    return duel.result()
