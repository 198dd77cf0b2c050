"""Seats and tables, and what the truth and views both work out. What a card does is a row here, not a branch."""

from engines.kit import seat_id

SEATS = (seat_id("one"), seat_id("two"))
CARDS = (1, 2, 3, 4, 5, 6)
"""What a hand is dealt from; each seat has a deck of its own."""


def without(hand: tuple[int, ...], played: int) -> tuple[int, ...]:
    """The hand after a card of it was played."""
    return tuple(card for card in hand if card != played)
