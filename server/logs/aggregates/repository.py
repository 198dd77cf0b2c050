"""The repository of one kind of log: loads aggregates, keeps them in memory, and catches up with other processes."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import Context
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from engines.kit import HOST, Viewer
from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.aggregate import Step, Unread
from server.logs.aggregates.commands import Commands, Keep, new_nonce, remember
from server.logs.aggregates.events import Listener
from server.logs.aggregates.kind import AggregateT, Kind, ListedKind
from server.logs.aggregates.loading import Loading, unavailable
from server.logs.aggregates.memory import Recent
from server.logs.aggregates.turns import Turns
from server.logs.store.contract import Append, BrokenLogError, Log, LogUnavailableError, LostTailError
from server.logs.store.entry import Decision, Head, seal
from server.logs.store.summaries import Tables
from server.runtime.activity import Activity
from server.runtime.background import every, keep_running
from server.runtime.clock.clock import Clock
from server.runtime.failures import describe
from server.runtime.metrics import metrics

_UNHEARD_SECONDS: Final = 1.0
"""How often to read the logs that have listeners while no notices from other processes arrive."""

log = logging.getLogger(__name__)


class Repository(Commands[AggregateT]):
    """
    The aggregates of one kind, each at most once in the memory of this process, and the commands that change them.

    Entries of other processes are applied as soon as a notice arrives.
    """

    def __init__(
        self, kind: Kind[AggregateT], log: Log, clock: Clock, recent: Recent, turns: Turns | None = None
    ) -> None:
        """
        `recent`: the aggregates that stay in memory without other references; `turns` places new ones in lists, if
        there are lists of this kind.
        """
        super().__init__(kind, log, clock)
        self._recent = recent
        self._turns = turns
        # An aggregate with references must not be loaded a second time, however long ago it was last used.
        self._live: WeakValueDictionary[str, AggregateT] = WeakValueDictionary()
        self._loading = Loading(kind, log)
        # The last known entries of logs that have grown elsewhere and may be loading, and the number of interruptions,
        # during which any log may have grown.
        self._grown: OrderedDict[str, int] = OrderedDict()
        self._interruptions = 0
        self._noting: set[asyncio.Task[None]] = set()
        # Are called with the id of a log that somebody begins to follow.
        self.when_followed: list[Callable[[str], None]] = []
        # The logs that this process has read, and that wait for one that knows a fact of a newer server.
        self.unread: dict[str, Unread] = {}

    @property
    def epoch(self) -> str:
        """Of which epoch the database is: cursors of another one mean nothing."""
        return self._log.epoch

    @property
    def size(self) -> int:
        """Number of aggregates in memory."""
        return len(self._live)

    def hear(self, grown: Mapping[str, int] | None, *, own: bool = False) -> None:
        """
        Handle a notice that logs have grown up to these entries (`own`: by this process); None: any may have grown.
        """
        if own:
            return
        if grown is None:
            self._interruptions += 1
            for live in tuple(self._live.values()):
                self._doubt(live)
            return
        for log_id, seq in grown.items():
            if not self._kind.owns(log_id):
                continue
            remember(self._grown, log_id, seq)
            known = self._live.get(log_id)
            if known is not None:
                known.grown_to = max(seq, known.grown_to)
                self._following.follow_up(known)

    @property
    def held(self) -> Mapping[str, int]:
        """The logs in memory, and the number of the last entry of each."""
        return {log_id: live.head.seq for log_id, live in self._live.items()}

    async def follow_unheard(self, activity: Activity) -> None:
        """Poll the logs that have listeners while no notices arrive; until cancelled."""
        failure = "logs that are not heard cannot be followed"
        await every(_UNHEARD_SECONDS, self._poll_unheard, failure, activity=activity)

    async def _poll_unheard(self) -> None:
        if not self._log.hears:
            for live in tuple(self._live.values()):
                if live.listened_to:
                    self._doubt(live)

    def listen(self, live: AggregateT, viewer: Viewer, listener: Listener) -> Callable[[], None]:
        """
        Send every event from now on to the listener; returns a function that stops this.

        Raises:
            UnavailableError: The copy was discarded since `get` has returned it, so there would be no events. Or it may
                be of another epoch than the database by now, so its events would not be those of a later `get`.
        """
        if live.given_up or live.doubtful:
            raise self._kind.unreadable()
        stop = live.listen(viewer, listener)
        self._following.follow_up(live)
        for call in self.when_followed:
            call(live.log_id)
        return stop

    def holds(self, log_id: str) -> bool:
        """Whether a log is in memory."""
        return log_id in self._live

    def is_followed(self, log_id: str) -> bool:
        """Whether somebody listens to a log in this process."""
        live = self._live.get(log_id)
        return live is not None and live.listened_to

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
        entry = seal(log_id, Head(), decision.kind, now, decision.facts, new_nonce())
        live = self._kind.fold([entry], seed)
        reply = keep(live.state, entry) if keep else None
        interruptions = self._interruptions
        step = Step(entry, tuple(live.facts_for(0, HOST)), live.state)
        row, marks = self._kind.row(None, step, now), self._kind.marks(None, step)
        if row is not None and self._turns is not None:
            row = await self._turns.give_place(row)
        owes = self._kind.owes(live.state)
        await self._append(Append(entry, row, reply, seed.hex() or None, most_owned, marks, owes))
        live = self._hold(live, interruptions)
        live.has_news |= bool(marks)
        self._recent.touch(log_id, live)
        self._notify(live)
        return live

    def find_in_memory(self, log_id: str) -> AggregateT | None:
        """Return the aggregate if `get` would return it at once."""
        live = self._live.get(log_id)
        if live is None or live.doubtful or not self._log.hears:
            return None
        self._recent.touch(log_id, live)
        return live

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
            await live.turn.take()
            try:
                # A step that is sealed but not applied would bring back what the state before it contains.
                await fresh.take_in(await self._log.read(log_id, fresh.head.seq))
                if fresh.head.seq >= live.head.seq:
                    live.become(fresh)
                else:
                    raise LogUnavailableError(f"{log_id}: less was read than is known")
            finally:
                live.turn.pass_on()
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
            note = partial(self.note_loss, log_id, live.head)
            noting = asyncio.create_task(keep_running(f"noting a loss in {log_id}", note), context=Context())
            self._noting.add(noting)
            noting.add_done_callback(self._noting.discard)
        else:
            log.error("a log cannot be read: %s", describe(why))
            live.give_up("unreadable")
            self._loading.record_failure(log_id)

    @property
    def tables(self) -> Tables | None:
        """The tables with the rows of these logs, if lists show them."""
        return self._kind.tables if isinstance(self._kind, ListedKind) else None

    def forget_unread(self, ended: Collection[str]) -> None:
        """Forget what waits in logs that are over."""
        for log_id in ended:
            self.unread.pop(log_id, None)

    def _note_unread(self, live: AggregateT) -> None:
        if live.unread is None:
            self.unread.pop(live.log_id, None)  # Its end was lost, with what was not known.
        elif live.log_id not in self.unread:
            self.unread[live.log_id] = live.unread
            log.warning("%s waits for a process that knows more: %s", live.log_id, live.unread)

    async def note_loss(self, log_id: str, lost: Head) -> None:
        """
        Record the lost head in the log itself, for its host; once, and if there is such a log of this kind.

        Raises:
            UnavailableError: The database does not respond, or the log cannot be read.
        """
        try:
            live = await self.get(log_id)
        except UnavailableError:
            raise
        except RefusedError:
            return  # nothing of the log is left, so nobody can be notified
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
        self._note_unread(live)
        live.grown_to = max(live.grown_to, self._grown.get(live.log_id, 0))
        live.doubts += interruptions != self._interruptions
        self._following.follow_up(live)
        return live
