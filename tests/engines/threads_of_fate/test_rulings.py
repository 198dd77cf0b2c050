"""The steps of a round (section 7) and the rulings of section 11."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from engines.kit import HOST
from engines.kit import seat_id as seat
from engines.threads_of_fate.data import ABILITIES, gain_with_recycling, level_of
from engines.threads_of_fate.facts import (
    CreateFailed,
    GoldnessTold,
    SpunThread,
    ThreadBoosted,
    ThreadCreated,
    ThreadCut,
    ThreadSnipped,
    Visited,
    Woven,
)
from engines.threads_of_fate.moves import EMPTY_WEAVE
from engines.threads_of_fate.truth import Thread
from tests.engines.table import one, told
from tests.engines.threads_of_fate.loom import ENGINE, Loom, golden


def test_recycling_adds_to_each_gain_by_its_level() -> None:
    """Section 6 and R14: at level 3 the base gain comes again, without bonus."""
    assert ABILITIES["recycling"].id == "atropos"
    assert [gain_with_recycling(4, level) for level in (None, 0, 1, 2, 3)] == [4, 5, 6, 7, 11]


def test_the_donation_decides_the_level() -> None:
    """Section 6."""
    assert [level_of(donation) for donation in (0, 2, 3, 5, 6, 9, 10, 99)] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_an_absent_seat_weaves_nothing_and_its_head_start_grows_all_the_same() -> None:
    """R1."""
    loom = Loom()
    loom.weave({"heaven-1": {"visit": "nona"}})

    facts = loom.weave()

    assert {fact.seat: fact.weave for fact in told(facts, Woven)} == dict.fromkeys(loom.seats, EMPTY_WEAVE)
    assert loom.view("heaven-1").head_start_x == 2
    assert set(loom.view("heaven-1").create_counts or {}) == {f"hell-{number}" for number in range(1, 7)}
    assert set((loom.view("heaven-1").create_counts or {}).values()) == {0}


def test_the_whole_donation_is_spent_and_the_level_stays() -> None:
    """Step 1 and R4: also the part above a threshold."""
    loom = Loom()
    loom.arrange(twine={"hell-1": 12})

    visited = one(loom.weave({"hell-1": {"visit": "morta", "donate": 8}}), Visited)

    assert (visited.ability, visited.donated, visited.level) == ("stronger_cutters", 8, 2)
    assert loom.twine() == {"hell-1": 4}
    assert loom.view("hell-1").abilities == {"stronger_cutters": 2}

    loom.weave({"hell-1": {"visit": "decima", "donate": 4}})

    assert loom.view("hell-1").abilities == {"stronger_cutters": 2, "protection": 1}


def test_several_seats_may_visit_the_same_moira() -> None:
    """Section 6."""
    loom = Loom()

    facts = loom.weave({name: {"visit": "clotho"} for name in loom.seats})

    assert [fact.seat for fact in told(facts, Visited)] == loom.seats


def test_boosts_of_both_ends_add_up_and_come_before_a_cut() -> None:
    """Step 2, R7: the strength that is cut has the boosts in it."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 4}, abilities={"heaven-1": {"boosting": 3}})

    facts = loom.weave(
        {
            "heaven-1": {"boost": "heaven-1>hell-1"},
            "hell-1": {"visit": "boosting", "boost": "heaven-1>hell-1", "cut": "heaven-1"},
        }
    )

    assert one(facts, ThreadBoosted).boosts == {"heaven-1": 4, "hell-1": 1}
    assert one(facts, ThreadCut).strength == one(facts, ThreadBoosted).strength == 9
    assert loom.twine() == {"hell-1": 9}


def test_boosting_or_snipping_a_thread_that_is_not_there_does_nothing() -> None:
    """R2."""
    loom = Loom()
    loom.arrange(abilities={"heaven-1": {"boosting": 0}})

    facts = loom.weave({"heaven-1": {"boost": "heaven-1>hell-1", "snip": "hell-1>heaven-2"}})

    assert [*told(facts, ThreadBoosted), *told(facts, ThreadSnipped)] == []
    assert loom.strengths() == loom.twine() == {}


