"""What each kind of log does when a player is forgotten."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, Table


def _nothing(listing: str) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Part:
    """
    What a kind of log does when a player is forgotten.

    `known` selects the ids of logs that show the player, and `held` of those in which the player has a place now, given
    the player's id. `leave` gives up the places in a log, given its id and the player's.
    """

    table: Table
    """The rows of the logs in lists."""
    known: Callable[[str], Sequence[Select[str]]]
    held: Callable[[str], Sequence[Select[str]]]
    leave: Callable[[str, str], Awaitable[None]]
    derived: Callable[[str], Mapping[str, str]] = _nothing
    """Returns other columns of a row that are made from its listing."""
