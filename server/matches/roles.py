"""
What a player is to a match, and as whom they look at it; what that allows is in `server.access`.

A player in a seat looks from that seat, whatever other rights they have: neither the match's host nor an organiser
sees more than their seat while they sit in it, nor more than a spectator if they have left it during play.
"""

from __future__ import annotations

from typing import Final

from engines.contract import HOST, SPECTATOR, SeatId, Viewer
from server.access import Role, reach, require
from server.identity.players import Player
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.state import MatchState

_LOOK: Final = "getView"
"""The operation that whoever may know of a match may do."""


def role_of(player: Player, state: MatchState) -> Role:
    """What the player is to the match."""
    hosts = player.organiser or state.created.host.player_id == player.id
    if state.seat_of(player.id) is not None:
        return "playing_host" if hosts else "seat"
    if hosts:
        if player.id in (state.played or {}):
            return "left_host"
        return "organiser" if player.organiser else "host"
    knows = state.created.visibility != "private" or state.reservation_of(player.id) is not None
    return "spectator" if knows else "player"


def viewer_of(player: Player, state: MatchState) -> Viewer:
    """
    As whom the player looks at the match.

    Raises:
        UnknownError: The match is not theirs to know of.
    """
    seat = state.seat_of(player.id)
    if seat is not None:
        return seat
    role = role_of(player, state)
    require(_LOOK, role)
    return HOST if role in ("host", "organiser") else SPECTATOR


def allow(operation: str, player: Player, state: MatchState, *, own: bool = False) -> Viewer:
    """
    Let the player do this in the match; as whom they look at it.

    `own`: whether what they ask for is their own, where the table of rights makes a difference.

    Raises:
        UnknownError, ForbiddenError: As the table has it.
    """
    require(operation, role_of(player, state), own=own)
    return viewer_of(player, state)


def allow_in_seat(operation: str, player: Player, state: MatchState) -> SeatId:
    """
    Let the player do this from the seat they sit in, which it gives.

    Raises:
        UnknownError, ForbiddenError: As the table has it.
    """
    allow(operation, player, state)
    seat = state.seat_of(player.id)
    if seat is None:
        raise AssertionError(f"the table lets only seats {operation}")
    return seat


async def find_match(repository: MatchRepository, player: Player, match_id: str, cursor: int = 0) -> Match:
    """
    The match, if the player may know of it; with the event `cursor` of the player's stream, if there is one by now.

    What the player knows of it is folded by then, so that nobody who decides or answers anything has to wait for that.

    Raises:
        UnknownError: There is none, or it is not theirs to know of.
        UnavailableError: The database does not answer.
    """
    live = await repository.get(match_id)
    if reach(_LOOK, role_of(player, live.state)) == "nothing":
        # As for a match that does not exist, the log is asked: so neither the time it takes nor its failure tells the
        # two apart, and whoever was seated by another process is let in.
        await repository.refresh(live)
    viewer = await _prepared(live, player)
    if cursor and cursor > live.projection(viewer).cursor:
        await repository.refresh(live)  # Another process may have told it, of which this one is still to hear.
        await _prepared(live, player)
    return live


async def _prepared(live: Match, player: Player) -> Viewer:
    """As whom the player looks at the match, once that viewer's projection is at hand."""
    viewer = viewer_of(player, live.state)
    while not live.is_ready(viewer):
        await live.prepare(viewer)
        before, viewer = viewer, viewer_of(player, live.state)
        if viewer == before:
            break  # Even if others still wait for it: they came later.
    return viewer
