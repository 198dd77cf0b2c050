"""What becomes of a player's places in series when the player is forgotten; see `server.matches.leaving`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Select, select

from server.access.errors import RefusedError
from server.logs.directing.appointing import lay_down
from server.logs.store.entry import Decision
from server.organising.series import commands
from server.organising.series.repository import SeriesRepository
from server.organising.series.series import Series
from server.people.forgetting.parts import Part
from server.runtime.database.tables import SeriesPersonRow, SeriesRow

_STEPS: Final = 4
"""More than are necessary in one log."""

_ROLES: Final = {"role_given": "give_role", "role_taken": "take_role"}
"""The action that a fact about roles comes from."""

_people = SeriesPersonRow.__table__


def part_of_series(series: SeriesRepository) -> Part:
    """Return what series do when a player is forgotten."""
    return Part(SeriesRow.__table__, _known, _known, partial(_leave, series))


def _known(player_id: str) -> Sequence[Select[str]]:
    return (select(_people.c.series_id).where(_people.c.player_id == player_id),)


async def _leave(series: SeriesRepository, series_id: str, player_id: str) -> None:
    """
    Leave the place, in which a bot goes on once the series has begun; lay down the role, or cancel a series that nobody
    else directs.
    """
    live = await series.get(series_id)

    def decide(live: Series, now: datetime) -> Decision | None:
        state, entrant = live.state, live.state.course.entrant_of(player_id)
        if state.ended:
            return None
        if entrant is not None:
            try:
                facts = commands.leave(state, entrant, "own_wish", commands.given_by(live, now))
            except RefusedError:  # it is out of the series already
                pass
            else:
                return commands.entry("entrants_changed", *facts)
        if player_id not in state.holders:
            return None
        fact, director = lay_down(state, player_id), state.holders[player_id].player
        if fact is None:
            return commands.acted(state, director, "cancel", "", commands.cancel(state))
        return commands.acted(state, director, _ROLES[fact.type], "", [fact])

    for _ in range(_STEPS):
        if await series.advance(live, decide) is None:
            return
