"""Why a WebSocket is closed, as clients see it (docs/streams.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engines.codes import Code
from server.stream.frames import MAX_CONTROL_FRAMES, MAX_FRAGMENTS


class CloseCode(IntEnum):
    """
    Close codes of our own; each says what to do next.

    RESTART is the standard's "service restart": resume from the last cursor, as after SLOW_CONSUMER.
    VIEWER_CHANGED: the player now looks from elsewhere (a seat was taken or given away); begin from cursor 0, as after
    ENTRIES_LOST, when the log no longer holds all that was told.
    """

    RESTART = 1012
    MALFORMED_FRAME = 4400
    UNAUTHENTICATED = 4401
    UNKNOWN_MATCH = 4404
    CURSOR_AHEAD = 4409
    VIEWER_CHANGED = 4410
    ENTRIES_LOST = 4411
    TOO_MANY_MATCHES = 4429
    TOO_MANY_CALLS = 4430
    TOO_MANY_STREAMS = 4431
    SLOW_CONSUMER = 4508
    UNAVAILABLE = 4503
    MATCH_UNREADABLE = 4504


@dataclass(frozen=True, slots=True)
class Closing(Code):
    """Why a socket is closed: the close code, and with it `name` as the close reason."""

    close_code: CloseCode


def _closing(close_code: CloseCode, name: str, *, means: str, do: str) -> Closing:
    return Closing(name, means, do, close_code)


_RESUME: Final = "Open another socket, and resume from your cursor."
_AGAIN: Final = "Try again in some seconds."

CLOSINGS: Final = (
    _closing(CloseCode.RESTART, "restart", means="The server stops or restarts.", do=_RESUME),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "malformed_frame",
        means="A frame is none that this socket takes.",
        do="Send frames as the protocol has them.",
    ),
    _closing(CloseCode.MALFORMED_FRAME, "binary_frame", means="A frame came as bytes.", do="Send frames as texts."),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "one_match_socket",
        means="The socket of one match cannot subscribe or unsubscribe.",
        do="Use `/v1/stream` for many matches.",
    ),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "malformed_cursor",
        means="`after` is no cursor.",
        do="Send the cursor of an event, or leave it out.",
    ),
    _closing(
        CloseCode.UNAUTHENTICATED,
        "missing_token",
        means="The handshake came without a token or ticket.",
        do="Send the token by header or subprotocol, or a ticket.",
    ),
    _closing(
        CloseCode.UNAUTHENTICATED,
        "unknown_token",
        means="The token is nobody's.",
        do="Send the whole token as `createPlayer` gave it, or create a player.",
    ),
    _closing(
        CloseCode.UNAUTHENTICATED,
        "unknown_ticket",
        means="The ticket is unknown, was used before, or is older than 30 seconds.",
        do="Get a new one by `createTicket`.",
    ),
    _closing(
        CloseCode.UNKNOWN_MATCH,
        "unknown_match",
        means="There is no match with this id, or it is not open to the caller.",
        do="Check the id.",
    ),
    _closing(
        CloseCode.CURSOR_AHEAD,
        "cursor_ahead",
        means="The caller's stream has not reached this cursor.",
        do="Begin from a cursor that you were given, or from 0.",
    ),
    _closing(
        CloseCode.VIEWER_CHANGED,
        "viewer_changed",
        means="The player looks from elsewhere now: a seat was taken or given away.",
        do="Open another socket, and begin from cursor 0.",
    ),
    _closing(
        CloseCode.ENTRIES_LOST,
        "entries_lost",
        means="The database has lost what happened last in the match, and some of it was told.",
        do="Open another socket, begin from cursor 0, and submit again what is missing.",
    ),
    _closing(
        CloseCode.TOO_MANY_MATCHES,
        "too_many_matches",
        means="The socket follows as many matches as it can.",
        do="Open another for more.",
    ),
    _closing(
        CloseCode.TOO_MANY_CALLS,
        "too_many_requests",
        means="Too many calls, this handshake one of them.",
        do=_AGAIN,
    ),
    _closing(
        CloseCode.TOO_MANY_STREAMS,
        "too_many_streams",
        means="The player has too many streams and waiting polls open.",
        do="End one first.",
    ),
    _closing(
        CloseCode.UNAVAILABLE,
        "database_unavailable",
        means="The database does not answer.",
        do=_AGAIN,
    ),
    _closing(
        CloseCode.MATCH_UNREADABLE,
        "match_unreadable",
        means="The match cannot be read at the moment.",
        do=_AGAIN,
    ),
    _closing(CloseCode.SLOW_CONSUMER, "slow_consumer", means="The client reads too slowly.", do=_RESUME),
)
"""Every close code of our own with every reason that it comes with."""


@dataclass(frozen=True, slots=True)
class StandardClosing:
    """A close code of the WebSocket protocol (RFC 6455) that the server closes with; its reasons are no fixed ones."""

    close_code: int
    meaning: str
    remedy: str


STANDARD_CLOSINGS: Final = (
    StandardClosing(1002, "What came is no WebSocket frame.", "Use a library for WebSockets."),
    StandardClosing(1007, "A text came that is no UTF-8.", "Send UTF-8."),
    StandardClosing(
        1008,
        f"More than {MAX_CONTROL_FRAMES} pings and pongs of the WebSocket protocol came in a second, or more than "
        f"{MAX_FRAGMENTS} fragments of a message.",
        "Send fewer.",
    ),
    StandardClosing(1009, "A frame came of more than 64 KiB.", "Send less."),
    StandardClosing(1011, "Pings of the WebSocket protocol were not answered.", _RESUME),
)
