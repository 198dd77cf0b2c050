"""
Looks of administrators at matches: an administrator who asks for a host's view without a role leaves a trace.

The first look of an administrator at a match is an entry of its log, written before the view is shown. Later looks of
the same one would add nothing to it: from the first on, everybody knows that the administrator can see everything.
"""

from __future__ import annotations

from datetime import datetime

from server.access.player import Person
from server.logs.directing.facts import HostViewAsked
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import HostLook, HostViewsTold, ServerFact
from server.matches.state import MatchState
from server.runtime.times import timestamp


def note_look(state: MatchState, player: Person, now: datetime) -> Decision | None:
    """
    Note that a player looks as the host; None if the player holds a role, or the look is noted already.

    The seats learn it at the end of the match; after its end, at once.
    """
    known = player.player_id
    if state.role_held_by(known) is not None or state.has_looked(known):
        return None
    if state.seat_of(known) is not None or known in (state.played or {}):
        return None
    facts: list[ServerFact] = [HostViewAsked(player)]
    if state.ended:
        facts.append(HostViewsTold((HostLook(player, timestamp(now)),)))
    return commands.decide(state, "host_view_asked", facts)
