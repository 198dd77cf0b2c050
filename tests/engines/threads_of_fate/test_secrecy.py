"""Audiences: the table of section 9 row by row, and invariants 8 and 9."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR, ChannelClosed, ChannelOpened, MatchEnded, Outcome, PhaseOpened, Viewer
from engines.kit import seat_id as seat
from engines.threads_of_fate.facts import (
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
from engines.threads_of_fate.moves import WeaveMove
from tests.engines.table import one, told
from tests.engines.threads_of_fate.loom import ENGINE, Loom, golden

PUBLIC = {"viewer", "game", "options", "round", "rounds", "phase", "over", "seats", "marked", "outcome", "final"}
OWN = {
    "twine",
    "abilities",
    "visits_left",
    "gilding_used",
    "head_start_x",
    "create_counts",
    "creatable",
    "threads",
    "can_talk_to",
    "reports",
}


def test_a_view_has_the_public_part_and_the_seats_own() -> None:
    """Section 9, view: the game does not show pending submissions; others see nothing of a seat's own part."""
    assert set(ENGINE.view_type.model_fields) == PUBLIC | OWN
    loom = Loom("quick")
    loom.arrange(abilities={"hell-1": {"head_start": 0}})
    loom.weave({"hell-1": {"visit": "clotho"}})

    own = loom.view("hell-1").model_dump(include=OWN)
    assert None not in own.values()
    for viewer in (SPECTATOR, HOST):
        assert set(loom.views[viewer].model_dump(include=OWN).values()) == {None}


def test_options_seats_marks_and_rounds_are_known_to_all() -> None:
    """Row 1."""
    loom = Loom("quick", marked=["hell-2"])
    loom.weave()

    for view in loom.views.values():
        assert (view.round, view.rounds, view.marked, view.phase) == (2, 5, ("hell-2",), loom.phase)
        assert view.seats["heaven"] == ("heaven-1", "heaven-2")
        assert view.model_dump(include=PUBLIC - {"viewer"}) == loom.views[SPECTATOR].model_dump(
            include=PUBLIC - {"viewer"}
        )


def test_the_results_of_own_moves_are_told_to_their_seat_at_once() -> None:
    """Row 2."""
    loom = Loom()
    loom.arrange(twine={"hell-1": 4})

    loom.weave({"hell-1": {"visit": "nona", "donate": 4, "create": "heaven-2"}, "heaven-1": {"visit": "clotho"}})

    view = loom.view("hell-1")
    assert (view.abilities, view.head_start_x, view.gilding_used) == ({"head_start": 1}, 2, False)
    assert view.create_counts == {"heaven-1": 0, "heaven-2": 1, "heaven-3": 0}
    assert one(loom.told_to("hell-1"), Visited).seat == one(loom.told_to("hell-1"), Woven).seat == "hell-1"
    assert told(loom.told_to(SPECTATOR), Visited) == []
    assert len(told(loom.told_to(HOST), Visited)) == 2
    report = (view.reports or ())[0]
    assert report.submission == WeaveMove(type="weave", visit="head_start", donate=4, create=seat("heaven-2"))
    assert (report.round, report.twine, report.threads) == (1, 0, {"hell-1>heaven-2": SpunThread(1, golden=False)})
    assert report.can_talk_to == ("heaven-2",)


