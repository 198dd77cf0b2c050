"""
Looks of organisers at matches of tournaments and series: who asks for the view of a host, and is none, leaves a trace.

The first look of an organiser at a match that is not over is an entry of its log, written before the view is shown.
"""

from __future__ import annotations

from engines.kit import HOST, Viewer
from server.facts import HostViewAsked, Person
from server.identity.players import Player
from server.log.entry import Decision
from server.matches import commands
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.state import MatchState


def note_look(state: MatchState, player: Person) -> Decision | None:
    """Note that a player looks as the host; None for the host itself, in other matches, and if it is noted already."""
    created, known = state.created, player.player_id
    if created.ordered_by is None or state.ended or created.host.player_id == known:
        return None
    if any(look.player.player_id == known for look in state.looks):
        return None
    if state.seat_of(known) is not None or known in (state.played or {}):
        return None
    return commands.decide(state, "host_view_asked", [HostViewAsked(player)])


async def record_look(repository: MatchRepository, live: Match, player: Player | None, viewer: Viewer) -> None:
    """
    Write down that the player looks at the match as this viewer, if that is to be noted.

    Raises:
        UnavailableError: The database does not respond, so nothing may be shown.
    """
    if player is not None and viewer == HOST and note_look(live.state, player.person) is not None:
        await repository.change(live, lambda live, _: note_look(live.state, player.person))
