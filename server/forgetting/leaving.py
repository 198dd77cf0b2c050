"""
What becomes of the player's places: seats, matches that wait for their host, tournaments and series.

Everything is done by commands that others have, too, so the logs contain nothing new. A command that has no effect any
more is not repeated, so all of this can be done again after a kill.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from server.directing.appointing import lay_down
from server.errors import RefusedError
from server.log.entry import Decision
from server.matches import commands, seating
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.state import MatchState
from server.series import commands as series_commands
from server.series.repository import SeriesRepository
from server.series.series import Series
from server.tournaments import decisions, entering, stepping_in
from server.tournaments.repository import TournamentRepository
from server.tournaments.tournament import Tournament

_STEPS: Final = 4
"""More than are necessary in one log."""

_ROLES: Final = {"role_given": "give_role", "role_taken": "take_role"}
"""The action that a fact about roles comes from."""


async def leave_match(matches: MatchRepository, match_id: str, player_id: str) -> None:
    """Leave the seat, or give it to a bot; a match that waits for the player as its host does not wait any longer."""
    live = await matches.get(match_id)

    def decide(live: Match, now: datetime) -> Decision | None:
        return _step_in_match(live.state, player_id, live.seed, now)

    for _ in range(_STEPS):
        if await matches.advance(live, decide) is None:
            return


def _step_in_match(state: MatchState, player_id: str, seed: bytes, now: datetime) -> Decision | None:
    seat, reserved = state.seat_of(player_id), state.reservation_of(player_id)
    if state.ended:
        return None
    if reserved is not None:
        return seating.leave_seat(state, reserved)
    ordered = state.created.ordered_by is not None
    if seat is not None and state.phase is not None:
        return seating.hand_over(state, seat, None)
    if ordered:
        return None  # it starts by itself at once, and only its tournament or series can decide about it
    if seat is not None:
        return seating.leave_seat(state, seat)
    if state.created.host.player_id != player_id:
        return None
    if state.status == "open":
        return commands.void(state, "", seed)
    return commands.resume(state, now) if state.status == "paused" else None


async def leave_tournament(tournaments: TournamentRepository, tournament_id: str, player_id: str) -> None:
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


async def leave_series(series: SeriesRepository, series_id: str, player_id: str) -> None:
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
                facts = series_commands.leave(state, entrant, "own_wish", series_commands.given_by(live, now))
            except RefusedError:  # it is out of the series already
                pass
            else:
                return series_commands.entry("entrants_changed", *facts)
        if player_id not in state.holders:
            return None
        fact, director = lay_down(state, player_id), state.holders[player_id].player
        if fact is None:
            return series_commands.acted(state, director, "cancel", "", series_commands.cancel(state))
        return series_commands.acted(state, director, _ROLES[fact.type], "", [fact])

    for _ in range(_STEPS):
        if await series.advance(live, decide) is None:
            return
