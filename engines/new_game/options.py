"""The options that an organiser can set, and the named variants."""

from typing import Literal

from pydantic import Field

from engines.kit import GameOptions, Variant, by_name


class NewGameOptions(GameOptions):
    """Options of a match of New Game."""

    variant: Literal["classic"] = Field("classic", description="The named variant whose defaults apply.")
    rounds: int = Field(3, ge=1, le=5, description="Number of rounds, and of cards in a hand.")
    round_seconds: int = Field(60, ge=5, le=86_400, description="Length of a round.")


VARIANTS = by_name(Variant("classic", "Classic", "Three rounds."))
