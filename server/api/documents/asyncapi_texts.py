"""The texts of the AsyncAPI document: authentication, order, liveness, resuming, states and limits."""

from __future__ import annotations

from typing import Final

from server.identity.players import TICKET_LIFETIME
from server.stream.close_codes import CLOSINGS, STANDARD_CLOSINGS
from server.stream.frames import MAX_CONTROL_FRAMES, MAX_FRAGMENTS, MAX_FRAME_BYTES
from server.stream.socket import BEARER, MAX_MATCHES, SUBPROTOCOL
from server.stream.submissions import IN_FLIGHT

_TICKET_SECONDS: Final = int(TICKET_LIFETIME.total_seconds())

LIMITS: Final = {
    "frame_bytes": MAX_FRAME_BYTES,
    "fragments": MAX_FRAGMENTS,
    "control_frames_per_second": MAX_CONTROL_FRAMES,
    "matches": MAX_MATCHES,
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
        "description": f"For browsers, which cannot set other headers: the subprotocols `{SUBPROTOCOL}` and "
        f"`{BEARER}TOKEN`. The server chooses `{SUBPROTOCOL}`.",
    },
    "ticket": {
        "type": "httpApiKey",
        "name": "ticket",
        "in": "query",
        "description": f"A ticket from `createTicket`. It works once, within {_TICKET_SECONDS} seconds, and goes "
        "before a token.",
    },
}
"""The ways to authenticate; one is enough."""


def _closings() -> str:
    """Return all close codes as a table."""
    rows = [f"| {it.close_code} | {it.meaning} | {it.remedy} |" for it in STANDARD_CLOSINGS]
    rows += [f"| {int(it.close_code)} `{it.name}` | {it.meaning} | {it.remedy} |" for it in CLOSINGS]
    return "\n".join(["| code and reason | means | do |", "|---|---|---|", *rows])


DESCRIPTION: Final = f"""\
What Moirai tells its clients while a match goes on, and what they may ask for on the way. The document takes the side
of the server: it sends what clients are told, and receives what they send. Everything else is a call of the OpenAPI
document.

There are two WebSockets: one for a single match, and one for up to {MAX_MATCHES}. Frames are JSON texts, each with its
`type`. Ignore frames, fields and facts that you do not know: they may be added.

## Authentication

One of: the token in the header `Authorization: Bearer TOKEN`; the token as a subprotocol, beside the one that is spoken
(`{SUBPROTOCOL}` and `{BEARER}TOKEN`); a ticket in the query (`?ticket=`). The handshake itself is always taken, and
mostly `hello` comes before anything is refused: only `subscribed` means that a match is followed. Who is nobody the
server knows, calls too often, or asks for a match that is not theirs is told so by a close code.

## Playing

A fact `phase_opened` says that it may be your turn. Read the view (`getView`): where its `prompt` is not null, submit a
move that fits it, by `submit` or by the call of that name. The view may be ahead of the last event that you have: go by
its `cursor` and its `phase`, and leave out what you hear of earlier phases. Where it is behind that event, for another
process of the server has answered, ask for it with that event's cursor as `at`. After `match_ended`,
`match_adjudicated` or `match_voided` nothing more comes; the socket stays open until you close it.

## States

A socket for one match is

1. **opening** until `hello` comes, which says who the server takes you for, or the socket is closed;
2. **catching up** once `subscribed` comes: the events behind `after` up to its `cursor`, in order;
3. **following** from then on: events as they happen, until the socket is closed.

`submit` and `ping` can be sent at any time. `subscribe` and `unsubscribe` are for the other socket, and close this one.

A socket for many is **opening** in the same way, and then open. On it, each match is

1. **not followed**, until you send `subscribe`: `subscribed` or `refused` answers, and the latter leaves it so;
2. **catching up**, and then **following**, as above;
3. **not followed** again when you have sent `unsubscribe`: after `unsubscribed` come no more of its events.

Whatever cannot be read, or is not for this socket, closes it.

## Order

Events of a match come in the order of their cursors, 1, 2, 3 … without a gap; what was missed comes before what
happens. Events of different matches come in no order among each other. `ping`, `subscribe` and `unsubscribe` are
answered in the order in which they were sent. Submissions are judged side by side: their answers are told apart by
`ref`, and may come before or after the events that they make; those to one match count in the order sent. Up to
{IN_FLIGHT} may be on their way: nothing more is read until one is answered.

## Liveness

A `heartbeat` comes every `heartbeat_seconds` of `hello`, whatever else comes. If you hear nothing for two of them, the
connection is dead: open another. The server pings as the WebSocket protocol has it, too, which every client library
answers by itself.

## Resuming

Keep the `cursor` of the last event that you have taken in. Open another socket with it as `after`: you miss nothing
and see nothing twice. Begin from 0 where `viewer` is another than before, for a cursor numbers the events of one
viewer. Send a submission that no answer came to again as it was: if it stood, the answer says `repeated`, also where it
has closed its phase. Only once the phase after it is closed as well comes `phase_closed` for it; your own fact
`submitted` tells then whether it stood.

## Limits

A frame of a client has at most {MAX_FRAME_BYTES} bytes. One socket follows at most {MAX_MATCHES} matches and has at
most {IN_FLIGHT} submissions on their way. A message comes in at most {MAX_FRAGMENTS} fragments, and at most
{MAX_CONTROL_FRAMES} pings and pongs of the WebSocket protocol in a second.

Each frame counts as a call of the token, and so do every 30 events that are replayed. Above the limit of rate
`subscribe` and `submit` are refused with `too_many_requests`: send them again a second later. A client that goes on all
the same is read more slowly. Nothing is read from a client that does not read: when too much waits for it, the socket
is closed with 4508. Frames that are not answered when the connection ends are dropped.

## Close codes

A connection that breaks without one (libraries say 1006) is resumed as after 1012.

{_closings()}
"""
