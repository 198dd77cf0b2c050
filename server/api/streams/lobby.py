"""
The list of public matches as a stream: the list, then the matches that have changed.

It contains nothing but listings. So an entry that leaves the listing of its match unchanged, such as a submission, must
cause nothing: each process remembers what it sent to its readers last.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Final, Literal

from server.api.streams.mailbox import Mailbox
from server.api.streams.sse import mailbox_events
from server.api.streams.streams import Streams
from server.matches.lists.directory import Directory, PublicMatch
from server.matches.lists.listings import parse_listing, render_listing
from server.matches.lists.summary import UNENDED
from server.matches.match import Match
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.ids import is_id
from server.runtime.time_slices import Pace
from server.runtime.times import timestamp

COLLECT_SECONDS: Final = 1.0
"""How long changes are collected before they are sent together."""

LISTED: Final = 100
"""The maximum number of matches in a list."""

SENT_TOGETHER: Final = 25
"""How many changed matches are sent together; the others wait for the next time. Hosts take turns."""

KNOWN: Final = 1_000
"""How many matches are remembered: the first ones of the list. Changes of others are not sent."""

READ_TOGETHER: Final = 1_000
"""How many logs that have grown are read together."""

MOST_GROWN: Final = 10_000
"""How many matches may wait to be read; if there are more, readers get the whole list again."""


class Lobby:
    """Sends its readers the public matches that are new or have changed."""

    def __init__(self, directory: Directory, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock
        self._readers: set[Mailbox] = set()
        self._newcomers: set[Mailbox] = set()
        # Public matches as readers know them, by id; None: not known, to be read.
        self._known: dict[str, PublicMatch] | None = None
        # Matches up to this place are not sent, because nobody knows whether they have changed.
        self._floor = ""
        # Logs that have grown, and matches that have grown and wait to be sent, by their hosts; oldest growth first.
        self._grown: dict[str, None] = {}
        self._waiting: dict[str, dict[str, None]] = {}

    def join(self, mailbox: Mailbox) -> None:
        """Send the list and then its changes to the mailbox, until it leaves."""
        self._newcomers.add(mailbox)

    def leave(self, mailbox: Mailbox) -> None:
        self._newcomers.discard(mailbox)
        self._readers.discard(mailbox)

    def note(self, live: Match) -> None:
        """Note an entry that this process has appended."""
        self.hear({live.log_id: live.head.seq})

    def hear(self, grown: Mapping[str, int] | None) -> None:
        """Note that these logs have grown; None: any may have grown."""
        if self._known is None:
            return
        self._grown.update(dict.fromkeys(filter(is_id, grown or ())))  # logs of other kinds grow too
        if grown is None or len(self._grown) + sum(map(len, self._waiting.values())) > MOST_GROWN:
            self._known = None

    async def run(self) -> None:
        """Publish changes periodically, until cancelled."""
        await every(COLLECT_SECONDS, self.publish, "the list of matches waits")

    async def publish(self) -> int:
        """Send changes to readers, and the whole list to newcomers; return the number of frames."""
        if not self._readers and not self._newcomers:
            self._known = None
            return 0
        if self._known is None:
            await self._read_all()
            self._newcomers |= self._readers
            self._readers.clear()
        sent = 0
        known = self._known
        if known is not None and (changed := await self._read_changed(known)):
            sent += await self._send(self._readers, await _frame("changes", changed, self._clock))
        if known is not None and self._newcomers:
            frame = await _frame("list", sorted(known.values(), key=_position, reverse=True)[:LISTED], self._clock)
            newcomers, self._newcomers = self._newcomers, set()
            self._readers |= newcomers
            sent += await self._send(newcomers, frame)
        return sent

    async def _read_all(self) -> None:
        """Read the list; it is read again if a change is missed in the meantime."""
        self._grown.clear()
        self._waiting.clear()
        # Logs that grow during this are read after it.
        known: dict[str, PublicMatch] = {}
        self._known = known
        try:
            first = await self._directory.first_public(KNOWN)
        except BaseException:
            self._known = None
            raise
        known |= {match.match_id: match for match in first}
        self._floor = first[-1].place if len(first) == KNOWN else ""

    async def _read_changed(self, known: dict[str, PublicMatch]) -> list[PublicMatch]:
        """Return the matches that differ from what readers know, of those whose turn it is."""
        await self._queue_by_hosts()
        turns = self._take_turns()
        if not turns:
            return []
        try:
            found = await self._directory.public_of(turns)
        except BaseException:
            self._grown.update(dict.fromkeys(turns))
            raise
        changed = []
        for match in sorted(found):
            before = known.get(match.match_id)
            if before is None and (match.place <= self._floor or match.status not in UNENDED):
                continue
            if before != match:
                known[match.match_id] = match
                changed.append(match)
        self._forget(known)
        return changed

    async def _queue_by_hosts(self) -> None:
        """Let the matches that have grown wait behind others of their hosts."""
        grown = [*self._grown][:READ_TOGETHER]
        hosts = await self._directory.public_hosts(grown) if grown else {}
        for match_id in grown:
            self._grown.pop(match_id, None)
            if match_id in hosts:
                self._waiting.setdefault(hosts[match_id], {})[match_id] = None

    def _take_turns(self) -> list[str]:
        """Return the matches to send now: one of each host, again and again."""
        turns: list[str] = []
        while self._waiting and len(turns) < SENT_TOGETHER:
            host = next(iter(self._waiting))
            waiting = self._waiting.pop(host)
            turns.append(next(iter(waiting)))
            del waiting[turns[-1]]
            if waiting:
                self._waiting[host] = waiting
        return turns

    def _forget(self, known: dict[str, PublicMatch]) -> None:
        if len(known) > 2 * KNOWN:
            for match in sorted(known.values(), key=_position)[:-KNOWN]:
                del known[match.match_id]
                self._floor = match.place

    async def _send(self, mailboxes: set[Mailbox], frame: str) -> int:
        pace = Pace()
        for mailbox in tuple(mailboxes):
            mailbox.deliver(frame)
            await pace.rest()
        return len(mailboxes)


def _position(match: PublicMatch) -> tuple[str, str]:
    return match.place, match.match_id


async def _frame(kind: Literal["list", "changes"], matches: Sequence[PublicMatch], clock: Clock) -> str:
    texts, pace = [], Pace()
    for match in matches:
        # Rows of earlier servers lack fields.
        texts.append(render_listing(parse_listing(match.listing)))
        await pace.rest()
    places = json.dumps([match.place for match in matches])
    now = timestamp(clock.now())
    return f'data: {{"type":"{kind}","matches":[{",".join(texts)}],"places":{places},"server_now":"{now}"}}\n\n'


async def lobby_stream(streams: Streams, lobby: Lobby, mailbox: Mailbox) -> AsyncIterator[str]:
    """Yield the list of public matches and its changes as server-sent events, until the mailbox is closed."""
    with ExitStack() as leaving:
        leaving.callback(streams.disown, mailbox)
        leaving.callback(lobby.leave, mailbox)
        lobby.join(mailbox)
        async for event in mailbox_events(streams, mailbox):
            yield event
