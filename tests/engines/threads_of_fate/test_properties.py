"""The invariants of section 12 over random matches with random options and absences; a failure prints its seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from pydantic import JsonValue

from engines.kit import AddressedFact, Chance, MatchEnded, Outcome, SeatId, by_consequence, open_across
from engines.kit import seat_id as seat
from engines.play import play
from engines.threads_of_fate.data import ABILITIES
from engines.threads_of_fate.facts import (
    CreateFailed,
    ThreadBoosted,
    ThreadCreated,
    ThreadCut,
    ThreadSnipped,
    Visited,
)
from engines.threads_of_fate.moves import EMPTY_WEAVE, WeaveMove
from engines.threads_of_fate.options import ThreadsOfFateOptions
from engines.threads_of_fate.records import ThreadsOfFateResult
from engines.threads_of_fate.strands import strands_of
from engines.threads_of_fate.truth import Truth
from tests.engines.blocks import blocks
from tests.engines.table import SEED, renamed
from tests.engines.threads_of_fate import naive
from tests.engines.threads_of_fate.loom import ENGINE, Loom


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a random match: the truth before and after it, all weaves, and all facts."""

    before: Truth
    after: Truth
    weaves: dict[SeatId, WeaveMove]
    facts: tuple[AddressedFact, ...]


