"""Moves: what every game's have."""

from pydantic import BaseModel, ConfigDict


class GameMove(BaseModel):
    """Base of moves and of what they are made of: closed and frozen. A move has a `type` of its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)