def test_a_recipient_may_boost_a_thread_it_was_never_told_of() -> None:
    """Row 4: both source and recipient may boost."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 4})

    loom.weave({"hell-1": {"visit": "boosting", "boost": "heaven-1>hell-1"}})

    assert loom.strengths() == {"heaven-1>hell-1": 6}
    assert loom.view("heaven-1").threads == {"heaven-1>hell-1": SpunThread(6, golden=False)}


def test_a_seat_that_cuts_and_snips_is_one_taker() -> None:
    """R7: takers are players, not actions."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 5})

    facts = loom.weave(
        {"heaven-1": {"cut": "hell-1", "snip": "heaven-1>hell-1"}, "hell-1": {"cut": "heaven-1"}, "hell-2": {}}
    )

    assert one(facts, ThreadCut).gains == {"heaven-1": 3, "hell-1": 3}
    assert told(facts, ThreadSnipped) == []


def test_a_snip_alone_cuts_nothing_and_a_cut_needs_an_end() -> None:
    """Step 3: cutting another pair does not affect the thread."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 5, "hell-2>heaven-1": 3})

    facts = loom.weave(
        {"heaven-2": {"cut": "hell-1"}, "hell-2": {"cut": "heaven-2"}, "hell-3": {"snip": "heaven-1>hell-1"}}
    )

    assert told(facts, ThreadCut) == []
    assert loom.strengths() == {"heaven-1>hell-1": 5, "hell-2>heaven-1": 4}


def test_golden_threads_are_not_cut_and_pay_no_cutter() -> None:
    """R7; the plain one between the same pair is still cut."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": golden(5), "hell-1>heaven-1": 2})

    facts = loom.weave({"heaven-1": {"cut": "hell-1"}, "hell-3": {"snip": "heaven-1>hell-1"}})

    assert one(facts, ThreadCut).thread == "hell-1>heaven-1"
    assert loom.twine() == {"heaven-1": 2, "hell-3": 1}
    assert loom.strengths() == {"heaven-1>hell-1": 5}


def test_protection_covers_own_snips_and_is_the_sources_alone() -> None:
    """R8: it covers neither recipients nor cuts."""
    loom = Loom()
    loom.arrange(
        threads={"heaven-1>hell-1": 3, "hell-2>heaven-1": 3, "heaven-1>hell-3": 5},
        abilities={"heaven-1": {"protection": 3}},
    )

    facts = loom.weave(
        {
            "heaven-1": {"snip": "heaven-1>hell-1"},
            "heaven-2": {"snip": "hell-2>heaven-1"},
            "hell-3": {"cut": "heaven-1"},
        }
    )

    reductions = {fact.thread: fact.reductions for fact in told(facts, ThreadSnipped)}
    assert reductions == {"heaven-1>hell-1": {"heaven-1": 0}, "hell-2>heaven-1": {"heaven-2": 1}}
    assert loom.twine() == {"heaven-1": 1, "heaven-2": 1, "hell-3": 5}


def test_protection_works_in_the_round_of_its_visit() -> None:
    """Section 6: an ability works from the round of the visit on."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 3})

    facts = loom.weave({"heaven-1": {"visit": "decima"}, "hell-2": {"snip": "heaven-1>hell-1"}})

    assert one(facts, ThreadSnipped).reductions == {"hell-2": 0}


def test_recycling_is_added_for_each_thread() -> None:
    """R14: a pair joined by two threads adds it twice."""
    loom = Loom()
    loom.arrange(
        threads={"heaven-1>hell-1": 5, "hell-1>heaven-1": 2, "hell-2>heaven-3": 9},
        abilities={"heaven-1": {"recycling": 1}, "heaven-2": {"recycling": 3}},
    )

    loom.weave({"heaven-1": {"cut": "hell-1"}, "heaven-2": {"snip": "hell-2>heaven-3"}})

    assert loom.twine() == {"heaven-1": 5 + 2 + 2 + 2, "heaven-2": 1 + 3 + 1}


def test_twine_of_a_round_cannot_be_donated_in_it() -> None:
    """R4: the donation comes from the balance at the start of the round."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 3}, twine={"heaven-1": 1})

    loom.weave({"heaven-1": {"visit": "nona", "donate": 1, "cut": "hell-1"}})

    assert loom.twine() == {"heaven-1": 3}
    assert loom.view("heaven-1").abilities == {"head_start": 0}


