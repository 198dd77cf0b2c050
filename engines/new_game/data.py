"""Seats and tables. What a card does is a row here, and not a branch of the rules."""

from __future__ import annotations

from typing import Final

from engines.contract import seat_id

SEATS: Final = (seat_id("one"), seat_id("two"))
CARDS: Final = (1, 2, 3, 4, 5, 6)
"""What a hand is dealt from; each seat has a deck of its own."""
