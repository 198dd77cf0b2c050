"""
Who may do what in a match: one place, asked before every command and every look.

A player in a seat looks from that seat, whatever other rights they have: neither the match's host nor an organiser
sees more than their seat while they sit in it, nor more than a spectator if they have left it during play.
"""

from __future__ import annotations

from engines.contract import HOST, SPECTATOR, SeatId, Viewer
from server.errors import ForbiddenError, unknown_match
from server.identity.players import Player
from server.matches.state import MatchState


def viewer_of(player: Player, state: MatchState) -> Viewer:
    """
    As whom a player looks at a match.

    Raises:
        UnknownError: The match is not theirs to know of.
    """
    seat = state.seat_of(player.id)
    if seat is not None:
        return seat
    if is_host(player, state):
        return SPECTATOR if player.id in (state.played or {}) else HOST
    if state.created.visibility == "private":
        raise unknown_match()
    return SPECTATOR


def is_host(player: Player, state: MatchState) -> bool:
    """Whether the player made the match, or is an organiser and so host of all."""
    return player.organiser or state.created.host.player_id == player.id


def has_played(player: Player, state: MatchState) -> bool:
    """Whether the player has sat in a seat since play began, in a match that is not over."""
    return not state.ended and player.id in (state.played or {})


def require_host(player: Player, state: MatchState) -> None:
    """
    Let only the host pass.

    Raises:
        UnknownError, ForbiddenError: Not the host, who may or may not know of the match.
    """
    viewer_of(player, state)
    if not is_host(player, state):
        raise ForbiddenError("host_only", "Only the match's host or an organiser may do this.")


def require_judge(player: Player, state: MatchState) -> None:
    """
    Let only a host pass who does not play: for what could decide the match.

    Raises:
        UnknownError, ForbiddenError: As `require_host`, or the host sits in a seat.
    """
    require_host(player, state)
    if state.seat_of(player.id) is not None or has_played(player, state):
        raise ForbiddenError(
            "host_is_playing",
            "Whoever plays or has played cannot decide the match. Ask an organiser, or void it.",
        )


def require_own_seat(player: Player, state: MatchState) -> SeatId:
    """
    The seat the player moves for.

    Raises:
        UnknownError, ForbiddenError: Not in a seat, and may or may not know of the match.
    """
    seat = state.seat_of(player.id)
    if seat is None:
        viewer_of(player, state)
        raise ForbiddenError("not_seated", "Only a player in a seat of this match may do this.")
    return seat


def may_read_log(player: Player, state: MatchState) -> bool:
    """Whether the whole log is open to this player: to a host who does not play, to all once a match is over."""
    if state.ended and (state.created.open_log or is_host(player, state)):
        return True
    return is_host(player, state) and state.seat_of(player.id) is None and not has_played(player, state)
