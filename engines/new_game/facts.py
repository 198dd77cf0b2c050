"""
What can be told, and to whom.

Each fact has an audience: by its base (`ToEveryone`, `ToItsSeat`, `ToHost`), or by a method `audience(self, truth)`.
Class names are published and must be unique among all games, so they begin with the name of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.contract import SeatId, ToEveryone, ToItsSeat


@dataclass(frozen=True, slots=True)
class NewGameDealt(ToItsSeat):
    """A seat got its hand; nobody else knows the cards."""

    seat: SeatId
    cards: tuple[int, ...]
    type: Literal["new_game.hand_dealt"] = "new_game.hand_dealt"


@dataclass(frozen=True, slots=True)
class NewGamePlayed(ToEveryone):
    """Both cards of a round are open; `winner` is null where they are equal."""

    round: int
    cards: dict[SeatId, int]
    winner: SeatId | None
    points: dict[SeatId, int]
    type: Literal["new_game.cards_played"] = "new_game.cards_played"


OwnFact: TypeAlias = NewGameDealt | NewGamePlayed

WORDS: Final = {
    "cards": "The cards of the hand.",
    "NewGamePlayed.cards": "By seat: the card it played.",
    "winner": "The seat with the higher card; null where they are equal.",
    "points": "By seat: its points.",
}
"""What the fields mean, by `field` or `Type.field`, for the published documents."""
