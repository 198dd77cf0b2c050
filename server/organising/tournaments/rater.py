"""
The rater folds the results of public tournaments into the ratings when they are over.

A tournament owes its results from its first entry until they are taken, in one transaction with the ratings. So any
process finds what a killed process left undone, and nothing counts twice.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.organising.tournaments.kind import TournamentRepository
from server.organising.tournaments.rating_list import RatingList
from server.organising.tournaments.ratings import rankings_of
from server.organising.tournaments.tournament import Tournament
from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.failures import describe

_SWEPT_AT_ONCE: Final = 50

log = logging.getLogger(__name__)


class Rater:
    """Rates the players of tournaments that are over."""

    def __init__(self, tournaments: TournamentRepository, ratings: RatingList, activity: Activity) -> None:
        self._tournaments = tournaments
        self._ratings = ratings
        self._activity = activity
        self._ended = asyncio.Event()

    def note(self, live: Tournament) -> None:
        """Rate the players of a tournament that has ended, soon; called with each tournament after its entries."""
        if live.state.ended:
            self._ended.set()

    async def run(self) -> None:
        """Rate the players of tournaments that have ended, until cancelled."""
        await every(self._activity.seconds, self.sweep, "results cannot be rated", self._ended, self._activity)

    async def sweep(self) -> timedelta | None:
        """
        Take the results that are still owed, in the order in which the tournaments ended.

        Return when to look again if nothing changes, as `every` understands it.
        """
        first = owing = await self._ratings.owing(_SWEPT_AT_ONCE)
        while owing:
            found = [live for each in owing if (live := await self._over(each)) is not None]
            for live in sorted(found, key=lambda live: live.state.changed_at):
                try:
                    await self._rate(live)
                except UnavailableError:
                    raise
                except Exception as error:  # so that others are rated
                    log.error("results of %s cannot be rated: %s", live.log_id, describe(error))
            owing = await self._ratings.owing(_SWEPT_AT_ONCE, behind=owing[-1])
        return timedelta() if first else None

    async def _rate(self, live: Tournament) -> None:
        course = live.state.course
        rankings = await asyncio.to_thread(rankings_of, course) if course.status == "over" else []
        await self._ratings.take(live.log_id, course.terms.match.game, rankings)

    async def _over(self, tournament_id: str) -> Tournament | None:
        """Return a tournament if it has ended, even if this process did not know that yet; otherwise None."""
        try:
            live = await self._tournaments.get(tournament_id)
            if not live.state.ended:
                await self._tournaments.refresh(live)
        except RefusedError as error:
            if error.code is codes.DATABASE_UNAVAILABLE:
                raise  # for all of them: those that ended later wait, too
            log.error("results of %s cannot be rated: %s", tournament_id, error.code.name)
            return None
        return live if live.state.ended else None
