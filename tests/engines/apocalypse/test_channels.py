"""Channels: section 8, in every mode and for every lifetime."""

from __future__ import annotations

from random import Random

import pytest

from engines.apocalypse.facts import ChatOpened, ChatsUsed
from engines.kit import HOST, SPECTATOR, ChannelClosed, ChannelOpened
from tests.engines.apocalypse.match import Match
from tests.engines.table import open_channels, told

MODES = [
    ("opened", "next_round"),
    ("opened", "rest_of_match"),
    ("always", "next_round"),
    ("always", "rest_of_match"),
]


@pytest.mark.parametrize("talk", [False, True])
def test_a_realm_talks_as_a_group_and_in_pairs_or_not_at_all(talk: bool) -> None:
    """`realm_talk`: from the start to the end of the match."""
    match = Match("classic", heaven_size=3, hell_size=4, realm_talk=talk)

    channels = open_channels(match.told[HOST])

    if not talk:
        assert channels == {}
        return
    assert channels["heaven"] == ("heaven-1", "heaven-2", "heaven-3")
    assert channels["hell"] == ("hell-1", "hell-2", "hell-3", "hell-4")
    assert set(channels) == {
        *("heaven", "pair:heaven-1:heaven-2", "pair:heaven-1:heaven-3", "pair:heaven-2:heaven-3"),
        *("hell", "pair:hell-1:hell-2", "pair:hell-1:hell-3", "pair:hell-1:hell-4"),
        *("pair:hell-2:hell-3", "pair:hell-2:hell-4", "pair:hell-3:hell-4"),
    }
    match.finish()
    assert open_channels(match.told[HOST]) == channels


@pytest.mark.parametrize(("talk", "lifetime"), MODES)
@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(3))
def test_opponents_can_talk_as_the_options_say(talk: str, lifetime: str, seed: int) -> None:
    """Every round of random matches, against the definition of *opened(n)*."""
    random = Random(seed)
    match = Match(
        "classic", heaven_size=3, hell_size=4, realm_talk=False, cross_realm_talk=talk, chat_lifetime=lifetime
    )
    everyone = {(f"heaven-{one}", f"hell-{other}") for one in range(1, 4) for other in range(1, 5)}
    opened: list[set[tuple[str, ...]]] = [set()]
    while not match.over:
        expected = {"always": everyone}.get(talk, set().union(*opened) if lifetime == "rest_of_match" else opened[-1])
        assert {tuple(pair) for pair in open_channels(match.told[HOST]).values()} == expected
        for seat in match.seats:
            partners = {other for pair in expected if seat in pair for other in pair} - {seat}
            view = match.views[seat]
            assert view.can_talk_to == tuple(other for other in match.seats if other in partners)
            assert {pair for pair in expected if seat in pair} == set(open_channels(match.told[seat]).values())
            now = {other for pair in opened[-1] if seat in pair for other in pair} - {seat}
            assert view.opened is not None
            assert set(view.opened.get(match.phase.round, ())) == now
        match.close(match.sampled(random))
        uses = told(match.told[HOST], ChatsUsed)[-1].uses
        opened.append({tuple(sorted((use.by, use.target))) for use in uses})

    assert open_channels(match.told[HOST]) == {}
    assert not any(fact.spectators for fact in told(match.told[HOST], ChannelOpened))
    assert all(match.views[seat].can_talk_to == () for seat in match.seats)


def test_spectators_are_in_no_channel_and_read_none() -> None:
    """Section 8: no other channel exists."""
    match = Match("classic", cross_realm_talk="always")
    match.play({})

    assert not any(isinstance(fact, ChannelOpened | ChannelClosed) for fact in match.told[SPECTATOR])


@pytest.mark.parametrize(("talk", "lifetime"), MODES)
def test_the_notice_is_told_whether_or_not_they_could_talk_before(talk: str, lifetime: str) -> None:
    """It depends only on AB choices; the channel is opened only if it was closed, and not closed in between."""
    match = Match(realm_talk=False, cross_realm_talk=talk, chat_lifetime=lifetime)
    match.play({"heaven-1": "P>hell-1 W>hell-2", "hell-1": "P>heaven-2 W>heaven-3", "hell-3": "P>heaven-2 W>heaven-3"})
    before = len(match.told[HOST])

    match.play({"hell-1": "D!hell-2 F>heaven-1"})

    new = match.told[HOST][before:]
    pair = ("heaven-1", "hell-1")
    assert [chat.round for chat in told(new, ChatOpened) if chat.seats == pair] == [3]
    channels = [fact.channel for fact in new if isinstance(fact, ChannelOpened | ChannelClosed)]
    assert "pair:heaven-1:hell-1" not in channels
    assert match.view("heaven-1").opened == {2: ("hell-1", "hell-2"), 3: ("hell-1",)}


def test_a_chat_closes_after_its_round_and_can_be_opened_again() -> None:
    """R15: a seat that is absent in the middlegame opens no chat."""
    match = Match(realm_talk=False)
    match.play(
        {
            "heaven-1": "P>hell-1 W>hell-2",
            "heaven-2": "P>hell-1 W>hell-2",
            "heaven-3": "P>hell-1 W>hell-2",
            "hell-1": "P>heaven-2 W>heaven-3",
            "hell-2": "P>heaven-2 W>heaven-3",
            "hell-3": "P>heaven-2 W>heaven-3",
        }
    )
    assert match.view("heaven-1").can_talk_to == ("hell-1", "hell-2")

    match.play({}, rigged={"default_pair:r2:hell-1": "pestilence_famine"})
    assert match.view("heaven-1").can_talk_to == ()

    match.play({"hell-1": "W F>heaven-1"})
    assert match.view("heaven-1").can_talk_to == ("hell-1",)
    assert match.view("hell-1").can_talk_to == ("heaven-1",)
