"""The moves of Hidden Stakes, and what is told, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from engines.kit import SeatId, ToEveryone, ToHost, ToItsSeat


class StakeMove(BaseModel):
    """Stake some coins, and whisper to somebody in the next round."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["stake"]
    coins: int
    whisper_to: SeatId | None


class ToastMove(BaseModel):
    """The crier drinks to somebody."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["toast"]
    to: SeatId


Move: TypeAlias = StakeMove | ToastMove


@dataclass(frozen=True, slots=True)
class CrierDrawn(ToEveryone):
    """Who gives the toasts."""

    seat: SeatId
    type: Literal["hidden_stakes.crier_drawn"] = "hidden_stakes.crier_drawn"


@dataclass(frozen=True, slots=True)
class FavouriteDrawn(ToHost):
    """Whom the bounty will go to in the end."""

    seat: SeatId
    type: Literal["hidden_stakes.favourite_drawn"] = "hidden_stakes.favourite_drawn"


@dataclass(frozen=True, slots=True)
class PurseCounted(ToItsSeat):
    """The coins that it has."""

    seat: SeatId
    coins: int
    type: Literal["hidden_stakes.purse_counted"] = "hidden_stakes.purse_counted"


@dataclass(frozen=True, slots=True)
class Staked(ToItsSeat):
    """What it staked, nothing where it was silent."""

    seat: SeatId
    coins: int
    whisper_to: SeatId | None
    type: Literal["hidden_stakes.staked"] = "hidden_stakes.staked"


@dataclass(frozen=True, slots=True)
class RoundHeld(ToEveryone):
    """The sum of all stakes, and on which side the coin fell."""

    round: int
    total: int
    side: str
    type: Literal["hidden_stakes.round_held"] = "hidden_stakes.round_held"


@dataclass(frozen=True, slots=True)
class StakesBooked(ToHost):
    """The stakes, and who was robbed of a coin besides."""

    stakes: dict[SeatId, int]
    robbed: SeatId
    type: Literal["hidden_stakes.stakes_booked"] = "hidden_stakes.stakes_booked"


@dataclass(frozen=True, slots=True)
class Toasted(ToEveryone):
    """To whom the crier drank, null: to nobody."""

    to: SeatId | None
    type: Literal["hidden_stakes.toasted"] = "hidden_stakes.toasted"


@dataclass(frozen=True, slots=True)
class PursesOpened(ToEveryone):
    """In the end: all coins, with the bounty."""

    coins: dict[SeatId, int]
    favourite: SeatId
    type: Literal["hidden_stakes.purses_opened"] = "hidden_stakes.purses_opened"


OwnFact: TypeAlias = (
    CrierDrawn | FavouriteDrawn | PurseCounted | Staked | RoundHeld | StakesBooked | Toasted | PursesOpened
)
