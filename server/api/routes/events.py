"""The caller's stream without a WebSocket: a page, a long poll, server-sent events. And the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from server.aggregates.events import Event, join_events
from server.api.calls.dependencies import PlayerCall
from server.api.models.events import EventFrame, EventPage
from server.api.routes.matches import MatchId
from server.api.routes.responses import errors
from server.costs import of_bytes, of_entries
from server.matches.service import require_cursor
from server.pacing import Pace
from server.stream.feed import follow
from server.stream.mailbox import filled_within
from server.stream.payer import Payer
from server.stream.sse import EVENT_STREAM, event_stream, parse_id

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["streams"])

NDJSON = "application/x-ndjson"

_PORTION_BYTES: Final = 32_768
"""How much of a log is sent at once."""

_DATA = {
    "type": "string",
    "description": "Server-sent events; the `data` of each is JSON.",
    "contentMediaType": "application/json",
    "contentSchema": {"$ref": f"#/components/schemas/{EventFrame.__name__}"},
}


@router.get(
    "/events",
    operation_id="listEvents",
    response_model=EventPage,
    responses={
        200: {"content": {EVENT_STREAM: {"schema": _DATA}}},
        **errors("unknown_match", "cursor_ahead", "malformed_cursor", "too_many_streams"),
    },
    summary="The caller's stream: a page, a long poll, or server-sent events",
)
async def list_events(
    request: Request,
    match_id: MatchId,
    call: PlayerCall,
    after: Annotated[int, Query(ge=0, le=2**53, description="Cursor of the last event already seen.")] = 0,
    limit: Annotated[
        int, Query(ge=1, le=500, description="At most so many events, and at most 256 KiB of them.")
    ] = 100,
    wait: Annotated[float, Query(ge=0, le=60, description="Seconds to wait for an event if there is none.")] = 0,
    last_event_id: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            max_length=64,
            description="The `id` of the last server-sent event; then not `after`.",
        ),
    ] = None,
) -> Response:
    """
    Ask with `Accept: text/event-stream` to be sent events as they happen; each is one `data` line, and its `id` is
    `VIEWER:CURSOR`, which clients send back as `Last-Event-ID`. Comments say that the server is there. Before it ends
    the reply, an event named `closed` says why, by `code` and `reason` as WebSockets are closed. After `viewer_changed`
    (4410), which an id of another viewer is answered with as well, begin anew, without an id and from 0: you look from
    elsewhere now. Pages name their `viewer`.

    After `match_ended`, `match_adjudicated` or `match_voided` nothing more comes: hang up. Ignore fields and facts that
    you do not know.
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
        streams.own(mailbox, call.player)
        payer = Payer(streams.admission, call.player, call.address, asyncio.sleep)
        stream = event_stream(streams, mailbox, live, payer, told_before or viewer, after)
        return StreamingResponse(stream, media_type=EVENT_STREAM, headers={"Cache-Control": "no-store"})
    feed = follow("listEvents", streams, live, call.player, after, mailbox, Event.text)
    try:
        if feed.cursor == after and wait:
            streams.own(mailbox, call.player)
            await filled_within(mailbox, wait)
    finally:
        feed.stop()
        streams.disown(mailbox)
    # Read as the viewer asked as: who has lost the seat meanwhile hears nothing more of it.
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
            "description": "One entry a line.",
            "content": {NDJSON: {"schema": {"type": "string"}}},
        },
        **errors("unknown_match", "log_closed"),
    },
    summary="The whole log as NDJSON",
)
async def get_log(
    match_id: MatchId,
    call: PlayerCall,
) -> Response:
    """
    For a host who does not play at any time; for everyone once the match is over, unless the match says otherwise.
    It is the log as of the request; a long one is sent as fast as the limits of rate allow.
    Private messages are shown to such a host only; of others `body` is left. `to` is `everyone`, `host`, or seats.

    Whoever has it can check it, as `moirai verify` does ([how](/docs/verify)). Each hash is SHA-256 in lower-case
    hexadecimal over canonical JSON (RFC 8785: sorted keys, no spaces): an entry's `body` over its `at`, `facts` and
    `nonce`; its `hash` over `match_id`, `seq`, `kind`, `body` and `previous`; a receipt over the entry's `hash` and
    `nonce`; a phase's `head` is the hash of the entry before it closed. The commitment is SHA-256 over the text
    `moirai-seed-1`, a line feed, and the 32 bytes of the seed; [chance](/docs/chance) tells how draws are made of it.
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
