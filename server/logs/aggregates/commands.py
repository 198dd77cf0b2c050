"""Commands: checked against an aggregate in memory, and carried out by appending an entry to its log."""

from __future__ import annotations

import logging
import secrets
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, Generic, TypeAlias

from engines.kit import record
from server.access import codes
from server.access.errors import RefusedError, ThrottledError, UnavailableError
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.following import Following
from server.logs.aggregates.kind import AggregateT, Kind, RulesFailedError
from server.logs.aggregates.loading import unavailable
from server.logs.store.contract import (
    Append,
    BrokenLogError,
    HeadMovedError,
    KeptReply,
    KeyTakenError,
    Log,
    LogUnavailableError,
    Verdict,
)
from server.logs.store.entry import Decision, Entry, Head, seal
from server.runtime.clock.clock import Clock
from server.runtime.failures import describe
from server.runtime.time_slices import Share, take_turn

_TRIES: Final = 20
"""How often a command is checked again after another process was faster."""

_REMEMBERED: Final = 10_000
"""For how many logs the last known entry number is remembered."""

log = logging.getLogger(__name__)


Decide: TypeAlias = Callable[[AggregateT, datetime], Decision | None]
"""Checks a command against the current aggregate; returns None if there is nothing to do."""

Keep: TypeAlias = Callable[[Any, Entry], KeptReply]
"""Returns the reply to store, given the new state and its entry."""

WhenAppended: TypeAlias = Callable[[Entry | UnavailableError | None], None]
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


