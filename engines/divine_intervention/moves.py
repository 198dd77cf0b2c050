"""The moves of the game."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engines.divine_intervention.boons import BoonId
from engines.divine_intervention.data import Element, Mana, Room
from engines.kit import GameMove, SeatId, record


class AnointMove(GameMove):
    """Name the prophet of round 0, before anything is shown."""

    type: Literal["anoint"]
    prophet: SeatId | None = Field(None, description="A shaman, who can talk to the deity in round 0.")


class BoonUse(GameMove):
    """Use a boon that has no parameter."""

    id: BoonId


class BoonOnRoom(BoonUse):
    """Use a boon on a room."""

    room: Room


class BoonOnElement(BoonUse):
    """Use a boon on an element."""

    element: Element


class BoonOnSeat(BoonUse):
    """Use a boon on a shaman or on another deity."""

    seat: SeatId
    """A shaman or another deity, depending on the boon."""


class BoonWithNumber(BoonUse):
    """Use a boon that foretells a number."""

    number: int = Field(ge=0)
    """The number foretold."""


# The type with only an id comes last: a reader that ignores unknown fields would match it for every boon.
AnyBoonUse: TypeAlias = BoonOnRoom | BoonOnElement | BoonOnSeat | BoonWithNumber | BoonUse


@record
class Used:
    """A use of a boon, with its parameter."""

    round: int
    user: SeatId
    use: AnyBoonUse


class DecreeMove(GameMove):
    """Everything that a deity does in a round."""

    type: Literal["decree"]
    element: Element | None = Field(
        None,
        description="The mana for worshipers at the end of the round; it must differ from the previous round. "
        "Null only in the final round.",
    )
    prophet: SeatId | None = Field(
        None, description="The prophet of the next round, each shaman once in a match; not in the final round."
    )
    bids: dict[BoonId, Annotated[int, Field(ge=0)]] = Field(
        {}, description="Piety for the boons on offer: different amounts, together at most the piety held."
    )
    boon: AnyBoonUse | None = Field(None, description="The boon held, to be used now, with its parameter.")


class RitualEntry(GameMove):
    """One ritual; the mana is spent only if it succeeds."""

    room: Room
    fire: int = Field(0, ge=0)
    air: int = Field(0, ge=0)
    earth: int = Field(0, ge=0)
    water: int = Field(0, ge=0)

    @property
    def mana(self) -> Mana:
        return Mana(self.fire, self.air, self.earth, self.water)


class DevoteMove(GameMove):
    """Everything that a shaman does in a round."""

    type: Literal["devote"]
    pray: SeatId | None = Field(None, description="The deity that the shaman prays to; not in the final round.")
    rituals: tuple[RitualEntry, ...] = Field(
        (), description="At most one per room, and together at most the mana held; none in round 0."
    )


class RaiseMove(GameMove):
    """Raise one more shaman to heaven, after the last round."""

    type: Literal["raise"]
    seat: SeatId
    """The shaman to raise."""


OwnMove: TypeAlias = AnointMove | DecreeMove | DevoteMove | RaiseMove

NO_DEVOTION: Final = DevoteMove(type="devote", pray=None, rituals=())
"""The default for an absent shaman."""
