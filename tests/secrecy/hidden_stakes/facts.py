"""The moves and facts of Hidden Stakes, with their audiences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from engines.contract import SeatId, ToEveryone, ToHost, ToItsSeat


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


@dataclass(frozen=True, slots=True)
class CrierDrawn(ToEveryone):
    """The seat that gives the toasts."""

    seat: SeatId
    type: Literal["hidden_stakes.crier_drawn"] = "hidden_stakes.crier_drawn"


@dataclass(frozen=True, slots=True)
class FavouriteDrawn(ToHost):
    """The seat that gets the bounty at the end."""

    seat: SeatId
    type: Literal["hidden_stakes.favourite_drawn"] = "hidden_stakes.favourite_drawn"


@dataclass(frozen=True, slots=True)
class PurseCounted(ToItsSeat):
    """The coins of a seat."""

    seat: SeatId
    coins: int
    type: Literal["hidden_stakes.purse_counted"] = "hidden_stakes.purse_counted"


@dataclass(frozen=True, slots=True)
class Staked(ToItsSeat):
    """The stake of a seat, 0 if it was silent."""

    seat: SeatId
    coins: int
    whisper_to: SeatId | None
    type: Literal["hidden_stakes.staked"] = "hidden_stakes.staked"


@dataclass(frozen=True, slots=True)
class RoundHeld(ToEveryone):
    """The sum of all stakes, and the side on which the coin fell."""

    round: int
    total: int
    side: str
    type: Literal["hidden_stakes.round_held"] = "hidden_stakes.round_held"


@dataclass(frozen=True, slots=True)
class StakesBooked(ToHost):
    """The stakes, and the seat that was robbed of a coin."""

    stakes: dict[SeatId, int]
    robbed: SeatId
    type: Literal["hidden_stakes.stakes_booked"] = "hidden_stakes.stakes_booked"


@dataclass(frozen=True, slots=True)
class Toasted(ToEveryone):
    """The seat that the crier toasted, null if none."""

    to: SeatId | None
    type: Literal["hidden_stakes.toasted"] = "hidden_stakes.toasted"


@dataclass(frozen=True, slots=True)
class PursesOpened(ToEveryone):
    """At the end: all coins, with the bounty."""

    coins: dict[SeatId, int]
    favourite: SeatId
    type: Literal["hidden_stakes.purses_opened"] = "hidden_stakes.purses_opened"


OwnFact: TypeAlias = (
    CrierDrawn | FavouriteDrawn | PurseCounted | Staked | RoundHeld | StakesBooked | Toasted | PursesOpened
)
