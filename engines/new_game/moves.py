"""What a seat can submit: Pydantic models, each with its own `type`, in the form that `check` returns."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class NewGameMove(BaseModel):
    """Play a card of the hand."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["play"]
    card: int = Field(description="A card of the own hand.")
