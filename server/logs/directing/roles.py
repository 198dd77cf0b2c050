"""
The role of a player in a log that people direct, and the viewer they are; `server.access.rights` says what a role
allows.

The words are those of matches: an entrant has a seat. Who holds a role and has entered sees no more than an entrant,
and cannot decide about it, also after leaving or being replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from engines.kit import HOST, SPECTATOR, Viewer, seat_id
from server.access.player import Player
from server.access.rights import NO_TOKEN, Refusal, Role, require
from server.logs.aggregates.held_roles import SIGHTED
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.directing.finding import find_log
from server.logs.directing.state import EventState


@dataclass(frozen=True, slots=True)
class Roles(Generic[AggregateT]):
    """The roles in one kind of log; `unknown` is the refusal for one that does not exist, or is private."""

    unknown: Refusal

    def role_of(self, player: Player | None, state: EventState[Any]) -> Role:
        """Return the player's role; None is a caller without a token."""
        if player is None:
            return "anonymous"
        held = state.role_held_by(player.id) if player.organises else None
        entered = state.has_entered(player.id)
        directs = player.administrator or held in ("owner", "director")
        if directs and entered:
            return "playing_host"
        if state.entrant_id_of(player.id) is not None:
            return "seat"
        if held is not None and not entered:
            return held
        if player.administrator:
            return "administrator"
        return "spectator" if state.visibility != "private" or held is not None else "player"

    def viewer_of(self, player: Player | None, state: EventState[Any]) -> Viewer:
        """
        Return the viewer that the player is.

        Raises:
            RefusedError: The player may not know of the log.
        """
        role = self.role_of(player, state)
        if player is None:
            if state.visibility != "public":
                raise NO_TOKEN.error()
            return SPECTATOR
        if role == "player":
            raise self.unknown.error()
        if role == "administrator" or role in SIGHTED:
            return HOST
        entrant = state.entrant_id_of(player.id)
        return SPECTATOR if entrant is None else seat_id(entrant)

    def allow(self, operation: str, player: Player | None, state: EventState[Any], *, own: bool = False) -> Viewer:
        """
        Check that the player may do this, and return their viewer.

        Raises:
            RefusedError: According to the table of rights.
        """
        viewer = self.viewer_of(player, state)
        require(operation, self.role_of(player, state), own=own or (player is None and viewer == SPECTATOR))
        return viewer

    async def find(
        self,
        operation: str,
        repository: Repository[AggregateT],
        player: Player | None,
        log_id: str,
        cursor: int = 0,
    ) -> tuple[AggregateT, Viewer]:
        """
        Return the log and the player's viewer for this operation; includes event `cursor` if it exists by now.

        Raises:
            RefusedError: The log does not exist, or according to the table of rights.
            UnavailableError: The database does not respond.
        """
        looks = partial(self.allow, operation, player)
        return await find_log(repository, self.unknown, player, log_id, looks, cursor)
