"""Audiences: the table of section 8, and invariants 5 and 6."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR, Phase, SeatId, Viewer
from engines.wizards_duel.data import OTHER, SEATS, WISDOM, A, B
from engines.wizards_duel.facts import Charmed, RoundExplained, RoundPlayed
from engines.wizards_duel.truth import Truth
from tests.engines.table import Table, one, told
from tests.engines.wizards_duel.duel import VIEWERS, Duel
from tests.sampling import Sample


def test_options_owners_and_uses_are_known_to_all_at_once() -> None:
    """Section 8, first row."""
    duel = Duel("gods_collide", daybreak_uses=2)

    for viewer in VIEWERS:
        view = duel.views[viewer]
        assert view.items == {"athenas_wisdom": A, "hestias_hearth": A, "apollos_daybreak": A}
        assert (view.daybreak_left, view.wisdom_left, view.theme) == (2, True, "olympians")


def test_phase_duel_round_and_attempt_are_known_to_all() -> None:
    """Section 8, second row."""
    duel = Duel()
    duel.cast()

    for viewer in VIEWERS:
        view = duel.views[viewer]
        assert view.phase == duel.phase
        assert (view.duel, view.replay, view.extra, view.round, view.attempt) == (1, 0, False, 1, 2)


def test_a_hidden_spell_is_told_to_its_caster_and_the_host() -> None:
    """Section 8: identity of a hidden spell."""
    duel = Duel()
    duel.cast("3", "3")
    duel.cast("6", "7")

    seen = {viewer: duel.record(viewer).spells for viewer in VIEWERS}
    assert seen == {
        A: {A: "6", B: "hidden"},
        B: {A: "hidden", B: "7"},
        SPECTATOR: {A: "hidden", B: "hidden"},
        HOST: {A: "6", B: "7"},
    }


def test_who_was_absent_is_known_and_the_drawn_spell_looks_like_any_other() -> None:
    """Section 8: absence is public, draws are the host's."""
    duel = Duel()
    duel.cast(a="3", rigged={"absent_cast.b": "3"})
    duel.cast(a="5", rigged={"absent_cast.b": "6"})

    assert duel.record(SPECTATOR).absent == (B,)
    assert duel.record(A).spells == {A: "5", B: "hidden"}
    assert duel.record(B).spells == {A: "hidden", B: "6"}


def test_how_a_round_was_scored_is_told_to_the_host_alone() -> None:
    """Section 8: cancelled spells, final strengths, the cause of an instant win."""
    duel = Duel()
    duel.cast("5", "2")
    duel.cast("x", "1")

    for viewer in (A, B, SPECTATOR):
        assert told(duel.told[viewer], RoundExplained) == []
    assert [addressed.cause for addressed in told(duel.told[HOST], RoundExplained)] == [None, "x"]


def test_a_spell_taken_back_is_named_only_if_it_was_cast_in_the_open() -> None:
    """Section 8: that it came back is public, which one is not always."""
    duel = Duel()
    duel.cast("3", "5")
    duel.cast("7", "8")
    duel.charm()
    duel.cast("1", "1")

    restored = {viewer: duel.record(viewer).restored for viewer in VIEWERS}
    assert restored == {
        A: {A: "7", B: "8"},
        B: {A: "hidden", B: "8"},
        SPECTATOR: {A: "hidden", B: "8"},
        HOST: {A: "7", B: "8"},
    }


def test_a_spell_named_by_a_charm_is_told_to_all() -> None:
    """Section 8: spell named by a Charm, pending ban."""
    duel = Duel()
    duel.cast("8", "1")
    duel.charm(a="6")

    for viewer in VIEWERS:
        assert one(duel.told[viewer], Charmed).named == {A: "6"}
        assert duel.record(viewer).charmed == {A: "6"}
        assert duel.views[viewer].pending[B].banned == "6"


def test_pending_effects_are_known_to_viewers_who_know_both_spells_of_the_last_round() -> None:
    """R17: not even the owner of an open Bless is told, when it met a hidden spell."""
    duel = Duel()
    duel.cast("3", "1")
    duel.cast("6", "5")

    known = {viewer: [duel.views[viewer].pending[seat].modifier for seat in SEATS] for viewer in VIEWERS}
    fogged = {viewer: [duel.views[viewer].pending[seat].fogged for seat in SEATS] for viewer in VIEWERS}
    assert known == {A: [0, 2], B: [None, None], SPECTATOR: [None, None], HOST: [0, 2]}
    assert fogged == {A: [False, False], B: [None, None], SPECTATOR: [None, None], HOST: [False, False]}


def test_pending_effects_are_neutral_and_known_when_a_duel_starts() -> None:
    """Nothing that was hidden in one duel affects the next."""
    duel = Duel()
    duel.cast("3", "4")
    duel.cast("7", "6")
    duel.cast("x", "1")

    assert duel.views[A].duel == 2

    for viewer in VIEWERS:
        for seat in SEATS:
            pending = duel.views[viewer].pending[seat]
            assert (pending.modifier, pending.fogged, pending.banned) == (0, False, None)


def test_hands_are_exact_to_their_owner_and_sizes_and_sets_to_others() -> None:
    """Section 8: a seat's hand."""
    duel = Duel()
    duel.cast("3", "3")
    duel.cast("6", "7")

    assert duel.possible(A, A) == "124578x"
    for viewer in (B, SPECTATOR):
        assert duel.possible(A, viewer) == "1245678x"
        assert duel.hand(A, viewer).size == 7


