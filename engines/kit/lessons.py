"""A lesson: a first match of a game, with what bots play in it written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from engines.kit.contract import SeatId


@dataclass(frozen=True, slots=True)
class Lesson:
    """
    How the lesson of a game is set up, and what its bots play.

    Everybody may know all of it, its seed too: nothing in a lesson is a secret, and nothing in it counts.
    """

    seat: SeatId
    """The seat of who learns; bots have all others."""
    variant: str
    options: Mapping[str, JsonValue]
    """Options that differ from those of the variant."""
    moves: Mapping[tuple[int, SeatId], JsonValue]
    """
    What bots submit, by the number of the phase and their seat.

    Where none is written, or it is illegal because who learns has played otherwise, a bot moves at random.
    """
