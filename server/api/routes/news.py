"""The caller's own stream without a WebSocket: a page, a long poll, server-sent events."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request, Response

from server.access import codes
from server.access.costs import of_bytes, of_entries
from server.api.calls.dependencies import PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.news import OwnEventFrame, OwnEventPage
from server.api.routes.following import (
    After,
    AskedEpoch,
    LastEventId,
    Limit,
    Wait,
    asks_for_stream,
    event_data,
    own,
    page,
    sse_response,
    wait_for_event,
)
from server.api.routes.responses import errors
from server.api.streams.feed import follow_own
from server.api.streams.sse import EVENT_STREAM, event_stream, parse_own_id
from server.logs.aggregates.events import Event, join_events
from server.logs.aggregates.resuming import Position, require_reached
from server.notifications.news.inbox import OWNER

router = APIRouter(prefix="/v1", tags=["players"], route_class=LateRoute)


@router.get(
    "/me/events",
    operation_id="listMyEvents",
    response_model=OwnEventPage,
    responses={
        200: {"content": {EVENT_STREAM: {"schema": event_data(OwnEventFrame)}}},
        **errors(
            codes.CURSOR_AHEAD, codes.CURSOR_GONE, codes.ANOTHER_EPOCH, codes.MALFORMED_CURSOR, codes.TOO_MANY_STREAMS
        ),
    },
    summary="The caller's own stream: what happens to the caller in matches and tournaments",
)
async def list_my_events(
    request: Request,
    call: PlayerCall,
    after: After = 0,
    epoch: AskedEpoch = None,
    limit: Limit = 100,
    wait: Wait = 0,
    last_event_id: LastEventId = None,
) -> Response:
    """
    Seats given and taken, matches begun and over, phases that wait for the caller, deadlines that are near or move, and
    messages to the host, in all matches; tables, results and places in tournaments; without following them. Read pages,
    long polls and server-sent events like those of `listEvents`; the `id` of a server-sent event is
    `player:CURSOR:EPOCH`.
    After every thousandth event, and after a thousand missed events, the server ends a stream with `restart` (1012):
    resume from your cursor.
    """
    streams, inboxes = call.server.streams, call.server.streams.inboxes
    as_stream, position, current = asks_for_stream(request), Position(after, epoch), inboxes.repository
    if as_stream and last_event_id is not None:
        position = parse_own_id(last_event_id)
    live = await inboxes.at(call.player.id, position.after)
    position = position.at_least(live.begins_after)
    after = position.after
    mailbox = streams.mailbox()
    if as_stream:
        if last_event_id is None or position.epoch in (None, current.epoch):
            require_reached(position, live.last, current.epoch)
        payer = own(call, mailbox)
        begin = partial(follow_own, inboxes, live, position, mailbox)
        return sse_response(event_stream(streams, mailbox, payer, OWNER, lambda: OWNER, current.epoch, begin))
    feed = follow_own(inboxes, live, position, mailbox, Event.text)
    await wait_for_event(call, feed, after, mailbox, wait)
    last = feed.cursor if mailbox.closed else live.last
    events = live.events(OWNER, after - live.begins_after, min(limit, last - after))
    cursor = events[-1].cursor if events else after
    texts = join_events(events)
    call.pay(of_entries(len(events)) + of_bytes(len(texts)))
    more = cursor < (await inboxes.current(call.player.id)).last
    return page(call, f'"player_id":"{call.player.id}"', texts, feed, cursor, more=more)