def test_an_undone_round_gives_the_possible_set_of_before_and_keeps_its_history() -> None:
    """Section 8: what the round showed stays readable."""
    duel = Duel(items={"apollos_daybreak": "b"})
    duel.cast("5", "6")
    duel.daybreak("b", use=True)

    assert duel.possible(A, B) == "12345678x"
    assert duel.record(B).spells == {A: "5", B: "6"}


def test_matches_that_differ_in_one_hidden_spell_look_alike_to_all_others(sample: Sample) -> None:
    """
    Invariant 6: opponents and spectators cannot tell them apart as long as the same results are announced.

    Both matches go on with the same moves, drawn from what is legal in both, so that later returns of the hidden spell
    and later effects of it are compared as well.
    """
    compared = 0
    seeds = sample.seeds(100, least=20)
    for seed in seeds:
        random = Random(seed)
        duel = Duel("archwizard", hidden_reveal="never", wins_needed=1, items={"athenas_wisdom": "b"})
        known: Known = {}
        while not duel.over:
            compared += sum(_compare_alternatives(duel, seat, known, random) for seat in SEATS)
            _, known = _close(duel, _foggy(duel, random), known)

    assert compared > (5 * len(seeds) if sample.is_whole else 0)


Known: TypeAlias = dict[SeatId, bool]
"""Return whether everyone knows the spell that a seat cast in the last standing round."""


def _foggy(duel: Duel, random: Random) -> dict[str, JsonValue]:
    """Return random moves that cast Fog Cloud early, so that much is hidden."""
    moves = duel.sampled(random)
    if duel.phase.name == "cast":
        for seat in SEATS:
            if {"type": "cast", "spell": "3"} in _legal(duel, seat) and random.random() < 0.5:
                moves[seat] = {"type": "cast", "spell": "3"}
    return moves


def _compare_alternatives(duel: Duel, seat: SeatId, known: Known, random: Random) -> int:
    """Fork the match over every hidden spell that `seat` could cast now; return how many pairs were compared."""
    if duel.phase.name != "cast" or not duel.truth.board.sides[seat].fogged:
        return 0
    moves = duel.sampled(random)
    forks: dict[str, list[tuple[Table, Known]]] = {}
    for move in _legal(duel, seat):
        fork = _fork(duel)
        announced, known_after = _close(fork, {**moves, seat: move}, known)
        if not known_after[seat]:
            forks.setdefault(announced, []).append((fork, known_after))
    pairs = 0
    for (left, known_after), *others in forks.values():
        for right, _ in others:
            _play_on(_fork(left), _fork(right), seat, known_after, Random(random.random()))
            pairs += 1
    return pairs


def _play_on(left: Table, right: Table, hider: SeatId, known: Known, random: Random) -> None:
    """Play two matches with the same moves and compare them until they announce different results."""
    others = (OTHER[hider], SPECTATOR)
    while True:
        for viewer in others:
            assert left.told[viewer] == right.told[viewer]
            assert left.bytes_of(viewer) == right.bytes_of(viewer)
            assert left.engine.prompt(left.views[viewer]) == right.engine.prompt(right.views[viewer])
        if left.over:
            return
        moves: dict[str, JsonValue] = {}
        for seat in left.phase.seats:
            common = [move for move in _legal(left, seat) if move in _legal(right, seat)]
            if not common:
                return
            moves[seat] = random.choice(common)
        announced_left, known_left = _close(left, moves, known)
        announced_right, known_right = _close(right, moves, known)
        if announced_left != announced_right:
            return
        assert known_left == known_right
        known = known_left


def _legal(table: Table, seat: Viewer) -> list[JsonValue]:
    prompt: Any = table.engine.prompt(table.views[seat])
    ((name, value),) = [(name, value) for name, value in prompt["properties"].items() if name != "type"]
    kind = prompt["properties"]["type"]["const"]
    return [{"type": kind, name: choice} for choice in value.get("enum", [False, True])]


def _close(table: Table, moves: Mapping[str, JsonValue], known: Known) -> tuple[str, Known]:
    """
    Close a phase; return what section 8 makes public of it, computed from the truth and the host's account.

    A spell in fog is public only if it really returned one or opened a `charm` phase; a spell that returned is public
    if its cast was.
    """
    before: Truth = table.truth
    table.close(moves)
    after: Truth = table.truth
    public: list[object] = [after.phase, after.wins, after.duel, after.replay, after.round, after.attempt]
    known = dict(known)
    for addressed in table.facts:
        match addressed.fact:
            case RoundPlayed(winner=winner, gain=gain, points=points, instant=instant):
                public += (winner, gain, points, instant)
            case RoundExplained(spells=spells, restored=restored):
                for seat in SEATS:
                    fogged = before.board.sides[seat].fogged and spells[seat] != WISDOM
                    phase = after.phase
                    charms = isinstance(phase, Phase) and phase.name == "charm" and seat in phase.may
                    back = restored[seat]
                    public.append(back if back is None or known[seat] else "hidden")
                    known[seat] = not fogged or back is not None or charms
                    public.append(spells[seat] if known[seat] else "hidden")
    return repr(public), known


def _fork(table: Table) -> Table:
    """Return a second table in the same state."""
    copy = object.__new__(type(table))
    copy.__dict__.update(table.__dict__)
    copy.views = dict(table.views)
    copy.told = {viewer: list(facts) for viewer, facts in table.told.items()}
    return copy
