"""Facts that logs of different kinds share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engines.kit import Audience, ToEveryone, ToHost
from server.access.fields import Absent
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.store.entry import EntryKind

Pace: TypeAlias = Literal["deadline", "eager"]
"""`deadline`: phases close at their deadline; `eager`: also when every awaited seat has submitted."""

Visibility: TypeAlias = Literal["public", "unlisted", "private"]

NeverBegun: TypeAlias = Literal["never_begun"]
"""Why the server ends a log by itself: it has not begun, and nothing has happened in it for long."""

NEVER_BEGUN: Final = "never_begun"

EventLogVersion: TypeAlias = Literal[1, 2]
"""
The version of the log of a tournament or a series.

In version 1, a match that somebody adjudicated was taken as `played`, and no fact had a `head` or said that an
administrator acted.
"""

EVENT_LOG_VERSION: Final[EventLogVersion] = 2
"""The version for new tournaments and series."""

WITHHELD_ACTIONS: Final[Mapping[str, EntryKind]] = {"note_table": "table_noted", "note_match": "match_noted"}
"""
Actions that stay withheld when the log is open to everyone, and the kind of their entries.

Nothing else is of such a kind, so a verifier of an opened log knows what an entry is that it cannot read.
"""

WITHHELD: Final[tuple[EntryKind, ...]] = tuple(WITHHELD_ACTIONS.values())
"""The kinds of entries that only those get who direct or judge, and have not entered."""

HIDDEN_ACTIONS: Final = frozenset({"pair", "set_pairings", "forbid_pair", "allow_pair", *WITHHELD_ACTIONS})
"""Actions about a pairing that is not published yet, or about what only directors know."""


@dataclass(frozen=True, slots=True)
class DirectorActed:
    """
    A director acted; the other facts of the event say what came of it.

    For everyone, but for what concerns an unpublished pairing, who must not meet, or notes: that is for directors only.
    """

    director: Person
    """Who acted."""
    action: str
    """The type of the action."""
    reason: str
    """The reason that the director gave; can be empty."""
    administrator: Annotated[bool, Field(exclude_if=lambda administrator: not administrator)] = False
    """Whether the director held no role and acted as an administrator of the server; absent if not, and in old logs."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["director_acted"] = "director_acted"

    def audience(self, state: object) -> Audience:
        return Audience(everyone=self.action not in HIDDEN_ACTIONS)


@dataclass(frozen=True, slots=True)
class Drawn(ToHost):
    """A random draw: its label, the candidates and the picks, in order. Only for the host."""

    label: str
    """The purpose of the draw."""
    candidates: tuple[str, ...]
    """The candidates of the draw, in order."""
    picks: tuple[str, ...] = field(repr=False)
    """The picked candidates, in order."""
    type: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class RoleHolder:
    """A player who holds a role."""

    player: Person
    """Who holds it."""
    role: HeldRole
    """The role."""


@dataclass(frozen=True, slots=True)
class RoleGiven(ToEveryone):
    """
    A player holds this role from now on, in place of the one that the player held before, if any.

    An `owner` gives and takes roles, and does what a `director` does: everything that hosts do. An `arbiter` pauses,
    resumes, extends and decides outcomes, and reads what a host reads. An `observer` reads what spectators read,
    without their delay.
    """

    player: Person
    """Who holds it."""
    role: HeldRole
    """The role."""
    by: Person
    """Who gave it: an owner, or an administrator of the server."""
    type: Literal["role_given"] = "role_given"


@dataclass(frozen=True, slots=True)
class RoleTaken(ToEveryone):
    """A player does not hold this role any more, and no other."""

    player: Person
    """Who held it."""
    role: HeldRole
    """The role."""
    by: Person
    """Who took it: an owner, an administrator of the server, or the player."""
    type: Literal["role_taken"] = "role_taken"


@dataclass(frozen=True, slots=True)
class HostViewAsked(ToHost):
    """
    An administrator without a role on the match has looked at it as its host; once for each administrator.

    For the host at once; its seats are told at the end, or at once if it is over (`host_views_told`).
    """

    player: Person
    """The administrator."""
    type: Literal["host_view_asked"] = "host_view_asked"


@dataclass(frozen=True, slots=True)
class EntriesLost(ToHost):
    """
    The database lost the latest entries of the log: entry `last` had the hash `head`. What was acknowledged in the lost
    entries did not happen. Only for the host, or the directors.
    """

    last: int
    """The number of the last entry before the loss."""
    head: str
    """The hash of that entry."""
    type: Literal["entries_lost"] = "entries_lost"
