"""
The repository of one kind of log: aggregates are loaded from their logs, changed through them, caught up from them.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeAlias
from weakref import WeakValueDictionary

from engines.contract import Viewer
from server.aggregates.aggregate import Step
from server.aggregates.events import Listener
from server.aggregates.following import Following
from server.aggregates.kind import AggregateT, Kind, RulesFailedError
from server.aggregates.loading import Loading, unavailable
from server.aggregates.recent import Recent
from server.background import keep_running
from server.clock.clock import Clock
from server.errors import MoiraiError, ThrottledError, UnavailableError, UnknownError
from server.failures import describe
from server.figures import figures
from server.log.contract import (
    Append,
    BrokenLogError,
    HeadMovedError,
    KeptReply,
    KeyTakenError,
    Log,
    LogUnavailableError,
    LostTailError,
)
from server.log.entry import Decision, Entry, Head, seal

_TRIES = 20
"""How often a command is judged again after another process was faster."""

_REMEMBERED = 10_000
"""Of how many logs it is remembered how far they have come, or may have."""

_TURN_SECONDS = 10
"""How long a command waits at most until those before it in the same log are done."""

_UNHEARD_SECONDS = 1.0
"""How often to look into the logs somebody listens to while nothing is heard of other processes."""

log = logging.getLogger(__name__)


Decide: TypeAlias = Callable[[AggregateT, datetime], Decision | None]
"""Judges a command against the aggregate as it now is; None if there is nothing to do."""

Keep: TypeAlias = Callable[[Any, Entry], KeptReply]
"""What to keep of the reply, given the state that the change leads to and its entry."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """What a command leads to, `at` a moment at which entry `behind` was the last."""

    decision: Decision
    at: datetime
    behind: int
    sets_aside: bool = False


class Repository(Generic[AggregateT]):
    """
    Every aggregate of one kind in this process, at most once in memory.

    `watchers` are called with an aggregate after each entry that was added here: what follows from it is for this
    process to do. What others add is taken in as soon as it is heard of.
    """

    def __init__(self, kind: Kind[AggregateT], log: Log, clock: Clock, recent: Recent) -> None:
        """`recent`: the aggregates that stay in memory when nobody holds them."""
        self.watchers: list[Callable[[AggregateT], None]] = []
        self._kind = kind
        self._log = log
        self._clock = clock
        self._recent = recent
        # What somebody holds must not be loaded a second time beside it, however long ago it was used.
        self._live: WeakValueDictionary[str, AggregateT] = WeakValueDictionary()
        self._loading = Loading(kind, log)
        # How far logs have grown elsewhere that are just being loaded; and how often anything may have.
        self._grown: OrderedDict[str, int] = OrderedDict()
        self._interruptions = 0
        # Entries of which it is not known whether they are written, and which may still be: the last of each match.
        self._unknown: OrderedDict[str, int] = OrderedDict()
        self._following = Following(log, self._give_up)
        self._noting: set[asyncio.Task[None]] = set()

    @property
    def size(self) -> int:
        """How many aggregates are in memory."""
        return len(self._live)

    def hear(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        """These logs have grown up to these entries, by other processes or by this one's `own`; None: any may have."""
        if grown is None:
            self._interruptions += 1
            for live in tuple(self._live.values()):
                self._doubt(live)
            return
        for log_id, seq in grown.items():
            if own:
                # What was given up may have been written all the same, long after.
                if seq < self._unknown.get(log_id, math.inf):
                    continue
                del self._unknown[log_id]
            _remember(self._grown, log_id, seq)
            known = self._live.get(log_id)
            if known is not None:
                known.grown_to = max(seq, known.grown_to)
                self._following.follow_up(known)

    async def follow_unheard(self) -> None:
        """While other processes are not heard, look again and again into what somebody listens to; until cancelled."""
        while True:
            await asyncio.sleep(_UNHEARD_SECONDS)
            if not self._log.hears:
                for live in tuple(self._live.values()):
                    if live.listened_to:
                        self._doubt(live)

    def listen(self, live: AggregateT, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on, wherever it was added; returns how to stop."""
        stop = live.listen(viewer, listener)
        self._following.follow_up(live)
        return stop

    async def get(self, log_id: str) -> AggregateT:
        """
        The aggregate, from memory or from its log.

        What others are known to have added is on its way then, and not waited for: that would tell of it.

        Raises:
            UnknownError: There is none.
            UnavailableError: The database does not answer, or the log cannot be read.
        """
        live = self._live.get(log_id)
        if live is None:
            live = await self._load(log_id)
        elif live.doubtful or not self._log.hears:
            await self.refresh(live)
        self._recent.touch(log_id, live)
        return live

    async def create(
        self, log_id: str, seed: bytes, decision: Decision, keep: Keep | None, most_hosted: int
    ) -> AggregateT:
        """
        Begin a log with its first entry; its host may have `most_hosted` that are not over.

        Raises:
            KeyTakenError: Its idempotency key was used meanwhile.
            HostFullError: The host has as many as it may.
            UnavailableError: The database does not answer.
        """
        now = self._clock.now()
        entry = seal(log_id, Head(), decision.kind, now, decision.facts, _nonce())
        live = self._kind.fold([entry], seed)
        reply = keep(live.state, entry) if keep else None
        interruptions = self._interruptions
        row = self._kind.row(None, Step(entry, (), live.state), now)
        await self._append(Append(entry, row, reply, seed.hex(), most_hosted))
        live = self._hold(live, interruptions)
        self._recent.touch(log_id, live)
        self._notify(live)
        return live

    async def change(self, live: AggregateT, decide: Decide[AggregateT], keep: Keep | None = None) -> Entry | None:
        """
        Judge a command and append what it leads to; None if it led to nothing.

        What is refused, or leads to nothing, never waits for what is just being committed: it would tell by how long it
        takes that somebody has done something.

        Raises:
            MoiraiError: The command is refused.
            KeyTakenError: Its idempotency key was used meanwhile.
            UnavailableError: The database does not answer; whether the entry was written is not known.
        """
        judged = await self._judge(live, decide)
        return None if judged is None else await self._carry_out(live, decide, keep, judged)

    async def advance(self, live: AggregateT, decide: Decide[AggregateT]) -> Entry | None:
        """As `change`, of the server's own accord: nobody sees how long that takes, so it is judged in its turn."""
        return await self._carry_out(live, decide, None, None)

    async def judge(self, live: AggregateT, decide: Decide[AggregateT]) -> None:
        """
        Judge a command as `change` does, and append nothing.

        Raises:
            MoiraiError: The command would be refused.
            UnavailableError: The database does not answer.
        """
        judged = await self._judge(live, decide)
        if judged is not None and judged.sets_aside:
            raise self._kind.is_set_aside()

    async def refresh(self, live: AggregateT) -> None:
        """Take in what the log knows more than memory does."""
        await self._catch_up(live)

    async def _judge(self, live: AggregateT, decide: Decide[AggregateT]) -> _Judged | None:
        """
        Judge a command as the match is now; None if it leads to nothing.

        What is refused or idle here may be right where the match has moved on without us, so then the log is looked
        into: once, whatever is found there, so that a refusal takes as long as any other.
        """
        looked = False
        while True:
            if live.given_up:
                raise self._kind.unreadable()
            now, decision, refusal, failed = self._clock.now(), None, None, None
            try:
                decision = decide(live, now)
            except ThrottledError:
                raise  # What has happened meanwhile can only have been more.
            except MoiraiError as error:
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
        """Append what a command leads to; `judged` is what was found before its turn, if it was judged before."""
        await _take_turn(live)
        try:
            for _ in range(_TRIES):
                if judged is None or judged.behind != live.head.seq or live.behind or live.given_up:
                    judged = await self._judge(live, decide)
                if judged is None:
                    return None
                now = judged.at
                try:
                    step = self._next_step(live, judged)
                except RulesFailedError as error:
                    judged = _Judged(self._kind.set_aside(live, error), now, live.head.seq, sets_aside=True)
                    step = self._next_step(live, judged)
                entry = step.entry
                row = self._kind.row(live.state, step, now)
                reply = keep(step.state, entry) if keep and not judged.sets_aside else None
                try:
                    await self._append(Append(entry, row, reply))
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
                # Whoever looked into the log meanwhile may have found it there and taken it in.
                if live.head.seq < entry.seq:
                    live.take(step)
                self._notify(live)
                if judged.sets_aside:
                    raise self._kind.is_set_aside()
                return entry
        finally:
            live.lock.release()
        raise UnavailableError("too_busy", "This match is changing too fast. Try again.")

    def _next_step(self, live: AggregateT, judged: _Judged) -> Step[Any]:
        """The step that was judged, sealed behind the head."""
        decision = judged.decision
        return live.next_step(seal(live.log_id, live.head, decision.kind, judged.at, decision.facts, _nonce()))

    async def _append(self, append: Append) -> None:
        entry = append.entry
        try:
            await self._log.append(append)
            log.debug("%s: entry %d, %s", entry.log_id, entry.seq, entry.kind)
        except LogUnavailableError as error:
            raise unavailable() from error

    async def _catch_up(self, live: AggregateT) -> bool:
        """Take in what was appended behind the head; whether there was anything, if only for others to take in."""
        if live.given_up:
            raise self._kind.unreadable()
        try:
            return await self._following.catch_up(live)
        except LogUnavailableError as error:
            raise unavailable() from error
        except BrokenLogError as error:
            raise self._kind.unreadable() from error

    def _doubt(self, live: AggregateT) -> None:
        """Note that the log may have grown unseen, and look."""
        live.doubts += 1
        self._following.follow_up(live)

    def _give_up(self, live: AggregateT, why: BrokenLogError) -> None:
        """Forget a copy that its log does not continue: the next caller has the log read again."""
        log_id = live.log_id
        if live.given_up:
            return
        if self._live.get(log_id) is live:
            del self._live[log_id]
        self._recent.forget(log_id)
        if isinstance(why, LostTailError):
            figures.lost_tails += 1
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
        """Note in the log itself, for its host, which head was lost."""
        with suppress(UnknownError):  # Nothing of the log is left, and nobody to be told.
            live = await self.get(log_id)
            await self.advance(live, lambda live, _: self._kind.note_loss(live, lost))

    async def _load(self, log_id: str) -> AggregateT:
        return await self._loading.load(log_id, partial(self._hold, interruptions=self._interruptions))

    def _hold(self, read: AggregateT, interruptions: int) -> AggregateT:
        """
        Have an aggregate in memory that was just written or read, and note on it what was heard of it meanwhile.

        `interruptions`: as they were when that began. If another copy is there by now, that one stays.
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
    Wait until the commands before this one are done, and no longer than a call may take.

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
        raise UnavailableError("too_busy", "Too many changes are waiting in this match. Try again.") from error


def _remember(heads: OrderedDict[str, int], log_id: str, seq: int) -> None:
    """Note how far a log has grown; of those heard of longest ago it is forgotten."""
    heads[log_id] = seq
    heads.move_to_end(log_id)
    if len(heads) > _REMEMBERED:
        heads.popitem(last=False)


def _nonce() -> bytes:
    return secrets.token_bytes(16)