def test_a_create_of_a_thread_that_exists_leaves_it_and_spends_everything() -> None:
    """R6 and step 5: count, Gilding and X are spent, and the thread stays plain."""
    loom = Loom(heaven_size=2)
    loom.arrange(
        threads={"hell-1>heaven-1": 3, "hell-1>heaven-2": 1},
        abilities={"hell-1": {"gilding": 2, "head_start": 1}},
    )
    loom.weave()

    assert loom.view("hell-1").head_start_x == 2

    facts = loom.weave({"hell-1": {"create": "heaven-1", "golden": True, "head_start": True}})

    assert one(facts, CreateFailed).thread == "hell-1>heaven-1"
    assert loom.truth.threads == {
        "hell-1>heaven-1": Thread(5, golden=False, extra=0),
        "hell-1>heaven-2": Thread(3, golden=False, extra=0),
    }
    view = loom.view("hell-1")
    assert (view.gilding_used, view.head_start_x) == (True, 0)
    assert view.create_counts == {"heaven-1": 1, "heaven-2": 0}
    assert loom.truth.weavers[seat("hell-1")].create_counts == view.create_counts


def test_both_flags_may_ride_on_one_create() -> None:
    """R6."""
    loom = Loom()
    loom.arrange(abilities={"hell-1": {"gilding": 2, "head_start": 1}})
    loom.weave()

    created = one(loom.weave({"hell-1": {"create": "heaven-1", "golden": True, "head_start": True}}), ThreadCreated)

    assert (created.strength, created.golden, created.extra) == (2, True, 2)
    assert loom.strengths() == {"hell-1>heaven-1": 5}


def test_a_head_start_in_the_round_of_its_visit_starts_at_nothing() -> None:
    """Step 1: X is 0 at the visit, and the round adds nothing if the head start was used in it (R18)."""
    loom = Loom()

    loom.weave({"hell-1": {"visit": "nona", "create": "heaven-1", "head_start": True}})

    assert loom.strengths() == {"hell-1>heaven-1": 1}
    assert loom.view("hell-1").head_start_x == 0


def test_the_step_of_a_head_start_follows_its_level() -> None:
    """Step 6: the round of the visit counts."""
    loom = Loom()
    loom.arrange(twine={"hell-1": 6})
    loom.weave({"hell-1": {"visit": "nona", "donate": 6}})
    loom.weave()

    assert loom.view("hell-1").head_start_x == 6
    assert loom.truth.weavers[seat("hell-1")].head_start_x == 6


def test_a_thread_made_this_round_can_be_neither_boosted_cut_nor_snipped_in_it() -> None:
    """R17."""
    loom = Loom()

    facts = loom.weave(
        {
            "heaven-1": {"visit": "boosting", "boost": "heaven-1>hell-1", "create": "hell-1"},
            "hell-1": {"cut": "heaven-1"},
            "hell-2": {"snip": "heaven-1>hell-1"},
        }
    )

    assert [*told(facts, ThreadBoosted), *told(facts, ThreadCut), *told(facts, ThreadSnipped)] == []
    assert loom.strengths() == {"heaven-1>hell-1": 1}


