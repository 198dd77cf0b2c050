"""
A viewer's stream after a cursor: first the missed events, then new events.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engines.kit import Viewer
from server.aggregates.aggregate import Aggregate
from server.aggregates.events import CutOff, Event
from server.costs import of_bytes, of_entries
from server.errors import RefusedError
from server.identity.players import Player
from server.matches.match import Match
from server.matches.roles import allow_to_watch, viewer_of
from server.matches.service import require_cursor
from server.matches.state import MatchState
from server.news.inbox import EVENTS, OWNER, Inbox
from server.news.inboxes import Inboxes
from server.stream.close_codes import CloseCode
from server.stream.mailbox import Mailbox
from server.stream.payer import Payer
from server.stream.streams import Streams
from server.time_slices import Pace

_PAGE_EVENTS: Final = 32
_PAGE_CHARACTERS: Final = 32_768


@dataclass(frozen=True, slots=True)
class Feed:
    """
    One viewer's subscription to one log.

    `viewer` and `cursor` are those at its beginning; `missed` yields pages of the events between the requested cursor
    and that one (`replay`); all later events go to the mailbox. `stop` ends the subscription.
    """

    viewer: Viewer
    cursor: int
    missed: Iterator[list[str]]
    stop: Callable[[], None]


Render: TypeAlias = Callable[[Event], str]
"""Renders an event as text for a mailbox."""


def follow(
    operation: str, streams: Streams, live: Match, player: Player | None, after: int, mailbox: Mailbox, render: Render
) -> Feed:
    """
    Subscribe a mailbox to the player's events after cursor `after`, for this operation; None: without a token.

    Does not yield to other tasks, so there is no gap between missed and new events.

    Raises:
        RefusedError: The player may not know of the match, or the cursor is ahead of the player's stream.
    """
    viewer = allow_to_watch(operation, player, live.state)
    cursor = live.projection(viewer).cursor
    require_cursor(after, cursor)
    stop = streams.repository.listen(live, viewer, _Listener(player, viewer, mailbox, render))
    return Feed(viewer, cursor, _missed(live, viewer, after, cursor, render), stop)


def follow_own(inboxes: Inboxes, live: Inbox, after: int, mailbox: Mailbox, render: Render) -> Feed:
    """
    Subscribe a mailbox to a player's own stream after cursor `after`, which is in the log `live` or at its beginning.

    When the log is full, the mailbox is cut, because its reader must resume in the next one. If `live.full` already,
    the reader must do so after the missed events. Does not yield to other tasks.

    Raises:
        RefusedError: The cursor is ahead of the stream.
    """
    cursor = live.begins_after + live.projection(OWNER).cursor
    require_cursor(after, cursor)
    stop = inboxes.repository.listen(live, OWNER, _OwnListener(mailbox, render))
    begins = live.begins_after
    return Feed(OWNER, cursor, _missed(live, OWNER, after - begins, cursor - begins, render), stop)


async def replay(feed: Feed, pace: Pace, payer: Payer, mailbox: Mailbox) -> AsyncIterator[list[str]]:
    """
    Yield the pages of missed events until the mailbox is closed, letting other tasks run in between.

    Each page is charged to the payer, and the next one waits while the payer is far above its limit.
    """
    while mailbox.closed is None:
        await pace.rest()
        page = next(feed.missed, None)
        if page is None:
            return
        payer.charge(of_entries(len(page)) + of_bytes(sum(map(len, page))))
        yield page
        await payer.slow_down()


def looks_as(viewer: Viewer, player: Player | None, state: MatchState) -> bool:
    """Whether the player is this viewer in the match."""
    try:
        return viewer_of(player, state) == viewer
    except RefusedError:
        return False


@dataclass(frozen=True, eq=False, slots=True)
class _Listener:
    """Forwards a viewer's events as long as the player is that viewer."""

    player: Player | None
    viewer: Viewer
    mailbox: Mailbox
    render: Render

    def tell(self, event: Event) -> None:
        self.mailbox.tell(self.render(event))

    def recheck(self, state: MatchState) -> bool:
        unchanged = looks_as(self.viewer, self.player, state)
        if not unchanged:
            self.mailbox.cut(CloseCode.VIEWER_CHANGED)
        return unchanged

    def cut_off(self, why: CutOff) -> None:
        _cut_off(self.mailbox, why)


@dataclass(frozen=True, eq=False, slots=True)
class _OwnListener:
    """Forwards a player's own events."""

    mailbox: Mailbox
    render: Render

    def tell(self, event: Event) -> None:
        self.mailbox.tell(self.render(event))
        if event.cursor % EVENTS == 0:
            self.mailbox.cut(CloseCode.RESTART)

    def recheck(self, state: object) -> bool:
        return True

    def cut_off(self, why: CutOff) -> None:
        _cut_off(self.mailbox, why)


def _cut_off(mailbox: Mailbox, why: CutOff) -> None:
    if why == "entries_lost":
        mailbox.cut(CloseCode.ENTRIES_LOST)
    else:
        mailbox.cut(CloseCode.MATCH_UNREADABLE)


def _missed(live: Aggregate[Any, Any], viewer: Viewer, after: int, until: int, render: Render) -> Iterator[list[str]]:
    page: list[str] = []
    characters = 0
    while after < until:
        (event,) = live.events(viewer, after, 1)
        after += 1
        page.append(render(event))
        characters += len(page[-1])
        if len(page) == _PAGE_EVENTS or characters > _PAGE_CHARACTERS or after == until:
            yield page
            page, characters = [], 0
