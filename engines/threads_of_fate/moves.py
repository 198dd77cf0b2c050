"""The moves of the game."""

from typing import Final, Literal

from pydantic import Field

from engines.kit import GameMove, SeatId
from engines.threads_of_fate.data import Ability
from engines.threads_of_fate.strands import ThreadId


class WeaveMove(GameMove):
    """Everything that a seat does in a round. Every action is optional."""

    type: Literal["weave"]
    visit: Ability | None = Field(None, description="The Moira or ability to visit; each once in a match.")
    donate: int = Field(0, ge=0, description="Twine for the visited Moira; it determines the level of the ability.")
    boost: ThreadId | None = Field(
        None, description="A thread attached to the mover's seat; needs `boosting`.", examples=["heaven-1>hell-4"]
    )
    cut: SeatId | None = Field(
        None, description="A seat of the other realm: cuts all plain threads between it and the mover's seat."
    )
    snip: ThreadId | None = Field(
        None, description="Any thread, whether or not it exists.", examples=["hell-3>heaven-2"]
    )
    create: SeatId | None = Field(
        None, description="A seat of the other realm to create a thread to; one of those selected least often so far."
    )
    golden: bool = Field(False, description="Make the created thread golden; needs `gilding`, once in a match.")
    head_start: bool = Field(
        False, description="Start the created thread with the strength accumulated so far; needs `head_start`."
    )


EMPTY_WEAVE: Final = WeaveMove(type="weave")
"""The default for an absent submission."""
