"""Facts that the logs of tournaments and of series share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engines.kit import Audience
from server.facts import Person

EventLogVersion: TypeAlias = Literal[1, 2]
"""
The version of the log of a tournament or a series.

In version 1, a match that somebody adjudicated was taken as `played`, and no fact had a `head` or said that an
administrator acted.
"""

EVENT_LOG_VERSION: Final[EventLogVersion] = 2
"""The version for new tournaments and series."""

UNPUBLISHED_ACTIONS: Final = frozenset({"pair", "set_pairings"})
"""Actions about a pairing that is not published yet."""


@dataclass(frozen=True, slots=True)
class DirectorActed:
    """
    A director acted; the other facts of the event say what came of it.

    For everyone, but for what concerns an unpublished pairing: that is for directors only.
    """

    director: Person
    """Who acted."""
    action: str
    """The type of the action."""
    reason: str
    """The reason that the director gave; can be empty."""
    administrator: Annotated[bool, Field(exclude_if=lambda administrator: not administrator)] = False
    """Whether the director held no role and acted as an administrator of the server; absent if not, and in old logs."""
    type: Literal["director_acted"] = "director_acted"

    def audience(self, state: object) -> Audience:
        return Audience(everyone=self.action not in UNPUBLISHED_ACTIONS)
