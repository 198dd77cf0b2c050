"""The moves of the game: Pydantic models, each with its own `type`, in the form that `check` returns."""

from typing import Literal

from pydantic import Field

from engines.kit import GameMove


class NewGameMove(GameMove):
    """Play a card of the hand."""

    type: Literal["play"]
    card: int = Field(description="A card of your hand.")
