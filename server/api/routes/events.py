"""The caller's stream without a WebSocket: a page, a long poll, server-sent events; and the log."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from server.access import codes
from server.api.calls.dependencies import PlayerCall, WatcherCall
from server.api.calls.languages import AskedLines
from server.api.models.events import EventFrame, EventPage
from server.api.routes.following import (
    After,
    LastEventId,
    Limit,
    Wait,
    event_data,
)
from server.api.routes.logs import NDJSON, Wanted, read_events, send_log
from server.api.routes.matches import MatchId
from server.api.routes.responses import errors
from server.api.streams.sse import EVENT_STREAM
from server.matches.roles import allow_to_watch

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["streams"])


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
    lines: AskedLines = None,
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
    watch = partial(call.server.matches.look, "listEvents", call.player, match_id)
    looks = partial(allow_to_watch, "listEvents", call.player)
    wanted = Wanted(after, limit, wait, lines, last_event_id)
    return await read_events(request, call, call.server.streams.repository, watch, looks, wanted)


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
    `everyone`, `host`, or seats; in a match of a tournament, `director` stands like a seat for those who direct it.

    Everyone who has the log can verify it, as `moirai verify` does ([how](/docs/verify)). Each hash is the SHA-256, in
    lower-case hexadecimal, of canonical JSON (RFC 8785: sorted keys, no spaces): an entry's `body` is the hash of its
    `at`, `facts` and `nonce`; its `hash` is that of `match_id`, `seq`, `kind`, `body` and `previous`; a receipt is that
    of the entry's `hash` and `nonce`; the `head` of a phase is the hash of the entry before the one that closed it. The
    commitment is the SHA-256 of the text `moirai-seed-1`, a line feed, and the 32 bytes of the seed;
    [fair draws](/docs/verify#fair-draws) explains how draws are made from the seed.
    """
    return send_log(call, match_id, await call.server.matches.read_log(call.player, match_id))
