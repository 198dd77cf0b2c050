"""
The matches in memory: loaded from the log, changed through it, caught up from it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias, TypeVar
from weakref import WeakValueDictionary

from engines.contract import Viewer
from server.access import UNKNOWN_MATCH
from server.clock.arrivals import Arrivals
from server.clock.clock import Clock
from server.errors import MoiraiError, ThrottledError, UnavailableError
from server.failures import summary
from server.figures import figures
from server.ids import is_id
from server.log.contract import Append, HeadMovedError, KeptReply, KeyTakenError, Log, LogUnavailableError
from server.log.entry import Entry, Head, seal
from server.matches.commands import Decision
from server.matches.directory import summarise
from server.matches.live import Listener, LiveMatch
from server.matches.pace import BotPace
from server.matches.recent import Recent
from server.matches.state import MatchState

_TRIES = 20
"""How often a command is judged again after another process was faster."""

_SMALL_STEPS = frozenset({"submitted", "withdrawn", "message"})
"""Entries that change nothing that lists or the clock show."""

Decide: TypeAlias = Callable[[LiveMatch, datetime], Decision | None]
"""Judges a command against the match as it now is; None if there is nothing to do."""

Keep: TypeAlias = Callable[[MatchState, Entry], KeptReply]
"""What to keep of the reply, given the state that the change leads to and its entry."""

Watcher: TypeAlias = Callable[[LiveMatch], None]
"""Looks at a match behind an entry that this process has added: what follows from it is for this process to do."""

_READ_AT_ONCE = 200
"""How many entries of a match are read and parsed at once; that takes some milliseconds."""

_CAUGHT_UP_AT_ONCE = 100
"""With how many matches to catch up by one query."""

_RETRY_SECONDS = 1

_REMEMBERED_HEADS = 10_000

_T = TypeVar("_T")

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
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        # How far logs have grown elsewhere, for matches that are just being loaded; and how often anything may have.
        self._grown: OrderedDict[str, int] = OrderedDict()
        self._interruptions = 0
        self._behind: set[LiveMatch] = set()
        self._catching_up: asyncio.Task[None] | None = None

    @property
    def size(self) -> int:
        """How many matches are in memory."""
        return len(self._live)

    def hear(self, grown: Mapping[str, int] | None) -> None:
        """Other processes have added to these logs, up to these entries; None: to any."""
        if grown is None:
            self._interruptions += 1
            for live in self._live.values():
                live.doubts += 1
                self._follow_up(live)
            return
        for match_id, seq in grown.items():
            _remember(self._grown, match_id, seq)
            known = self._live.get(match_id)
            if known is not None:
                known.grown_to = max(seq, known.grown_to)
                self._follow_up(known)

    def listen(self, live: LiveMatch, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """Tell the listener every event from now on, wherever it was added; returns how to stop."""
        stop = live.listen(viewer, listener)
        self._follow_up(live)
        return stop

    async def get(self, match_id: str) -> LiveMatch:
        """
        The match, from memory or from its log.

        What others are known to have added is on its way then, and not waited for: that would tell of it.

        Raises:
            UnknownError: There is none.
            UnavailableError: The database does not answer.
        """
        live = self._live.get(match_id)
        if live is None:
            live = await self._load(match_id)
        elif live.doubtful:
            await self.refresh(live)
        self._touch(match_id, live)
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
        live = self._hold(self._live.setdefault(match_id, live), interruptions)
        self._touch(match_id, live)
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
        async with live.lock:
            for _ in range(_TRIES):
                if judged is None or judged.behind != live.head.seq or live.behind:
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
                    live.doubts += 1
                    raise
                # Whoever looked into the log meanwhile may have found it there and taken it in.
                if live.head.seq < entry.seq:
                    live.take(step)
                self._notify(live)
                return entry
        raise UnavailableError("too_busy", "This match is changing too fast. Try again.")

    async def _append(self, append: Append) -> None:
        entry = append.entry
        try:
            await self._log.append(append)
            log.debug("%s: entry %d, %s", entry.match_id, entry.seq, entry.kind)
        except LogUnavailableError as error:
            raise _unavailable() from error

    async def _catch_up(self, live: LiveMatch) -> bool:
        """Take in what was appended behind the head; whether there was anything, if only for others to take in."""
        doubts = live.doubts  # What is doubted while it is read is not settled by that.
        entries = await self._read(live.state.match_id, live.head.seq)
        figures.catch_ups += 1
        figures.caught_up += len(entries)
        await _take_in(live, entries, doubts)
        return bool(entries)

    def _follow_up(self, live: LiveMatch) -> None:
        """
        Catch up in the background, whether or not anybody looks.

        A call that has to read what others did would tell by the time it takes that they have done something.
        """
        if not live.behind:
            return
        self._behind.add(live)
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up_all(), context=Context())

    async def _catch_up_all(self) -> None:
        """Catch up with one query for many matches."""
        try:
            while self._behind:
                behind = [self._behind.pop() for _ in range(min(len(self._behind), _CAUGHT_UP_AT_ONCE))]
                try:
                    await self._catch_up_with(behind)
                except LogUnavailableError as error:
                    log.warning("cannot catch up: %s", summary(error))
                    self._behind.update(behind)
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._catching_up = None

    async def _catch_up_with(self, behind: Sequence[LiveMatch]) -> None:
        doubts = [live.doubts for live in behind]
        entries = await self._log.read_many({live.state.match_id: live.head.seq for live in behind})
        figures.catch_ups += 1
        figures.caught_up += len(entries)
        added: dict[str, list[Entry]] = {}
        for entry in entries:
            added.setdefault(entry.match_id, []).append(entry)
        for live, doubted in zip(behind, doubts, strict=True):
            await _take_in(live, added.get(live.state.match_id, ()), doubted)
            await asyncio.sleep(0)

    async def _load(self, match_id: str) -> LiveMatch:
        if not is_id(match_id):
            raise UNKNOWN_MATCH.error()
        loading = self._loading.get(match_id)
        if loading is None:
            loading = asyncio.create_task(self._read_match(match_id))
            self._loading[match_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        # Shielded: one caller that goes away must not take the match from the others who wait for it.
        return await asyncio.shield(loading)

    async def _read_match(self, match_id: str) -> LiveMatch:
        interruptions = self._interruptions
        entries = await self._read(match_id, 0, _READ_AT_ONCE)
        if not entries:
            raise UNKNOWN_MATCH.error()
        live = LiveMatch(entries[:1], await self._answered(self._log.seed(match_id)))
        await live.take_in(entries[1:])
        while len(entries) == _READ_AT_ONCE:
            entries = await self._read(match_id, live.head.seq, _READ_AT_ONCE)
            await live.take_in(entries)
        self._live[match_id] = live
        return self._hold(live, interruptions)

    def _hold(self, live: LiveMatch, interruptions: int) -> LiveMatch:
        """Note on a match that was just written or read what was heard of it meanwhile."""
        live.grown_to = self._grown.get(live.state.match_id, 0)
        live.doubts += interruptions != self._interruptions
        return live

    async def _read(self, match_id: str, after: int, limit: int | None = None) -> list[Entry]:
        return await self._answered(self._log.read(match_id, after, limit))

    async def _answered(self, read: Awaitable[_T]) -> _T:
        try:
            return await read
        except LogUnavailableError as error:
            raise _unavailable() from error

    def _touch(self, match_id: str, live: LiveMatch) -> None:
        self._recent.touch(match_id, live)

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


async def _take_in(live: LiveMatch, entries: Iterable[Entry], doubts: int) -> None:
    """
    Take in what was read from the log when there were so many doubts, without waiting for what is being committed.

    That will find that it comes too late, or is one of the entries.
    """
    await live.take_in(entries)
    live.settled_doubts = max(live.settled_doubts, doubts)


def _remember(heads: OrderedDict[str, int], match_id: str, seq: int) -> None:
    """Note how far a log has grown; of those heard of longest ago it is forgotten."""
    heads[match_id] = seq
    heads.move_to_end(match_id)
    if len(heads) > _REMEMBERED_HEADS:
        heads.popitem(last=False)


def _nonce() -> bytes:
    return secrets.token_bytes(16)


def _unavailable() -> UnavailableError:
    return UnavailableError("database_unavailable", "The database does not answer. Try again in a moment.")
