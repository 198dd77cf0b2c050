"""
The matches in memory: loaded from the log, changed through it, caught up from it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextvars import Context
from datetime import datetime
from typing import TypeAlias, TypeVar
from weakref import WeakValueDictionary

from engines.contract import Viewer
from server.access import UNKNOWN_MATCH
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

_FOLDED_AT_ONCE = 200
"""How many entries of a match that is read are folded before others have their turn; they take some milliseconds."""

_RETRY_SECONDS = 1

_REMEMBERED_HEADS = 10_000

_T = TypeVar("_T")

log = logging.getLogger(__name__)


class Registry:
    """
    Every match of this process, at most once in memory.

    `watchers` are called after each entry that was added here. What others add is taken in at once where somebody
    listens to the match, and otherwise when it is next asked for.
    """

    def __init__(self, log: Log, clock: Clock, capacity: int) -> None:
        """`capacity`: how many matches stay in memory that nobody holds."""
        self.watchers: list[Watcher] = []
        self._log = log
        self._clock = clock
        self._capacity = capacity
        self._recent: OrderedDict[str, LiveMatch] = OrderedDict()
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
                live.doubtful = True
                self._follow_up(live)
            return
        for match_id, seq in grown.items():
            _remember(self._grown, match_id, seq, _REMEMBERED_HEADS)
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

        Raises:
            UnknownError: There is none.
            UnavailableError: The database does not answer.
        """
        live = self._live.get(match_id)
        if live is None:
            live = await self._load(match_id)
        elif live.behind:
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
        await self._append(Append(entry, summarise(live.state, now), reply, seed.hex(), most_hosted))
        live = self._hold(self._live.setdefault(match_id, live), interruptions)
        self._touch(match_id, live)
        self._notify(live)
        return live

    async def change(self, live: LiveMatch, decide: Decide, keep: Keep | None = None) -> Entry | None:
        """
        Judge a command and append what it leads to; None if it led to nothing.

        Raises:
            MoiraiError: The command is refused.
            KeyTakenError: Its idempotency key was used meanwhile.
            UnavailableError: The database does not answer; whether the entry was written is not known.
        """
        async with live.lock:
            if live.behind:
                await self._catch_up(live)
            for _ in range(_TRIES):
                now = self._clock.now()
                decision, refusal = None, None
                try:
                    decision = decide(live, now)
                except ThrottledError:
                    raise  # What has happened meanwhile can only have been more.
                except MoiraiError as error:
                    refusal = error
                if decision is None:
                    # What is refused or idle here may be right where the match has moved on without us.
                    if await self._catch_up(live):
                        continue
                    if refusal is not None:
                        raise refusal
                    return None
                entry = seal(live.state.match_id, live.head, decision.kind, now, decision.facts, _nonce())
                step = live.next_step(entry)
                state = step.state
                same_for_lists = decision.kind in _SMALL_STEPS and state.awaits_server == live.state.awaits_server
                row = None if same_for_lists else summarise(state, now)
                try:
                    await self._append(Append(entry, row, keep(state, entry) if keep else None))
                except HeadMovedError:
                    await self._catch_up(live)
                    continue
                except KeyTakenError:
                    raise
                except BaseException:
                    live.doubtful = True
                    raise
                live.take(step)
                self._notify(live)
                return entry
        raise UnavailableError("too_busy", "This match is changing too fast. Try again.")

    async def judge(self, live: LiveMatch, decide: Decide) -> None:
        """
        Judge a command as `change` does, and append nothing.

        Raises:
            MoiraiError: The command would be refused.
            UnavailableError: The database does not answer.
        """
        async with live.lock:
            try:
                decide(live, self._clock.now())
            except ThrottledError:
                raise
            except MoiraiError:
                if not await self._catch_up(live):
                    raise
                decide(live, self._clock.now())

    async def refresh(self, live: LiveMatch) -> None:
        """Take in what the log knows more than memory does."""
        async with live.lock:
            await self._catch_up(live)

    async def look_again(self, live: LiveMatch) -> None:
        """Take in what the log knows more than memory does; if that is nothing, without waiting for a change."""
        if await self._read(live.state.match_id, live.head.seq):
            await self.refresh(live)

    async def _append(self, append: Append) -> None:
        entry = append.entry
        try:
            await self._log.append(append)
            log.debug("%s: entry %d, %s", entry.match_id, entry.seq, entry.kind)
        except LogUnavailableError as error:
            raise _unavailable() from error

    async def _catch_up(self, live: LiveMatch) -> bool:
        """Take in what other processes have appended; whether there was anything."""
        live.doubtful = False  # Before reading: what is heard meanwhile must not be forgotten.
        try:
            entries = await self._read(live.state.match_id, live.head.seq)
        except BaseException:
            live.doubtful = True
            raise
        figures.catch_ups += 1
        figures.caught_up += len(entries)
        for entry in entries:
            live.apply(entry)
        return bool(entries)

    def _follow_up(self, live: LiveMatch) -> None:
        """Catch up in the background, if somebody listens."""
        if not (live.behind and live.is_heard):
            return
        self._behind.add(live)
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up_all(), context=Context())

    async def _catch_up_all(self) -> None:
        """Catch up with one query for many matches."""
        try:
            while self._behind:
                behind, self._behind = self._behind, set()
                try:
                    await self._catch_up_with(behind)
                except LogUnavailableError as error:
                    log.warning("cannot catch up: %s", summary(error))
                    self._behind |= behind
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            self._catching_up = None

    async def _catch_up_with(self, behind: Iterable[LiveMatch]) -> None:
        for live in behind:
            live.doubtful = False
        try:
            entries = await self._log.read_many({live.state.match_id: live.head.seq for live in behind})
        except BaseException:
            for live in behind:
                live.doubtful = True
            raise
        figures.catch_ups += 1
        figures.caught_up += len(entries)
        added: dict[str, list[Entry]] = {}
        for entry in entries:
            added.setdefault(entry.match_id, []).append(entry)
        for live in behind:
            async with live.lock:
                for entry in added.get(live.state.match_id, ()):
                    if entry.seq == live.head.seq + 1:  # Not those it has taken in meanwhile.
                        live.apply(entry)

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
        entries = await self._read(match_id, 0)
        if not entries:
            raise UNKNOWN_MATCH.error()
        live = LiveMatch(entries[:1], await self._answered(self._log.seed(match_id)))
        for at, entry in enumerate(entries[1:], 1):
            if at % _FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
            live.apply(entry)
        self._live[match_id] = live
        return self._hold(live, interruptions)

    def _hold(self, live: LiveMatch, interruptions: int) -> LiveMatch:
        """Note on a match that was just written or read what was heard of it meanwhile."""
        live.grown_to = self._grown.get(live.state.match_id, 0)
        live.doubtful = interruptions != self._interruptions
        return live

    async def _read(self, match_id: str, after: int) -> list[Entry]:
        return await self._answered(self._log.read(match_id, after))

    async def _answered(self, read: Awaitable[_T]) -> _T:
        try:
            return await read
        except LogUnavailableError as error:
            raise _unavailable() from error

    def _touch(self, match_id: str, live: LiveMatch) -> None:
        _remember(self._recent, match_id, live, self._capacity)

    def _notify(self, live: LiveMatch) -> None:
        for watcher in self.watchers:
            watcher(live)


def _remember(memory: OrderedDict[str, _T], key: str, value: _T, capacity: int) -> None:
    """Put into a memory of what was used last."""
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > capacity:
        memory.popitem(last=False)


def _nonce() -> bytes:
    return secrets.token_bytes(16)


def _unavailable() -> UnavailableError:
    return UnavailableError("database_unavailable", "The database does not answer. Try again in a moment.")
