"""
Reports: a player with a seat says to the host, and to the administrators of the server, what another player has done.

To the host it is a message in the reporter's own channel to the host, so nobody else can notice it: it looks like any
other message there. Administrators read a row outside of logs, so it reaches somebody also where nobody hosts, where
the host plays, and after the end of the match, when nothing is added to its log.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.logs.aggregates.held_roles import host_viewers
from server.logs.store.entry import Decision, Entry
from server.matches.commands import require_seat
from server.matches.facts import About, host_line
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.roles import allow, find_match, role_of
from server.matches.talk import channels
from server.people.administration.reports import Place, insert_report
from server.runtime.clock.clock import Clock


@dataclass(frozen=True, slots=True)
class ReportReply:
    """A report that is stored."""

    match_id: str
    seat: SeatId
    """The seat that is reported."""
    host_told: bool
    """Whether somebody reads it as the host: from the start to the end of a match, unless every host plays in it."""


class Reports:
    """The reports of players in all matches."""

    def __init__(self, repository: MatchRepository, database: AsyncEngine, clock: Clock) -> None:
        self._repository = repository
        self._database = database
        self._clock = clock

    async def report(self, player: Player, match_id: str, seat: str, cursor: int, reason: str) -> ReportReply:
        """
        Report the player of a seat; `cursor` is the event of the reporter that it is about, or 0.

        Repeating a report of the same seat and event changes nothing.

        Raises:
            RefusedError: The player has no seat, nobody can be reported there, the reporter has no such event, or has
                made too many reports.
        """
        live = await find_match(self._repository, player, match_id, cursor)
        own = require_seat(live.state, allow("reportPlayer", player, live.state))
        reported = channels.require_reportable(live.state, own, seat)
        event = _event(live, own, cursor)
        place = Place(
            match_id=match_id,
            reporter=player.id,
            own_seat=own,
            player_id=reported.player_id,
            seat=seat,
            cursor=cursor,
            seq=len(live.entries) if event is None else event.seq,
        )
        is_new = await insert_report(self._database, self._clock.now(), place, reason)
        about = About(require_seat(live.state, seat), None if event is None else event.at)

        def decide(live: Match, now: datetime) -> Decision:
            known = live.projection(own)
            return channels.report(live.state, known, role_of(player, live.state), reason, about, now)

        line = live.projection(own).channels.get(host_line(own))
        is_open = line is not None and line.open
        if is_new and is_open:
            try:
                await self._repository.change(live, decide, None)
            except RefusedError:
                is_open = False  # The match has ended meanwhile.
        readers = host_viewers(live.state.holders) - (live.state.played or {}).keys()
        return ReportReply(match_id, about.seat, host_told=is_open and bool(readers))


def _event(live: Match, own: SeatId, cursor: int) -> Entry | None:
    """Return the entry of an event of a seat; None for cursor 0."""
    if cursor == 0:
        return None
    if cursor > live.projection(own).cursor:
        raise RefusedError(codes.CURSOR_AHEAD, "Your stream has no such event.")
    return live.entry_of(own, cursor)
