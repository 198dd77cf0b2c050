"""Server-sent events: the stream for those who cannot hold a WebSocket."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Final

from server.identity.players import Player
from server.matches.live import LiveMatch
from server.stream.close_codes import CloseCode
from server.stream.feed import follow
from server.stream.mailbox import Mailbox, filled_within
from server.stream.streams import Streams

EVENT_STREAM = "text/event-stream"

# Ahead of it stand only words of ours. Reading all of an event for each listener would take longer than sending it.
_CURSOR: Final = re.compile(r'"cursor": ?(\d+)')


async def event_stream(
    streams: Streams, mailbox: Mailbox, live: LiveMatch, player: Player, after: int
) -> AsyncIterator[str]:
    """
    The player's stream behind cursor `after` as server-sent events; a comment when nothing happens.

    Ends when too many events wait, the seat changes hands or the server stops, and says which by an event `closed`.
    """
    feed = follow("listEvents", streams, live, player, after, mailbox)
    try:
        for page in feed.missed:
            yield "".join(_render(event) for event in page)
        while True:
            if await filled_within(mailbox, streams.heartbeat_seconds):
                yield "".join(_render(event) for event in mailbox.take())
            elif mailbox.closed is None:
                yield ": heartbeat\n\n"
            else:
                yield _closed(mailbox.closed)
                return
    finally:
        feed.stop()
        streams.disown(mailbox)


def _closed(why: CloseCode) -> str:
    """What a WebSocket would be closed with."""
    return f'event: closed\ndata: {{"code":{why.value},"reason":"{why.name.lower()}"}}\n\n'


def _render(event: str) -> str:
    cursor = _CURSOR.search(event)
    assert cursor is not None, "every event has one"
    return f"id: {cursor[1]}\ndata: {event}\n\n"