def test_own_twine_is_told_as_a_total_to_its_seat_and_the_host() -> None:
    """Row 3: never a breakdown."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": 4, "hell-1>heaven-1": 3})

    loom.weave({"hell-1": {"cut": "heaven-1"}})

    assert one(loom.told_to("hell-1"), TwineTold) == TwineTold(seat("hell-1"), 7)
    assert loom.view("hell-1").twine == 7
    assert one(loom.told_to("heaven-1"), TwineTold).total == 0
    assert told(loom.told_to(SPECTATOR), TwineTold) == []
    assert len(told(loom.told_to(HOST), TwineTold)) == 9


def test_the_source_alone_is_told_of_a_thread() -> None:
    """Row 4 and R16: strength and golden flag, nothing else."""
    loom = Loom()
    loom.arrange(threads={"heaven-1>hell-1": golden(4, extra=3), "heaven-1>hell-2": 1, "hell-1>heaven-1": 2})

    loom.weave()

    assert loom.view("heaven-1").threads == {
        "heaven-1>hell-1": SpunThread(8, golden=True),
        "heaven-1>hell-2": SpunThread(2, golden=False),
    }
    assert loom.view("hell-1").threads == {"hell-1>heaven-1": SpunThread(3, golden=False)}
    assert loom.view("hell-2").threads == {}
    assert [fact.seat for fact in told(loom.told_to("heaven-1"), OwnThreads)] == ["heaven-1"]
    assert told(loom.told_to(SPECTATOR), OwnThreads) == []


def test_a_recipient_cannot_tell_whether_there_is_a_thread() -> None:
    """Row 6: not even a golden one, where threads open no channel."""
    seen = set()
    for create in (None, "hell-1", "hell-2"):
        loom = Loom(cross_realm_talk="never")
        loom.weave({"heaven-1": {"visit": "clotho", "create": create, "golden": create is not None}})
        loom.weave({"heaven-2": {"snip": "heaven-1>hell-1"}})
        seen.add((loom.bytes_of(Viewer("hell-1")), repr(loom.told[Viewer("hell-1")])))

    assert len(seen) == 1


@pytest.mark.parametrize(
    ("deed", "boards"),
    [
        # A snip of no thread, and one of three that took more than there was
        ({"snip": "heaven-1>hell-2"}, [{}, {"heaven-1>hell-2": 1}]),
        # A cut of no thread, and of a golden thread
        ({"cut": "heaven-1"}, [{}, {"heaven-1>hell-6": golden(3)}]),
        # A boost of no thread, and of another seat's thread to oneself
        (
            {"visit": "lachesis", "boost": "heaven-1>hell-6"},
            [{}, {"heaven-1>hell-6": 3}, {"heaven-1>hell-6": golden(3)}],
        ),
        # Protection that had an effect, and that had none
        ({"visit": "decima"}, [{}, {"heaven-2>hell-6": 3}]),
    ],
)
def test_the_effect_of_a_move_shows_only_in_twine_and_own_threads(
    deed: dict[str, JsonValue], boards: list[dict[str, int]]
) -> None:
    """Row 7: the seat is told the same bytes whatever its move met."""
    seen = set()
    for board in boards:
        loom = Loom(cross_realm_talk="never")
        loom.arrange(threads=board)
        loom.weave(
            {
                "hell-6": deed,
                "hell-3": {"snip": "heaven-1>hell-2"},
                "heaven-3": {"snip": "heaven-1>hell-2"},
                "heaven-2": {"snip": "heaven-2>hell-6"},
            }
        )
        seen.add((loom.bytes_of(Viewer("hell-6")), repr(loom.told[Viewer("hell-6")])))

    assert len(seen) == 1


def test_only_the_host_knows_who_did_what() -> None:
    """Row 8: even with `reveal_at_end` full, and after the end."""
    loom = Loom("grand", reveal_at_end="full")
    random = Random(1)
    while not loom.over:
        loom.close(loom.sampled(random))
    secret = (
        *(ThreadBoosted, ThreadCut, ThreadSnipped, ThreadCreated, CreateFailed),
        *(ThreadsGrown, GoldnessTold),
    )
    assert {type(fact) for fact in loom.told[HOST]} >= set(secret)

    for viewer in (*loom.seats, SPECTATOR):
        for fact in loom.told[viewer]:
            assert not isinstance(fact, secret)
            assert viewer in (getattr(fact, "seat", viewer), HOST)


@pytest.mark.parametrize("reveal", ["outcome", "full"])
def test_the_end_state_is_public_if_the_option_says_so_and_otherwise_the_hosts(reveal: str) -> None:
    """Last row."""
    loom = Loom("quick", reveal_at_end=reveal)
    loom.weave({"heaven-1": {"visit": "clotho", "create": "hell-1", "golden": True}, "hell-2": {"create": "heaven-1"}})
    loom.weave({"hell-2": {"visit": "morta", "snip": "hell-2>heaven-1"}})
    loom.finish()

    final = FinalLoom(
        threads=one(loom.told[HOST], FinalStateTold).final.threads,
        goldness=loom.truth.goldness,
        twine={name: weaver.twine for name, weaver in loom.truth.weavers.items()},
        abilities={name: weaver.abilities for name, weaver in loom.truth.weavers.items()},
    )
    assert one(loom.told_to(HOST), FinalStateTold).final == final
    assert final.threads == {"heaven-1>hell-1": SpunThread(5, golden=True)}
    assert (loom.goldness(), final.twine[seat("hell-2")]) == ({"heaven-1": 5, "hell-1": 5}, 0)
    assert final.abilities[seat("hell-2")] == {"stronger_cutters": 0}
    for viewer, view in loom.views.items():
        assert view.final == (final if reveal == "full" or viewer == HOST else None)
        assert view.outcome == loom.views[HOST].outcome


def test_the_end_state_is_not_shown_before_the_end() -> None:
    """Section 9, view: null unless over and full."""
    loom = Loom("quick", reveal_at_end="full")
    while not loom.over:
        assert {view.final for view in loom.views.values()} == {None}
        assert {view.outcome for view in loom.views.values()} == {None}
        loom.weave()


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(30))
def test_a_move_changes_neither_number_nor_kinds_of_facts_of_another_seat(seed: int) -> None:
    """Only channels are visible, and only to those who are also told whom they may talk to."""
    random = Random(seed)
    loom = Loom("even", rounds=5)
    for _ in range(random.randint(0, 3)):
        loom.close(loom.sampled(random, absent=0.2))
    moves = loom.sampled(random)
    mover = random.choice(loom.seats)
    before, views = loom.truth, dict(loom.views)

    shapes = []
    for variation in range(6):
        loom.truth, loom.views = before, dict(views)
        changed = {**moves, mover: ENGINE.sample(views[mover], random).model_dump(mode="json")}
        if variation == 0:
            del changed[mover]
        loom.close(changed)
        shapes.append(
            {
                viewer: [
                    fact.type for fact in loom.told_to(viewer) if not isinstance(fact, ChannelOpened | ChannelClosed)
                ]
                for viewer in loom.views
                if viewer not in (mover, HOST)
            }
        )

    assert all(shape == shapes[0] for shape in shapes)
    assert shapes[0][SPECTATOR] == [PhaseOpened(loom.phase).type]


def test_a_move_adds_only_the_visit_to_its_own_seats_facts() -> None:
    """A seat's resolution: its weave, its visit if any, twine, threads, and whom it may talk to."""
    loom = Loom(cross_realm_talk="never")
    loom.weave({"heaven-1": {"visit": "nona", "create": "hell-1"}})

    silent = ["woven", "twine", "own_threads", "can_talk_to", "phase_opened"]
    for name in loom.seats:
        kinds = [fact.type.split(".")[-1] for fact in loom.told_to(name)]
        assert kinds == (["visited", *silent] if name == "heaven-1" else silent)


