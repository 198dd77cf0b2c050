"""Section 9, channels: who may talk to whom, and when."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.divine_intervention.truth import Truth
from engines.kit import HOST, SPECTATOR, ChannelClosed, ChannelOpened, only, open_across
from tests.engines.divine_intervention.temple import Temple, in_round
from tests.engines.table import told


def _open(temple: Temple, viewer: str) -> set[str]:
    return set(temple.view(viewer).channels or {})


def _open_pairs(temple: Temple) -> set[str]:
    truth: Truth = temple.truth
    return {opened.channel for opened in open_across(truth.realms, truth.channels)}


def test_realms_talk_as_a_group_and_in_pairs() -> None:
    """`realm_chat`; only its members are told of each."""
    temple = Temple()
    expected = {"heaven": ("heaven-1", "heaven-2", "heaven-3"), "hell": tuple(f"hell-{n}" for n in range(1, 9))}
    for mates in list(expected.values()):
        expected |= {f"pair:{first}:{second}": (first, second) for first, second in combinations(mates, 2)}

    opened = [addressed for addressed in temple.facts if isinstance(addressed.fact, ChannelOpened)]

    assert {
        addressed.fact.channel: addressed.fact.members
        for addressed in opened
        if isinstance(addressed.fact, ChannelOpened)
    } == (expected)
    assert all(
        addressed.audience == only(*addressed.fact.members)
        for addressed in opened
        if isinstance(addressed.fact, ChannelOpened)
    )
    assert _open(temple, "heaven-2") == {name for name, members in expected.items() if "heaven-2" in members}
    assert temple.view(SPECTATOR).channels is temple.view(HOST).channels is None


def test_realms_are_silent_without_realm_chat() -> None:
    """`realm_chat` off; prophets can still talk."""
    temple = Temple(realm_chat=False)
    assert told(temple.told[HOST], ChannelOpened) == []
    temple.anoint({"heaven-1": "hell-2"})

    assert _open(temple, "hell-2") == {"pair:heaven-1:hell-2"}


def test_a_prophets_channel_is_open_in_his_round_only() -> None:
    """A new prophet's channel replaces the old one; a prophet of two deities has two."""
    temple = Temple()
    temple.anoint({"heaven-1": "hell-2", "heaven-2": "hell-2"})
    assert _open_pairs(temple) == {"pair:heaven-1:hell-2", "pair:heaven-2:hell-2"}
    assert temple.view("hell-2").prophet_of == ("heaven-1", "heaven-2")

    temple.play({"heaven-1": {"prophet": "hell-5"}})

    assert _open_pairs(temple) == {"pair:heaven-1:hell-5"}
    assert told(temple.told_to("hell-2"), ChannelClosed) == [
        ChannelClosed("pair:heaven-1:hell-2"),
        ChannelClosed("pair:heaven-2:hell-2"),
    ]
    assert [channel.channel for channel in told(temple.told_to("hell-5"), ChannelOpened)] == ["pair:heaven-1:hell-5"]
    for other in ("hell-1", "heaven-3", SPECTATOR):
        assert not told(temple.told_to(other), ChannelClosed)
        assert not told(temple.told_to(other), ChannelOpened)
    assert temple.view("heaven-1").prophets == {0: "hell-2", 1: "hell-5"}
    assert temple.view("heaven-2").prophets == {0: "hell-2", 1: None}

    temple.idle()

    assert _open_pairs(temple) == set()


def test_prophets_of_the_final_round_are_silent_in_the_ascension() -> None:
    """Their channels are open while phase `round` is."""
    temple = in_round(0)
    temple.idle(6)
    temple.play({"heaven-3": {"prophet": "hell-1"}})
    assert _open_pairs(temple) == {"pair:heaven-3:hell-1"}

    temple.play()

    assert temple.phase.name == "ascension"
    assert _open_pairs(temple) == set()
    assert temple.view("hell-1").prophet_of == ()
    assert _open(temple, "hell-1") == {"hell"} | {f"pair:hell-1:hell-{n}" for n in range(2, 9)}
    temple.finish()
    assert _open(temple, "hell-1") == set()
    assert told(temple.told_to("hell-1"), ChannelClosed) == []


@pytest.mark.parametrize("prophets", [{}, {"heaven-1": "hell-2"}])
def test_cross_realm_chat_opens_every_pair_all_along(prophets: dict[str, str]) -> None:
    """`cross_realm_chat`: prophets change nothing, and all pairs close with the match."""
    temple = Temple("small", cross_realm_chat=True)
    pairs = {f"pair:heaven-{deity}:hell-{shaman}" for deity in (1, 2) for shaman in range(1, 6)}
    assert _open_pairs(temple) == pairs
    temple.anoint(prophets)
    temple.play({"heaven-2": {"prophet": "hell-3"}})
    while temple.phase.name != "ascension":
        temple.idle()

    assert _open_pairs(temple) == pairs
    assert len(told(temple.told[HOST], ChannelOpened)) == 10 + 1 + 1 + 1 + 10
    assert told(temple.told[HOST], ChannelClosed) == []

    temple.close({})

    assert {closed.channel for closed in told(temple.told_to(HOST), ChannelClosed)} == pairs
    assert _open_pairs(temple) == set()
