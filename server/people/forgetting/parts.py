"""What each kind of log does when a player is forgotten."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from sqlalchemy import ColumnElement, Select, Table

from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.store.entry import Decision

_STEPS: Final = 4
"""More than are necessary for a player to leave one log."""


PlayerId: TypeAlias = str | ColumnElement[str]


def _nothing(listing: str) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Part:
    """
    What a kind of log does when a player is forgotten.

    `unended` are the statuses of logs that are not over. `known` selects the ids of logs that show the player, and
    `held` of those in which the player has a place now, given the player's id, or its column. `leave` gives up the
    places in a log, given its id and the player's.
    """

    table: Table
    """The rows of the logs in lists."""
    unended: Sequence[str]
    known: Callable[[PlayerId], Sequence[Select[str]]]
    held: Callable[[PlayerId], Sequence[Select[str]]]
    leave: Callable[[str, str], Awaitable[None]]
    derived: Callable[[str], Mapping[str, str]] = _nothing
    """Returns other columns of a row that are made from its listing."""


async def leave_by_steps(
    repository: Repository[AggregateT],
    decide: Callable[[AggregateT, str, datetime], Decision | None],
    log_id: str,
    player_id: str,
) -> None:
    """Append the entries by which a player leaves a log; `decide` returns the next one, given the player's id."""
    live = await repository.get(log_id)
    for _ in range(_STEPS):
        if await repository.advance(live, lambda live, now: decide(live, player_id, now)) is None:
            return
