"""The moves and facts of Hidden Stakes, with their audiences."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from engines.kit import SeatId, ToEveryone, ToHost, ToItsSeat, fact


class StakeMove(BaseModel):
    """Stake some coins, and whisper to another seat in the next round."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["stake"]
    coins: int
    whisper_to: SeatId | None


class ToastMove(BaseModel):
    """The crier toasts a seat."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["toast"]
    to: SeatId


Move: TypeAlias = StakeMove | ToastMove


@fact("hidden_stakes.crier_drawn")
class CrierDrawn(ToEveryone):
    """The seat that gives the toasts."""

    seat: SeatId


@fact("hidden_stakes.favourite_drawn")
class FavouriteDrawn(ToHost):
    """The seat that gets the bounty at the end."""

    seat: SeatId


@fact("hidden_stakes.purse_counted")
class PurseCounted(ToItsSeat):
    """The coins of a seat."""

    seat: SeatId
    coins: int


@fact("hidden_stakes.staked")
class Staked(ToItsSeat):
    """The stake of a seat, 0 if it was silent."""

    seat: SeatId
    coins: int
    whisper_to: SeatId | None


@fact("hidden_stakes.round_held")
class RoundHeld(ToEveryone):
    """The sum of all stakes, and the side on which the coin fell."""

    round: int
    total: int
    side: str


@fact("hidden_stakes.stakes_booked")
class StakesBooked(ToHost):
    """The stakes, and the seat that was robbed of a coin."""

    stakes: dict[SeatId, int]
    robbed: SeatId


@fact("hidden_stakes.toasted")
class Toasted(ToEveryone):
    """The seat that the crier toasted, null if none."""

    to: SeatId | None


@fact("hidden_stakes.purses_opened")
class PursesOpened(ToEveryone):
    """At the end: all coins, with the bounty."""

    coins: dict[SeatId, int]
    favourite: SeatId


OwnFact: TypeAlias = (
    CrierDrawn | FavouriteDrawn | PurseCounted | Staked | RoundHeld | StakesBooked | Toasted | PursesOpened
)
