"""The prose of the AsyncAPI document: authentication, order, liveness, resuming, states and limits."""

from __future__ import annotations

from typing import Final

from server.api.streams.close_codes import CLOSINGS, STANDARD_CLOSINGS
from server.api.streams.following import MAX_MATCHES
from server.api.streams.frames import MAX_CONTROL_FRAMES, MAX_FRAGMENTS, MAX_FRAME_BYTES
from server.api.streams.handshake import BEARER, SUBPROTOCOL
from server.api.streams.submissions import IN_FLIGHT
from server.api.streams.tables import MAX_TABLES
from server.people.identity.tickets import TICKET_LIFETIME

_TICKET_SECONDS: Final = int(TICKET_LIFETIME.total_seconds())

LIMITS: Final = {
    "frame_bytes": MAX_FRAME_BYTES,
    "fragments": MAX_FRAGMENTS,
    "control_frames_per_second": MAX_CONTROL_FRAMES,
    "matches": MAX_MATCHES,
    "tables": MAX_TABLES,
    "submissions_in_flight": IN_FLIGHT,
}
"""The limits of one socket, for programs."""

SECURITY: Final = {
    "header": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a player in the header `Authorization`.",
    },
    "subprotocol": {
        "type": "httpApiKey",
        "name": "Sec-WebSocket-Protocol",
        "in": "header",
        "description": f"For browsers, which can set no other header: the subprotocols `{SUBPROTOCOL}` and "
        f"`{BEARER}TOKEN`. The server chooses `{SUBPROTOCOL}`.",
    },
    "ticket": {
        "type": "httpApiKey",
        "name": "ticket",
        "in": "query",
        "description": "For clients that can do neither: a ticket from `createTicket`. It is valid once, for "
        f"{_TICKET_SECONDS} seconds. If the request also has a token, the ticket is used.",
    },
}
"""The ways to authenticate; one is enough."""


def _closings() -> str:
    """Return all close codes as a table."""
    rows = [f"| {it.close_code} | {it.meaning} | {it.remedy} |" for it in STANDARD_CLOSINGS]
    rows += [f"| {int(it.close_code)} `{it.name}` | {it.meaning} | {it.remedy} |" for it in CLOSINGS]
    return "\n".join(["| code and reason | meaning | what to do |", "|---|---|---|", *rows])


DESCRIPTION: Final = f"""\
The WebSockets of Moirai send the events of a match to clients, and accept submissions. The document is written from
the point of view of the server: it sends events, and receives what clients send. Everything else is a call of the
OpenAPI document.

There are four WebSockets: one for a single match, one for up to {MAX_MATCHES}, and two that are like it and also follow
a player's own stream or a tournament. Frames are JSON texts with a `type`. Ignore frames, fields and facts that you do
not know: they may be added.

## Authentication

Use one of these: the token in the header `Authorization: Bearer TOKEN`; the token as a subprotocol, next to the
subprotocol of the connection (`{SUBPROTOCOL}` and `{BEARER}TOKEN`); a ticket in the query (`?ticket=`). On the socket
of one match or of a tournament, use none of them to watch what is public without a token. The server always accepts
the handshake itself, and usually sends `hello` before it refuses anything: only `subscribed` means that you follow a
match. If your token is unknown, you make too many calls, or you have no access to a match, the server closes the
socket with a close code.

## Playing

A fact `phase_opened` means that you may have to move. Read the view (`getView`): if its `prompt` is not null, submit
a move that fits it, with `submit` or with the call of that name. The view can be newer than the last event that you
have received: use its `cursor` and its `phase`, and ignore events about earlier phases. If the view is older than
that event, because another process of the server replied, request it with the cursor of that event as `at`. After
`match_ended`, `match_adjudicated` or `match_voided` there are no more events, except `rematch_called`; the socket stays
open until you close it.

## States

A socket for one match is

1. **opening** until `hello` arrives, which contains your player id, or the socket is closed;
2. **catching up** after `subscribed`: the events after `after`, up to its `cursor`, in order;
3. **following** from then on: events as they happen, until the socket is closed.

You can send `submit` and `ping` at any time. `subscribe` and `unsubscribe` are only for the other sockets, and close
this one.

A socket for many matches is **opening** in the same way, and then open. On it, each match is

1. **not followed**, until you send `subscribe`: the answer is `subscribed` or `refused`. After `refused` the match is
   still not followed;
2. **catching up**, and then **following**, as above;
3. **not followed** again after you send `unsubscribe`: no events of the match follow `unsubscribed`.

The socket of a tournament first follows the tournament as the socket of one match follows the match, after
`tournament_subscribed`. Then, with `matches=mine` or `all`, matches of the open round are followed without
`subscribe`: after the fact `tables_set`, `subscribed` and all events of each match that is new to you follow. These are
the matches named in events after your `after`; matches that existed at this cursor you know, so send `subscribe` with
their own cursors. The events of a match end with it: when a later one joins, `unsubscribed` says so. If a match cannot
be read, you receive `refused` in place of `subscribed`. Directors who do not play are the viewer `director` in matches:
they receive what is addressed to everyone and who has submitted, but no moves of open phases.

A frame that cannot be read, or that the socket does not accept, closes it.

## Order

The events of a match arrive in the order of their cursors, 1, 2, 3 … without gaps; missed events arrive before new
ones. There is no order between events of different matches. The server answers `ping`, `subscribe` and `unsubscribe`
in the order in which you sent them. It processes submissions concurrently: use `ref` to match their answers, which
can arrive before or after the events that they cause. Submissions to one match are applied in the order in which you
sent them. Up to {IN_FLIGHT} submissions can wait for their answers: then the server reads no more until it has
answered one.

## Liveness

The server sends a `heartbeat` every `heartbeat_seconds`, as given in `hello`, in addition to other frames. If you
receive nothing for two intervals, the connection is dead: open a new one. The server also sends pings of the
WebSocket protocol, which every client library answers by itself.

## Resuming

Save the `cursor` of the last event that you have processed, and the `epoch` of the `subscribed` before it. Open a new
socket with them as `after` and `epoch`: you miss no event and receive none twice. If `viewer` differs from the previous
one, start from 0, because a cursor numbers the events of one viewer. If the database is of another epoch, because it
was restored or another one has taken over, the socket is closed with 4411 `another_epoch`, and `subscribe` is refused
with `another_epoch`: start from 0. Send a submission without an answer again, unchanged: if it was accepted, the answer
says `repeated`, even if it has closed its phase. You get `phase_closed` for it only if the following phase has also
closed; in that case your own fact `submitted` shows whether it was accepted.

## Limits

A frame of a client has at most {MAX_FRAME_BYTES} bytes. A socket follows at most {MAX_MATCHES} matches, that of a
tournament {MAX_TABLES}, and has at most {IN_FLIGHT} submissions without an answer. A message has at most
{MAX_FRAGMENTS} fragments, and a client can send at most {MAX_CONTROL_FRAMES} pings and pongs of the WebSocket protocol
per second.

Each frame counts as a call of the token, and so do each match that joins by itself and every 30 replayed events. Above
the rate limit, `subscribe` and `submit` are refused with `too_many_requests`: send them again a second later. If a
client continues to send, the server reads its frames more slowly. It does not read from a client that does not read:
when too much data waits for the client, the server closes the socket with 4508. Frames that are not answered when the
connection ends are dropped.

## Close codes

If a connection breaks without a close code (libraries report 1006), resume as after 1012.

{_closings()}
"""
