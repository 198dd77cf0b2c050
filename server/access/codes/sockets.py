"""Codes of WebSockets alone."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.access.codes.server_code import NOTHING, new_code

_socket: Final = partial(new_code, "WebSockets")

ALREADY_SUBSCRIBED: Final = _socket(
    "already_subscribed", 409, means="The socket already follows this match.", do=NOTHING
)

UNKNOWN_TICKET: Final = new_code(
    "",
    "unknown_ticket",
    401,
    means="The ticket is unknown, already used, or older than 30 seconds.",
    do="Get a new one with `createTicket`.",
)