def test_when_all_is_over_nothing_is_left_to_choose_and_all_else_stays() -> None:
    """Section 9, view."""
    loom = Loom("quick", cross_realm_talk="always")
    loom.weave({"heaven-1": {"visit": "nona", "create": "hell-1"}})
    loom.finish()

    view = loom.view("heaven-1")
    assert (view.visits_left, view.creatable, view.can_talk_to) == ((), (), ())
    assert (view.abilities, view.head_start_x) == ({"head_start": 0}, 5)
    assert view.threads == {"heaven-1>hell-1": SpunThread(5, golden=False)}
    assert len(view.reports or ()) == 5
    for viewer in (SPECTATOR, HOST):
        assert loom.views[viewer].visits_left is None


def test_an_end_by_the_hosts_word_is_shown_with_what_it_says() -> None:
    """The server may end a match with an outcome of its own; truth and views show it unchanged."""
    loom = Loom("quick", reveal_at_end="full")
    loom.weave({"heaven-1": {"create": "hell-1"}})
    ended = MatchEnded(Outcome(dict.fromkeys(loom.seats, 1), {name: [] for name in loom.seats}))

    assert ENGINE.phase(ENGINE.evolve(loom.truth, ended)) == ended.outcome
    for view in loom.views.values():
        over = ENGINE.fold(view, ended)
        assert (over.over, over.phase, over.round, over.final) == (True, None, 2, None)
        assert over.outcome is not None
        assert (over.outcome.winner, over.outcome.ascends) == ((), ())
