"""
The role of a player in a match, and which viewer the player is; `server.access.rights` says what a role allows.

A player with a seat is the viewer of that seat, whatever other rights the player has: holders of roles and
administrators see no more than their seat. If they have left it during play, they see what a spectator sees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engines.kit import HOST, SPECTATOR, SeatId, Viewer
from server.access.player import Player
from server.access.rights import UNKNOWN_MATCH, Role, require
from server.logs.aggregates.held_roles import SIGHTED
from server.logs.directing.finding import find_log
from server.matches.facts import OBSERVER
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.state import MatchState

_LOOK: Final = "getView"
"""The operation that is allowed to everyone who may know of a match."""


def role_of(player: Player | None, state: MatchState) -> Role:
    """Return the player's role in the match; None is a caller without a token."""
    return "anonymous" if player is None else _role(player, state, state.seat_of(player.id))


def _role(player: Player, state: MatchState, seat: SeatId | None) -> Role:
    held = state.role_held_by(player.id) if player.hosts else None
    hosts = player.administrator or held in ("owner", "director")
    if seat is not None:
        return "playing_host" if hosts else "seat"
    played = player.id in (state.played or {})
    if hosts and played:
        return "left_host"
    if held is not None and not played:
        return held
    if player.administrator:
        return "administrator"
    knows = state.created.visibility != "private" or state.reservation_of(player.id) is not None
    created = player.hosts and player.id == state.created.host.player_id
    return "spectator" if knows or held is not None or created else "player"


def viewer_of(player: Player | None, state: MatchState) -> Viewer:
    """
    Return the viewer that the player is in the match; None is a caller without a token.

    Raises:
        RefusedError: The player may not know of the match.
    """
    if player is None:
        require(_LOOK, "anonymous", own=_is_public(state))
        return SPECTATOR
    seat = state.seat_of(player.id)
    if seat is not None:
        return seat
    role = role_of(player, state)
    require(_LOOK, role)
    if role == "observer":
        return OBSERVER
    return HOST if role == "administrator" or role in SIGHTED else SPECTATOR


def allow_to_watch(operation: str, player: Player | None, state: MatchState, *, own: bool = False) -> Viewer:
    """
    Check that the caller, with or without a token, may watch the match with this operation, and return their viewer.

    `own`: whether a player looks from their own seat, if the table of rights makes a difference.

    Raises:
        RefusedError: According to the table of rights.
    """
    require(operation, role_of(player, state), own=_is_public(state) if player is None else own)
    return viewer_of(player, state)


def allow(operation: str, player: Player, state: MatchState, *, own: bool = False) -> Viewer:
    """
    Check that the player may do this in the match, and return their viewer.

    `own`: whether the object is the player's own, if the table of rights makes a difference.

    Raises:
        RefusedError: According to the table of rights.
    """
    require(operation, role_of(player, state), own=own)
    return viewer_of(player, state)


def allow_in_seat(operation: str, player: Player, state: MatchState) -> SeatId:
    """
    Check that the player may do this from their seat, and return the seat.

    Raises:
        RefusedError: According to the table of rights.
    """
    seat = state.seat_of(player.id)
    require(operation, _role(player, state, seat))
    if seat is None:
        raise AssertionError(f"the table lets only seats {operation}")
    return seat


async def find_match(
    repository: MatchRepository,
    player: Player | None,
    match_id: str,
    cursor: int = 0,
    looks: Callable[[MatchState], Viewer] | None = None,
) -> Match:
    """
    Return the match if the player may know of it, including the player's event `cursor` if it exists by now.

    `player` is None for a caller without a token. `looks` returns which viewer the player is, by default `viewer_of`.
    Their projection is folded by then, so later steps do not have to wait for it.

    Raises:
        RefusedError: The match does not exist, or the player may not know of it.
        UnavailableError: The database does not respond.
    """
    looks = looks or partial(viewer_of, player)
    live, _ = await find_log(repository, UNKNOWN_MATCH, player, match_id, looks, cursor)
    return live


def _is_public(state: MatchState) -> bool:
    return state.created.visibility == "public"
