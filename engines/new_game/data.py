"""Seats and tables, and functions that the truth and the views share. Put what a card does in a row, not a branch."""

from engines.kit import seat_id

SEATS = (seat_id("one"), seat_id("two"))
CARDS = (1, 2, 3, 4, 5, 6)
"""The deck from which a hand is dealt; each seat has its own deck."""


def without(hand: tuple[int, ...], played: int) -> tuple[int, ...]:
    """Return the hand without a card that was played."""
    return tuple(card for card in hand if card != played)
