"""Channels: section 9, in its three modes, and R15."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.kit import HOST, SPECTATOR, ChannelClosed, ChannelOpened, Viewer
from engines.threads_of_fate.facts import CanTalkTo
from tests.engines.table import open_channels, told
from tests.engines.threads_of_fate.loom import Loom, golden


def _open_to(loom: Loom, viewer: str) -> set[str]:
    return set(open_channels(loom.told[Viewer(viewer)]))


def test_a_realm_talks_as_a_group_and_in_pairs_for_the_whole_match() -> None:
    """Section 9: `realm_talk`."""
    loom = Loom("quick", cross_realm_talk="never")
    while not loom.over:
        assert _open_to(loom, "heaven-1") == {"heaven", "pair:heaven-1:heaven-2"}
        assert _open_to(loom, "hell-2") == {
            "hell",
            "pair:hell-1:hell-2",
            "pair:hell-2:hell-3",
            "pair:hell-2:hell-4",
        }
        hell = [f"hell-{number}" for number in range(1, 5)]
        assert _open_to(loom, HOST) == {
            *("heaven", "hell", "pair:heaven-1:heaven-2"),
            *(f"pair:{first}:{second}" for first, second in combinations(hell, 2)),
        }
        loom.weave()

    assert told(loom.told[HOST], ChannelClosed) == []
    assert loom.truth.channels == {}


@pytest.mark.parametrize("mode", ["threads", "always", "never"])
def test_without_realm_talk_a_realm_has_no_channels(mode: str) -> None:
    """Section 9; spectators are in none, whatever the mode."""
    loom = Loom("quick", realm_talk=False, cross_realm_talk=mode)

    assert "heaven" not in _open_to(loom, HOST)
    assert len(_open_to(loom, HOST)) == (8 if mode == "always" else 0)
    assert _open_to(loom, SPECTATOR) == set()


def test_always_opens_every_pair_from_round_one_to_the_end() -> None:
    """Section 9: nothing is closed or opened again in between, and every round tells each seat its list."""
    loom = Loom("open_table", realm_talk=False)
    hell = tuple(f"hell-{number}" for number in range(1, 7))
    opened = {f"pair:heaven-1:{other}" for other in hell}
    assert loom.reach("heaven-1") == hell
    while loom.truth.options.rounds > loom.phase.round:
        assert _open_to(loom, "heaven-1") == opened

        loom.weave()

        assert told(loom.told_to(HOST), ChannelOpened) == []
        assert loom.reach("heaven-1") == hell
        assert [fact.seat for fact in told(loom.told_to(HOST), CanTalkTo)] == loom.seats

    loom.weave()

    assert {fact.channel for fact in told(loom.told_to("heaven-1"), ChannelClosed)} == opened
    assert told(loom.told_to(SPECTATOR), ChannelClosed) == []
    assert loom.reach("heaven-1") == ()


def test_never_opens_no_pair_and_says_so_every_round() -> None:
    """Section 9."""
    loom = Loom(realm_talk=False, cross_realm_talk="never")
    loom.arrange(threads={"heaven-1>hell-1": golden(9)})

    loom.weave()

    assert loom.reach("heaven-1") == ()
    assert {fact.seats for fact in told(loom.told_to(HOST), CanTalkTo)} == {()}
    assert told(loom.told[HOST], ChannelOpened) == []


@pytest.mark.parametrize(
    ("thread", "grown", "is_open"),
    [("heaven-1>hell-2", 3, False), ("heaven-1>hell-2", 4, True), ("hell-2>heaven-1", 4, True)],
)
def test_a_thread_opens_its_pair_if_it_is_as_strong_as_the_round_that_ended(
    thread: str, grown: int, is_open: bool
) -> None:
    """Section 9: after growth, in either direction."""
    loom = Loom()
    loom.arrange(round_=4, threads={thread: grown - 1})

    loom.weave()

    assert loom.reach("heaven-1") == (("hell-2",) if is_open else ())
    assert loom.reach("hell-2") == (("heaven-1",) if is_open else ())
    assert ("pair:heaven-1:hell-2" in _open_to(loom, "hell-2")) == is_open


def test_a_golden_thread_opens_its_pair_at_any_strength() -> None:
    """Section 9: the recipient learns only that it may talk."""
    loom = Loom()
    loom.arrange(round_=6)

    loom.weave({"heaven-1": {"visit": "clotho", "create": "hell-2", "golden": True}})

    assert loom.strengths() == {"heaven-1>hell-2": 1}
    assert loom.reach("hell-2") == ("heaven-1",)
    assert loom.view("hell-2").threads == {}


def test_a_pair_is_told_only_when_it_opens_and_when_it_closes() -> None:
    """Sections 9 and R15: a channel lasts one round, and its continuation is not reported."""
    loom = Loom(realm_talk=False)
    loom.weave({"heaven-1": {"create": "hell-2"}})

    assert [fact.channel for fact in told(loom.told_to("hell-2"), ChannelOpened)] == ["pair:heaven-1:hell-2"]
    assert told(loom.told_to("hell-2"), ChannelOpened)[0].members == ("heaven-1", "hell-2")
    for other in ("heaven-2", "hell-1", SPECTATOR):
        assert told(loom.told_to(other), ChannelOpened) == []

    loom.weave()

    assert told(loom.told_to(HOST), ChannelOpened) == []
    assert loom.reach("hell-2") == ("heaven-1",)

    loom.weave({"hell-3": {"snip": "heaven-1>hell-2"}})

    assert [fact.channel for fact in told(loom.told_to("heaven-1"), ChannelClosed)] == ["pair:heaven-1:hell-2"]
    assert told(loom.told_to("hell-3"), ChannelClosed) == []
    assert loom.reach("hell-2") == ()


def test_after_the_last_round_nothing_is_opened_and_all_pairs_are_closed() -> None:
    """R15."""
    loom = Loom(realm_talk=False)
    loom.arrange(round_=6, threads={"heaven-1>hell-2": 5, "heaven-2>hell-1": 5})
    loom.weave()
    assert loom.reach("heaven-1") == ("hell-2",)

    loom.weave({"heaven-1": {"visit": "clotho", "create": "hell-1", "golden": True}})

    assert told(loom.told_to(HOST), ChannelOpened) == []
    assert told(loom.told_to(HOST), CanTalkTo) == []
    assert {fact.channel for fact in told(loom.told_to(HOST), ChannelClosed)} == {
        "pair:heaven-1:hell-2",
        "pair:heaven-2:hell-1",
    }
    assert loom.reach("heaven-1") == ()
    assert [report.can_talk_to for report in loom.view("heaven-1").reports or ()] == [("hell-2",), None]
