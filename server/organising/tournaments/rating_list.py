"""The ratings of all players, by game, from the public tournaments that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, delete, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.player import Person
from server.organising.tournaments.ratings import PlayerId, Ranking, Rating, rate
from server.runtime.database.queries import begin, fetch
from server.runtime.database.tables import ForgottenRow, OwedOutcomeRow, RatingRow, TournamentRow
from server.runtime.database.tables import Player as PlayerRow

RATINGS: Final = "ratings"
"""To what a public tournament owes its results, instead of the id of a log."""

_ratings = RatingRow.__table__
_owed, _forgotten = OwedOutcomeRow.__table__, ForgottenRow.__table__
_players = PlayerRow.__table__
_tournaments = TournamentRow.__table__

_COLUMNS: Final = (_ratings.c.mean, _ratings.c.deviation, _ratings.c.tables)


@dataclass(frozen=True, slots=True)
class Rated:
    """A player with a rating."""

    player: Person
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingPage:
    """A page of the ratings of a game; the next one begins behind the player `next`, if there are more."""

    rated: list[Rated]
    next: PlayerId | None


class RatingList:
    """The ratings of all players."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def of_player(self, player_id: PlayerId) -> dict[str, Rating]:
        """Return the player's ratings by game."""
        query = select(_ratings.c.game, *_COLUMNS).where(_ratings.c.player_id == player_id).order_by(_ratings.c.game)
        return {game: Rating(*known) for game, *known in await fetch(self._database, query)}

    async def page(self, game: str, before: PlayerId | None, limit: int) -> RatingPage:
        """Return the best players of a game that are rated below `before`; the best first."""
        place = tuple_(_ratings.c.rating, _ratings.c.player_id)
        query = select(_players.c.id, _players.c.name, *_COLUMNS).join(_players, _players.c.id == _ratings.c.player_id)
        query = query.where(_ratings.c.game == game).order_by(_ratings.c.rating.desc(), _ratings.c.player_id.desc())
        if before is not None:
            last = select(_ratings.c.rating, _ratings.c.player_id)
            last = last.where(_ratings.c.game == game, _ratings.c.player_id == before)
            query = query.where(place < last.scalar_subquery())
        rows = (await fetch(self._database, query.limit(limit + 1))).all()
        found = [Rated(Person(player, name), Rating(*columns)) for player, name, *columns in rows]
        return RatingPage(found[:limit], found[limit - 1].player.player_id if len(found) > limit else None)

    async def owing(self, limit: int, behind: str = "") -> list[str]:
        """Return tournaments that have ended and still owe their results, after the tournament `behind`, in order."""
        ended = select(_owed.c.log_id).join(_tournaments, _tournaments.c.tournament_id == _owed.c.log_id)
        ended = ended.where(_owed.c.owed_to == RATINGS, _owed.c.log_id > behind)
        query = ended.where(_tournaments.c.status.in_(("over", "cancelled"))).order_by(_owed.c.log_id).limit(limit)
        return list((await fetch(self._database, query)).scalars())

    async def take(self, tournament_id: str, game: str, rankings: Sequence[Ranking]) -> None:
        """Rate the players of a tournament that owes its results; do nothing if that was done."""
        players = {player for ranking in rankings for side in ranking for player in side.players}
        own = and_(_ratings.c.game == game, _ratings.c.player_id.in_(players))
        while True:
            rows = await fetch(self._database, select(_ratings.c.player_id, *_COLUMNS).where(own))
            known = _by_player(rows.all())
            # In a thread and before anything is locked, because a thousand entrants take a fifth of a second.
            rated = await asyncio.to_thread(rate, known, rankings)
            try:
                async with begin(self._database) as connection:
                    owed = delete(OwedOutcomeRow).where(_owed.c.log_id == tournament_id, _owed.c.owed_to == RATINGS)
                    if not (await connection.execute(owed)).rowcount:
                        return
                    replaced = delete(RatingRow).where(own).returning(_ratings.c.player_id, *_COLUMNS)
                    if _by_player((await connection.execute(replaced)).all()) != known:
                        raise _RatedMeanwhileError
                    if rated:
                        await connection.execute(_ratings.insert(), [_row(game, *each) for each in rated.items()])
                        gone = _ratings.c.player_id.in_(select(_forgotten.c.player_id))
                        await connection.execute(delete(RatingRow).where(own, gone))
                    return
            except (_RatedMeanwhileError, IntegrityError):  # the latter, if players got their first rating
                continue


class _RatedMeanwhileError(Exception):
    """Another process has rated some of these players."""


def _by_player(rows: Iterable[Sequence[Any]]) -> dict[PlayerId, Rating]:
    return {row[0]: Rating(*row[1:]) for row in rows}


def _row(game: str, player: PlayerId, rating: Rating) -> dict[str, str | int]:
    row = RatingRow(
        player_id=player,
        game=game,
        rating=rating.value,
        mean=rating.mean,
        deviation=rating.deviation,
        tables=rating.tables,
    )
    return row.model_dump()
