"""The reasons for closing a WebSocket, as clients see them (docs/streams.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engines.kit import Code
from server.access import codes
from server.access.codes import ServerCode
from server.api.streams.frames import MAX_CONTROL_FRAMES, MAX_FRAGMENTS


class CloseCode(IntEnum):
    """
    Our own close codes; each says what the client should do next.

    RESTART is the standard's "service restart": resume from the last cursor, as after SLOW_CONSUMER.
    VIEWER_CHANGED: the player is another viewer now (a seat was taken or given up); start from cursor 0, as after
    ENTRIES_LOST, when the log no longer contains everything that was sent, or may not, and after ENTRIES_REDACTED, when
    something personal in it is withheld from now on.
    """

    RESTART = 1012
    MALFORMED_FRAME = 4400
    UNAUTHENTICATED = 4401
    FORBIDDEN = 4403
    UNKNOWN_MATCH = 4404
    CURSOR_AHEAD = 4409
    VIEWER_CHANGED = 4410
    ENTRIES_LOST = 4411
    TOKEN_WITHDRAWN = 4412
    ENTRIES_REDACTED = 4413
    TOO_MANY_MATCHES = 4429
    TOO_MANY_CALLS = 4430
    TOO_MANY_STREAMS = 4431
    SLOW_CONSUMER = 4508
    UNAVAILABLE = 4503
    MATCH_UNREADABLE = 4504


@dataclass(frozen=True, slots=True)
class Closing(Code):
    """A reason for closing a socket: the close code, and `name` as the close reason."""

    close_code: CloseCode


def _closing(close_code: CloseCode, name: str, *, means: str, do: str) -> Closing:
    return Closing(name, means, do, close_code)


def _refused(close_code: CloseCode, code: ServerCode) -> Closing:
    """A reason that means the same as the code of a refused call."""
    return Closing(code.name, code.meaning, code.remedy, close_code)


_RESUME: Final = "Open a new socket, and resume from your cursor."
_AGAIN: Final = "Try again in some seconds."

CLOSINGS: Final = (
    _closing(CloseCode.RESTART, "restart", means="The server is stopping or restarting.", do=_RESUME),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "malformed_frame",
        means="This socket does not accept such a frame.",
        do="Send only the frames that the protocol describes.",
    ),
    _closing(CloseCode.MALFORMED_FRAME, "binary_frame", means="A frame was binary.", do="Send text frames."),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "one_match_socket",
        means="The socket of one match cannot subscribe or unsubscribe.",
        do="Use `/v1/stream` to follow several matches.",
    ),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "malformed_cursor",
        means="`after` is not a cursor.",
        do="Send the cursor of an event, or omit `after`.",
    ),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "unknown_parameter",
        means="The URL has a parameter that this socket does not have.",
        do="Send only `ticket`, `lines`, `after` unless the socket is for many matches, and `matches` on the socket of "
        "a tournament.",
    ),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "malformed_lines",
        means="`lines` is longer than 64 characters.",
        do="Send a language tag such as `de`, or omit `lines`.",
    ),
    _closing(
        CloseCode.MALFORMED_FRAME,
        "malformed_matches",
        means="`matches` is not `none`, `mine` or `all`.",
        do="Send one of these, or omit `matches`, which means `none`.",
    ),
    _closing(
        CloseCode.UNAUTHENTICATED,
        "missing_token",
        means="The handshake contains no token or ticket.",
        do="Send the token in a header or as a subprotocol, or send a ticket.",
    ),
    _refused(CloseCode.UNAUTHENTICATED, codes.UNKNOWN_TOKEN),
    _refused(CloseCode.UNAUTHENTICATED, codes.EXPIRED_TOKEN),
    _refused(CloseCode.UNAUTHENTICATED, codes.UNKNOWN_TICKET),
    _refused(CloseCode.FORBIDDEN, codes.INSUFFICIENT_SCOPE),
    _refused(CloseCode.FORBIDDEN, codes.NO_CONSENT),
    _refused(CloseCode.FORBIDDEN, codes.SUSPENDED),
    _closing(
        CloseCode.UNKNOWN_MATCH,
        "unknown_match",
        means="There is no match with this id, or the caller has no access to it.",
        do="Check the id.",
    ),
    _closing(
        CloseCode.UNKNOWN_MATCH,
        "unknown_tournament",
        means="There is no tournament with this id, or the caller has no access to it.",
        do="Check the id.",
    ),
    _closing(
        CloseCode.CURSOR_AHEAD,
        "cursor_ahead",
        means="The caller's stream has not reached this cursor.",
        do="Start from a cursor that you received, or from 0.",
    ),
    _closing(
        CloseCode.CURSOR_AHEAD,
        "cursor_gone",
        means="The caller's own stream does not go back to this cursor any more.",
        do="Start from 0: the events that are kept follow.",
    ),
    _closing(
        CloseCode.VIEWER_CHANGED,
        "viewer_changed",
        means="The player is another viewer now: a seat was taken or given up.",
        do="Open a new socket, and start from cursor 0.",
    ),
    _closing(
        CloseCode.ENTRIES_LOST,
        "entries_lost",
        means="The database has lost the latest entries of the match, and some of them had been sent.",
        do="Open a new socket, start from cursor 0, and submit again what is missing.",
    ),
    _refused(CloseCode.ENTRIES_LOST, codes.ANOTHER_EPOCH),
    _closing(
        CloseCode.TOKEN_WITHDRAWN,
        "token_withdrawn",
        means="The token of this socket was withdrawn or renewed, has expired, or its player is suspended.",
        do="Get a new token, or let the player sign in again.",
    ),
    _closing(
        CloseCode.ENTRIES_REDACTED,
        "entries_redacted",
        means="A player has left the server: the name and the messages of the player are withheld from now on, also in "
        "events that had been sent.",
        do="Discard what you keep, open a new socket, and start from cursor 0.",
    ),
    _closing(
        CloseCode.TOO_MANY_MATCHES,
        "too_many_matches",
        means="The socket follows the maximum number of matches.",
        do="Open another socket for more.",
    ),
    _closing(
        CloseCode.TOO_MANY_CALLS,
        "too_many_requests",
        means="Too many calls; this handshake was refused.",
        do=_AGAIN,
    ),
    _refused(CloseCode.TOO_MANY_STREAMS, codes.TOO_MANY_STREAMS),
    _closing(
        CloseCode.UNAVAILABLE,
        "database_unavailable",
        means="The database does not respond.",
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
"""Every one of our own close codes, with each of its reasons."""


@dataclass(frozen=True, slots=True)
class StandardClosing:
    """A close code of the WebSocket protocol (RFC 6455) that the server uses; its reasons are not fixed."""

    close_code: int
    meaning: str
    remedy: str


STANDARD_CLOSINGS: Final = (
    StandardClosing(1002, "The client sent an invalid WebSocket frame.", "Use a WebSocket library."),
    StandardClosing(1007, "The client sent text that is not UTF-8.", "Send UTF-8."),
    StandardClosing(
        1008,
        f"The client sent more than {MAX_CONTROL_FRAMES} pings and pongs of the WebSocket protocol in a second, or "
        f"more than {MAX_FRAGMENTS} fragments of a message.",
        "Send fewer.",
    ),
    StandardClosing(1009, "A frame is larger than 64 KiB.", "Send smaller frames."),
    StandardClosing(1011, "The client did not answer pings of the WebSocket protocol.", _RESUME),
)
