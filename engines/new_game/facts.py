"""
The facts of the game and their audiences.

Each fact has an audience: from its base (`ToEveryone`, `ToItsSeat`, `ToHost`) or from a method `audience(self, truth)`.
Class names are published and must be unique among all games, so they begin with the name of the game. The text under a
field is published, too. A field needs no text if a field with the same name and meaning already has one.
"""

from typing import TypeAlias

from engines.kit import SeatId, ToEveryone, ToItsSeat, fact


@fact("new_game.hand_dealt")
class NewGameDealt(ToItsSeat):
    """A seat got its hand; nobody else knows the cards."""

    seat: SeatId
    cards: tuple[int, ...]
    """The cards of the hand."""


@fact("new_game.cards_played")
class NewGamePlayed(ToEveryone):
    """Both cards of a round are open."""

    round: int
    """The round's number, from 1."""
    cards: dict[SeatId, int]
    """By seat: the card it played."""
    winner: SeatId | None
    """The seat with the higher card; null if both cards are equal."""
    points: dict[SeatId, int]
    """By seat: its points so far."""


OwnFact: TypeAlias = NewGameDealt | NewGamePlayed
