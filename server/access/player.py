"""A player, as the server and as others see one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from server.access.rights import Role
from server.access.scopes import Scopes

_ADMINISTRATOR_TIMES: Final = 100


@dataclass(frozen=True, slots=True)
class Person:
    """A player, as others see them."""

    player_id: str
    """The id of the player."""
    name: str
    """The name, for people; empty if the player has left the server."""


@dataclass(frozen=True, slots=True)
class Player:
    """
    A player. An administrator does what directors do in every match, which leaves a trace (docs/access.md).

    `through` is the id of another player, a bridge, that acts for this one, with the scopes `allowed`; None: the player
    acts. A bridge never acts as an administrator.
    """

    id: str
    name: str
    administrator: bool
    created_at: str
    through: str | None = None
    allowed: Scopes | None = None

    @property
    def role(self) -> Role:
        """The player's role outside of matches."""
        return "administrator" if self.administrator else "player"

    @property
    def hosts(self) -> bool:
        """Whether roles that the player holds on matches count."""
        return self.allowed is None or "host" in self.allowed

    @property
    def organises(self) -> bool:
        """Whether roles that the player holds on tournaments and series count."""
        return self.allowed is None or "organise" in self.allowed

    @property
    def themselves(self) -> Player:
        """The player without a bridge: what they know counts, also if one acts for them."""
        return replace(self, through=None, allowed=None)

    def most(self, most: int) -> int:
        """Return how many of something the player may have, if others may have `most`: an administrator more."""
        return most * _ADMINISTRATOR_TIMES if self.administrator else most

    @property
    def person(self) -> Person:
        return Person(self.id, self.name)
