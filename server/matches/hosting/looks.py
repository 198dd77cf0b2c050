"""
Looks of administrators at matches: who asks for the view of a host without a role on the match, leaves a trace.

The first look of an administrator at a match is an entry of its log, written before the view is shown. Later looks of
the same one would add nothing to it: from the first on, everybody knows that the administrator can see everything.
"""

from __future__ import annotations

from datetime import datetime

from engines.kit import HOST, Viewer
from server.access.player import Person, Player
from server.logs.directing.facts import HostViewAsked
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import HostLook, HostViewsTold, ServerFact
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.state import MatchState
from server.runtime.times import timestamp


def note_look(state: MatchState, player: Person, now: datetime) -> Decision | None:
    """
    Note that a player looks as the host; None for who holds a role, which is noted, and if the look is noted already.

    The seats are told at the end; after it, at once.
    """
    known = player.player_id
    if state.role_held_by(known) is not None or any(look.player.player_id == known for look in state.looks):
        return None
    if state.seat_of(known) is not None or known in (state.played or {}):
        return None
    facts: list[ServerFact] = [HostViewAsked(player)]
    if state.ended:
        facts.append(HostViewsTold((HostLook(player, timestamp(now)),)))
    return commands.decide(state, "host_view_asked", facts)


async def record_look(repository: MatchRepository, live: Match, player: Player | None, viewer: Viewer) -> None:
    """
    Write down that the player looks at the match as this viewer, if that is to be noted.

    Raises:
        UnavailableError: The database does not respond, so nothing may be shown.
    """
    if player is None or viewer != HOST or not player.administrator:
        return
    if any(look.player.player_id == player.id for look in live.state.looks):
        return
    await repository.change(live, lambda live, now: note_look(live.state, player.person, now))