def _random_options(random: Random) -> ThreadsOfFateOptions:
    sizes: dict[str, JsonValue] = {
        "heaven_size": random.choice([2, 3, 3, 4, 8]),
        "hell_size": random.choice([3, 4, 6, 12]),
        "rounds": random.choice([3, 5, 7, 14]),
    }
    if random.random() < 0.7:
        # Few seats meet often, and large matches take long.
        sizes = {"heaven_size": random.choice([2, 3]), "hell_size": 3, "rounds": random.choice([3, 5, 7])}
    seats = [one.id for one in ENGINE.seats(ENGINE.options("classic", sizes))]
    marked: list[JsonValue] = [*random.sample(seats, random.choice([0, 0, 1, len(seats) // 2, len(seats)]))]
    choices: dict[str, list[JsonValue]] = {
        "cross_realm_talk": ["threads", "threads", "always", "never"],
        "realm_talk": [True, False],
        "reveal_at_end": ["outcome", "full"],
    }
    chosen = {name: random.choice(values) for name, values in choices.items()}
    return ENGINE.options(random.choice(list(ENGINE.variants)), {**sizes, **chosen, "marked": marked})


def _random_match(seed: int) -> Iterator[Round]:
    random = Random(seed)
    options = _random_options(random)
    absent = random.choice([0.0, 0.0, 0.1, 0.5, 1.0])
    after = ENGINE.start(options)
    for step in play(ENGINE, options, SEED, random, absent).steps:
        assert step.draws == ()
        before = after
        for addressed in step.facts:
            after = ENGINE.evolve(after, addressed.fact)
        if step.phase is not None:
            weaves = {name: EMPTY_WEAVE if move is None else move for name, move in step.moves.items()}
            yield Round(before, after, weaves, step.facts)


@blocks(1050, size=70)
def test_the_invariants_hold_in_random_matches(seeds: range) -> None:
    """
    Section 12, items 1 to 7 and 12; every phase is checked for draws of chance (item 12).

    A second implementation gives the same results.
    """
    for seed in seeds:
        rounds = list(_random_match(seed))
        try:
            for played in rounds:
                _check_threads(played)
                _check_twine(played)
                _check_counts_and_goldness(played)
            _check_golden_sources(rounds)
            _check_own_part(rounds)
            _check_outcome(rounds[-1])
            _check_second_implementation(rounds)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


def _check_threads(played: Round) -> None:
    # Invariant 1
    truth = played.after
    strands = strands_of(truth.realms)
    assert list(truth.threads) == [id_ for id_ in strands.ids if id_ in truth.threads]
    for id_, thread in truth.threads.items():
        source, recipient = id_.split(">")
        assert source.split("-")[0] != recipient.split("-")[0]
        assert thread.strength >= 1
        assert thread.golden or thread.extra == 0
        assert 0 <= thread.extra <= 3
    # Invariant 5
    snipped = {addressed.fact.thread for addressed in played.facts if isinstance(addressed.fact, ThreadSnipped)}
    cut = {addressed.fact.thread for addressed in played.facts if isinstance(addressed.fact, ThreadCut)}
    for id_, thread in played.before.threads.items():
        if thread.golden and (id_ not in truth.threads or not truth.threads[id_].golden):
            assert id_ in snipped
        assert not (thread.golden and id_ in cut)


def _check_twine(played: Round) -> None:
    # Invariant 3
    gained: Counter[SeatId] = Counter()
    for addressed in played.facts:
        fact = addressed.fact
        if isinstance(fact, ThreadCut):
            takers = len(fact.gains)
            assert fact.strength <= fact.share * takers <= fact.strength + takers - 1
            gained.update(fact.gains)
        elif isinstance(fact, ThreadSnipped):
            assert set(fact.gains) in (set(), set(fact.reductions))
            assert bool(fact.gains) == (fact.strength >= 0)
            gained.update(fact.gains)
    for name, weaver in played.after.weavers.items():
        assert weaver.twine >= 0
        assert weaver.twine == played.before.weavers[name].twine - played.weaves[name].donate + gained[name]


def _check_counts_and_goldness(played: Round) -> None:
    truth = played.after
    realms = truth.realms
    for name, weaver in truth.weavers.items():
        # Invariant 4
        counts = weaver.create_counts.values()
        assert max(counts) - min(counts) <= 1
        # Invariant 6
        assert truth.goldness[name] >= played.before.goldness[name]
    for id_, thread in truth.threads.items():
        if thread.golden:
            assert all(truth.goldness[end] >= thread.strength for end in strands_of(realms).by_id[id_].pair)
    heaven, hell = (max(truth.goldness[name] for name in realms.by_realm[realm]) for realm in ("heaven", "hell"))
    assert heaven == hell


def _check_golden_sources(rounds: list[Round]) -> None:
    # Invariant 2
    golden = [
        fact.thread.split(">")[0]
        for played in rounds
        for addressed in played.facts
        if isinstance(fact := addressed.fact, ThreadCreated) and fact.golden
    ]
    assert len(set(golden)) == len(golden)
    assert all(rounds[-1].after.weavers[seat(name)].gilding_used for name in golden)


def _check_own_part(rounds: list[Round]) -> None:
    # Invariant 7
    options = rounds[-1].after.options
    for name, weaver in rounds[-1].after.weavers.items():
        own = naive.start(options.heaven_size, options.hell_size, [])
        empty = dict.fromkeys(own["twine"], EMPTY_WEAVE.model_dump())
        for played in rounds:
            naive.play_round(own, {**empty, name: {**played.weaves[name].model_dump(), "boost": None}})
        assert weaver.abilities == own["abilities"][name]
        assert weaver.head_start_x == own["x"][name]
        assert weaver.gilding_used == own["gilded"][name]
        assert weaver.create_counts == own["counts"][name]


def _check_outcome(last: Round) -> None:
    # Invariant 12
    truth, outcome = last.after, last.after.phase
    assert isinstance(outcome, Outcome)
    assert last.facts[-1].fact == MatchEnded(outcome)
    result = by_consequence(ThreadsOfFateResult, outcome, truth.realms.seats)
    heaven, hell = truth.realms.by_realm["heaven"], truth.realms.by_realm["hell"]
    assert len(set(result.ascends) & set(heaven)) == len(set(result.ascends) & set(hell)) == 2
    assert len(result.ascends) == 4
    assert len(result.descends) == len(heaven) - 2
    assert set(result.descends) == set(heaven) - set(result.ascends)
    (candidate,) = result.elimination_candidate
    assert candidate in set(hell) - set(result.ascends)
    assert [truth.realms.realm[name] for name in result.winner] in ([], ["heaven", "hell"])
    assert not set(result.winner) & set(truth.options.marked)
    assert truth.channels == {}


def _check_second_implementation(rounds: list[Round]) -> None:
    """Sections 7, 9 (open pairs) and 10, against `naive.py`, round by round."""
    truth = rounds[-1].after
    options = truth.options
    state = naive.start(options.heaven_size, options.hell_size, list(options.marked))
    for number, played in enumerate(rounds, start=1):
        naive.play_round(state, {name: weave.model_dump() for name, weave in played.weaves.items()})

        _assert_same(played.after, state, f"round {number}")
        if options.cross_realm_talk == "threads" and number < options.rounds:
            assert set(_open_pairs(played.after)) == naive.open_pairs(state), f"round {number}"
    assert isinstance(truth.phase, Outcome)
    result = by_consequence(ThreadsOfFateResult, truth.phase, truth.realms.seats)
    expected = naive.outcome(state)
    assert result.rank == expected.pop("rank")
    assert {name: list(getattr(result, name)) for name in expected} == expected


def _assert_same(truth: Truth, state: naive.State, where: str) -> None:
    threads = {
        tuple(id_.split(">")): {"strength": thread.strength, "golden": thread.golden, "extra": thread.extra}
        for id_, thread in truth.threads.items()
    }
    assert threads == state["threads"], where
    assert truth.goldness == state["goldness"], where
    weavers = truth.weavers.items()
    assert {name: weaver.twine for name, weaver in weavers} == state["twine"], where
    assert {name: weaver.abilities for name, weaver in weavers} == state["abilities"], where
    assert {name: weaver.head_start_x for name, weaver in weavers} == state["x"], where
    assert {name: weaver.gilding_used for name, weaver in weavers} == state["gilded"], where
    assert {name: weaver.create_counts for name, weaver in weavers} == state["counts"], where


def test_random_matches_reach_every_corner() -> None:
    """The tests above need good matches: everything possible happens, many times."""
    seen: Counter[str] = Counter()
    for seed in range(150):
        for played in _random_match(seed):
            for fact in (addressed.fact for addressed in played.facts):
                match fact:
                    case ThreadCut(gains=gains):
                        seen["cut"] += 1
                        seen["shared cut"] += len(gains) > 1
                    case ThreadSnipped(strength=strength, reductions=reductions):
                        seen["snip"] += 1
                        seen["snipped to nothing"] += strength == 0
                        seen["snipped too much"] += strength < 0
                        seen["protected"] += min(reductions.values()) == 0
                        seen["snipped by many"] += len(reductions) > 1
                    case ThreadCreated(golden=golden, strength=strength, extra=extra):
                        seen["golden"] += golden
                        seen["head start"] += strength > 0
                        seen["extra growth"] += extra > 0
                    case CreateFailed():
                        seen["failed"] += 1
                    case ThreadBoosted(boosts=boosts):
                        seen["boost"] += 1
                        seen["boosted by both"] += len(boosts) > 1
                    case Visited(ability=ability, level=level):
                        seen[ability] += 1
                        seen[f"level {level}"] += 1
                    case MatchEnded(outcome=outcome):
                        seen["won" if max(Counter(outcome.rank.values()).values()) > 1 else "nobody won"] += 1

    assert {what for what, times in seen.items() if times >= 5} == {
        *("cut", "shared cut", "snip", "snipped to nothing", "snipped too much", "protected", "snipped by many"),
        *("golden", "head start", "extra growth", "failed", "boost", "boosted by both", "won", "nobody won"),
        *("level 0", "level 1", "level 2", "level 3"),
        *ABILITIES,
    }


@pytest.mark.sampled
@pytest.mark.parametrize("block", range(4))
def test_renaming_seats_inside_a_realm_renames_every_result(block: int) -> None:
    """Invariant 11; outcomes are compared where no complete tie leaves them to seat order."""
    compared = 0
    for seed in range(block * 15, block * 15 + 15):
        random = Random(seed)
        rounds = list(_random_match(seed))
        options = rounds[-1].after.options
        realms = options.realms
        names: dict[str, str] = {}
        for seats in realms.by_realm.values():
            names.update(zip(seats, random.sample(seats, len(seats)), strict=True))
        marked = tuple(names[name] for name in options.marked)
        twin = ENGINE.start(options.model_copy(update={"marked": marked}))
        for addressed in ENGINE.setup(twin.options, Chance(SEED, 0)):
            twin = ENGINE.evolve(twin, addressed.fact)
        state = naive.start(options.heaven_size, options.hell_size, [*marked])
        for number, played in enumerate(rounds, start=1):
            moves = {
                seat(names[name]): WeaveMove.model_validate(renamed(weave.model_dump(), names))
                for name, weave in played.weaves.items()
            }
            for addressed in ENGINE.resolve(twin, moves, Chance(SEED, number)):
                twin = ENGINE.evolve(twin, addressed.fact)
            naive.play_round(state, {name: move.model_dump() for name, move in moves.items()})

            assert _plain(twin) == renamed(_plain(played.after), names), f"seed {seed}, round {number}"
        if naive.is_settled_without_seat_order(state):
            compared += 1
            assert isinstance(twin.phase, Outcome)
            assert isinstance(rounds[-1].after.phase, Outcome)
            assert twin.phase.rank == renamed(rounds[-1].after.phase.rank, names), f"seed {seed}"
            assert twin.phase.consequences == renamed(rounds[-1].after.phase.consequences, names), f"seed {seed}"

    assert compared >= 2


def _plain(truth: Truth) -> dict[str, Any]:
    """Return what the next round depends on, in dictionaries."""
    return {
        "threads": {id_: (thread.strength, thread.golden, thread.extra) for id_, thread in truth.threads.items()},
        "weavers": {
            name: {
                "own": (weaver.twine, weaver.gilding_used, weaver.head_start_x),
                "abilities": weaver.abilities,
                "counts": weaver.create_counts,
            }
            for name, weaver in truth.weavers.items()
        },
        "goldness": truth.goldness,
        "open": dict.fromkeys((f"{angel}>{demon}" for angel, demon in _open_pairs(truth)), True),
    }


def _open_pairs(truth: Truth) -> list[tuple[SeatId, ...]]:
    return [opened.members for opened in open_across(truth.realms, truth.channels)]


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(40))
def test_every_view_is_true_and_the_empty_weave_is_always_legal(seed: int) -> None:
    """Invariant 8: a seat's part of its view equals the truth, round by round."""
    random = Random(seed)
    options = _random_options(random)
    loom = Loom("classic", **options.model_copy(update={"variant": "classic"}).model_dump(mode="json"))
    while not loom.over:
        for name in loom.seats:
            view, weaver = loom.views[name], loom.truth.weavers[name]
            assert ENGINE.check(view, {"type": "weave"}) == EMPTY_WEAVE
            assert (view.twine, view.abilities) == (weaver.twine, weaver.abilities)
            assert set(view.visits_left or ()) == set(ABILITIES) - set(weaver.abilities)
            assert (view.gilding_used, view.head_start_x) == (weaver.gilding_used, weaver.head_start_x)
            assert view.create_counts == weaver.create_counts
            assert set(view.creatable or ()) == {
                other for other, count in weaver.create_counts.items() if count == min(weaver.create_counts.values())
            }
            own = {
                id_: (thread.strength, thread.golden)
                for id_, thread in loom.truth.threads.items()
                if id_.startswith(f"{name}>")
            }
            assert {id_: (spun.strength, spun.golden) for id_, spun in (view.threads or {}).items()} == own
            reach = {other for pair in _open_pairs(loom.truth) if name in pair for other in pair} - {name}
            assert set(view.can_talk_to or ()) == reach
            assert [report.round for report in view.reports or ()] == list(range(1, view.round))
        submitted = loom.sampled(random, absent=0.3)
        loom.close(submitted)
        for name in loom.seats:
            report = (loom.views[name].reports or ())[-1]
            assert report.submission.model_dump(mode="json") == submitted.get(name, EMPTY_WEAVE.model_dump())
            assert (report.twine, report.threads) == (loom.views[name].twine, loom.views[name].threads)
