"""
What it costs a client to make the server do something, in units of a plain call (docs/running.md shows the table).

A unit is about 0.3 ms of the event loop. Everything is paid by the player and by the address it comes from, through
`server.identity.admission`: before it is done where the cost is known, else as soon as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

CALL: Final = 1.0
"""A call, or a frame on a WebSocket."""

NEW_PLAYER: Final = 10.0
"""Making an account, paid by the address: it costs a commit, and accounts multiply what one client may do."""

NEW_TICKET: Final = 5.0
"""A ticket costs a commit."""

NEW_MATCH: Final = 6.0
"""Creating a match writes its first entry and its row in lists."""

NEW_BOT: Final = 10.0
"""A bot in a seat: in each phase it makes an entry."""

BOTS_ALONE: Final = 500.0
"""A match in which only bots play makes hundreds of entries, and nobody calls for any of them."""

FREE_BODY_BYTES: Final = 2_400
"""A body or frame of as much is part of a plain call."""

FREE_VIEW_BYTES: Final = 16_384
"""Rendering a view of as much is part of a plain call."""

_LISTED_A_UNIT: Final = 10
_BODY_BYTES_A_UNIT: Final = 2_400
_PACK_BYTES_A_UNIT: Final = 1_000
_ENTRIES_A_UNIT: Final = 30
_SENT_BYTES_A_UNIT: Final = 65_536


def of_entries(count: int) -> float:
    """Reading and folding so many entries of a log, beyond what a plain call does."""
    return count / _ENTRIES_A_UNIT


def of_bytes(count: int) -> float:
    """Rendering and sending so many bytes, beyond what a plain call does."""
    return count / _SENT_BYTES_A_UNIT


def of_body(count: int) -> float:
    """Reading so many bytes of a client as JSON and checking them."""
    return count / _BODY_BYTES_A_UNIT


def of_pack(count: int) -> float:
    """Checking a pack of so many bytes against its schema and its rules."""
    return count / _PACK_BYTES_A_UNIT


def of_bots(count: int, *, alone: bool) -> float:
    """Seating so many bots; `alone`: in a match in which only bots play then."""
    return count * NEW_BOT + (BOTS_ALONE if alone else 0)


def of_list(count: int) -> float:
    """Reading and rendering so many rows of a list."""
    return count / _LISTED_A_UNIT


charged_to: Final[ContextVar[Callable[[float], None] | None]] = ContextVar("charged_to", default=None)
"""Charges the client for whom something is done; None where it is done for nobody."""


def charge(cost: float) -> None:
    """
    Charge the client for whom this is done, if there is one.

    What a viewer did not know before, the cost must not tell: it may depend on nothing but what the client is told.
    """
    pay = charged_to.get()
    if pay is not None and cost:
        pay(cost)
