"""The roles in tournaments (`server/logs/directing/roles.py`), and in their matches."""

from __future__ import annotations

from typing import Final

from engines.kit import HOST, SPECTATOR, Viewer
from server.access.player import Player
from server.access.rights import UNKNOWN_TOURNAMENT
from server.logs.directing.roles import Roles
from server.matches.facts import DIRECTOR
from server.matches.roles import viewer_of as match_viewer_of
from server.matches.state import MatchState
from server.organising.tournaments.tournament import Tournament

IN_TOURNAMENTS: Final[Roles[Tournament]] = Roles(UNKNOWN_TOURNAMENT)


def viewer_in_match(player: Player | None, within: Viewer, match: MatchState) -> Viewer:
    """
    Return which viewer of a match the player is, who is the viewer `within` of its tournament.

    Directors see who has submitted, but no moves of open phases, even if they host the match: their screen may be where
    players see it.

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
