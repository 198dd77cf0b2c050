"""The caller's stream of a match without a WebSocket: a page, a long poll, server-sent events; and the log."""

from __future__ import annotations

from fastapi import APIRouter

from server.api.calls.late_routes import LateRoute
from server.api.models.events import EventFrame, EventPage
from server.api.routes.alike import LogRoutes
from server.matches.repository import MatchKind
from server.matches.roles import allow_to_watch

router = APIRouter(prefix="/v1/matches", tags=["streams"], route_class=LateRoute)

LogRoutes(MatchKind, lambda server: server.matches, allow_to_watch).add_log(
    router,
    EventFrame,
    EventPage,
    events="""
    With `Accept: text/event-stream`, the server sends events as they happen. Each is one `data` line, and its `id` is
    `VIEWER:CURSOR`, which clients send back as `Last-Event-ID`. Comments keep the connection alive. Before the server
    ends the reply, it sends an event named `closed` with the `code` and `reason` of a closed WebSocket. After
    `viewer_changed` (4410), which is also the reply to an id of another viewer, start again from 0 without an id,
    because you are another viewer now. Pages name their `viewer`.

    After `match_ended`, `match_adjudicated` or `match_voided` there are no more events, except `rematch_called`: you
    can close the connection. Ignore fields and facts that you do not know.
    """,
    log="""
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
    """,
)
