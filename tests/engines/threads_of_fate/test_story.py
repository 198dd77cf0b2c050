"""The text lines for a reader at the terminal, fact by fact."""

from __future__ import annotations

import pytest

from engines.kit import Fact
from engines.kit import seat_id as seat
from engines.threads_of_fate.facts import (
    CanTalkTo,
    CreateFailed,
    FinalLoom,
    FinalStateTold,
    GoldnessTold,
    OwnThreads,
    SpunThread,
    ThreadBoosted,
    ThreadCreated,
    ThreadCut,
    ThreadsGrown,
    ThreadSnipped,
    TwineTold,
    Visited,
    Woven,
)
from engines.threads_of_fate.moves import EMPTY_WEAVE, WeaveMove
from engines.threads_of_fate.strands import ThreadId
from tests.engines.threads_of_fate.loom import ENGINE, Loom

H1, H3, K1, K5 = (seat(name) for name in ("heaven-1", "heaven-3", "hell-1", "hell-5"))
UP, DOWN = ThreadId("hell-1>heaven-3"), ThreadId("heaven-3>hell-1")

STORIES: list[tuple[Fact, str]] = [
    (Visited(H3, "gilding", 6, 2), "heaven-3 visits Clotho and donates 6: gilding at level 2."),
    (
        Woven(1, H3, WeaveMove(type="weave", boost=DOWN, cut=K1, snip=UP, create=K5), None),
        "heaven-3 boosts heaven-3>hell-1, cuts hell-1, snips hell-1>heaven-3, creates a thread to hell-5.",
    ),
    (
        Woven(1, H3, WeaveMove(type="weave", create=K5, golden=True, head_start=True), 0),
        "heaven-3 creates a golden thread to hell-5 with a head start.",
    ),
    (Woven(1, H3, EMPTY_WEAVE, None), "heaven-3 weaves nothing."),
    (Woven(1, H3, WeaveMove(type="weave", visit="gilding"), None), ""),
    (ThreadBoosted(UP, {H3: 1, K1: 2}, 7), "hell-1>heaven-3 is boosted to strength 7 by heaven-3 (1) and hell-1 (2)."),
    (
        ThreadCut(DOWN, 5, 2, {H3: 2, K5: 2, H1: 2}),
        "heaven-3>hell-1 (strength 5) is cut: heaven-3, hell-5 and heaven-1 gain 2, 2, 2.",
    ),
    (ThreadCut(DOWN, 5, 5, {H3: 5}), "heaven-3>hell-1 (strength 5) is cut: heaven-3 gains 5."),
    (
        ThreadSnipped(DOWN, {K5: 1, H1: 0}, 3, {K5: 1, H1: 1}),
        "heaven-3>hell-1 is snipped by hell-5 (1) and heaven-1 (0) to strength 3: hell-5 and heaven-1 gain 1, 1.",
    ),
    (ThreadSnipped(DOWN, {K5: 1}, 0, {K5: 1}), "heaven-3>hell-1 is snipped by hell-5 (1) and is gone: hell-5 gains 1."),
    (
        ThreadSnipped(DOWN, {K5: 9}, -1, {}),
        "heaven-3>hell-1 is snipped by hell-5 (9) and is gone: nobody gains anything.",
    ),
    (ThreadCreated(DOWN, 0, False, 0), "heaven-3>hell-1 is made, of strength 0 before growth."),
    (ThreadCreated(DOWN, 4, True, 1), "heaven-3>hell-1 is made, golden, of strength 4 before growth."),
    (CreateFailed(DOWN), "heaven-3>hell-1 exists already: it is not made."),
    (ThreadsGrown(1, {DOWN: 2, UP: 3}), "The threads grow: heaven-3>hell-1 2, hell-1>heaven-3 3."),
    (ThreadsGrown(1, {}), "There are no threads."),
    (GoldnessTold({H1: 0, H3: 4, K1: 4}), "Goldness: heaven-3 4, hell-1 4."),
    (GoldnessTold({H1: 0}), ""),
    (TwineTold(H3, 6), "heaven-3 has 6 twine."),
    (
        OwnThreads(H3, {ThreadId("heaven-3>hell-5"): SpunThread(3, False), DOWN: SpunThread(7, True)}),
        "heaven-3's threads: hell-5 3, hell-1 7 golden.",
    ),
    (OwnThreads(H3, {}), "heaven-3's threads: none."),
    (CanTalkTo(H3, (K1, K5)), ""),
    (
        FinalStateTold(
            FinalLoom({DOWN: SpunThread(7, True)}, {H3: 7, K1: 7}, {H3: 2, K1: 0}, {H3: {"gilding": 1}, K1: {}})
        ),
        "At the end: threads heaven-3>hell-1 7 golden; goldness heaven-3 7, hell-1 7; twine heaven-3 2, hell-1 0; "
        "abilities heaven-3 gilding/1.",
    ),
]


@pytest.mark.parametrize(("fact", "line"), STORIES, ids=[f"{n}-{row[0].type}" for n, row in enumerate(STORIES)])
def test_a_fact_is_told_in_one_line(fact: Fact, line: str) -> None:
    """The lines say who did what."""
    assert ENGINE.narrate(fact) == line


def test_a_round_begins() -> None:
    """The phase fact of all games, in this game's words."""
    assert ENGINE.narrate(Loom().facts[-1].fact) == "9 seats weave."
