"""
No accepted pack makes an entry above 256 KB, or a prompt above 64 KB, on any board (rulebook, R25 and section 7). With
titles, a prompt stays below 128 KB: a name can be twice as long as the id that it stands for.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from engines.hero_of_the_arena.fight_facts import StoryCut
from engines.kit import HOST
from server.cli.logs.simulate import Simulation, Tally, log_of, simulate
from server.matches.match import Match
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, fight, pack_with
from tests.engines.hero_of_the_arena.worst import (
    LONGEST_NAME,
    MADE_BAD,
    OPTIONS,
    Genes,
    Largest,
    grown,
    mutated,
    pack_of,
    tried,
)
from tests.engines.table import told
from tests.sampling import Run, Sample

SEED: Final = 1

PACKS: Final = 60
LARGEST_ENTRY: Final = 256 * 1024
LARGEST_PROMPT: Final = 64 * 1024
LARGEST_TITLED_PROMPT: Final = 128 * 1024
LARGEST_VIEW: Final = 256 * 1024


def test_no_pack_makes_an_entry_or_a_prompt_that_is_too_large(
    capsys: pytest.CaptureFixture[str], sample: Sample
) -> None:
    """The packs with the largest facts are changed at random, repeatedly."""
    random = Random(Run.seed)
    packs = sample.count(PACKS, least=2 * len(MADE_BAD))
    largest = Largest()
    worst: list[tuple[int, Genes]] = []
    for tries in range(packs):
        if tries < len(MADE_BAD):
            genes = MADE_BAD[tries]
        else:
            genes = grown(random) if random.random() < 0.4 else mutated(random.choice(worst)[1], random)
        found = tried(pack_of(genes), random)
        largest.take_in(found)
        worst = sorted([*worst, (found.entry, genes)], key=lambda one: -one[0])[:8]

    if packs > PACKS:
        with capsys.disabled():
            print(f"\nThe largest of {packs} packs: {largest}")
    assert largest.entry <= LARGEST_ENTRY, worst[0]
    assert largest.prompt <= LARGEST_PROMPT
    assert largest.titled <= LARGEST_TITLED_PROMPT
    assert largest.view <= LARGEST_VIEW
    assert largest.story_cut


def test_the_search_finds_entries_that_are_too_large_where_stories_are_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this cut, the bounds of the rulebook would not keep entries small."""
    monkeypatch.setattr("engines.hero_of_the_arena.board.LONGEST_STORY", 1_000_000)

    found = Largest()
    for seed in range(12):
        found.take_in(tried(pack_of(MADE_BAD[0]), Random(seed)))

    assert found.entry > LARGEST_ENTRY


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("name_length", [4, LONGEST_NAME])
@pytest.mark.parametrize("genes", MADE_BAD, ids=range(len(MADE_BAD)))
def test_no_entry_of_a_whole_match_is_too_large(genes: Genes, name_length: int) -> None:
    """As the server seals them, from the first, which contains the pack, to the last; and no view with its prompt."""
    pack = pack_of(Genes(**{**genes.__dict__, "name_length": name_length}))
    options = ENGINE.options("standard", {**OPTIONS, "rounds": 6, "pack": pack})
    simulation = Simulation(ENGINE.name, "standard", options, SEED)

    (played,) = simulate(simulation, 1, Tally())
    log = log_of(simulation, played)

    assert max(len(entry.as_line().encode()) for entry in log) <= LARGEST_ENTRY
    match = Match(log, played.seed)
    for viewer in (*match.state.seat_ids, HOST):
        view = match.projection(viewer).game
        assert len(view.model_dump_json().encode()) <= LARGEST_VIEW


def test_a_story_is_cut_at_its_bound_and_the_rest_still_happens() -> None:
    """The move itself and the board are told in full."""
    feast = [{"on": "end_of_turn", "do": "gain_points", "amount": 1}] * 4
    arena = fight(pack=pack_with(volley={"effects": feast}))
    arena.arrange(heroes={}, hands={FIRST: ["duelist"]}, owned={FIRST: ["volley"] * 150})

    facts = arena.play(("duelist", 1))

    assert arena.fighter(FIRST).points == 4 * 150 + 1
    kinds = [type(fact).__name__ for fact in facts]
    assert kinds.count("EffectHappened") == 400
    assert kinds.index("StoryCut") == 401
    assert len(told(facts, StoryCut)) == 1
    assert kinds[402:] == [
        "TurnScored",
        "TurnBegan",
        "HandFilled",
        "ArenaBoardTold",
        "OwnCardsTold",
        "OwnCardsTold",
        "DecksStacked",
        "PhaseOpened",
    ]
    assert arena.phase.must == (SECOND,)


def test_a_story_at_its_bound_is_told_whole() -> None:
    """A hundred perks of four effects."""
    feast = [{"on": "end_of_turn", "do": "gain_points", "amount": 1}] * 4
    arena = fight(pack=pack_with(volley={"effects": feast}))
    arena.arrange(heroes={}, owned={FIRST: ["volley"] * 100})

    facts = arena.close({})

    assert not told(facts, StoryCut)
