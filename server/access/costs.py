"""
The costs of calls, in units of a plain call (docs/running.md shows the table).

A unit is about 0.3 ms of the event loop. Costs are charged to the player and the address by
`server.people.identity.admission`: in advance if the cost is known, else as soon as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

CALL: Final = 1.0
"""A call, or a frame on a WebSocket."""

NEW_PLAYER: Final = 10.0
"""Creating an account, charged to the address: it costs a commit, and accounts multiply a client's limits."""

NEW_TICKET: Final = 5.0
"""A ticket costs a commit."""

NEW_TOKEN: Final = 5.0
"""A token costs a commit."""

ADMINISTRATION: Final = 5.0
"""A step of an administrator costs a commit."""

REPORT: Final = 5.0
"""A report costs a commit or two, and some queries."""

PAGE_SEARCH: Final = 5.0
"""A search reads the words of all pages: about 1.5 ms."""

FORGET: Final = 20.0
"""Forgetting a player costs a commit; what follows is done by the server itself, and only once for a player."""

OAUTH_STEP: Final = 5.0
"""A step of OAuth, such as a consent or a new token, costs a commit."""

UNKNOWN_USER_CODE: Final = 20.0
"""A guessed or mistyped code of a device must not be tried often."""

NEW_PUSH_SUBSCRIPTION: Final = 5.0
"""A push subscription costs a commit."""

NEW_WEBHOOK: Final = 20.0
"""A webhook costs a lookup of its host and a commit."""

WEBHOOK_CALL: Final = 20.0
"""Sending a message to a webhook again, or a ping, costs a call outside and some commits."""

WEBHOOK_SECRET: Final = 5.0
"""A new secret of a webhook costs a commit."""

NEW_CALENDAR: Final = 5.0
"""A new address of a calendar costs a commit."""

NEW_REMINDERS: Final = 5.0
"""Choosing reminders costs a commit."""

FRIENDS_STEP: Final = 5.0
"""A new link for friends, a friendship or a block, begun or ended, costs a commit."""

UNKNOWN_FRIEND_LINK: Final = 20.0
"""A guessed or mistyped link of a player costs a query, and must not be tried often."""

UNKNOWN_CALENDAR: Final = 20.0
"""A guessed or mistyped address of a calendar costs a query, and must not be tried often."""

ACCOUNT_PAGE: Final = 4.0
"""The page of an account costs some queries."""

ACCOUNT_STEP: Final = 5.0
"""A step of signing in, or a change of an account, costs a commit or two."""

PROVIDER_CALL: Final = 20.0
"""A step of signing in at a provider costs up to two calls outside."""

NEW_INBOX: Final = 5.0
"""A player's own stream is created when it is first read, or when there is news: it costs a commit."""

NEW_INVITATION: Final = 5.0
"""An invitation costs a commit."""

UNKNOWN_INVITATION: Final = 20.0
"""A guessed or mistyped invitation costs a query, and must not be tried often."""

NEW_MATCH: Final = 6.0
"""Creating a match writes its first entry and its row in lists."""

QUEUE_STEP: Final = 5.0
"""Joining a queue reads its tables, up to twenty of them; how many there are, the price must not tell."""

NEW_TOURNAMENT: Final = 10.0
"""Creating a tournament writes its first entry and its row in lists."""

NEW_SERIES: Final = 10.0
"""Creating a series writes its first entry and its row in lists."""

NEW_ENTRANT: Final = 0.5
"""Somebody who is entered by name: an account without a token, a fact and a link."""

NEW_BOT: Final = 10.0
"""A bot in a seat: it adds an entry in each phase."""

BOTS_ALONE: Final = 500.0
"""A match with only bots adds hundreds of entries without further calls."""

SEARCH: Final = 5.0
"""Searching the texts of up to 1,000 matches."""

FREE_BODY_BYTES: Final = 2_400
"""A body or frame up to this size is included in a plain call."""

FREE_VIEW_BYTES: Final = 16_384
"""A view up to this size is included in a plain call."""

_LISTED_A_UNIT: Final = 10
_ITEMS_A_UNIT: Final = 10
_BODY_BYTES_A_UNIT: Final = 2_400
_PACK_BYTES_A_UNIT: Final = 1_000
_ENTRIES_A_UNIT: Final = 30
_WRITTEN_ROWS_A_UNIT: Final = 3
_PAIRED_SQUARES_A_UNIT: Final = 150
_LINES_A_UNIT: Final = 4
_CALENDAR_ITEM: Final = 2.0
_SENT_BYTES_A_UNIT: Final = 65_536


def of_entries(count: int) -> float:
    """Return the cost of reading and folding this number of entries, beyond those of a plain call."""
    return count / _ENTRIES_A_UNIT


def of_bytes(count: int) -> float:
    """Return the cost of rendering and sending this number of bytes, beyond those of a plain call."""
    return count / _SENT_BYTES_A_UNIT


def of_lines(count: int) -> float:
    """Return the cost of saying in sentences what happened in this number of events."""
    return count / _LINES_A_UNIT


def of_calendar(count: int) -> float:
    """Return the cost of writing this number of items of a calendar."""
    return count * _CALENDAR_ITEM


def of_body(count: int) -> float:
    """Return the cost of parsing and checking a JSON body of this many bytes."""
    return count / _BODY_BYTES_A_UNIT


def of_pack(count: int) -> float:
    """Return the cost of checking a pack of this many bytes against its schema and its rules."""
    return count / _PACK_BYTES_A_UNIT


def of_pairing(entrants: int) -> float:
    """Return the cost of pairing a round of so many entrants, which takes seconds of a process for a thousand."""
    return entrants**2 / _PAIRED_SQUARES_A_UNIT


def of_bots(count: int, *, alone: bool) -> float:
    """Return the cost of seating this number of bots; `alone`: the match then has only bots."""
    return count * NEW_BOT + (BOTS_ALONE if alone else 0)


def of_workbook(rows: int) -> float:
    """Return the cost of writing a workbook with so many rows, beyond that of reading them."""
    return rows / _WRITTEN_ROWS_A_UNIT


def of_list(count: int) -> float:
    """Return the cost of reading and rendering this number of rows of a list."""
    return count / _LISTED_A_UNIT


def of_items(count: int) -> float:
    """Return the cost of this number of items of a bulk call, beyond that of the call."""
    return count / _ITEMS_A_UNIT


charged_to: Final[ContextVar[Callable[[float], None] | None]] = ContextVar("charged_to", default=None)
"""Charges the client that caused the work; None for work without a client."""


def charge(cost: float) -> None:
    """
    Charge the client that caused the work, if any.

    The cost must not reveal anything new to a viewer, so it may only depend on what the viewer knows.
    """
    pay = charged_to.get()
    if pay is not None and cost:
        pay(cost)
