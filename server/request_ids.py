"""Which call the process is working on just now, by an id of its own making (docs/running.md)."""

from __future__ import annotations

import os
from contextvars import ContextVar
from typing import Final

REQUEST_ID_PATTERN: Final = "^[0-9a-f]{16}$"

request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""That of the call at hand, and of what it set off; None in work that belongs to no call."""


def new_request_id() -> str:
    """
    An id for a call.

    At random, for from a number that counts calls everyone could read off how many others made.
    """
    return os.urandom(8).hex()
