"""
The matches in memory: loaded from the log, changed through it, caught up from it.
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
from typing import TypeAlias
from weakref import WeakValueDictionary

from engines.contract import Viewer
from server.background import keep_running
from server.clock.arrivals import Arrivals
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
from server.log.entry import Entry, Head, seal
from server.matches import commands
from server.matches.commands import Decision
from server.matches.directory import summarise
from server.matches.following import Following
from server.matches.listeners import Listener
from server.matches.live import LiveMatch
from server.matches.loading import Loading, answered, unavailable, unreadable
from server.matches.pace import BotPace
from server.matches.recent import Recent
from server.matches.state import MatchState

_TRIES = 20
"""How often a command is judged again after another process was faster."""

_SMALL_STEPS = frozenset({"submitted", "withdrawn", "message", "loss_noted"})
"""Entries that change nothing that lists or the clock show."""

Decide: TypeAlias = Callable[[LiveMatch, datetime], Decision | None]
"""Judges a command against the match as it now is; None if there is nothing to do."""

Keep: TypeAlias = Callable[[MatchState, Entry], KeptReply]
"""What to keep of the reply, given the state that the change leads to and its entry."""

Watcher: TypeAlias = Callable[[LiveMatch], None]
"""Looks at a match behind an entry that this process has added: what follows from it is for this process to do."""

_REMEMBERED = 10_000
"""Of how many matches it is remembered how far their logs have come, or may have."""

_TURN_SECONDS = 10
"""How long a command waits at most until those before it in the same match are done."""

_UNHEARD_SECONDS = 1.0
"""How often to look into the logs of matches somebody listens to while nothing is heard of other processes."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What a command leads to, `at` a moment at which entry `behind` was the last."""

    decision: Decision
    at: datetime
    behind: int


