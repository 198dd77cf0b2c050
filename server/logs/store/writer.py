"""
Group commit: appends that arrive during a commit are written together by the next one.

The busier the server, the larger the batches, so the disk does not limit throughput. No append waits for a batch to
fill: if no commit is running, it is committed at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from contextvars import Context, copy_context
from functools import partial
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeAlias

from server.logs.store.contract import (
    Append,
    Continuation,
    HeadMovedError,
    KeyTakenError,
    LogUnavailableError,
    OnVerdict,
    OwnerFullError,
    Store,
    Verdict,
)
from server.logs.store.entry import Entry, Head
from server.runtime.failures import describe
from server.runtime.metrics import metrics
from server.runtime.time_slices import SLICE_SECONDS

MAX_BATCH = 512  # Large enough to amortise the flush to disk, small enough to keep the wait of the first append short.

_OWN_BYTES: Final = 65_536
"""
About how much a batch has at most of what the server does by itself: four closes of matches of ten. Who comes meanwhile
waits until all of it is written.
"""

_TURNS_BETWEEN: Final = 2
"""How many iterations of the event loop come between two commits."""

log = logging.getLogger(__name__)


class _Waiting(NamedTuple):
    """An append that waits; nobody needs it any more once `future`, if there is one, is cancelled."""

    append: Append
    on_verdict: OnVerdict
    context: Context
    future: asyncio.Future[None] | None


_Result: TypeAlias = tuple[_Waiting, Verdict | LogUnavailableError]

_REFUSED: Final[Mapping[Verdict, type[Exception]]] = {
    "head_moved": HeadMovedError,
    "key_taken": KeyTakenError,
    "owner_full": OwnerFullError,
}


class GroupCommit:
    """`server.logs.store.contract.Log` over a store, which it uses and does not close."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # What somebody waits for, and what the server does by itself.
        self._urgent: deque[_Waiting] = deque()
        self._own: deque[_Waiting] = deque()
        # Exists only while appends wait, so an idle log leaves no task behind.
        self._committing: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, append: Append) -> None:
        committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._add(append, partial(_settle, committed), committed)
        await committed

    def hand_over(self, append: Append, on_verdict: OnVerdict) -> None:
        self._add(append, on_verdict, None)

    def _add(self, append: Append, on_verdict: OnVerdict, future: asyncio.Future[None] | None) -> None:
        if self._closed:
            raise LogUnavailableError("The log is closed.")
        queue = self._urgent if append.urgent else self._own
        queue.append(_Waiting(append, on_verdict, copy_context(), future))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting(), context=Context())

    @property
    def waiting(self) -> int:
        """Number of appends that wait for a commit to begin."""
        return len(self._urgent) + len(self._own)

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self._store.read(log_id, after, limit)

    @property
    def hears(self) -> bool:
        return self._store.hears

    @property
    def epoch(self) -> str:
        return self._store.epoch

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return await self._store.read_on(heads)

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return await self._store.seeds(match_ids)

    async def close(self) -> None:
        """Commit what waits; later appends are refused."""
        self._closed = True
        if self._committing is not None:
            await asyncio.shield(self._committing)
            await asyncio.sleep(0)  # The last batch is being answered by then.

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _commit_waiting(self) -> None:
        try:
            while self.waiting:
                await self._commit(self._next_batch())
                # The last batch is answered first, and what clients have sent meanwhile is read: larger batches cost
                # each of their appends less.
                for _ in range(_TURNS_BETWEEN):
                    await asyncio.sleep(0)
        finally:
            self._committing = None
            # Appends remain here only if this task was cancelled, and then nobody will commit them.
            left = [*self._urgent, *self._own]
            if left:
                _answer_soon([(waiting, _unavailable(asyncio.CancelledError())) for waiting in left])
                self._urgent.clear()
                self._own.clear()

    def _next_batch(self) -> list[_Waiting]:
        """
        Take appends that can be committed together: first what somebody waits for, then some of the others.

        A second append to a log depends on an entry that is not written yet, or is bound to fail; a second one with
        the same idempotency key must see the result of the first. Both stay in their queue for the next batch, in their
        order.
        """
        batch: list[_Waiting] = []
        taken: set[Hashable] = set()
        self._take(self._urgent, batch, taken)
        # However much is urgent, something of the others is written with it.
        self._take(self._own, batch, taken, _OWN_BYTES)
        return batch

    def _take(
        self, queue: deque[_Waiting], batch: list[_Waiting], taken: set[Hashable], most_bytes: int | None = None
    ) -> None:
        """Move appends to a batch; `taken` are the logs and the keys in it."""
        passed: list[_Waiting] = []
        full, size = len(batch) + MAX_BATCH, 0
        while queue and len(batch) < full and (most_bytes is None or size < most_bytes):
            waiting = queue.popleft()
            append = waiting.append
            if waiting.future is not None and waiting.future.done():  # its caller was cancelled
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
            if most_bytes is not None:
                size += append.size
        queue.extendleft(reversed(passed))

    async def _commit(self, batch: Sequence[_Waiting]) -> None:
        if not batch:
            return
        began = time.perf_counter()
        try:
            verdicts = await self._store.commit([waiting.append for waiting in batch])
        except BaseException as error:
            # Every caller gets the error, and the next batch is tried normally.
            _answer_soon([(waiting, _unavailable(error)) for waiting in batch])
            if not isinstance(error, Exception):
                raise
        else:
            metrics.commit_seconds.add(time.perf_counter() - began)
            metrics.commit_entries.add(sum(1 + len(waiting.append.then) for waiting in batch))
            metrics.refused_appends += verdicts.count("head_moved")
            _answer_soon(list(zip(batch, verdicts, strict=True)))


def _answer_soon(results: list[_Result]) -> None:
    """Answer all appends, while the next batch is being written."""
    asyncio.get_running_loop().call_soon(_answer_some, results)


def _answer_some(results: list[_Result]) -> None:
    """Answer some of them now, the others soon: telling ten players of a close takes as long as many submissions."""
    until = time.perf_counter() + SLICE_SECONDS
    for number, (waiting, result) in enumerate(results, 1):
        try:
            waiting.context.run(waiting.on_verdict, result)
        except Exception as error:
            log.error("what follows an append failed: %s", describe(error))
        if number < len(results) and time.perf_counter() >= until:
            _answer_soon(results[number:])
            return


def _settle(committed: asyncio.Future[None], result: Verdict | LogUnavailableError) -> None:
    """Wake the caller that waits for an append."""
    if committed.done():  # it was cancelled
        return
    if result == "appended":
        committed.set_result(None)
    else:
        committed.set_exception(result if isinstance(result, LogUnavailableError) else _REFUSED[result]())


def _unavailable(error: BaseException) -> LogUnavailableError:
    """Create a separate error for each caller: a shared one would accumulate all their tracebacks."""
    unavailable = LogUnavailableError(f"The commit failed: {type(error).__name__}")
    unavailable.__cause__ = error
    return unavailable
