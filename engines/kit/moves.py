"""The base of the moves of all games."""

from pydantic import BaseModel, ConfigDict


class GameMove(BaseModel):
    """Base of moves and of their parts: frozen, and closed to unknown fields. Each move also has a `type`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
