"""
Places in events: a player who has or had one neither sees nor decides matches of others there as a host.

A match of a tournament or a series knows its own seats, not who else has entered: the event is asked.
"""

from __future__ import annotations

from typing import Protocol

from server.access import codes
from server.access.errors import RefusedError
from server.matches.facts import MatchCreated


class Places(Protocol):
    """The places in events."""

    async def has_place(self, created: MatchCreated, player_id: str) -> bool:
        """Whether the player has or had a place in the event that ordered the match; false for other matches."""


def sees_too_much() -> RefusedError:
    """Return the error for a role on a match that somebody with a place in its event may not hold."""
    return RefusedError(
        codes.DIRECTOR_PLAYS,
        "A player who has or had a place in the event of this match cannot see or decide it as a host. Choose another "
        "player.",
        status=409,
    )


def plays_besides() -> RefusedError:
    """Return the error for a caller with a place in the event of a match, who would decide a match of others."""
    return RefusedError(
        codes.DIRECTOR_PLAYS,
        "You have or had a place in the event of this match, so you cannot decide it. Ask somebody else.",
    )


def holds_role() -> RefusedError:
    """Return the error for somebody who holds a role on a match of an event, and so cannot enter it."""
    return RefusedError(
        codes.DIRECTOR_PLAYS,
        "A player who holds a role on a match of the event that is not over cannot enter. Give up that role first.",
        status=409,
    )
