"""Commands that are begun without waiting, and concluded when their entry is durable, or is not."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest

from engines.kit import seat_id
from server.access.errors import UnavailableError
from server.logs.store.contract import Append, LogUnavailableError, OnVerdict, Verdict
from server.logs.store.entry import Decision, Entry, Head
from server.matches import commands
from server.matches.match import Match
from tests.server.matches.logs import Shelf, repository_of

A = seat_id("a")


class _Log(Shelf):
    """The log of one match, whose appends are told only on request."""

    def __init__(self) -> None:
        super().__init__()
        self.handed_over: list[tuple[Append, OnVerdict]] = []

    def hand_over(self, append: Append, told: OnVerdict) -> None:
        self.handed_over.append((append, told))


class _Begun:
    """A match in memory, and what commands that were begun led to."""

    def __init__(self, log: _Log) -> None:
        self.log = log
        self.repository = repository_of(log)
        self.results: list[Entry | UnavailableError | None] = []

    async def load(self) -> Match:
        return await self.repository.get(self.log.match_id)

    def cast(self, live: Match, spell: str) -> bool:
        def decide(live: Match, now: datetime) -> Decision | None:
            view = live.projection(A).game
            return commands.submit(
                live.state, view, A, commands.Submission(1, {"type": "cast", "spell": spell}), by_bot=False
            )

        return self.repository.begin(live, decide, self.results.append)


@pytest.fixture
async def begun() -> _Begun:
    return _Begun(_Log())


async def test_a_command_is_applied_when_its_entry_is_durable(begun: _Begun) -> None:
    live = await begun.load()

    assert begun.cast(live, "4")
    ((append, told),) = begun.log.handed_over
    before = live.head, list(begun.results)
    told("appended")

    assert before == (Head(append.entry.seq - 1, append.entry.previous), [])
    assert live.head == append.entry.head
    assert begun.results == [append.entry]
    assert not live.turn.taken


async def test_commands_of_a_match_are_begun_one_after_another(begun: _Begun) -> None:
    live = await begun.load()
    assert begun.cast(live, "4")
    assert begun.cast(live, "5")
    assert begun.cast(live, "6")
    assert len(begun.log.handed_over) == 1

    for number in range(3):
        begun.log.handed_over[number][1]("appended")

    appended = [append.entry for append, _ in begun.log.handed_over]
    assert begun.results == appended
    assert [entry.seq for entry in appended] == list(range(appended[0].seq, appended[0].seq + 3))
    assert not live.turn.taken


async def test_whoever_has_lined_up_goes_before_a_task_that_came_later(begun: _Begun) -> None:
    """Else a deadline, which waits as a task, would pass over what was read before it."""
    live = await begun.load()
    assert begun.cast(live, "4")
    assert begun.cast(live, "5")
    task = asyncio.create_task(live.turn.take())
    await asyncio.sleep(0)

    assert not begun.cast(live, "6")
    begun.log.handed_over[0][1]("appended")
    assert not task.done()
    begun.log.handed_over[1][1]("appended")
    await task

    assert begun.results == [append.entry for append, _ in begun.log.handed_over]
    assert len(begun.results) == 2
    live.turn.pass_on()
    assert begun.cast(live, "6")


async def test_a_command_that_has_lined_up_is_checked_again_and_nobody_overtakes_it_if_it_is_decided_anew(
    begun: _Begun,
) -> None:
    live = await begun.load()
    assert begun.cast(live, "4")
    assert begun.cast(live, "5")
    assert begun.cast(live, "5")
    assert begun.cast(live, "6")

    begun.log.handed_over[0][1]("appended")
    begun.log.handed_over[1][1]("appended")

    assert len(begun.log.handed_over) == 2
    assert begun.results == [*(append.entry for append, _ in begun.log.handed_over), None, None]
    assert not live.turn.taken


@pytest.mark.parametrize("verdict", ["head_moved", LogUnavailableError("silence")])
async def test_whoever_lines_up_behind_a_failed_commit_is_to_be_decided_anew(
    begun: _Begun, verdict: Verdict | LogUnavailableError
) -> None:
    live = await begun.load()
    assert begun.cast(live, "4")
    assert begun.cast(live, "5")

    begun.log.handed_over[0][1](verdict)

    assert len(begun.log.handed_over) == 1
    assert len(begun.results) == 2
    assert begun.results[1] is None
    assert not live.turn.taken


async def test_a_command_after_a_moved_head_is_to_be_decided_anew(begun: _Begun) -> None:
    """The copy is known to be behind, so that whoever decides next reads the log first."""
    live = await begun.load()
    assert begun.cast(live, "4")

    begun.log.handed_over[0][1]("head_moved")

    assert begun.results == [None]
    assert live.behind
    assert not live.turn.taken


async def test_whether_an_entry_was_written_is_found_out_when_the_database_did_not_say(begun: _Begun) -> None:
    live = await begun.load()
    assert begun.cast(live, "4")

    begun.log.handed_over[0][1](LogUnavailableError("silence"))

    (result,) = begun.results
    assert isinstance(result, UnavailableError)
    assert live.behind
    assert not live.turn.taken


@pytest.mark.parametrize("spell", ["9", "w"])
async def test_a_command_that_is_refused_is_not_begun(begun: _Begun, spell: str) -> None:
    live = await begun.load()

    assert not begun.cast(live, spell)
    assert not begun.log.handed_over
    assert not live.turn.taken


async def test_a_command_without_effect_is_not_begun(begun: _Begun) -> None:
    begun.log.duel.submit("a", {"type": "cast", "spell": "4"})
    live = await begun.load()

    assert not begun.cast(live, "4")
    assert not begun.log.handed_over
    assert not live.turn.taken


async def test_nothing_is_begun_while_the_log_may_have_grown(begun: _Begun) -> None:
    live = await begun.load()
    live.doubts += 1

    assert not begun.cast(live, "4")
    assert begun.repository.find_in_memory(live.log_id) is None
    live.settled_doubts = live.doubts
    assert begun.cast(live, "4")


async def test_nobody_overtakes_those_who_wait_for_their_turn(begun: _Begun) -> None:
    live = await begun.load()
    await live.turn.take()
    waiting = asyncio.create_task(live.turn.take())
    await asyncio.sleep(0)
    live.turn.pass_on()

    assert not begun.cast(live, "4")
    await waiting


async def test_whoever_waits_is_told_also_if_what_follows_an_entry_fails(begun: _Begun) -> None:
    """Else a socket would wait for its submission, and a server for its socket, for ever."""
    live = await begun.load()

    def fail(live: Match) -> None:
        raise ZeroDivisionError

    begun.repository.watchers.append(fail)
    assert begun.cast(live, "4")

    append, on_verdict = begun.log.handed_over[0]
    on_verdict("appended")

    assert begun.results == [append.entry]
    assert not live.turn.taken
