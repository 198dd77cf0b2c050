"""What actions of those who direct a log have in common, and those about roles."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Protocol

from pydantic import Field

from server.access.fields import Request
from server.access.player import Player
from server.access.rights import HeldRole, not_on_behalf


class RoleState(Protocol):
    """A state that knows who holds a role."""

    def role_held_by(self, player_id: str) -> HeldRole | None: ...


class DirectingAction(Request):
    """Base of all actions."""

    call: ClassVar[str]
    """The operation with which it is taken."""
    about_roles: ClassVar[bool] = False

    type: str

    @property
    def operation(self) -> str:
        """Return the action's name in the table of rights."""
        return f"{self.call}.{self.type}"

    @property
    def names(self) -> str | None:
        """Return the player that the action names."""
        return None

    @property
    def cost(self) -> float:
        """Return what it costs even if it is refused, besides the call (`server.access.costs`)."""
        return 0

    def cost_of(self, row: Any) -> float:  # noqa: ANN401  # the row of its kind
        """Return the further cost of an action that was taken; `row` shows the event after it, as in lists."""
        return 0

    def is_own(self, player_id: str, state: RoleState) -> bool:
        """Whether what the action is about is the player's own, as the table of rights has it."""
        return False


def require_lasting(player: Player, *, roles: bool, pointer: str | None = None) -> None:
    """
    Check that no bridge gives or takes `roles`: they would outlast what the player has agreed to.

    Raises:
        RefusedError: One does.
    """
    if roles and player.through is not None:
        raise not_on_behalf("Only the player gives and takes roles, without `On-Behalf-Of`.", pointer)


class GiveRole(DirectingAction):
    """Give a player a role."""

    about_roles = True
    type: Literal["give_role"]
    player_id: str = Field(max_length=64)
    """The player who gets the role."""
    role: HeldRole
    """The role."""

    @property
    def names(self) -> str | None:
        return self.player_id

    def is_own(self, player_id: str, state: RoleState) -> bool:
        return state.role_held_by(player_id) == "owner"


class TakeRole(DirectingAction):
    """Take the role that a player holds."""

    about_roles = True
    type: Literal["take_role"]
    player_id: str = Field(max_length=64)
    """The player who holds it."""

    def is_own(self, player_id: str, state: RoleState) -> bool:
        return player_id == self.player_id or state.role_held_by(player_id) == "owner"
