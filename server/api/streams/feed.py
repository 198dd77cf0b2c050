"""A viewer's stream after a cursor: first the missed events, then new events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from engines.kit import Viewer
from server.access.costs import of_bytes, of_entries, of_lines
from server.access.errors import RefusedError
from server.api.streams.close_codes import CloseCode
from server.api.streams.mailbox import Mailbox
from server.api.streams.payer import Payer
from server.logs.aggregates.aggregate import Aggregate
from server.logs.aggregates.events import CutOff, Event
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.lines import Lines, Retelling, lines_for
from server.logs.aggregates.repository import Repository
from server.logs.aggregates.resuming import Position, require_reached
from server.notifications.news.inbox import EVENTS, OWNER, Inbox
from server.notifications.news.inboxes import Inboxes
from server.runtime.time_slices import Pace

_PAGE_EVENTS: Final = 32
_PAGE_EVENTS_WITH_LINES: Final = 8
"""The same with sentences, which take longer to make."""
_PAGE_CHARACTERS: Final = 32_768


@dataclass(frozen=True, slots=True)
class Feed:
    """
    One viewer's subscription to one log.

    `viewer`, `epoch` and `cursor` are those at its beginning; `missed` yields pages of the events between the requested
    cursor and that one (`replay`); all later events go to the mailbox. `stop` ends the subscription. `extra` is an
    additional cost of a number of missed events. `ended`: the log has no later events.
    """

    viewer: Viewer
    epoch: str
    cursor: int
    missed: AsyncIterator[list[str]]
    stop: Callable[[], None]
    extra: Callable[[int], float] = lambda _: 0
    ended: bool = False


Render: TypeAlias = Callable[[Event], str]
"""Renders an event as text for a mailbox."""


class RenderWithLines(Protocol):
    """The same, with sentences if they are asked for."""

    def __call__(self, event: Event, lines: Lines | None = None) -> str: ...


def follow(
    repository: Repository[AggregateT],
    live: AggregateT,
    looks: Callable[[Any], Viewer],
    position: Position,
    mailbox: Mailbox,
    render: RenderWithLines,
    asked: str | None = None,
) -> Feed:
    """
    Subscribe a mailbox to a reader's events after a position; with sentences in the language `asked`, if given.

    `looks` returns which viewer the reader is in a state of the log; when that changes, the mailbox is cut. Does not
    yield to other tasks, so there is no gap between missed and new events.

    Raises:
        RefusedError: As `looks` does, or the position is ahead of the reader's stream, or of another epoch.
    """
    viewer = looks(live.state)
    lines = lines_for(live, viewer, asked)
    if lines is None:
        return _follow(repository, live, position, _Listener(viewer, looks, mailbox, render))
    listener = _Listener(viewer, looks, mailbox, partial(render, lines=lines))
    return replace(_follow(repository, live, position, listener, retelling=Retelling(lines)), extra=of_lines)


def follow_own(inboxes: Inboxes, live: Inbox, position: Position, mailbox: Mailbox, render: Render) -> Feed:
    """
    Like `follow`, in a player's own stream; the position is in the log `live` or at its beginning.

    When the log is full, the mailbox is cut, because its reader must resume in the next one.
    """
    listener = _OwnListener(OWNER, lambda _: OWNER, mailbox, render)
    feed = _follow(inboxes.repository, live, position, listener, begins=live.begins_after)
    return replace(feed, ended=live.full)


def _follow(
    repository: Repository[AggregateT],
    live: AggregateT,
    position: Position,
    listener: _Listener,
    *,
    begins: int = 0,
    retelling: Retelling | None = None,
) -> Feed:
    """Subscribe a listener, whose cursors count on from `begins`; `retelling` makes the sentences of missed events."""
    viewer, after, epoch = listener.viewer, position.after, repository.epoch
    cursor = begins + live.projection(viewer).cursor
    require_reached(position, cursor, epoch)
    stop = repository.listen(live, viewer, listener)
    missed = _missed(live, viewer, after - begins, cursor - begins, listener.render, retelling)
    return Feed(viewer, epoch, cursor, missed, stop)


async def replay(feed: Feed, pace: Pace, payer: Payer, mailbox: Mailbox) -> AsyncIterator[list[str]]:
    """
    Yield the pages of missed events until the mailbox is closed, letting other tasks run in between.

    Each page is charged to the payer, and the next one waits while the payer is far above its limit.
    """
    while mailbox.closed is None:
        await pace.rest()
        page = await anext(feed.missed, None)
        if page is None:
            return
        payer.charge(of_entries(len(page)) + of_bytes(sum(map(len, page))) + feed.extra(len(page)))
        yield page
        await payer.slow_down()


def looks_as(viewer: Viewer, looks: Callable[[], Viewer]) -> bool:
    """Whether the reader is this viewer; `looks` returns which viewer the reader is, or refuses."""
    try:
        return looks() == viewer
    except RefusedError:
        return False


@dataclass(frozen=True, eq=False, slots=True)
class _Listener:
    """Forwards a viewer's events while the reader is that viewer; `looks` returns the reader's viewer in a state."""

    viewer: Viewer
    looks: Callable[[Any], Viewer]
    mailbox: Mailbox
    render: Render

    def deliver(self, event: Event) -> None:
        self.mailbox.deliver(self.render(event))

    def recheck(self, state: Any) -> bool:  # noqa: ANN401  # the state of the kind of log that it listens to
        unchanged = looks_as(self.viewer, partial(self.looks, state))
        if not unchanged:
            self.mailbox.cut(CloseCode.VIEWER_CHANGED)
        return unchanged

    def cut_off(self, why: CutOff) -> None:
        match why:
            case "entries_lost":
                self.mailbox.cut(CloseCode.ENTRIES_LOST)
            case "redacted":
                self.mailbox.cut(CloseCode.ENTRIES_REDACTED)
            case "unreadable":
                self.mailbox.cut(CloseCode.MATCH_UNREADABLE)


class _OwnListener(_Listener):
    """Forwards a player's own events up to the last one of a log."""

    __slots__ = ()

    def deliver(self, event: Event) -> None:
        self.mailbox.deliver(self.render(event))
        if event.cursor % EVENTS == 0:
            self.mailbox.cut(CloseCode.RESTART)


async def _missed(
    live: Aggregate[Any, Any], viewer: Viewer, after: int, until: int, render: Render, retelling: Retelling | None
) -> AsyncIterator[list[str]]:
    page: list[str] = []
    characters = 0
    most = _PAGE_EVENTS if retelling is None else _PAGE_EVENTS_WITH_LINES
    while after < until:
        (event,) = live.events(viewer, after, 1)
        after += 1
        if retelling is not None:
            await retelling.lines_of(after)  # `render` finds them where they are remembered.
        page.append(render(event))
        characters += len(page[-1])
        if len(page) == most or characters > _PAGE_CHARACTERS or after == until:
            yield page
            page, characters = [], 0
