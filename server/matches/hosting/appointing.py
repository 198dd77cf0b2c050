"""
Roles on a match, given and taken (docs/access.md).

As in `server.matches.commands`, each function checks a command against the state and returns the facts of one entry.
"""

from __future__ import annotations

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.aggregates import held_roles
from server.logs.store.entry import Decision
from server.matches.commands import decide
from server.matches.state import MatchState


def give_role(state: MatchState, player: Person, role: HeldRole, by: Person) -> Decision | None:
    """Give a player a role, in place of an earlier one; None if the player holds it."""
    _require_unended(state)
    given = held_roles.give(state.holders, player, role, by)
    return None if given is None else decide(state, "host_action", [given])


def take_role(state: MatchState, player_id: str, by: Person) -> Decision:
    """Take the role that a player holds."""
    _require_unended(state)
    return decide(state, "host_action", [held_roles.take(state.holders, player_id, by)])


def _require_unended(state: MatchState) -> None:
    """After the end, roles stay as they are: nothing is decided any more, and logs show to whom they are open."""
    if state.ended:
        raise RefusedError(codes.MATCH_OVER, "The match is over.")
