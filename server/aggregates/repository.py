"""
The repository of one kind of log: loads aggregates, appends to their logs, and catches up with other processes.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import Context
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeAlias
from weakref import WeakValueDictionary

from engines.kit import HOST, Viewer, record
from server import codes
from server.aggregates.aggregate import Step
from server.aggregates.events import Listener
from server.aggregates.following import Following
from server.aggregates.kind import AggregateT, Kind, RulesFailedError
from server.aggregates.loading import Loading, unavailable
from server.aggregates.memory import Recent
from server.background import keep_running
from server.clock.clock import Clock
from server.errors import RefusedError, ThrottledError, UnavailableError
from server.failures import describe
from server.log.contract import (
    Append,
    BrokenLogError,
    HeadMovedError,
    KeptReply,
    KeyTakenError,
    Log,
    LogUnavailableError,
    LostTailError,
    Verdict,
)
from server.log.entry import Decision, Entry, Head, seal
from server.metrics import metrics
from server.time_slices import take_turn

_TRIES = 20
"""How often a command is checked again after another process was faster."""

_REMEMBERED = 10_000
"""For how many logs the last known entry number is remembered."""

_TURN_SECONDS = 10
"""How long a command waits at most for earlier commands in the same log."""

_UNHEARD_SECONDS = 1.0
"""How often to read the logs that have listeners while no notices from other processes arrive."""

log = logging.getLogger(__name__)


Decide: TypeAlias = Callable[[AggregateT, datetime], Decision | None]
"""Checks a command against the current aggregate; returns None if there is nothing to do."""

Keep: TypeAlias = Callable[[Any, Entry], KeptReply]
"""Returns the reply to store, given the new state and its entry."""


Done: TypeAlias = Callable[[Entry | UnavailableError | None], None]
"""
Receives the entry of a command that was begun; None: it has to be checked again, by `change`; or the error: the entry
may have been written.
"""


@record
class _Judged:
    """The result of a command that was checked at time `at`, when `behind` was the last entry."""

    decision: Decision
    at: datetime
    behind: int
    sets_aside: bool = False


class Repository(Generic[AggregateT]):
    """
    The aggregates of one kind, each at most once in the memory of this process.

    `watchers` are called with an aggregate after each entry that this process has appended, because this process does
    the work that follows. Entries of other processes are applied as soon as a notice arrives.
    """

    def __init__(self, kind: Kind[AggregateT], log: Log, clock: Clock, recent: Recent) -> None:
        """`recent`: the aggregates that stay in memory without other references."""
        self.watchers: list[Callable[[AggregateT], None]] = []
        self._kind = kind
        self._log = log
        self._clock = clock
        self._recent = recent
        # An aggregate with references must not be loaded a second time, however long ago it was last used.
        self._live: WeakValueDictionary[str, AggregateT] = WeakValueDictionary()
        self._loading = Loading(kind, log)
        # The last known entries of logs that have grown elsewhere and may be loading, and the number of interruptions,
        # during which any log may have grown.
        self._grown: OrderedDict[str, int] = OrderedDict()
        self._interruptions = 0
        # Entries that were possibly written, or still may be: the last one of each log.
        self._unknown: OrderedDict[str, int] = OrderedDict()
        self._following = Following(log, self._give_up)
        self._noting: set[asyncio.Task[None]] = set()

    @property
    def size(self) -> int:
        """Number of aggregates in memory."""
        return len(self._live)

    def hear(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        """
        Handle a notice that logs have grown up to these entries (`own`: by this process); None: any may have grown.
        """
        if own and not self._unknown:
            return
        if grown is None:
            self._interruptions += 1
            for live in tuple(self._live.values()):
                self._doubt(live)
            return
        for log_id, seq in grown.items():
            if own:
                # An append that was given up may still have been written, even much later.
                if seq < self._unknown.get(log_id, math.inf):
                    continue
                del self._unknown[log_id]
            elif not self._kind.owns(log_id):
                continue
            _remember(self._grown, log_id, seq)
            known = self._live.get(log_id)
            if known is not None:
                known.grown_to = max(seq, known.grown_to)
                self._following.follow_up(known)

    async def follow_unheard(self) -> None:
        """Poll the logs that have listeners while no notices arrive; until cancelled."""
        while True:
            await asyncio.sleep(_UNHEARD_SECONDS)
            if not self._log.hears:
                for live in tuple(self._live.values()):
                    if live.listened_to:
                        self._doubt(live)

    def listen(self, live: AggregateT, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Send every event from now on to the listener; returns a function that stops this."""
        stop = live.listen(viewer, listener)
        self._following.follow_up(live)
        return stop

    async def get(self, log_id: str) -> AggregateT:
        """
        Return the aggregate, from memory or from its log.

        Entries known to exist elsewhere are fetched in the background: waiting for them would reveal them by the
        response time.

        Raises:
            RefusedError: The log does not exist.
            UnavailableError: The database does not respond, or the log cannot be read.
        """
        live = self._live.get(log_id)
        if live is None:
            live = await self._load(log_id)
        elif live.doubtful or not self._log.hears:
            await self.refresh(live)
        self._recent.touch(log_id, live)
        return live

    async def read_ahead(self, log_ids: Collection[str]) -> Sequence[AggregateT]:
        """
        Return those of these aggregates that can be loaded, with one query, for `get`.

        Keep what is returned until then, because memory may have no room for all of them.

        Raises:
            UnavailableError: The database does not respond.
        """
        live = [live for log_id in log_ids if (live := self._live.get(log_id)) is not None]
        absent = [log_id for log_id in log_ids if log_id not in self._live]
        if not absent:
            return live
        hold = partial(self._hold, interruptions=self._interruptions)
        return [*live, *await self._loading.load_many(absent, hold)]

    async def create(
        self, log_id: str, seed: bytes, decision: Decision, keep: Keep | None, most_owned: int | None
    ) -> AggregateT:
        """
        Create a log with its first entry; its owner may have at most `most_owned` of this kind that are not over.

        Raises:
            HeadMovedError: The log exists.
            KeyTakenError: Its idempotency key has been used meanwhile.
            OwnerFullError: The owner has reached the limit.
            UnavailableError: The database does not respond.
        """
        now = self._clock.now()
        entry = seal(log_id, Head(), decision.kind, now, decision.facts, _nonce())
        live = self._kind.fold([entry], seed)
        reply = keep(live.state, entry) if keep else None
        interruptions = self._interruptions
        step = Step(entry, tuple(live.told(0, HOST)), live.state)
        row, marks = self._kind.row(None, step, now), self._kind.marks(None, step)
        owes = self._kind.owes(live.state)
        await self._append(Append(entry, row, reply, seed.hex() or None, most_owned, marks, owes))
        live = self._hold(live, interruptions)
        live.untold |= bool(marks)
        self._recent.touch(log_id, live)
        self._notify(live)
        return live

    async def change(self, live: AggregateT, decide: Decide[AggregateT], keep: Keep | None = None) -> Entry | None:
        """
        Check a command and append its entry; returns None if there is nothing to append.

        A command that is refused, or has no effect, never waits for a commit in progress: the response time would
        reveal that someone else has acted.

        Raises:
            RefusedError: The command is refused.
            KeyTakenError: Its idempotency key has been used meanwhile.
            UnavailableError: The database does not respond; the entry may have been written.
        """
        judged = await self._judge(live, decide)
        return None if judged is None else await self._carry_out(live, decide, keep, judged)

    def known(self, log_id: str) -> AggregateT | None:
        """Return the aggregate if `get` would return it at once."""
        live = self._live.get(log_id)
        if live is None or live.doubtful or not self._log.hears:
            return None
        self._recent.touch(log_id, live)
        return live

    def begin(self, live: AggregateT, decide: Decide[AggregateT], done: Done) -> bool:
        """
        Do what `change` does, without waiting; return False if that is not possible, and nothing has happened then.

        It is possible for a command that is accepted and has an effect, while no other one is in progress, and nothing
        has to be read. `done` is called later.
        """
        if live.behind or live.given_up or not acquire_now(live.lock):
            return False
        begun = False
        try:
            now = self._clock.now()
            decision = decide(live, now)
            if decision is not None:
                step = self._next_step(live, decision, now)
                append = self._append_of(live, step, now, None)
                self._log.hand_over(append, partial(self._conclude, live, step, append, done))
                begun = True
        except (RefusedError, RulesFailedError, LogUnavailableError):
            pass  # `change` does what has to be done then.
        finally:
            if not begun:
                live.lock.release()
        return begun

    def _conclude(
        self, live: AggregateT, step: Step[Any], append: Append, done: Done, result: Verdict | LogUnavailableError
    ) -> None:
        """Go on once the entry of a command that was begun is durable, or is not."""
        concluded: Entry | UnavailableError | None = None
        try:
            if result == "appended":
                self._take(live, step, append)
                concluded = step.entry
            elif isinstance(result, LogUnavailableError):
                _remember(self._unknown, live.log_id, step.entry.seq)
                self._doubt(live)
                concluded = unavailable()
            else:
                self._doubt(live)
        except Exception as error:  # Whoever waits is told all the same: `change` finds out what stands.
            log.error("%s: what follows entry %d failed: %s", live.log_id, step.entry.seq, describe(error))
        finally:
            live.lock.release()
        done(concluded)

    async def advance(self, live: AggregateT, decide: Decide[AggregateT]) -> Entry | None:
        """Like `change`, for the server's own commands, which nobody can time: they are checked only under the lock."""
        return await self._carry_out(live, decide, None, None)

    async def judge(self, live: AggregateT, decide: Decide[AggregateT]) -> None:
        """
        Check a command as `change` does, without appending.

        Raises:
            RefusedError: The command would be refused.
            UnavailableError: The database does not respond.
        """
        judged = await self._judge(live, decide)
        if judged is not None and judged.sets_aside:
            raise self._kind.is_set_aside()

    async def renew(self, log_id: str) -> None:
        """
        Read a log again of which entries were redacted, and put it in the place of the copy in memory.

        Raises:
            UnavailableError: The database does not respond, or commands of the log take too long.
        """
        self._loading.outdate(log_id)
        live = self._live.get(log_id)
        if live is None or live.given_up:
            return
        try:
            fresh = await self._loading.read_again(log_id)
            await _take_turn(live)
            try:
                # A step that is sealed but not applied would bring back what the state before it contains.
                await fresh.take_in(await self._log.read(log_id, fresh.head.seq))
                if fresh.head.seq >= live.head.seq:
                    live.become(fresh)
                else:
                    raise LogUnavailableError(f"{log_id}: less was read than is known")
            finally:
                live.lock.release()
        except LogUnavailableError as error:
            raise unavailable() from error
        except RefusedError:
            self.drop(log_id)

    def drop(self, log_id: str) -> None:
        """Forget the copy of a log that was deleted."""
        live = self._live.pop(log_id, None)
        self._recent.forget(log_id)
        if live is not None:
            live.give_up("redacted")

    async def refresh(self, live: AggregateT) -> None:
        """Apply the entries of the log that this copy lacks."""
        await self._catch_up(live)

    async def _judge(self, live: AggregateT, decide: Decide[AggregateT]) -> _Judged | None:
        """
        Check a command against the current aggregate; None if it has no effect.

        A command that is refused or has no effect may be valid if other processes have moved the log on, so the log is
        read then: exactly once, whatever it contains, so that all refusals take equally long.
        """
        looked = False
        while True:
            if live.given_up:
                raise self._kind.unreadable()
            now, decision, refusal, failed = self._clock.now(), None, None, None
            try:
                decision = decide(live, now)
            except ThrottledError:
                raise  # Later entries cannot lift a rate limit, so the log is not read.
            except RefusedError as error:
                refusal = error
            except RulesFailedError as error:
                decision, failed = self._kind.set_aside(live, error), error
            if decision is not None and (looked or not live.behind):
                return _Judged(decision, now, live.head.seq, sets_aside=failed is not None)
            grown = not looked and await self._catch_up(live)
            if decision is None and not grown:
                if refusal is not None:
                    raise refusal
                return None
            looked = True

    async def _carry_out(
        self, live: AggregateT, decide: Decide[AggregateT], keep: Keep | None, judged: _Judged | None
    ) -> Entry | None:
        """
        Append the entry of a command.

        `judged` is the result of an earlier check without the lock; None for the server's own commands.
        """
        own = judged is None
        await _take_turn(live)
        try:
            for _ in range(_TRIES):
                if judged is None or judged.behind != live.head.seq or live.behind or live.given_up:
                    judged = await self._judge(live, decide)
                if judged is None:
                    return None
                now = judged.at
                try:
                    step = self._next_step(live, judged.decision, now)
                except RulesFailedError as error:
                    judged = _Judged(self._kind.set_aside(live, error), now, live.head.seq, sets_aside=True)
                    step = self._next_step(live, judged.decision, now)
                entry = step.entry
                append = self._append_of(live, step, now, None if judged.sets_aside else keep)
                try:
                    await self._append(append)
                except HeadMovedError:
                    await self._catch_up(live)
                    judged = None
                    continue
                except KeyTakenError:
                    raise
                except BaseException:
                    _remember(self._unknown, entry.log_id, entry.seq)
                    self._doubt(live)
                    raise
                try:
                    if own:
                        await take_turn(self._kind.share)  # A batch of hundreds may have been committed.
                finally:
                    self._take(live, step, append)
                if judged.sets_aside:
                    raise self._kind.is_set_aside()
                return entry
        finally:
            live.lock.release()
        raise UnavailableError(codes.TOO_BUSY, "This match is changing too fast. Try again.")

    def _next_step(self, live: AggregateT, decision: Decision, at: datetime) -> Step[Any]:
        """Return the step with the decision sealed after the head."""
        return live.next_step(seal(live.log_id, live.head, decision.kind, at, decision.facts, _nonce()))

    def _append_of(self, live: AggregateT, step: Step[Any], now: datetime, keep: Keep | None) -> Append:
        """Return what is written for a step."""
        kind, before = self._kind, live.state
        reply = keep(step.state, step.entry) if keep else None
        row, marks, settles = kind.row(before, step, now), kind.marks(before, step), kind.settles(before, step)
        return Append(step.entry, row, reply, marks=marks, settles=settles)

    def _take(self, live: AggregateT, step: Step[Any], append: Append) -> None:
        """Apply a step whose entry is durable."""
        # A concurrent read of the log may have found the entry and applied it already.
        if live.head.seq < step.entry.seq:
            live.take(step)
        live.untold |= bool(append.marks)
        self._notify(live)

    async def _append(self, append: Append) -> None:
        entry = append.entry
        try:
            await self._log.append(append)
            log.debug("%s: entry %d, %s", entry.log_id, entry.seq, entry.kind)
        except LogUnavailableError as error:
            raise unavailable() from error

    async def _catch_up(self, live: AggregateT) -> bool:
        """
        Apply the entries after the head; return whether there were any, even if others have applied them meanwhile.
        """
        if live.given_up:
            raise self._kind.unreadable()
        try:
            return await self._following.catch_up(live)
        except LogUnavailableError as error:
            raise unavailable() from error
        except BrokenLogError as error:
            raise self._kind.unreadable() from error

    def _doubt(self, live: AggregateT) -> None:
        """Record that the log may have grown unnoticed, and read it in the background."""
        live.doubts += 1
        self._following.follow_up(live)

    def _give_up(self, live: AggregateT, why: BrokenLogError) -> None:
        """Discard a copy that its log does not continue; the next caller reads the log again."""
        log_id = live.log_id
        if live.given_up:
            return
        if self._live.get(log_id) is live:
            del self._live[log_id]
        self._recent.forget(log_id)
        if isinstance(why, LostTailError):
            metrics.lost_tails += 1
            log.error("acknowledged entries are missing in a log: %s", why)
            live.give_up("entries_lost")
            note = partial(self._note_loss, log_id, live.head)
            noting = asyncio.create_task(keep_running(f"noting a loss in {log_id}", note), context=Context())
            self._noting.add(noting)
            noting.add_done_callback(self._noting.discard)
        else:
            log.error("a log cannot be read: %s", describe(why))
            live.give_up("unreadable")
            self._loading.failed(log_id)

    async def _note_loss(self, log_id: str, lost: Head) -> None:
        """Record the lost head in the log itself, for its host."""
        try:
            live = await self.get(log_id)
        except UnavailableError:
            raise
        except RefusedError:
            return  # nothing of the log is left, so nobody can be told
        await self.advance(live, lambda live, _: self._kind.note_loss(live, lost))

    async def _load(self, log_id: str) -> AggregateT:
        return await self._loading.load(log_id, partial(self._hold, interruptions=self._interruptions))

    def _hold(self, read: AggregateT, interruptions: int) -> AggregateT:
        """
        Register an aggregate that was just written or loaded, and pass on the notices that arrived meanwhile.

        `interruptions` is their number when the write or load began. If another copy is registered already, that one is
        used.
        """
        live = self._live.setdefault(read.log_id, read)
        live.grown_to = max(live.grown_to, self._grown.get(live.log_id, 0))
        live.doubts += interruptions != self._interruptions
        self._following.follow_up(live)
        return live

    def _notify(self, live: AggregateT) -> None:
        for watcher in self.watchers:
            watcher(live)


async def _take_turn(live: AggregateT) -> None:
    """
    Wait for the earlier commands, at most as long as a call may take.

    Raises:
        UnavailableError: They take too long.
    """
    if not live.lock.locked():
        await live.lock.acquire()
        return
    try:
        async with asyncio.timeout(_TURN_SECONDS):
            await live.lock.acquire()
    except TimeoutError as error:
        raise UnavailableError(codes.TOO_BUSY, "Too many changes are waiting in this match. Try again.") from error


def acquire_now(lock: asyncio.Lock) -> bool:
    """Acquire a lock if nobody has it or waits for it; asyncio only has a coroutine, which does not wait then."""
    acquiring = lock.acquire()
    try:
        acquiring.send(None)
    except StopIteration:
        return True
    acquiring.close()
    return False


def _remember(heads: OrderedDict[str, int], log_id: str, seq: int) -> None:
    """Record how far a log has grown, and drop the oldest record if there are too many."""
    heads[log_id] = seq
    heads.move_to_end(log_id)
    if len(heads) > _REMEMBERED:
        heads.popitem(last=False)


def _nonce() -> bytes:
    return secrets.token_bytes(16)
