"""Server-sent events: the stream for clients that cannot use a WebSocket."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from functools import partial
from typing import Final

from engines.kit import Viewer
from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.api.streams.close_codes import CloseCode
from server.api.streams.feed import Feed, RenderWithLines, looks_as, replay
from server.api.streams.mailbox import Mailbox, filled_within
from server.api.streams.payer import Payer
from server.api.streams.streams import Streams
from server.logs.aggregates.events import Event
from server.logs.aggregates.lines import Lines
from server.logs.aggregates.resuming import Position
from server.notifications.news.inbox import OWNER

EVENT_STREAM = "text/event-stream"

# Cursors count the events of one viewer in one epoch, so ids include both: no client can resume another stream. Ids of
# earlier servers have no epoch.
_ID: Final = re.compile(r"([^:]+):([0-9]{1,15})(?::([0-9a-z]{1,32}))?")


async def event_stream(
    streams: Streams,
    mailbox: Mailbox,
    payer: Payer,
    viewer: Viewer,
    looks: Callable[[], Viewer],
    epoch: str,
    begin: Callable[[RenderWithLines], Feed],
) -> AsyncIterator[str]:
    """
    Yield a reader's events as server-sent events; a comment serves as heartbeat.

    `looks` returns which viewer the reader is: if it is not `viewer`, nothing is sent. `epoch` is that of the
    database. `begin` subscribes the mailbox. The payer is charged. The stream ends if too many events wait, the reader
    becomes another viewer, the log has ended or the server stops; a last event `closed` gives the reason.
    """
    with ExitStack() as leaving:
        leaving.callback(streams.disown, mailbox)
        if not looks_as(viewer, looks):
            yield _closed(CloseCode.VIEWER_CHANGED)
            return
        try:
            feed = begin(partial(_render, streams, viewer, epoch))
        except UnavailableError:
            yield _closed(CloseCode.MATCH_UNREADABLE)
            return
        except RefusedError as error:
            if error.code != codes.ANOTHER_EPOCH:
                raise
            yield _closed(CloseCode.ENTRIES_LOST, error.code.name)
            return
        leaving.callback(feed.stop)
        async for page in replay(feed, streams.pace, payer, mailbox):
            yield "".join(page)
        if feed.ended:
            mailbox.cut(CloseCode.RESTART)
        if mailbox.closed is not None:  # its texts come after events that were not replayed
            yield _closed(mailbox.closed)
            return
        async for event in mailbox_events(streams, mailbox):
            yield event


async def mailbox_events(streams: Streams, mailbox: Mailbox) -> AsyncIterator[str]:
    """Yield the events in a mailbox until it is closed, with heartbeats; a last event gives the reason."""
    while True:
        if await filled_within(mailbox, streams.heartbeat_seconds):
            while (event := mailbox.take()) is not None:
                yield event
        elif mailbox.closed is None:
            yield ": heartbeat\n\n"
        else:
            yield _closed(mailbox.closed)
            return


def parse_id(text: str) -> tuple[Viewer, Position]:
    """
    Return the viewer and the position of an event id.

    Raises:
        RefusedError: It is not an event id.
    """
    parts = _ID.fullmatch(text)
    if parts is None:
        raise RefusedError(codes.MALFORMED_CURSOR, "Last-Event-ID must be the id of an event in this stream.")
    return Viewer(parts[1]), Position(int(parts[2]), parts[3])


def parse_own_id(text: str) -> Position:
    """Return the position of the id of an event in a player's own stream; raises as `parse_id`."""
    viewer, position = parse_id(text)
    if viewer != OWNER:
        raise RefusedError(codes.MALFORMED_CURSOR, "Last-Event-ID must be the id of an event in your own stream.")
    return position


def _closed(why: CloseCode, reason: str | None = None) -> str:
    """Return the event that corresponds to closing a WebSocket."""
    # An empty id makes clients forget the last one, which is of no use if events must be read from the beginning.
    forget = "id:\n" if why in _FROM_THE_BEGINNING else ""
    return f'event: closed\n{forget}data: {{"code":{why.value},"reason":"{reason or why.name.lower()}"}}\n\n'


_FROM_THE_BEGINNING: Final = (CloseCode.VIEWER_CHANGED, CloseCode.ENTRIES_LOST, CloseCode.ENTRIES_REDACTED)


def _render(streams: Streams, viewer: Viewer, epoch: str, event: Event, lines: Lines | None = None) -> str:
    return f"id: {viewer}:{event.cursor}:{epoch}\ndata: {streams.frame_of(event, lines)}\n\n"
