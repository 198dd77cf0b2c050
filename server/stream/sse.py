"""Server-sent events: the stream for clients that cannot use a WebSocket."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from typing import Final

from engines.kit import Viewer
from server import codes
from server.aggregates.events import Event
from server.errors import RefusedError
from server.matches.match import Match
from server.news.inbox import OWNER, Inbox
from server.stream.close_codes import CloseCode
from server.stream.feed import Feed, follow, follow_own, looks_as, replay
from server.stream.mailbox import Mailbox, filled_within
from server.stream.payer import Payer
from server.stream.streams import Streams

EVENT_STREAM = "text/event-stream"

# Cursors count the events of one viewer, so ids include the viewer: no client can resume another viewer's stream.
_ID: Final = re.compile(r"([^:]+):([0-9]{1,15})")


async def event_stream(
    streams: Streams, mailbox: Mailbox, live: Match, payer: Payer, viewer: Viewer, after: int
) -> AsyncIterator[str]:
    """
    Yield the player's events after cursor `after` as server-sent events; a comment serves as heartbeat.

    The player is charged. The stream ends if too many events wait, the player becomes another viewer or the server
    stops; a last event `closed` gives the reason.
    """
    with ExitStack() as leaving:
        leaving.callback(streams.disown, mailbox)
        if not looks_as(viewer, payer.player, live.state):
            yield _closed(CloseCode.VIEWER_CHANGED)
            return
        feed = follow("listEvents", streams, live, payer.player, after, mailbox, partial(_render, streams, viewer))
        leaving.callback(feed.stop)
        async for text in _texts(streams, mailbox, payer, feed):
            yield text


async def own_event_stream(
    streams: Streams, mailbox: Mailbox, live: Inbox, payer: Payer, after: int
) -> AsyncIterator[str]:
    """Yield the events of the player's own stream, like `event_stream`; it also ends when the log `live` is full."""
    with ExitStack() as leaving:
        leaving.callback(streams.disown, mailbox)
        feed = follow_own(streams.inboxes, live, after, mailbox, partial(_render, streams, OWNER))
        leaving.callback(feed.stop)
        async for text in _texts(streams, mailbox, payer, feed, ended=live.full):
            yield text


async def _texts(
    streams: Streams, mailbox: Mailbox, payer: Payer, feed: Feed, *, ended: bool = False
) -> AsyncIterator[str]:
    """Yield the missed events, then, unless the log has `ended`, the new ones with heartbeats, and the closing."""
    async for page in replay(feed, streams.pace, payer, mailbox):
        yield "".join(page)
    if ended:
        mailbox.cut(CloseCode.RESTART)
    if mailbox.closed is not None:  # its texts come after events that were not replayed
        yield _closed(mailbox.closed)
        return
    async for event in told_events(streams, mailbox):
        yield event


async def told_events(streams: Streams, mailbox: Mailbox) -> AsyncIterator[str]:
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


def parse_id(text: str) -> tuple[Viewer, int]:
    """
    Return the viewer and the cursor of an event id.

    Raises:
        RefusedError: It is not an event id.
    """
    parts = _ID.fullmatch(text)
    if parts is None:
        raise RefusedError(codes.MALFORMED_CURSOR, "Last-Event-ID must be the id of an event in this stream.")
    return Viewer(parts[1]), int(parts[2])


def parse_own_id(text: str) -> int:
    """Return the cursor of the id of an event in a player's own stream; raises as `parse_id`."""
    viewer, cursor = parse_id(text)
    if viewer != OWNER:
        raise RefusedError(codes.MALFORMED_CURSOR, "Last-Event-ID must be the id of an event in your own stream.")
    return cursor


def _closed(why: CloseCode) -> str:
    """Return the event that corresponds to closing a WebSocket."""
    # An empty id makes clients forget the last one, which is of no use if events must be read from the beginning.
    forget = "id:\n" if why in (CloseCode.VIEWER_CHANGED, CloseCode.ENTRIES_LOST) else ""
    return f'event: closed\n{forget}data: {{"code":{why.value},"reason":"{why.name.lower()}"}}\n\n'


def _render(streams: Streams, viewer: Viewer, event: Event) -> str:
    return f"id: {viewer}:{event.cursor}\ndata: {streams.frame_of(event)}\n\n"
