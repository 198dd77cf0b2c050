"""The move of a seat: two cards with one ability each, and its AB choices."""

from typing import Literal

from pydantic import Field

from engines.apocalypse.data import Ability, Card, Choice, Pair
from engines.kit import GameMove, SeatId


class CardPlay(GameMove):
    """One card, its ability and its targets."""

    card: Card
    ability: Ability = Field(description="Always `communications` in the opening and `endgame` in the endgame.")
    targets: tuple[str, ...] = Field(
        (),
        description="The targets of the ability: seats, pairs, cards or realms, in any order. Twice as many with "
        "Death's Passive.",
        examples=[["hell-2"], ["war_death", "war_famine"]],
    )
    guesses: dict[SeatId, Pair] = Field({}, description="Endgame of Pestilence and War: the guessed pair of each seat.")


class PlayMove(GameMove):
    """The two cards of a round, each with one ability. Used in every phase."""

    type: Literal["play"]
    plays: tuple[CardPlay, CardPlay] = Field(description="Two different cards, in any order.")
    ab: dict[SeatId, Choice] = Field(
        {},
        description="Choices for AB games, for opponents whose chat with this seat was opened for this round; the "
        "default is `ally`.",
    )
