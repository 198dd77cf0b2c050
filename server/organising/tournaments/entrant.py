"""An entrant of a tournament, as a viewer knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from server.access.player import Person
from server.matches.rests import NEVER_AWAY, Away
from server.organising.tournaments import facts
from server.organising.tournaments.rounds import EntrantId

LeftBecause: TypeAlias = facts.WithdrawnBecause | Literal["took_over"]
"""Why an entrant is not paired any more; `took_over`: the entrant waited, and took the place of another one."""


@dataclass(frozen=True, slots=True)
class Predecessor:
    """Who had the place of an entrant before; `rounds` were published by then. Bots are None."""

    player: Person | None
    partner: Person | None
    rounds: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """
    An entrant: a player, a team with a `partner`, or a bot, which is None.

    `entered_in` is the first round that the entrant could play. `left_because` is None while the entrant is in.
    `earlier` are those who had the place before, the first one first. `returns` counts how often the entrant came back.
    `club` is empty without one. The player of an `unclaimed` place is an account that nobody has.
    """

    id: EntrantId
    player: Person | None
    rating: int
    entered_in: int
    waiting: bool = False
    checked_in: bool = False
    partner: Person | None = None
    left_because: LeftBecause | None = None
    earlier: tuple[Predecessor, ...] = ()
    returns: int = 0
    unclaimed: bool = False
    club: str = ""
    away: Away = NEVER_AWAY

    @property
    def withdrawn(self) -> bool:
        """Whether the entrant is not paired any more."""
        return self.left_because is not None

    @property
    def expelled(self) -> bool:
        """Whether the entrant was disqualified."""
        return self.left_because == "disqualified"

    @property
    def players(self) -> list[Person]:
        """The player, or the players of a team, without bots."""
        return [player for player in (self.player, self.partner) if player is not None]
