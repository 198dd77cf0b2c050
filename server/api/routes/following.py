"""The common parts of routes that follow a stream: parameters, long polls, and the shape of replies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from server.api.calls.dependencies import Call, WatchCall
from server.api.calls.media_types import prefers
from server.api.streams.feed import Feed
from server.api.streams.mailbox import Mailbox, filled_within
from server.api.streams.payer import Payer
from server.api.streams.sse import EVENT_STREAM
from server.logs.aggregates.events import Event
from server.logs.aggregates.lines import Lines

After = Annotated[int, Query(ge=0, le=2**53, description="The cursor of the last event that you have received.")]
AskedEpoch = Annotated[
    str | None, Query(max_length=64, description="The `epoch` in which you have received that event.")
]
Limit = Annotated[
    int, Query(ge=1, le=500, description="The maximum number of events; a page also has at most 256 KiB of them.")
]
Wait = Annotated[float, Query(ge=0, le=60, description="How many seconds to wait if there is no event yet.")]
LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=128,
        description="The `id` of the last server-sent event; it replaces `after` and `epoch`.",
    ),
]


def event_data(frame: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of server-sent events with these frames."""
    return {
        "type": "string",
        "description": "Server-sent events; the `data` of each is JSON.",
        "contentMediaType": "application/json",
        "contentSchema": {"$ref": f"#/components/schemas/{frame.__name__}"},
    }


def asks_for_stream(request: Request) -> bool:
    """Whether the caller asks for server-sent events instead of a page."""
    return prefers(request, EVENT_STREAM)


def own(call: Call | WatchCall, mailbox: Mailbox) -> Payer:
    """Count the mailbox among the caller's streams; return the payer for what is read."""
    streams = call.server.streams
    streams.own(mailbox, call.access, call.address)
    return Payer(streams.admission, call.access, call.address, asyncio.sleep)


def sse_response(texts: AsyncIterator[str]) -> Response:
    """Return the reply with server-sent events."""
    # Proxies such as nginx collect replies, and without this header would deliver no event before they are full.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(texts, media_type=EVENT_STREAM, headers=headers)


async def wait_for_event(call: Call | WatchCall, feed: Feed, after: int, mailbox: Mailbox, seconds: float) -> None:
    """Wait this long if there is no event after the cursor, then end the subscription."""
    try:
        if feed.cursor == after and seconds:
            own(call, mailbox)
            await filled_within(mailbox, seconds)
    finally:
        feed.stop()
        call.server.streams.disown(mailbox)


def nothing(event: Event, lines: Lines | None = None) -> str:
    """Render an event for a long poll, which reads what woke it."""
    return ""


def page(call: Call | WatchCall, whose: str, texts: str, feed: Feed, cursor: int, *, more: bool) -> Response:
    """Return a page of events, which are JSON, up to a cursor; `whose` is the first field, as JSON."""
    more_events, now = "true" if more else "false", call.server.now()
    rest = f'"epoch":"{feed.epoch}","cursor":{cursor},"more":{more_events},"server_now":"{now}"'
    body = f'{{{whose},"events":[{texts}],{rest}}}'
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
