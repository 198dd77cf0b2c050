"""The worked examples of the rulebook (section 13), unchanged."""

from __future__ import annotations

from dataclasses import replace

from engines.kit import ChannelClosed, ChannelOpened
from engines.kit import seat_id as seat
from engines.threads_of_fate.facts import ThreadCreated, ThreadCut, ThreadSnipped
from engines.threads_of_fate.outcome import outcome_of
from engines.threads_of_fate.truth import Snapshot
from tests.engines.table import one, told
from tests.engines.threads_of_fate.loom import Loom, golden


def test_a_thread_opens_its_pair_while_it_keeps_up_with_the_rounds() -> None:
    """Example 1."""
    loom = Loom()
    loom.weave({"heaven-2": {"create": "hell-4"}})
    loom.weave({"heaven-2": {"create": "hell-5"}})
    loom.weave()

    assert loom.strengths() == {"heaven-2>hell-4": 3, "heaven-2>hell-5": 2}
    assert loom.reach("heaven-2") == ("hell-4",)
    assert loom.reach("hell-4") == ("heaven-2",)
    assert loom.reach("hell-5") == ()
    assert told(loom.told[seat("hell-5")], ChannelOpened) == told(Loom().told[seat("hell-5")], ChannelOpened)
    assert told(loom.told[seat("hell-5")], ChannelClosed) == []
    assert loom.view("hell-5").threads == {}


def test_a_cut_is_shared_by_all_who_cut_the_pair_or_snip_the_thread() -> None:
    """Example 2."""
    loom = Loom()
    loom.arrange(round_=6, threads={"heaven-3>hell-2": 5, "hell-2>heaven-3": 4})

    facts = loom.weave(
        {
            "heaven-3": {"cut": "hell-2"},
            "hell-5": {"snip": "heaven-3>hell-2"},
            "heaven-1": {"snip": "heaven-3>hell-2"},
        }
    )

    first, second = told(facts, ThreadCut)
    assert (first.strength, first.share, first.gains) == (5, 2, {"heaven-1": 2, "heaven-3": 2, "hell-5": 2})
    assert (second.strength, second.share, second.gains) == (4, 4, {"heaven-3": 4})
    assert loom.twine() == {"heaven-3": 6, "hell-5": 2, "heaven-1": 2}
    assert loom.strengths() == {}


def test_snips_that_take_exactly_all_pay_and_snips_that_take_more_do_not() -> None:
    """Example 3."""
    weaves = {name: {"snip": "heaven-1>hell-3"} for name in ("hell-1", "heaven-2", "hell-6")}
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-3": 3}, abilities={"heaven-2": {"stronger_cutters": 0}})

    loom.weave({name: weaves[name] for name in ("hell-1", "heaven-2")})

    assert loom.strengths() == {}
    assert loom.twine() == {"hell-1": 1, "heaven-2": 1}

    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-3": 3}, abilities={"heaven-2": {"stronger_cutters": 0}})

    snipped = one(loom.weave(weaves), ThreadSnipped)

    assert snipped.reductions == {"heaven-2": 2, "hell-1": 1, "hell-6": 1}
    assert (snipped.strength, snipped.gains) == (-1, {})
    assert loom.strengths() == {}
    assert loom.twine() == {}


def test_protection_takes_from_each_snip_and_a_snip_of_nothing_still_pays() -> None:
    """Example 4."""
    loom = Loom()
    loom.arrange(
        threads={"heaven-1>hell-3": 6},
        abilities={"heaven-1": {"protection": 1}, "hell-2": {"stronger_cutters": 2}},
    )

    facts = loom.weave({"hell-1": {"snip": "heaven-1>hell-3"}, "hell-2": {"snip": "heaven-1>hell-3"}})

    assert one(facts, ThreadSnipped).reductions == {"hell-1": 0, "hell-2": 3}
    assert one(facts, ThreadSnipped).strength == 3
    assert loom.strengths() == {"heaven-1>hell-3": 4}
    assert loom.twine() == {"hell-1": 1, "hell-2": 1}


def test_recycling_repeats_the_base_gain_and_leaves_the_shares_of_others_alone() -> None:
    """Example 5."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 5}, abilities={"heaven-1": {"recycling": 3}})

    facts = loom.weave({"heaven-1": {"cut": "hell-1"}, "hell-4": {"snip": "heaven-1>hell-1"}})

    assert one(facts, ThreadCut).share == 3
    assert loom.twine() == {"hell-4": 3, "heaven-1": 9}


def test_a_golden_thread_grows_by_what_its_gilding_was_worth() -> None:
    """Example 6."""
    loom = Loom()
    loom.idle(3)
    loom.arrange(twine={"heaven-1": 6})
    strengths: list[int] = []
    reach = []
    for weaves in ({"heaven-1": {"visit": "gilding", "donate": 6, "create": "hell-1", "golden": True}}, {}, {}, {}):
        reach.append(loom.reach("hell-1"))
        loom.weave(weaves)  # type: ignore[arg-type]
        strengths += loom.strengths().values()

    assert strengths == [3, 6, 9, 12]
    assert reach == [(), ("heaven-1",), ("heaven-1",), ("heaven-1",)]
    assert loom.twine() == {}
    assert loom.goldness() == {"heaven-1": 12, "hell-1": 12}


def test_a_head_start_gives_what_was_gathered_before_and_begins_again() -> None:
    """Example 7."""
    loom = Loom()
    loom.weave()
    gathered = [loom.view("heaven-1").head_start_x]
    for weave in ({"visit": "nona"}, {}, {"create": "hell-2", "head_start": True}, {}):
        facts = loom.weave({"heaven-1": weave})  # type: ignore[dict-item]
        gathered.append(loom.view("heaven-1").head_start_x)
        if weave.get("create"):
            assert one(facts, ThreadCreated).strength == 2
            assert loom.strengths() == {"heaven-1>hell-2": 3}
            assert loom.reach("heaven-1") == ()

    assert gathered == [None, 1, 2, 0, 1]


def test_the_outcome_of_the_last_example() -> None:
    """Example 8."""
    loom = Loom(marked=["heaven-1"])
    threads = {
        "heaven-1>hell-1": golden(9),
        "heaven-2>hell-2": golden(7),
        "hell-2>heaven-2": golden(5),
        "heaven-3>hell-2": golden(7),
    }
    loom.arrange(threads=threads)
    goldness = dict(zip(loom.seats, [9, 7, 7, 9, 7, 0, 0, 0, 0], strict=True))
    truth = replace(loom.truth, goldness=goldness, past=(Snapshot({}, dict.fromkeys(loom.seats, 0)),))

    outcome = outcome_of(truth)

    assert outcome.rank == {
        "heaven-1": 3,
        "heaven-2": 1,
        "heaven-3": 8,
        "hell-1": 4,
        "hell-2": 1,
        "hell-3": 5,
        "hell-4": 6,
        "hell-5": 7,
        "hell-6": 9,
    }
    assert outcome.consequences == {
        "heaven-1": ["ascends"],
        "heaven-2": ["winner", "token_of_life", "ascends"],
        "heaven-3": ["descends", "mark_of_elimination"],
        "hell-1": ["ascends"],
        "hell-2": ["winner", "token_of_life", "ascends"],
        "hell-3": [],
        "hell-4": [],
        "hell-5": [],
        "hell-6": ["elimination_candidate"],
    }