@pytest.mark.parametrize("by", ["cut", "snip"])
def test_a_thread_destroyed_this_round_can_be_created_again(by: str) -> None:
    """R17."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 1})

    facts = loom.weave(
        {"heaven-1": {"create": "hell-1"}, "hell-1": {by: "heaven-1" if by == "cut" else "heaven-1>hell-1"}}
    )

    assert one(facts, ThreadCreated).strength == 0
    assert loom.strengths() == {"heaven-1>hell-1": 1}
    assert loom.twine() == {"hell-1": 1}


def test_both_directions_are_two_threads() -> None:
    """Section 1."""
    loom = Loom()

    loom.weave({"heaven-1": {"create": "hell-4"}, "hell-4": {"create": "heaven-1"}})
    loom.weave({"hell-1": {"snip": "hell-4>heaven-1"}})

    assert loom.strengths() == {"heaven-1>hell-4": 2}


def test_a_peak_reached_by_boosting_counts_though_snips_follow() -> None:
    """R9: goldness is for both ends, and remains after the thread is gone."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": golden(1)}, abilities={"heaven-1": {"boosting": 3}})

    facts = loom.weave(
        {"heaven-1": {"boost": "heaven-1>hell-1"}, **{f"hell-{n}": {"snip": "heaven-1>hell-1"} for n in range(2, 7)}}
    )

    assert one(facts, ThreadSnipped).strength == 0
    assert loom.strengths() == {}
    assert loom.goldness() == {"heaven-1": 5, "hell-1": 5}
    assert [fact.goldness[seat("hell-1")] for fact in told(facts, GoldnessTold)] == [5, 5]

    loom.weave()

    assert loom.goldness() == {"heaven-1": 5, "hell-1": 5}


def test_boosting_a_plain_thread_makes_nobody_golden() -> None:
    """Section 7, update goldness."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 9}, abilities={"heaven-1": {"boosting": 3}})

    loom.weave({"heaven-1": {"boost": "heaven-1>hell-1"}})

    assert loom.goldness() == {}


def test_a_golden_create_spends_its_one_use_and_fixes_its_growth() -> None:
    """Section 1: golden and extra are fixed at creation."""
    loom = Loom()
    loom.arrange(twine={"hell-1": 3})
    loom.weave({"hell-1": {"visit": "clotho", "donate": 3}})

    assert loom.view("hell-1").gilding_used is False

    loom.weave({"hell-1": {"create": "heaven-1", "golden": True}})

    assert loom.view("hell-1").gilding_used is True
    assert loom.truth.threads == {"hell-1>heaven-1": Thread(2, golden=True, extra=1)}


def test_the_order_in_which_moves_come_changes_nothing() -> None:
    """Section 7 and invariant 10."""
    weaves: dict[str, dict[str, JsonValue]] = {
        "heaven-1": {"cut": "hell-1", "create": "hell-1"},
        "hell-1": {"snip": "heaven-2>hell-2", "create": "heaven-2"},
        "hell-2": {"snip": "heaven-1>hell-1", "visit": "atropos"},
    }
    results = []
    for order in (list(weaves), list(reversed(weaves))):
        loom = Loom()
        loom.arrange(threads={"heaven-1>hell-1": 5, "heaven-2>hell-2": 5})
        loom.weave({name: weaves[name] for name in order})
        results.append(loom.facts)

    assert results[0] == results[1]


def test_the_host_is_told_every_deed() -> None:
    """Section 9, the facts of a resolution."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 5})

    loom.weave({"heaven-1": {"cut": "hell-1"}, "hell-2": {"create": "heaven-2", "visit": "nona"}})

    kinds = [fact.type.removeprefix("threads_of_fate.") for fact in loom.told_to(HOST)]
    assert kinds == [
        "visited",
        *["woven"] * 9,
        "thread_cut",
        "thread_created",
        "threads_grown",
        "goldness",
        *["twine", "own_threads"] * 9,
        "channel_opened",
        *["can_talk_to"] * 9,
        "phase_opened",
    ]
    assert ENGINE.phase(loom.truth) == loom.phase