class Commands(ABC, Generic[AggregateT]):
    """
    Carries out commands of one kind of log.

    `watchers` are called with an aggregate after each entry that this process has appended, because this process does
    the work that follows.
    """

    def __init__(self, kind: Kind[AggregateT], log: Log, clock: Clock) -> None:
        self.watchers: list[Callable[[AggregateT], None]] = []
        self._kind = kind
        self._log = log
        self._clock = clock
        self._following = Following(log, self._give_up, self._note_unread)

    @abstractmethod
    def _give_up(self, live: AggregateT, why: BrokenLogError) -> None:
        """Discard a copy that its log does not continue."""

    @abstractmethod
    def _note_unread(self, live: AggregateT) -> None:
        """Note that this process does not understand a log any more."""

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

    def begin(self, live: AggregateT, decide: Decide[AggregateT], done: WhenAppended) -> bool:
        """
        Do what `change` does, without waiting; return False if that is not possible, and nothing has happened then.

        It is possible for a command that is accepted and has an effect, while no task has the turn or waits for it, and
        nothing has to be read. Behind one that was begun, it is checked again when its turn comes. `done` is called
        later.
        """
        if live.behind or live.given_up or live.unread:
            return False
        if live.turn.take_now():
            begun = False
            try:
                begun = self._begin(live, decide, done)
            finally:
                if not begun:
                    live.turn.pass_on()
            return begun
        if not live.turn.has_line or self._try(live, decide, self._clock.now()) is None:
            return False
        live.turn.line_up(partial(self._begin_in_turn, live, decide, done))
        return True

    def _begin_in_turn(self, live: AggregateT, decide: Decide[AggregateT], done: WhenAppended, may: bool) -> bool:
        """Begin a command that has lined up, if it may; return whether it has the turn now."""
        begun = False
        try:
            begun = may and not (live.behind or live.given_up or live.unread) and self._begin(live, decide, done)
        except Exception as error:  # `change` reports it to the caller; others wait for the turn.
            log.debug("%s: a command could not begin: %s", live.log_id, describe(error))
        if not begun:
            done(None)
        return begun

    def _begin(self, live: AggregateT, decide: Decide[AggregateT], done: WhenAppended) -> bool:
        """Hand the entry of a command that has the turn over to be written; return False if `change` has to do it."""
        now = self._clock.now()
        decision = self._try(live, decide, now)
        if decision is None:
            return False
        try:
            steps = self._steps(live, decision, now)
            append = self._append_of(live, steps, now, None, urgent=True)
            self._log.hand_over(append, partial(self._conclude, live, steps, append, done))
        except (RulesFailedError, LogUnavailableError):
            return False
        return True

    def _try(self, live: AggregateT, decide: Decide[AggregateT], now: datetime) -> Decision | None:
        """Check a command; None if `change` has to do what follows."""
        try:
            return decide(live, now)
        except (RefusedError, RulesFailedError):
            return None

    async def advance(self, live: AggregateT, decide: Decide[AggregateT]) -> Entry | None:
        """Like `change`, for the server's own commands, which nobody can time: they are checked only in their turn."""
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

    def _conclude(
        self,
        live: AggregateT,
        steps: Sequence[Step[Any]],
        append: Append,
        done: WhenAppended,
        result: Verdict | LogUnavailableError,
    ) -> None:
        """Go on once the entry of a command that was begun is durable, or is not."""
        concluded: Entry | UnavailableError | None = None
        answered = False
        try:
            if result == "appended":
                self._take(live, steps[:1])
                answered = True
                done(append.entry)  # before others are told what follows
                self._take(live, steps[1:])
                self._go_on(live, append)
            elif isinstance(result, LogUnavailableError):
                self._doubt(live)
                concluded = unavailable()
            else:
                self._doubt(live)
        except Exception as error:  # The caller gets an answer all the same: `change` finds out what stands.
            log.error("%s: what follows entry %d failed: %s", live.log_id, append.entry.seq, describe(error))
            self._doubt(live)  # An entry that is durable may not be applied.
        try:
            if not answered:
                done(concluded)
        finally:
            live.turn.pass_on()

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
            if live.unread is not None:
                raise self._kind.not_understood(live.unread)
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

        `judged` is the result of an earlier check before its turn; None for the server's own commands.
        """
        own = judged is None
        await live.turn.take()
        try:
            for _ in range(_TRIES):
                if judged is None or judged.behind != live.head.seq or live.behind or live.given_up:
                    judged = await self._judge(live, decide)
                if judged is None:
                    return None
                now = judged.at
                try:
                    steps = self._steps(live, judged.decision, now)
                except RulesFailedError as error:
                    judged = _Judged(self._kind.set_aside(live, error), now, live.head.seq, sets_aside=True)
                    steps = self._steps(live, judged.decision, now)
                append = self._append_of(live, steps, now, None if judged.sets_aside else keep, urgent=not own)
                try:
                    await self._append(append)
                except HeadMovedError:
                    await self._catch_up(live)
                    judged = None
                    continue
                except KeyTakenError:
                    raise
                except BaseException:
                    self._doubt(live)
                    raise
                try:
                    if own or append.then:
                        await take_turn(self._kind.share if own else Share.CALLS)  # Hundreds may be committed at once.
                finally:
                    self._take(live, steps)
                    self._go_on(live, append)
                if judged.sets_aside:
                    raise self._kind.is_set_aside()
                return append.entry
        finally:
            live.turn.pass_on()
        raise UnavailableError(codes.TOO_BUSY, "This match is changing too fast. Try again.")

    def _steps(self, live: AggregateT, decision: Decision, at: datetime) -> Sequence[Step[Any]]:
        """Return the steps with the decision sealed after the head, and the step that they cause at once, if any."""

        def entry_of(head: Head, decision: Decision) -> Entry:
            return seal(live.log_id, head, decision.kind, at, decision.facts, new_nonce())

        steps = [live.next_step(entry_of(live.head, decision))]
        for after in decision.then:
            steps.append(live.next_step(entry_of(steps[-1].entry.head, after), steps[-1].state))
        try:
            following = self._kind.follows(steps[-1], live.seed)
            if following is not None:
                steps.append(live.next_step(entry_of(steps[-1].entry.head, following), steps[-1].state))
        except RulesFailedError:
            pass  # It fails again for the work that does it otherwise, which sets the log aside.
        return steps

    def _append_of(
        self, live: AggregateT, steps: Sequence[Step[Any]], now: datetime, keep: Keep | None, *, urgent: bool
    ) -> Append:
        """Return what is written for steps."""
        kind, first = self._kind, steps[0]
        reply = keep(first.state, first.entry) if keep else None
        pairs = list(zip((live.state, *(step.state for step in steps)), steps, strict=False))
        rows = (kind.row(before, step, now) for before, step in reversed(pairs))
        marks = [mark for before, step in pairs for mark in kind.marks(before, step)]
        settles = [log_id for before, step in pairs for log_id in kind.settles(before, step)]
        return Append(
            first.entry,
            next((row for row in rows if row is not None), None),
            reply,
            marks=tuple(marks),
            settles=tuple(settles),
            then=tuple(step.entry for step in steps[1:]),
            urgent=urgent,
        )

    def _take(self, live: AggregateT, steps: Sequence[Step[Any]]) -> None:
        """Apply steps whose entries are durable."""
        for step in steps:
            # A concurrent read of the log may have found the entry and applied it already.
            if live.head.seq < step.entry.seq:
                live.take(step)

    def _go_on(self, live: AggregateT, append: Append) -> None:
        """Do what follows an append that was applied."""
        live.has_news |= bool(append.marks)
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

    def _notify(self, live: AggregateT) -> None:
        for watcher in self.watchers:
            watcher(live)


def remember(heads: OrderedDict[str, int], log_id: str, seq: int) -> None:
    """Record how far a log has grown, and drop the oldest record if there are too many."""
    heads[log_id] = seq
    heads.move_to_end(log_id)
    if len(heads) > _REMEMBERED:
        heads.popitem(last=False)


def new_nonce() -> bytes:
    """Return the nonce of an entry."""
    return secrets.token_bytes(16)
