"""What those who direct a tournament or a series may do, decided again from its log."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kit import Fact
from server.access import Role, require
from server.directing.roles import DirectedState
from server.facts import Person, RoleTaken


def require_role(operation: str, state: DirectedState, director: Person, facts: Sequence[Fact]) -> None:
    """
    Refuse what a director may not do who plays, or somebody who holds only another role.

    The log does not say who was an administrator, so everybody without a role could be one.

    Raises:
        RefusedError: According to the table of rights.
    """
    held = state.role_held_by(director.player_id)
    role: Role = "playing_host" if state.has_entered(director.player_id) else held or "administrator"
    lays_down = any(isinstance(fact, RoleTaken) and fact.player.player_id == director.player_id for fact in facts)
    require(operation, role, own=lays_down or held == "owner")
