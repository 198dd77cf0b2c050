"""
Group commit: what is appended while a commit runs is written by the next one, all together.

The busier the server, the bigger the batch, so that the disk never sets the pace. Nobody waits for a batch to fill:
when nothing is being committed, an append is committed at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from types import TracebackType
from typing import Self, TypeAlias

from server.figures import figures
from server.log.contract import (
    Append,
    Continuation,
    HeadMovedError,
    HostFullError,
    KeyTakenError,
    LogUnavailableError,
    Store,
    Verdict,
)
from server.log.entry import Entry, Head

MAX_BATCH = 512  # Enough to make the flush to disk cheap, and few enough that the first of them need not wait long.

_Waiting: TypeAlias = tuple[Append, "asyncio.Future[None]"]


class GroupCommit:
    """`server.log.contract.Log` over a store, which it uses and does not close."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()
        # Lives only while something waits: an idle log has no task that could be forgotten.
        self._committing: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, append: Append) -> None:
        if self._closed:
            raise LogUnavailableError("The log is closed.")
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, committed))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        await committed

    @property
    def waiting(self) -> int:
        """How many appends wait for a commit to begin."""
        return len(self._waiting)

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self._store.read(match_id, after, limit)

    @property
    def hears(self) -> bool:
        return self._store.hears

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return await self._store.read_on(heads)

    async def seed(self, match_id: str) -> bytes:
        return await self._store.seed(match_id)

    async def close(self) -> None:
        """Commit what waits; refuse what comes later."""
        self._closed = True
        if self._committing is not None:
            await asyncio.shield(self._committing)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _commit_waiting(self) -> None:
        try:
            while self._waiting:
                await self._commit(self._next_batch())
        finally:
            self._committing = None
            # Only when this task is cancelled does anything still wait, and then nobody will commit it.
            for _, committed in self._waiting:
                committed.cancel()

    def _next_batch(self) -> list[_Waiting]:
        """
        Take from the front what may go together.

        A second append to a match is sealed on an entry that is not there yet, or is in vain; a second one under the
        same idempotency key must see what became of the first. Either waits for the next batch, in its place.
        """
        batch: list[_Waiting] = []
        passed: list[_Waiting] = []
        taken: set[Hashable] = set()
        while self._waiting and len(batch) < MAX_BATCH:
            waiting = self._waiting.popleft()
            append, committed = waiting
            if committed.done():  # Its caller was cancelled.
                continue
            match_id, reply = append.entry.log_id, append.reply
            key = None if reply is None else (reply.player_id, reply.key)
            if match_id in taken or key in taken:
                passed.append(waiting)
                continue
            taken.add(match_id)
            if key is not None:
                taken.add(key)
            batch.append(waiting)
        self._waiting.extendleft(reversed(passed))
        return batch

    async def _commit(self, batch: Sequence[_Waiting]) -> None:
        if not batch:
            return
        began = time.perf_counter()
        try:
            verdicts = await self._store.commit([append for append, _ in batch])
            figures.commit_seconds.add(time.perf_counter() - began)
            figures.commit_entries.add(len(batch))
            for (_, committed), verdict in zip(batch, verdicts, strict=True):
                if not committed.done():
                    _tell(committed, verdict)
        except Exception as error:
            # Whatever it was, it reaches every caller, and the next batch gets its own chance.
            for _, committed in batch:
                if not committed.done():
                    committed.set_exception(_unavailable(error))
        except BaseException:
            for _, committed in batch:
                committed.cancel()
            raise


def _tell(committed: asyncio.Future[None], verdict: Verdict) -> None:
    if verdict == "appended":
        committed.set_result(None)
    elif verdict == "head_moved":
        figures.refused_appends += 1
        committed.set_exception(HeadMovedError())
    elif verdict == "host_full":
        committed.set_exception(HostFullError())
    else:
        committed.set_exception(KeyTakenError())


def _unavailable(error: Exception) -> LogUnavailableError:
    """An error of its own for each caller: one shared by all would gather all their tracebacks."""
    unavailable = LogUnavailableError(f"The commit failed: {type(error).__name__}")
    unavailable.__cause__ = error
    return unavailable
