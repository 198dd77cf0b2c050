"""The records in a view."""

from typing import Literal, TypeAlias

from engines.divine_intervention.data import Mana, Room
from engines.divine_intervention.facts import OwnWin
from engines.kit import SeatId, record

RoomState: TypeAlias = Literal["completed", "unlocked", "locked"]


@record
class DeityReport:
    """
    A finished round, as a deity learned it.

    `prophet_worshiped` is null without a prophet; in the final round both it and `worshipers` are.
    """

    round: int
    worshipers: int | None
    prophet_worshiped: bool | None
    piety: int
    """The deity's piety."""
    won: OwnWin | None


@record
class ShamanReport:
    """A finished round, as a shaman learned it: the rituals by room, and the mana held afterwards."""

    round: int
    rituals: dict[Room, bool]
    mana: Mana
    """The mana held."""


@record
class DivineInterventionOutcome:
    """How the match ended; `rank` is within each realm, and lists are ordered by realm and rank, heaven first."""

    rank: dict[SeatId, int]
    """By seat: its rank within its realm, 1 is best."""
    winner: tuple[SeatId, ...]
    """The seats that won."""
    ascends: tuple[SeatId, ...]
    """The seats that go to heaven, or stay there."""
    descends: tuple[SeatId, ...]
    """The seats that go to hell, or stay there."""
    mark_of_elimination: tuple[SeatId, ...]
    """The seats that bear a mark of elimination."""
    elimination_candidate: tuple[SeatId, ...]
    """The seats that are candidates for elimination."""
    token_of_life: tuple[SeatId, ...]
    """The seats that get a token of life."""
