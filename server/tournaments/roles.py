"""
The role of a player in a tournament, and the viewer they are; `server.access` says what a role allows.

The words are those of matches: a director is a host, an entrant has a seat. A director who has entered sees no more
than an entrant, and cannot decide about the tournament, also after withdrawing or being replaced.
"""

from __future__ import annotations

from engines.kit import HOST, SPECTATOR, Viewer, seat_id
from server import codes
from server.access import NO_TOKEN, UNKNOWN_TOURNAMENT, Role, require
from server.errors import RefusedError
from server.facts import DIRECTOR
from server.identity.players import Player
from server.matches.roles import viewer_of as match_viewer_of
from server.matches.state import MatchState
from server.tournaments.repository import TournamentRepository
from server.tournaments.tournament import Tournament, TournamentState


def role_of(player: Player | None, state: TournamentState) -> Role:
    """Return the player's role in the tournament; None is a caller without a token."""
    if player is None:
        return "anonymous"
    directs = player.organiser or state.directs(player.id)
    if directs and state.course.has_entered(player.id):
        return "playing_host"
    if state.course.entrant_of(player.id) is not None:
        return "seat"
    if directs:
        return "organiser" if player.organiser else "host"
    return "spectator" if state.course.terms.visibility != "private" else "player"


def viewer_of(player: Player | None, state: TournamentState) -> Viewer:
    """
    Return the viewer that the player is in the tournament.

    Raises:
        RefusedError: The player may not know of it.
    """
    role = role_of(player, state)
    if player is None:
        if state.course.terms.visibility != "public":
            raise NO_TOKEN.error()
        return SPECTATOR
    if role == "player":
        raise UNKNOWN_TOURNAMENT.error()
    if role in ("host", "organiser"):
        return HOST
    entrant = state.course.entrant_of(player.id)
    return SPECTATOR if entrant is None else seat_id(entrant.id)


def viewer_in_match(player: Player | None, within: Viewer, match: MatchState) -> Viewer:
    """
    Return which viewer the player is in a match of the tournament, as the viewer `within` of the tournament.

    Directors are told who has submitted, but no moves of open phases, even if they host the match: what they follow may
    be on a screen that players see.

    Raises:
        RefusedError: The player may not know of the match.
    """
    seat = None if player is None else match.seat_of(player.id)
    if seat is not None:
        return seat
    if player is not None and within == HOST and player.id not in (match.played or {}):
        return DIRECTOR
    viewer = match_viewer_of(player, match)
    return SPECTATOR if viewer == HOST else viewer


async def find_tournament(
    operation: str, repository: TournamentRepository, player: Player | None, tournament_id: str, cursor: int = 0
) -> tuple[Tournament, Viewer]:
    """
    Return the tournament and the player's viewer for this operation; includes event `cursor` if it exists by now.

    Raises:
        RefusedError: The tournament does not exist, or according to the table of rights.
        UnavailableError: The database does not respond.
    """
    try:
        live = await repository.get(tournament_id)
    except RefusedError as error:
        if player is None and error.code == codes.UNKNOWN_TOURNAMENT:
            raise NO_TOKEN.error() from error  # as for a tournament that needs a token
        raise
    try:
        allow(operation, player, live.state)
    except RefusedError:
        await repository.refresh(live)  # takes as long as for a tournament that does not exist
    viewer = allow(operation, player, live.state)
    await live.prepare(viewer)
    if cursor > live.projection(viewer).cursor:
        await repository.refresh(live)
    return live, viewer


def allow(operation: str, player: Player | None, state: TournamentState, *, own: bool = False) -> Viewer:
    """
    Check that the player may do this in the tournament, and return their viewer.

    Raises:
        RefusedError: According to the table of rights.
    """
    viewer = viewer_of(player, state)
    require(operation, role_of(player, state), own=own or (player is None and viewer == SPECTATOR))
    return viewer
