"""What a seat can submit: two cards with one ability each, and its AB choices."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engines.apocalypse.data import Ability, Card, Choice, Pair
from engines.contract import SeatId


class CardPlay(BaseModel):
    """One card, the ability used, and what it is aimed at."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    card: Card
    ability: Ability = Field(description="Always `communications` in the opening and `endgame` in the endgame.")
    targets: tuple[str, ...] = Field(
        (),
        description="Seats, pairs, cards or realms, as the ability asks, in any order. Twice as many beside Death's "
        "Passive.",
        examples=[["hell-2"], ["war_death", "war_famine"]],
    )
    guesses: dict[SeatId, Pair] = Field({}, description="Endgame of Pestilence and War: what which seat plays.")


class PlayMove(BaseModel):
    """The two cards of a round, each with one ability. Asked for in every phase."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["play"]
    plays: tuple[CardPlay, CardPlay] = Field(description="Two different cards, in any order.")
    ab: dict[SeatId, Choice] = Field(
        {},
        description="For opponents whose chat with this seat was opened for this round, in case there is an AB game: "
        "`ally` if left out.",
    )
