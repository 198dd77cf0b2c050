"""What those who direct may do, decided again from the log of a match, a tournament or a series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.kit import Fact
from server.access.player import Person
from server.access.rights import Role, require
from server.logs.directing.facts import DirectorActed, RoleTaken
from server.logs.directing.state import EventState
from server.logs.store.entry import Entry
from server.matches.state import MatchState


@dataclass
class Administrators:
    """Who acted as an administrator of the server, and the number of the first entry in which each did."""

    known: dict[Person, int] = field(default_factory=dict)

    def note(self, acted: DirectorActed, entry: Entry) -> None:
        if acted.administrator:
            self.known.setdefault(acted.director, entry.seq)

    def lines(self) -> list[str]:
        """Return what the log does not prove."""
        return [
            f"{person.name} acted as an administrator of the server, from entry {seq} on: "
            "that this player is one was not checked."
            for person, seq in self.known.items()
        ]


def require_role(operation: str, state: EventState[Any], director: Person, facts: Sequence[Fact]) -> None:
    """
    Refuse what a director may not do who plays, or somebody who holds only another role.

    Who holds no role acted as an administrator, which the log says of each action and does not prove.

    Raises:
        RefusedError: According to the table of rights.
    """
    held = state.role_held_by(director.player_id)
    role: Role = "playing_host" if state.has_entered(director.player_id) else held or "administrator"
    lays_down = any(isinstance(fact, RoleTaken) and fact.player.player_id == director.player_id for fact in facts)
    require(operation, role, own=lays_down or held == "owner")


def require_host(operation: str, state: MatchState, by: Person, *, lays_down: bool = False) -> None:
    """
    Refuse in a match what its players may not do, or somebody who holds only another role; otherwise as `require_role`.

    Raises:
        RefusedError: According to the table of rights.
    """
    held = state.role_held_by(by.player_id)
    role: Role = held or "administrator"
    if state.seat_of(by.player_id) is not None:
        role = "playing_host"
    elif by.player_id in (state.played or {}):
        role = "left_host"
    require(operation, role, own=lays_down or held == "owner")
