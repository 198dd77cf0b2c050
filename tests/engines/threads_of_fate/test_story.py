"""The sentences for people, fact by fact."""

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

PLAYERS = {H3: "Ada", K1: "Bo", K5: "Cy", H1: "Di"}

STORIES: list[tuple[Fact, str, str]] = [
    (
        Visited(H3, "gilding", 6, 2),
        "Ada donates 6 twine and gets Clotho: Gilding at level 2.",
        "Ada spendet 6 Garn und bekommt „Klotho: Vergolden“ auf Stufe 2.",
    ),
    (
        Visited(H3, "gilding", 0, 0),
        "Ada donates nothing and gets Clotho: Gilding at level 0.",
        "Ada spendet nichts und bekommt „Klotho: Vergolden“ auf Stufe 0.",
    ),
    (
        Woven(1, H3, WeaveMove(type="weave", boost=DOWN, cut=K1, snip=UP, create=K5), None),
        "Ada boosts the thread from Ada to Bo, cuts the threads with Bo, snips the thread from Bo to Ada and spins a "
        "thread to Cy.",
        "Ada stärkt den Faden von Ada zu Bo, kappt die Fäden mit Bo, schneidet den Faden von Bo zu Ada an und spinnt "
        "einen Faden zu Cy.",
    ),
    (
        Woven(1, H3, WeaveMove(type="weave", create=K5, golden=True, head_start=True), 0),
        "Ada spins a golden thread to Cy with a head start.",
        "Ada spinnt mit Vorsprung einen goldenen Faden zu Cy.",
    ),
    (Woven(1, H3, EMPTY_WEAVE, None), "Ada weaves nothing.", "Ada webt nichts."),
    (Woven(1, H3, WeaveMove(type="weave", visit="gilding"), None), "", ""),
    (
        ThreadBoosted(UP, {H3: 1, K1: 2}, 7),
        "The thread from Bo to Ada is boosted to strength 7: Ada (+1), Bo (+2).",
        "Der Faden von Bo zu Ada wird auf Stärke 7 gestärkt: Ada (+1), Bo (+2).",
    ),
    (
        ThreadCut(DOWN, 5, 2, {H3: 2, K5: 3}),
        "The thread from Ada to Bo, of strength 5, is cut. It pays twine: Ada (+2), Cy (+3).",
        "Der Faden von Ada zu Bo mit Stärke 5 wird gekappt. Er bringt Garn: Ada (+2), Cy (+3).",
    ),
    (
        ThreadSnipped(DOWN, {K5: 1, H1: 0}, 3, {K5: 1, H1: 1}),
        "The thread from Ada to Bo is snipped down to strength 3: Cy (−1), Di (−0). It pays twine: Cy (+1), Di (+1).",
        "Der Faden von Ada zu Bo wird bis auf Stärke 3 angeschnitten: Cy (−1), Di (−0). "
        "Er bringt Garn: Cy (+1), Di (+1).",
    ),
    (
        ThreadSnipped(DOWN, {K5: 1}, 0, {K5: 1}),
        "The thread from Ada to Bo is snipped through: Cy (−1). It pays twine: Cy (+1).",
        "Der Faden von Ada zu Bo wird durchgeschnitten: Cy (−1). Er bringt Garn: Cy (+1).",
    ),
    (
        ThreadSnipped(DOWN, {K5: 9}, -1, {}),
        "The thread from Ada to Bo is snipped through: Cy (−9). It pays nobody.",
        "Der Faden von Ada zu Bo wird durchgeschnitten: Cy (−9). Er bringt niemandem Garn.",
    ),
    (
        ThreadCreated(DOWN, 0, False, 0),
        "A thread from Ada to Bo is spun, with strength 0.",
        "Ein Faden von Ada zu Bo wird gesponnen, mit Stärke 0.",
    ),
    (
        ThreadCreated(DOWN, 4, True, 1),
        "A golden thread from Ada to Bo is spun, with strength 4.",
        "Ein goldener Faden von Ada zu Bo wird gesponnen, mit Stärke 4.",
    ),
    (
        CreateFailed(DOWN),
        "The thread from Ada to Bo was there already, and all that was spent on it is lost.",
        "Den Faden von Ada zu Bo gab es schon, und alles, was er gekostet hat, ist verloren.",
    ),
    (
        ThreadsGrown(1, {DOWN: 2, UP: 3}),
        "The threads grow: Ada → Bo (2), Bo → Ada (3).",
        "Die Fäden wachsen: Ada → Bo (2), Bo → Ada (3).",
    ),
    (ThreadsGrown(1, {}), "There are no threads.", "Es gibt keine Fäden."),
    (GoldnessTold({H1: 0, H3: 4, K1: 4}), "Goldness: Ada (4), Bo (4).", "Goldglanz: Ada (4), Bo (4)."),
    (GoldnessTold({H1: 0}), "", ""),
    (TwineTold(H3, 6), "Ada has 6 twine.", "Ada hat 6 Garn."),
    (
        OwnThreads(H3, {ThreadId("heaven-3>hell-5"): SpunThread(3, False), DOWN: SpunThread(7, True)}),
        "The threads of Ada: to Cy (3), to Bo (7, golden).",
        "Die Fäden von Ada: zu Cy (3), zu Bo (7, golden).",
    ),
    (OwnThreads(H3, {}), "No thread of Ada is left.", "Von Ada ist kein Faden übrig."),
    (CanTalkTo(H3, (K1, K5)), "", ""),
    (
        FinalStateTold(
            FinalLoom(
                {DOWN: SpunThread(7, True), UP: SpunThread(2, False)},
                {H3: 7, K1: 7},
                {H3: 2, K1: 0},
                {H3: {"gilding": 1, "recycling": 0}, K1: {}},
            )
        ),
        "In the end these threads are left: Ada → Bo (7, golden), Bo → Ada (2). Goldness: Ada (7), Bo (7). "
        "Twine left: Ada (2), Bo (0). Ada has Clotho: Gilding (level 1) and Atropos: Recycling (level 0).",
        "Am Ende sind diese Fäden übrig: Ada → Bo (7, golden), Bo → Ada (2). Goldglanz: Ada (7), Bo (7). "
        "Übriges Garn: Ada (2), Bo (0). "
        "Ada hat „Klotho: Vergolden“ (Stufe 1) und „Atropos: Wiederverwerten“ (Stufe 0).",
    ),
]


@pytest.mark.parametrize(
    ("fact", "english", "german"), STORIES, ids=[f"{n}-{row[0].type}" for n, row in enumerate(STORIES)]
)
def test_a_fact_is_told_as_people_say_it(fact: Fact, english: str, german: str) -> None:
    """The sentences say who did what, in both languages."""
    said = [ENGINE.narrate(fact, ENGINE.speaker(language, players=PLAYERS)) for language in ("en", "de")]

    assert said == [english, german]


def test_a_seat_without_a_player_is_called_by_its_title() -> None:
    said = [ENGINE.narrate(CreateFailed(DOWN), ENGINE.speaker(language)) for language in ("en", "de")]

    assert said[0].startswith("The thread from Heaven 3 to Hell 1 ")
    assert said[1].startswith("Den Faden von Himmel 3 zu Hölle 1 ")


def test_a_round_begins() -> None:
    """The phase fact of all games, in this game's words."""
    assert ENGINE.narrate(Loom().facts[-1].fact, ENGINE.speaker("en")) == "Round 1: Weave."
