"""The caller's stream without a WebSocket: a page, a long poll, server-sent events; and the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from server import codes
from server.aggregates.events import Event, join_events
from server.api.calls.dependencies import PlayerCall, WatcherCall
from server.api.models.events import EventFrame, EventPage
from server.api.routes.matches import MatchId
from server.api.routes.responses import errors
from server.costs import of_bytes, of_entries
from server.matches.service import require_cursor
from server.stream.feed import follow
from server.stream.mailbox import filled_within
from server.stream.payer import Payer
from server.stream.sse import EVENT_STREAM, event_stream, parse_id
from server.time_slices import Pace

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["streams"])

NDJSON = "application/x-ndjson"

_PORTION_BYTES: Final = 32_768
"""How much of a log is sent at once."""

After = Annotated[int, Query(ge=0, le=2**53, description="The cursor of the last event that you have received.")]
Limit = Annotated[
    int, Query(ge=1, le=500, description="The maximum number of events; a page also has at most 256 KiB of them.")
]
Wait = Annotated[float, Query(ge=0, le=60, description="How many seconds to wait for an event if there is none.")]
LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=64,
        description="The `id` of the last server-sent event; it replaces `after`.",
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


@router.get(
    "/events",
    operation_id="listEvents",
    response_model=EventPage,
    responses={
        200: {"content": {EVENT_STREAM: {"schema": event_data(EventFrame)}}},
        **errors(codes.UNKNOWN_MATCH, codes.CURSOR_AHEAD, codes.MALFORMED_CURSOR, codes.TOO_MANY_STREAMS),
    },
    summary="The caller's stream: a page, a long poll, or server-sent events",
)
async def list_events(
    request: Request,
    match_id: MatchId,
    call: WatcherCall,
    after: After = 0,
    limit: Limit = 100,
    wait: Wait = 0,
    last_event_id: LastEventId = None,
) -> Response:
    """
    With `Accept: text/event-stream`, the server sends events as they happen. Each is one `data` line, and its `id` is
    `VIEWER:CURSOR`, which clients send back as `Last-Event-ID`. Comments keep the connection alive. Before the server
    ends the reply, it sends an event named `closed` with the `code` and `reason` of a closed WebSocket. After
    `viewer_changed` (4410), which is also the reply to an id of another viewer, start again from 0 without an id,
    because you are another viewer now. Pages name their `viewer`.

    After `match_ended`, `match_adjudicated` or `match_voided` there are no more events, except `rematch_called`: you
    can close the connection. Ignore fields and facts that you do not know.
    """
    streams = call.server.streams
    streamed = EVENT_STREAM in request.headers.get("accept", "")
    told_before = None
    if streamed and last_event_id is not None:
        told_before, after = parse_id(last_event_id)
    live, viewer = await call.server.matches.watch("listEvents", call.player, match_id, after)
    mailbox = streams.mailbox()
    if streamed:
        if told_before in (None, viewer):
            require_cursor(after, live.projection(viewer).cursor)
        streams.own(mailbox, call.player, call.address)
        payer = Payer(streams.admission, call.player, call.address, asyncio.sleep)
        stream = event_stream(streams, mailbox, live, payer, told_before or viewer, after)
        return StreamingResponse(stream, media_type=EVENT_STREAM, headers={"Cache-Control": "no-store"})
    feed = follow("listEvents", streams, live, call.player, after, mailbox, Event.text)
    try:
        if feed.cursor == after and wait:
            streams.own(mailbox, call.player, call.address)
            await filled_within(mailbox, wait)
    finally:
        feed.stop()
        streams.disown(mailbox)
    # Read as the viewer of the request: a caller who has lost the seat in the meantime gets nothing more of it.
    last = feed.cursor if mailbox.closed else live.projection(viewer).cursor
    events = live.events(viewer, after, min(limit, last - after))
    cursor = events[-1].cursor if events else after
    texts = join_events(events)
    call.pay(of_entries(len(events)) + of_bytes(len(texts)))
    more = "true" if cursor < last else "false"
    now = call.server.now()
    body = f'{{"viewer":"{viewer}","events":[{texts}],"cursor":{cursor},"more":{more},"server_now":"{now}"}}'
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get(
    "/log",
    operation_id="getLog",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "One entry per line.",
            "content": {NDJSON: {"schema": {"type": "string"}}},
        },
        **errors(codes.UNKNOWN_MATCH, codes.LOG_CLOSED),
    },
    summary="The whole log as NDJSON",
)
async def get_log(
    match_id: MatchId,
    call: PlayerCall,
) -> Response:
    """
    A host who does not play can read the log at any time; everyone else when the match is over, unless the match was
    created with a closed log. The reply is the log at the time of the request; a long one is sent as fast as the rate
    limits allow. Only such a host gets private messages; other callers get only the `body` of their entries. `to` is
    `everyone`, `host`, or seats.

    Everyone who has the log can verify it, as `moirai verify` does ([how](/docs/verify)). Each hash is the SHA-256, in
    lower-case hexadecimal, of canonical JSON (RFC 8785: sorted keys, no spaces): an entry's `body` is the hash of its
    `at`, `facts` and `nonce`; its `hash` is that of `match_id`, `seq`, `kind`, `body` and `previous`; a receipt is that
    of the entry's `hash` and `nonce`; the `head` of a phase is the hash of the entry before the one that closed it. The
    commitment is the SHA-256 of the text `moirai-seed-1`, a line feed, and the 32 bytes of the seed;
    [chance](/docs/chance) explains how draws are made from the seed.
    """
    lines = await call.server.matches.read_log(call.player, match_id)
    payer = Payer(call.server.streams.admission, call.player, call.address, asyncio.sleep)
    return StreamingResponse(_portions(lines, payer), media_type=NDJSON, headers={"Cache-Control": "no-store"})


async def _portions(lines: Iterator[bytes], payer: Payer) -> AsyncIterator[bytes]:
    """The lines in portions, each made when the client has taken the one before, and paid for."""
    pace, portion, size = Pace(), list[bytes](), 0
    for line in lines:
        portion.append(line)
        size += len(line)
        if size >= _PORTION_BYTES:
            yield b"".join(portion)
            payer.charge(of_entries(len(portion)) + of_bytes(size))
            await payer.slow_down()
            portion, size = [], 0
        await pace.rest()
    yield b"".join(portion)
    payer.charge(of_entries(len(portion)) + of_bytes(size))
