"""What becomes of a player's places in tournaments when the player is forgotten; see `server.matches.leaving`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Select, select

from server.logs.directing.appointing import lay_down
from server.logs.store.entry import Decision
from server.organising.tournaments import decisions, entering, stepping_in
from server.organising.tournaments.repository import TournamentRepository
from server.organising.tournaments.tournament import Tournament
from server.people.forgetting.parts import Part
from server.runtime.database.tables import TournamentPersonRow, TournamentRow

_STEPS: Final = 4
"""More than are necessary in one log."""

_ROLES: Final = {"role_given": "give_role", "role_taken": "take_role"}
"""The action that a fact about roles comes from."""

_people = TournamentPersonRow.__table__


def part_of_tournaments(tournaments: TournamentRepository) -> Part:
    """Return what tournaments do when a player is forgotten."""
    return Part(TournamentRow.__table__, _known, _known, partial(_leave, tournaments))


def _known(player_id: str) -> Sequence[Select[str]]:
    return (select(_people.c.tournament_id).where(_people.c.player_id == player_id),)


async def _leave(tournaments: TournamentRepository, tournament_id: str, player_id: str) -> None:
    """Withdraw the player, and so the team; lay down the role, or cancel a tournament that nobody else directs."""
    live = await tournaments.get(tournament_id)

    def decide(live: Tournament, now: datetime) -> Decision | None:
        state, entrant = live.state, live.state.course.entrant_of(player_id)
        if state.ended:
            return None
        if entrant is not None and not entrant.withdrawn:
            return decisions.entry("entrants_changed", *entering.withdraw(state, entrant, "own_wish"))
        if player_id not in state.holders:
            return None
        fact, director = lay_down(state, player_id), state.holders[player_id].player
        if fact is None:
            return decisions.acted(state, director, "cancel", "", stepping_in.cancel(state))
        return decisions.acted(state, director, _ROLES[fact.type], "", [fact])

    for _ in range(_STEPS):
        if await tournaments.advance(live, decide) is None:
            return
