"""The matches of a tournament that a socket follows automatically, and the viewer that its reader is in them."""

from __future__ import annotations

import asyncio
from typing import Final, Literal, TypeAlias, get_args

from engines.kit import Viewer
from server.access.player import Player
from server.logs.aggregates.events import CutOff, Event
from server.matches.match import Match
from server.matches.roles import viewer_of
from server.matches.state import MatchState
from server.organising.tournaments.requests import MAX_ENTRANTS
from server.organising.tournaments.roles import viewer_in_match
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.tournament import Tournament

Wanted: TypeAlias = Literal["none", "mine", "all"]

WANTED: Final[tuple[Wanted, ...]] = get_args(Wanted)

MAX_TABLES: Final = MAX_ENTRANTS // 2
"""Maximum number of matches on the socket of a tournament: all of a round."""


class FollowedTables:
    """
    The tables whose matches a socket follows automatically, from the beginning.

    A reader who resumes knows the matches that existed at its cursor, and subscribes to them again; all later ones
    join, also those that are over by now. A new reader gets those of the last round that are not over.

    Attributes:
        wanted: Which ones.
        joined: The matches that are followed in this way.
    """

    def __init__(self, live: Tournament, viewer: Viewer, player: Player | None, wanted: Wanted) -> None:
        self.wanted = wanted
        self.joined: dict[str, Match] = {}
        self._live = live
        self._viewer = viewer
        self._player = player
        # How many orders about the matches of a round were carried out when the reader knew them all, by round.
        self._known: dict[int, int] = {}
        # Later ones that it does not want.
        self._left_out: frozenset[str] = frozenset()
        self._news = asyncio.Event()

    async def skip(self, after: int) -> None:
        """Leave out the matches that existed at the cursor `after`, or without one those that are over, at a cost."""
        if after:
            rounds = (await self._live.projection_at(self._viewer, after)).course.rounds
            self._known = {each.number: each.carried_out for each in rounds}
            return
        rounds = self._live.projection_so_far(self._viewer).course.rounds
        if rounds:
            *earlier, last = rounds
            self._known = {each.number: each.carried_out for each in earlier}
            self._left_out = frozenset(
                match_id
                for table in last.tables.values()
                for _, match_id in (table.matches if table.result else table.matches[:-1])
            )

    def viewer_in(self, match: MatchState) -> Viewer:
        """Return which viewer the reader is in a match, of this tournament or another one."""
        table = match.created.tournament
        if table is None or table.tournament_id != self._live.log_id:
            return viewer_of(self._player, match)
        return viewer_in_match(self._player, self._viewer, match)

    def take(self) -> list[str]:
        """Return the matches to follow that exist since the last call."""
        rounds = self._live.projection_so_far(self._viewer).course.rounds
        self._news.clear()
        due = [each for each in rounds if self._is_due(each)]
        taken = [
            match_id
            for each in due
            for table in each.tables.values()
            for order, match_id in table.matches
            if order > self._before(each)
            and match_id not in self._left_out
            and (self.wanted == "all" or self._viewer in table.paired.entrants)
        ]
        self._known.update({each.number: each.carried_out for each in due})
        return taken

    def over(self) -> list[str]:
        """Return matches whose reader has got all events, and forget them."""
        over = [each for each, live in self.joined.items() if live.state.ended and self._is_told(live)]
        for match_id in over:
            del self.joined[match_id]
        return over

    async def wait_for_change(self) -> None:
        """Wait until `take` may return something."""
        await self._news.wait()

    # As a listener of the tournament

    def deliver(self, event: Event) -> None:
        # Not with every event: waking a thousand sockets takes longer than sending it to them.
        last = self._live.projection_so_far(self._viewer).course.last
        if last is not None and self._is_due(last):
            self._news.set()

    def recheck(self, state: object) -> bool:
        return True

    def cut_off(self, why: CutOff) -> None:
        return None

    def _is_due(self, round_: RoundCourse) -> bool:
        """Whether the log names matches of a round that the reader does not know, and says that they exist."""
        return self._before(round_) < round_.named <= round_.carried_out

    def _before(self, round_: RoundCourse) -> int:
        return self._known.get(round_.number, 0)

    def _is_told(self, live: Match) -> bool:
        """Whether no event waits, as those of spectators with a delay do for a moment when a match ends."""
        return live.is_ready(self.viewer_in(live.state))
