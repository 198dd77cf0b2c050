"""Finding a log for somebody who may know of it, without telling others that it exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from engines.kit import Viewer
from server.access.errors import RefusedError
from server.access.player import Player
from server.access.rights import NO_TOKEN, Refusal
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository

Looks: TypeAlias = Callable[[Any], Viewer]
"""Returns which viewer somebody is in a state of the log, or refuses."""


async def find_log(
    repository: Repository[AggregateT],
    unknown: Refusal,
    player: Player | None,
    log_id: str,
    looks: Looks,
    cursor: int = 0,
) -> tuple[AggregateT, Viewer]:
    """
    Return the log and the viewer that the player is, including the player's event `cursor` if it exists by now.

    `player` is None for a caller without a token. `unknown` is the refusal for a log that does not exist. The viewer's
    projection is folded by then, so later steps do not have to wait for it.

    Raises:
        RefusedError: The log does not exist, or as `looks` says.
        UnavailableError: The database does not respond.
    """
    try:
        live = await repository.get(log_id)
    except RefusedError as error:
        if player is None and error.code == unknown.code:
            raise NO_TOKEN.error() from error  # as for a log that needs a token
        raise
    if not _may_look(looks, live):
        # Read the log as for one that does not exist, so that neither the response time nor a failure tells the two
        # apart. This also lets in a player whom another process has just let in.
        await repository.refresh(live)
    viewer = await _prepared(live, looks)
    if cursor and cursor > live.projection(viewer).cursor:
        await repository.refresh(live)  # another process may have appended it without a notice so far
        viewer = await _prepared(live, looks)
    return live, viewer


def _may_look(looks: Looks, live: AggregateT) -> bool:
    try:
        looks(live.state)
    except RefusedError:
        return False
    return True


async def _prepared(live: AggregateT, looks: Looks) -> Viewer:
    """Prepare the projection of the viewer that somebody is, and return the viewer."""
    viewer = looks(live.state)
    while not live.is_ready(viewer):
        await live.prepare(viewer)
        before, viewer = viewer, looks(live.state)
        if viewer == before:
            break  # Later callers may still be waiting, so `is_ready` can be false.
    return viewer
