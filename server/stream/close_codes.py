"""Why a WebSocket is closed, as clients see it (docs/protocol.md)."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """
    Close codes of our own; each says what to do next.

    RESTART is the standard's "service restart": resume from the last cursor, as after SLOW_CONSUMER.
    VIEWER_CHANGED: the player now looks from elsewhere (a seat was taken or given away); begin from cursor 0.
    """

    RESTART = 1012
    MALFORMED_FRAME = 4400
    UNAUTHENTICATED = 4401
    UNKNOWN_MATCH = 4404
    CURSOR_AHEAD = 4409
    VIEWER_CHANGED = 4410
    TOO_MANY_MATCHES = 4429
    TOO_MANY_CALLS = 4430
    TOO_MANY_STREAMS = 4431
    SLOW_CONSUMER = 4508
    UNAVAILABLE = 4503
