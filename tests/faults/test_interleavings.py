"""
Two processes and their database, step by step in random order, with failures before and after commits, lost notices,
calls that are broken off, and matches evicted from memory: every stream ends as the log does.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from engines.kit import SPECTATOR, Viewer, seat_id
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates import following
from server.logs.aggregates.commands import Decide
from server.logs.aggregates.memory import Recent
from server.logs.store.entry import Decision
from server.logs.store.writer import GroupCommit
from server.matches import commands
from server.matches.match import Match
from server.matches.play.bot_pace import BotPace
from server.matches.repository import MatchKind, MatchRepository
from server.matches.talk import channels
from tests.faults.interleavings import Database, ProcessStore
from tests.sampling import more
from tests.secrecy.verifiers.scribe import BEGIN, Scribe
from tests.server.stores import Ear
from tests.server.world import FakeClock
from tests.waiting import patience

Json = Any

_VIEWERS: tuple[Viewer, ...] = (seat_id("a"), seat_id("b"), SPECTATOR)
_MATCHES = 3
_COMMANDS = 60


class _Process:
    """A repository and its listeners: to some matches as some viewers."""

    def __init__(self, database: Database) -> None:
        self.store = ProcessStore(database)
        clock = FakeClock()
        clock.advance((BEGIN - clock.now()).total_seconds() + 60)
        # So few that an unused match is evicted from memory at once.
        self.repository = MatchRepository(MatchKind(BotPace(0)), GroupCommit(self.store), clock, Recent(1, 10**9))
        self.listening: list[tuple[Match, Viewer, int, Ear]] = []

    async def listen(self, match_id: str, viewer: Viewer) -> None:
        live = await self.repository.get(match_id)
        ear, cursor = Ear(), live.projection(viewer).cursor
        self.repository.listen(live, viewer, ear)
        self.listening.append((live, viewer, cursor, ear))


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize("seed", range(20 * more()))
async def test_every_stream_ends_as_the_log_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_RETRY_SECONDS", 0)
    random = Random(seed)
    matches = [_started(Random(number)) for number in range(_MATCHES)]
    database = Database(random, {match.match_id: match.log for match in matches}, matches[0].seed)
    processes = [_Process(database) for _ in range(2)]
    for process in processes:
        await process.store.listen(process.repository.hear, partial(_held, process))
    for match in matches[:2]:  # Nobody listens to the last match.
        for process in processes:
            for viewer in _VIEWERS:
                await process.listen(match.match_id, viewer)

    database.failing = 0.15
    acknowledged: list[str] = []
    calls = [
        asyncio.create_task(_call(random.choice(processes).repository, random.choice(matches).match_id, number, random))
        for number in range(_COMMANDS)
    ]
    for call in calls:
        await database.pass_turns()
        if random.random() < 0.1:
            call.cancel()
    for done in await asyncio.gather(*calls, return_exceptions=True):
        if isinstance(done, str):
            acknowledged.append(done)
        elif isinstance(done, BaseException) and not isinstance(done, asyncio.CancelledError):
            raise done
    database.failing = 0
    await database.settle()
    await _until_followed(processes)
    _check_streams(database, processes)

    # The last write in each match is given up and written later, and nobody is notified.
    database.late = True
    for number, match in enumerate(matches):
        repository = random.choice(processes).repository
        with pytest.raises(UnavailableError):
            await repository.change(await repository.get(match.match_id), _saying(_COMMANDS + number))
    await database.settle()
    await _until_followed(processes)

    _check_streams(database, processes)
    _check_logs(database, acknowledged)
    for process in processes:
        for match in matches:
            live = await process.repository.get(match.match_id)
            assert list(live.entries) == database.logs[match.match_id]


def _started(random: Random) -> Scribe:
    match = Scribe("wizards_duel", "colosseum", {"cast_seconds": 604_800}, random=random)
    match.start()
    return match


def _held(process: _Process) -> Mapping[str, int]:
    return process.repository.held


async def _call(repository: MatchRepository, match_id: str, number: int, random: Random) -> str | None:
    """Send a message or submit; return the hash of the entry, if it was acknowledged."""
    for _ in range(random.randrange(40)):
        await asyncio.sleep(0)
    decide = _saying(number) if number % 2 else _submitting(number)
    with suppress(RefusedError):
        entry = await repository.change(await repository.get(match_id), decide)
        return None if entry is None else entry.hash
    return None


def _saying(number: int) -> Decide[Match]:
    return lambda live, now: channels.say(
        live.state, live.projection(seat_id("a")), "seat", "table", f"message {number}", now
    )


def _submitting(number: int) -> Decide[Match]:
    def decide(live: Match, _: object) -> Decision | None:
        seat = seat_id("ab"[number % 4 // 2])
        move: Json = {"type": "cast", "spell": str(1 + number % 8)}
        view = live.projection(seat).game
        return commands.submit(live.state, view, seat, commands.Submission(1, move), by_bot=False)

    return decide


async def _until_followed(processes: list[_Process]) -> None:
    """Wait until every listener has caught up, without any call that would read the log."""
    async with patience():
        while any(live.behind for process in processes for live in process.repository._live.values()):  # noqa: ASYNC110
            await asyncio.sleep(0)


def _check_streams(database: Database, processes: list[_Process]) -> None:
    for process in processes:
        for live, viewer, cursor, ear in process.listening:
            truth = Match(database.logs[live.state.match_id], database.seed)
            heard = [json.loads(text) for text in ear.heard]
            assert heard == [json.loads(event.text()) for event in truth.events(viewer, cursor)]
            assert ear.cut is None


def _check_logs(database: Database, acknowledged: list[str]) -> None:
    for log in database.logs.values():
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert all(later.previous == earlier.hash for earlier, later in itertools.pairwise(log))
    written = [entry.hash for log in database.logs.values() for entry in log]
    assert len(written) == len(set(written))
    assert set(acknowledged) <= set(written)
