"""
Matches with one deadline close one after another, each at its own time, which anybody can compute (docs/protocol.md).
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from server.matches.play.deadlines import CLOSES_AFTER, closing_time, spread
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.world import World

DAY = 86_400
MATCH = "01arz3ndektsv4rrffq69g5fav"
SHARE = 0.44502313272096217
"""The first four bytes of the SHA-256 of that id, 71ed09bc, divided by 2³²."""


def test_a_match_waits_for_its_share_of_a_500th_of_its_phase_and_of_ten_seconds_at_most() -> None:
    minute, day = spread(MATCH, 60), spread(MATCH, DAY)

    assert minute == timedelta(seconds=60 / 500) * SHARE
    assert day == spread(MATCH, 5000) == timedelta(seconds=10) * SHARE


def test_nobody_notices_the_wait_after_a_short_phase() -> None:
    assert spread(MATCH, 10) < timedelta(seconds=0.02)
    assert spread(MATCH, 0) == timedelta()


def test_a_thousand_matches_with_one_deadline_are_spread_evenly() -> None:
    turns = Counter(int(spread(f"match-{number}", DAY).total_seconds()) for number in range(1000))

    assert turns.keys() == set(range(10))
    assert all(60 < matches < 140 for matches in turns.values())


def test_a_process_wakes_when_it_is_the_turn_of_the_match() -> None:
    duel = Scribe("wizards_duel", "colosseum", {"cast_seconds": DAY})
    duel.start()
    state = duel.live.state
    assert state.closes_at is not None

    assert closing_time(state) == state.closes_at + spread(state.match_id, DAY) + CLOSES_AFTER


@pytest.mark.one_server
async def test_a_phase_waits_for_its_turn_and_takes_no_submission_meanwhile(world: World) -> None:
    """
    The deadline stays what players were told: a match that closes later gives nobody more time.
    """
    ada, _, match_id = await world.ada_and_bo(options={"cast_seconds": DAY})
    turn = spread(match_id, DAY)
    deadline = world.clock.now() + timedelta(seconds=DAY)
    world.clock.advance(DAY + 0.4)

    late = await ada.submit(match_id, 1, {"type": "cast", "spell": "4"}, expect=409)
    await world.schedule.do_overdue(deadline + turn - timedelta(milliseconds=1))
    before = await ada.view(match_id)
    await world.schedule.do_overdue(deadline + turn)
    after = await ada.view(match_id)

    assert late["code"] == "phase_closed"
    assert (before["phase"]["number"], after["phase"]["number"]) == (1, 2)
