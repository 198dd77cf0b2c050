"""The moves of Hidden Stakes, and what is told, and to whom."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from engines.kit import SeatId, ToEveryone, ToHost, ToItsSeat, fact


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


@fact("hidden_stakes.crier_drawn")
class CrierDrawn(ToEveryone):
    """Who gives the toasts."""

    seat: SeatId


@fact("hidden_stakes.favourite_drawn")
class FavouriteDrawn(ToHost):
    """Whom the bounty will go to in the end."""

    seat: SeatId


@fact("hidden_stakes.purse_counted")
class PurseCounted(ToItsSeat):
    """The coins that it has."""

    seat: SeatId
    coins: int


@fact("hidden_stakes.staked")
class Staked(ToItsSeat):
    """What it staked, nothing where it was silent."""

    seat: SeatId
    coins: int
    whisper_to: SeatId | None


@fact("hidden_stakes.round_held")
class RoundHeld(ToEveryone):
    """The sum of all stakes, and on which side the coin fell."""

    round: int
    total: int
    side: str


@fact("hidden_stakes.stakes_booked")
class StakesBooked(ToHost):
    """The stakes, and who was robbed of a coin besides."""

    stakes: dict[SeatId, int]
    robbed: SeatId


@fact("hidden_stakes.toasted")
class Toasted(ToEveryone):
    """To whom the crier drank, null: to nobody."""

    to: SeatId | None


@fact("hidden_stakes.purses_opened")
class PursesOpened(ToEveryone):
    """In the end: all coins, with the bounty."""

    coins: dict[SeatId, int]
    favourite: SeatId


OwnFact: TypeAlias = (
    CrierDrawn | FavouriteDrawn | PurseCounted | Staked | RoundHeld | StakesBooked | Toasted | PursesOpened
)
