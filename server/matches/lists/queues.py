"""The queues by game and pace: at which tables somebody waits, and how long it took lately."""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import median
from typing import Final, NamedTuple, get_args

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.catalogue import GAMES
from server.logs.directing.facts import Pace
from server.matches.lists.summary import QUEUE, UNENDED
from server.runtime.database.queries import fetch
from server.runtime.database.tables import MatchRow, Seating
from server.runtime.ids import make_id
from server.runtime.times import timestamp

LATELY: Final = 21
"""Of how many matches the usual wait is the median."""

MOST_TABLES: Final = 20
"""How many tables are looked at, of those that have waited longest."""

_JUST_NOW: Final = timedelta(hours=1)
"""How old a table can be, at most, when it begins: the renewals of a wait are limited."""

_matches, _seatings = MatchRow.__table__, Seating.__table__


class QueueState(NamedTuple):
    """A queue: whether somebody waits, and how many seconds people lately waited for each other, if they have."""

    game: str
    pace: Pace
    somebody_waits: bool
    usual_wait_seconds: int | None


class Queues:
    """Queries over the tables of the queue, by their rows."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def tables(self, game: str, pace: Pace) -> list[str]:
        """Return the tables of a queue that have not begun, the one that has waited longest first."""
        open_now = _matches.c.visibility == QUEUE, _matches.c.status == "open"
        query = select(_matches.c.match_id).where(*open_now, _matches.c.game == game, _matches.c.queue == pace)
        return list((await fetch(self._database, query.order_by(_matches.c.match_id).limit(MOST_TABLES))).scalars())

    async def last_begun(self, game: str, pace: Pace, player_id: str, now: datetime) -> str | None:
        """Return the newest table of a queue in which the player has a seat, if it has begun lately."""
        own = _seatings.c.player_id == player_id, _seatings.c.match_id >= make_id(now - _JUST_NOW, 0)
        begun = _matches.c.status.in_(UNENDED[1:]), _matches.c.game == game, _matches.c.queue == pace
        query = select(_matches.c.match_id).join(_seatings, _seatings.c.match_id == _matches.c.match_id)
        newest = query.where(*own, *begun).order_by(_matches.c.match_id.desc()).limit(1)
        return (await fetch(self._database, newest)).scalar()

    async def all(self, now: datetime) -> list[QueueState]:
        """Return all queues."""
        queue = _matches.c.game, _matches.c.queue
        # A table at which a wait has lapsed is about to be cleared.
        waiting = _matches.c.visibility == QUEUE, _matches.c.status == "open", _matches.c.due_at > timestamp(now)
        found = {tuple(row) for row in await fetch(self._database, select(*queue).distinct().where(*waiting))}
        return [
            QueueState(game, pace, (game, pace) in found, await self._usual(game, pace))
            for game in GAMES
            for pace in get_args(Pace)
        ]

    async def _usual(self, game: str, pace: Pace) -> int | None:
        waited = _matches.c.waited_seconds
        query = select(waited).where(_matches.c.queue == pace, _matches.c.game == game, waited.is_not(None))
        lately = (await fetch(self._database, query.order_by(_matches.c.match_id.desc()).limit(LATELY))).scalars()
        known = list(lately)
        return round(median(known)) if known else None
