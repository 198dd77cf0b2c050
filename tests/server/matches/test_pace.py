"""When a process must next act in a match, as every process reads it in the table of matches."""

from __future__ import annotations

from datetime import timedelta

from server.matches.play.bot_pace import LEFT_ALONE, BotPace
from server.matches.play.deadlines import spread
from tests.secrecy.verifiers.scribe import Scribe

UNBOUNDED = BotPace(0)


def test_other_processes_wait_before_they_do_what_one_does_at_once() -> None:
    """
    Each process would do all of the work, and only one result would count: a backlog would take many times as long.
    """
    bots = Scribe("wizards_duel", "colosseum", {"cast_seconds": 600}, bots=("a", "b"))

    assert UNBOUNDED.due_at(bots.live.state, bots.now) is None
    bots.start()
    assert UNBOUNDED.due_at(bots.live.state, bots.now) == bots.now + LEFT_ALONE


def test_a_deadline_is_for_everyone_as_soon_as_it_has_come() -> None:
    people = Scribe("wizards_duel", "colosseum", {"cast_seconds": 600})
    people.start()
    closes_at = people.live.state.closes_at
    assert closes_at is not None

    due_at = UNBOUNDED.due_at(people.live.state, people.now)
    people.now += timedelta(seconds=601)

    assert due_at == UNBOUNDED.due_at(people.live.state, people.now)
    assert due_at == closes_at + spread(people.live.state.match_id, 600)