class Registry:
    """
    Every match of this process, at most once in memory.

    `watchers` are called after each entry that was added here. What others add is taken in as soon as it is heard of.
    `arrivals` are what is still to be judged here, `pace` is how fast matches go on by themselves.
    """

    def __init__(self, log: Log, clock: Clock, recent: Recent, pace: BotPace) -> None:
        """`recent`: the matches that stay in memory when nobody holds them."""
        self.watchers: list[Watcher] = []
        self.arrivals = Arrivals(clock)
        self.pace = pace
        self._log = log
        self._clock = clock
        self._recent = recent
        # A match somebody holds must not be loaded a second time beside it, however long ago it was used.
        self._live: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._loading = Loading(log)
        # How far logs have grown elsewhere, for matches that are just being loaded; and how often anything may have.
        self._grown: OrderedDict[str, int] = OrderedDict()
        self._interruptions = 0
        # Entries of which it is not known whether they are written, and which may still be: the last of each match.
        self._unknown: OrderedDict[str, int] = OrderedDict()
        self._following = Following(log, self._give_up)
        self._noting: set[asyncio.Task[None]] = set()

    @property
    def size(self) -> int:
        """How many matches are in memory."""
        return len(self._live)

    def hear(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        """These logs have grown up to these entries, by other processes or by this one's `own`; None: any may have."""
        if grown is None:
            self._interruptions += 1
            for live in tuple(self._live.values()):
                self._doubt(live)
            return
        for match_id, seq in grown.items():
            if own:
                # What was given up may have been written all the same, long after.
                if seq < self._unknown.get(match_id, math.inf):
                    continue
                del self._unknown[match_id]
            _remember(self._grown, match_id, seq)
            known = self._live.get(match_id)
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

    def listen(self, live: LiveMatch, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on, wherever it was added; returns how to stop."""
        stop = live.listen(viewer, listener)
        self._following.follow_up(live)
        return stop

    async def get(self, match_id: str) -> LiveMatch:
        """
        The match, from memory or from its log.

        What others are known to have added is on its way then, and not waited for: that would tell of it.

        Raises:
            UnknownError: There is none.
            UnavailableError: The database does not answer, or the match cannot be read.
        """
        live = self._live.get(match_id)
        if live is None:
            live = await self._load(match_id)
        elif live.doubtful or not self._log.hears:
            await self.refresh(live)
        self._recent.touch(match_id, live)
        return live

    async def create(
        self, match_id: str, seed: bytes, decision: Decision, keep: Keep | None, most_hosted: int
    ) -> LiveMatch:
        """
        Begin a match with its first entry; its host may have `most_hosted` that are not over.

        Raises:
            KeyTakenError: Its idempotency key was used meanwhile.
            HostFullError: The host has as many matches as it may.
            UnavailableError: The database does not answer.
        """
        now = self._clock.now()
        entry = seal(match_id, Head(), decision.kind, now, decision.facts, _nonce())
        live = LiveMatch([entry], seed)
        reply = keep(live.state, entry) if keep else None
        interruptions = self._interruptions
        row = summarise(live.state, self.pace.due_at(live.state, now))
        await self._append(Append(entry, row, reply, seed.hex(), most_hosted))
        live = self._hold(live, interruptions)
        self._recent.touch(match_id, live)
        self._notify(live)
        return live

    async def change(self, live: LiveMatch, decide: Decide, keep: Keep | None = None) -> Entry | None:
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

    async def advance(self, live: LiveMatch, decide: Decide) -> Entry | None:
        """As `change`, of the server's own accord: nobody sees how long that takes, so it is judged in its turn."""
        return await self._carry_out(live, decide, None, None)

    async def judge(self, live: LiveMatch, decide: Decide) -> None:
        """
        Judge a command as `change` does, and append nothing.

        Raises:
            MoiraiError: The command would be refused.
            UnavailableError: The database does not answer.
        """
        await self._judge(live, decide)

    async def refresh(self, live: LiveMatch) -> None:
        """Take in what the log knows more than memory does."""
        await self._catch_up(live)

    async def _judge(self, live: LiveMatch, decide: Decide) -> _Judged | None:
        """
        Judge a command as the match is now; None if it leads to nothing.

        What is refused or idle here may be right where the match has moved on without us, so then the log is looked
        into: once, whatever is found there, so that a refusal takes as long as any other.
        """
        looked = False
        while True:
            if live.given_up:
                raise unreadable()
            now, decision, refusal = self._clock.now(), None, None
            try:
                decision = decide(live, now)
            except ThrottledError:
                raise  # What has happened meanwhile can only have been more.
            except MoiraiError as error:
                refusal = error
            if decision is not None and (looked or not live.behind):
                return _Judged(decision, now, live.head.seq)
            grown = not looked and await self._catch_up(live)
            if decision is None and not grown:
                if refusal is not None:
                    raise refusal
                return None
            looked = True

    async def _carry_out(
        self, live: LiveMatch, decide: Decide, keep: Keep | None, judged: _Judged | None
    ) -> Entry | None:
        """Append what a command leads to; `judged` is what was found before its turn, if it was judged before."""
        await _take_turn(live)
        try:
            for _ in range(_TRIES):
                if judged is None or judged.behind != live.head.seq or live.behind or live.given_up:
                    judged = await self._judge(live, decide)
                if judged is None:
                    return None
                decision, now = judged.decision, judged.at
                entry = seal(live.state.match_id, live.head, decision.kind, now, decision.facts, _nonce())
                step = live.next_step(entry)
                state = step.state
                row = summarise(state, self.pace.due_at(state, now)) if _shows(decision, live.state, state) else None
                try:
                    await self._append(Append(entry, row, keep(state, entry) if keep else None))
                except HeadMovedError:
                    await self._catch_up(live)
                    judged = None
                    continue
                except KeyTakenError:
                    raise
                except BaseException:
                    _remember(self._unknown, entry.match_id, entry.seq)
                    self._doubt(live)
                    raise
                # Whoever looked into the log meanwhile may have found it there and taken it in.
                if live.head.seq < entry.seq:
                    live.take(step)
                self._notify(live)
                return entry
        finally:
            live.lock.release()
        raise UnavailableError("too_busy", "This match is changing too fast. Try again.")

    async def _append(self, append: Append) -> None:
        entry = append.entry
        try:
            await self._log.append(append)
            log.debug("%s: entry %d, %s", entry.match_id, entry.seq, entry.kind)
        except LogUnavailableError as error:
            raise unavailable() from error

    async def _catch_up(self, live: LiveMatch) -> bool:
        """Take in what was appended behind the head; whether there was anything, if only for others to take in."""
        if live.given_up:
            raise unreadable()
        return await answered(self._following.catch_up(live))

    def _doubt(self, live: LiveMatch) -> None:
        """Note that the log may have grown unseen, and look."""
        live.doubts += 1
        self._following.follow_up(live)

    def _give_up(self, live: LiveMatch, why: BrokenLogError) -> None:
        """Hold a copy no longer that its log does not continue: whoever asks next has the match read anew."""
        match_id = live.state.match_id
        if live.given_up:
            return
        if self._live.get(match_id) is live:
            del self._live[match_id]
        self._recent.forget(match_id)
        if isinstance(why, LostTailError):
            figures.lost_tails += 1
            log.error("acknowledged entries are gone from a log: %s", why)
            live.give_up("entries_lost")
            note = partial(self._note_loss, match_id, live.head)
            noting = asyncio.create_task(keep_running(f"noting a loss in {match_id}", note), context=Context())
            self._noting.add(noting)
            noting.add_done_callback(self._noting.discard)
        else:
            log.error("a match cannot be read: %s", describe(why))
            live.give_up("match_unreadable")
            self._loading.failed(match_id)

    async def _note_loss(self, match_id: str, lost: Head) -> None:
        """Note in the log itself, for its host, which head was lost."""
        with suppress(UnknownError):  # Nothing of the match is left, and nobody to be told.
            live = await self.get(match_id)
            await self.advance(live, lambda live, _: commands.note_loss(live.state, lost))

    async def _load(self, match_id: str) -> LiveMatch:
        return await self._loading.load(match_id, partial(self._hold, interruptions=self._interruptions))

    def _hold(self, read: LiveMatch, interruptions: int) -> LiveMatch:
        """
        Have a match in memory that was just written or read, and note on it what was heard of it meanwhile.

        `interruptions`: as they were when that began. If another copy is there by now, that one stays.
        """
        live = self._live.setdefault(read.state.match_id, read)
        live.grown_to = max(live.grown_to, self._grown.get(live.state.match_id, 0))
        live.doubts += interruptions != self._interruptions
        self._following.follow_up(live)
        return live

    def _notify(self, live: LiveMatch) -> None:
        for watcher in self.watchers:
            watcher(live)


def _shows(decision: Decision, before: MatchState, after: MatchState) -> bool:
    """
    Whether the entry changes what lists show, or when the server must next do something.

    Where the last submission closes the phase, each is taken for one that may: else the time that one takes would tell
    whether it is the last.
    """
    if decision.kind not in _SMALL_STEPS or after.awaits_server != before.awaits_server:
        return True
    return decision.kind != "message" and after.may_close_early


async def _take_turn(live: LiveMatch) -> None:
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
        raise UnavailableError("too_busy", "Too much is waiting in this match. Try again.") from error


def _remember(heads: OrderedDict[str, int], match_id: str, seq: int) -> None:
    """Note how far a log has grown; of those heard of longest ago it is forgotten."""
    heads[match_id] = seq
    heads.move_to_end(match_id)
    if len(heads) > _REMEMBERED:
        heads.popitem(last=False)


def _nonce() -> bytes:
    return secrets.token_bytes(16)
