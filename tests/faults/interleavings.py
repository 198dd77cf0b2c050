"""
A database in memory whose every step takes a random number of turns of the event loop, and which fails.

Two processes use it, each with a store of its own: each is notified of the other's appends, late or never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Mapping, Sequence
from random import Random
from typing import Any

from server.logs.store.contract import (
    Append,
    Continuation,
    Hear,
    Held,
    LogUnavailableError,
    LostTailError,
    Verdict,
)
from server.logs.store.entry import Entry, Head

_TURNS = 6
"""The maximum number of turns of the loop that a step takes."""


class Database:
    """
    The logs; `failing` is the probability of each possible failure, `late` makes every commit be given up too soon.
    """

    def __init__(self, random: Random, logs: Mapping[str, Sequence[Entry]], seed: bytes) -> None:
        self.random = random
        self.failing = 0.0
        self.late = False
        self.logs = {match_id: list(entries) for match_id, entries in logs.items()}
        self.seed = seed
        self.processes: list[ProcessStore] = []
        self._going_on: set[asyncio.Task[None]] = set()

    def fails(self) -> bool:
        return self.random.random() < self.failing

    async def pass_turns(self) -> None:
        for _ in range(self.random.randrange(_TURNS)):
            await asyncio.sleep(0)

    def write(self, batch: Sequence[Append]) -> list[Verdict]:
        """Write entries that follow their head; nobody is told, so all processes will look."""
        verdicts = [self._write(append.entry) for append in batch]
        for process in self.processes:
            self.go_on(process.look())
        return verdicts

    def notify(self, batch: Sequence[Append], writer: ProcessStore) -> None:
        """Notify all processes."""
        grown = {append.entry.log_id: append.entry.seq for append in batch}
        for process in self.processes:
            self.go_on(process.told(grown, own=process is writer))

    def _write(self, entry: Entry) -> Verdict:
        log = self.logs[entry.log_id]
        if log[-1].head != Head(entry.seq - 1, entry.previous):
            return "head_moved"
        log.append(entry)
        return "appended"

    def go_on(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""
        task = asyncio.create_task(work)
        self._going_on.add(task)
        task.add_done_callback(self._going_on.discard)

    async def settle(self) -> None:
        """Wait for all background work."""
        while self._going_on:
            await asyncio.wait(self._going_on)


class ProcessStore:
    """`server.logs.store.contract.Store` as one process has it."""

    hears = True
    epoch = "one"

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hear: Hear | None = None
        self._held: Held = dict
        self._missed = False
        database.processes.append(self)

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        """
        Commit; some commits fail before they are written and some after, and some are written long after they were
        given up.
        """
        database = self._database
        await database.pass_turns()
        if database.late or database.fails():
            if database.late or database.fails():
                database.go_on(self._commit_late(batch))
            raise LogUnavailableError("before")
        verdicts = database.write(batch)
        await database.pass_turns()
        if database.fails():
            raise LogUnavailableError("after")
        database.notify(
            [append for append, verdict in zip(batch, verdicts, strict=True) if verdict == "appended"], self
        )
        return verdicts

    async def _commit_late(self, batch: Sequence[Append]) -> None:
        for _ in range(4):
            await self._database.pass_turns()
        self._database.write(batch)

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        await self._database.pass_turns()
        if self._database.fails():
            raise LogUnavailableError("read")
        read = self._database.logs[match_id][after:][:limit]
        await self._database.pass_turns()
        return read

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        await self._database.pass_turns()
        if self._database.fails():
            raise LogUnavailableError("read")
        found: dict[str, Continuation] = {}
        for match_id, head in heads.items():
            log = self._database.logs[match_id]
            stands = len(log) >= head.seq and log[head.seq - 1].head == head
            found[match_id] = log[head.seq :] if stands else LostTailError(match_id)
        await self._database.pass_turns()
        return found

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        await self._database.pass_turns()
        return dict.fromkeys(match_ids, self._database.seed)

    async def try_writing(self) -> None:
        """Nobody asks."""

    async def listen(self, hear: Hear, held: Held) -> None:
        self._hear, self._held = hear, held

    async def told(self, grown: Mapping[str, int], *, own: bool) -> None:
        """Notify of entries after some time; or not, and report later that something was missed."""
        await self._database.pass_turns()
        assert self._hear is not None
        if self._database.fails():
            await self._database.pass_turns()
            await self._database.pass_turns()
            self._hear(None)
        else:
            self._hear(grown, own=own)

    async def look(self) -> None:
        """Find after a long time what nobody told."""
        for _ in range(8):
            await self._database.pass_turns()
        assert self._hear is not None
        logs = self._database.logs
        self._hear({log_id: len(logs[log_id]) for log_id, seq in self._held().items() if len(logs[log_id]) > seq})

    async def close(self) -> None:
        pass
