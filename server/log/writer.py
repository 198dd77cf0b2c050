"""
Group commit: appends that arrive during a commit are written together by the next one.

The busier the server, the larger the batches, so the disk does not limit throughput. No append waits for a batch to
fill: if no commit is running, it is committed at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from types import TracebackType
from typing import Self, TypeAlias

from server.log.contract import (
    Append,
    Continuation,
    HeadMovedError,
    KeyTakenError,
    LogUnavailableError,
    OwnerFullError,
    Store,
    Verdict,
)
from server.log.entry import Entry, Head
from server.metrics import metrics

MAX_BATCH = 512  # Large enough to amortise the flush to disk, small enough to keep the wait of the first append short.

_Waiting: TypeAlias = tuple[Append, "asyncio.Future[None]"]


class GroupCommit:
    """`server.log.contract.Log` over a store, which it uses and does not close."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()
        # Exists only while appends wait, so an idle log leaves no task behind.
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
        """Number of appends that wait for a commit to begin."""
        return len(self._waiting)

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self._store.read(log_id, after, limit)

    @property
    def hears(self) -> bool:
        return self._store.hears

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return await self._store.read_on(heads)

    async def seed(self, match_id: str) -> bytes:
        return await self._store.seed(match_id)

    async def close(self) -> None:
        """Commit what waits; later appends are refused."""
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
            # Appends remain here only if this task was cancelled, and then nobody will commit them.
            for _, committed in self._waiting:
                committed.cancel()

    def _next_batch(self) -> list[_Waiting]:
        """
        Take appends from the queue that can be committed together.

        A second append to a log depends on an entry that is not written yet, or is bound to fail; a second one with
        the same idempotency key must see the result of the first. Both stay in the queue for the next batch, in their
        order.
        """
        batch: list[_Waiting] = []
        passed: list[_Waiting] = []
        taken: set[Hashable] = set()
        while self._waiting and len(batch) < MAX_BATCH:
            waiting = self._waiting.popleft()
            append, committed = waiting
            if committed.done():  # its caller was cancelled
                continue
            log_id, reply = append.entry.log_id, append.reply
            key = None if reply is None else (reply.player_id, reply.key)
            if log_id in taken or key in taken:
                passed.append(waiting)
                continue
            taken.add(log_id)
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
            metrics.commit_seconds.add(time.perf_counter() - began)
            metrics.commit_entries.add(len(batch))
            for (_, committed), verdict in zip(batch, verdicts, strict=True):
                if not committed.done():
                    _tell(committed, verdict)
        except Exception as error:
            # Every caller gets the error, and the next batch is tried normally.
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
        metrics.refused_appends += 1
        committed.set_exception(HeadMovedError())
    elif verdict == "owner_full":
        committed.set_exception(OwnerFullError())
    else:
        committed.set_exception(KeyTakenError())


def _unavailable(error: Exception) -> LogUnavailableError:
    """Create a separate error for each caller: a shared one would accumulate all their tracebacks."""
    unavailable = LogUnavailableError(f"The commit failed: {type(error).__name__}")
    unavailable.__cause__ = error
    return unavailable
