"""
The rule for guests: players who can come back with nothing but a token, and have not for long.

They are forgotten like players who ask for it. Who has another way in, a program with a grant, a rating, a role of an
administrator or a suspension stays; and who has, or lately had, a place in a match or an event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, Table, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.never_begun import last_entry_at
from server.people.forgetting.parts import Part
from server.runtime.database.queries import fetch
from server.runtime.database.tables import (
    OAuthGrant,
    PasskeyRow,
    Player,
    ProviderAccountRow,
    RatingRow,
    RecoveryRow,
    Row,
    SessionRow,
    TokenRow,
)
from server.runtime.retention import Rule
from server.runtime.times import timestamp

_PROTECTING: Final[tuple[type[Row], ...]] = (
    PasskeyRow,
    ProviderAccountRow,
    RecoveryRow,
    SessionRow,
    OAuthGrant,
    RatingRow,
)
"""Tables with what makes a player more than a guest."""

_players, _tokens = Player.__table__, TokenRow.__table__


class Forget(Protocol):
    """Writes down that a player is to be forgotten, if a condition on the row of the player still holds."""

    async def __call__(self, player_id: str, /, *, still: ColumnElement[bool]) -> str: ...


class Guests(Rule):
    """Forgets guests. Each is searched for in all logs, so one look of a server takes only a few."""

    name = "guests"
    most = 5

    def __init__(self, keep: timedelta | None, database: AsyncEngine, parts: Sequence[Part], forget: Forget) -> None:
        self.keep = keep
        self._database = database
        self._parts = parts
        self._forget = forget

    async def count(self, before: datetime) -> int:
        counted = select(func.count()).select_from(_players).where(self._due(before))
        return int((await fetch(self._database, counted)).scalar_one())

    async def examples(self, before: datetime, most: int) -> Sequence[str]:
        some = select(_players.c.id).where(self._due(before)).order_by(_players.c.id).limit(most)
        return list((await fetch(self._database, some)).scalars())

    async def end(self, before: datetime) -> AsyncIterator[int]:
        due = self._due(before)
        while found := await self.examples(before, 1):
            try:
                await self._forget(found[0], still=due)
            except UnavailableError:
                raise
            except RefusedError:  # the guest has come back just now
                continue
            yield 1

    def _due(self, before: datetime) -> ColumnElement[bool]:
        then = timestamp(before)
        used = or_(_tokens.c.used_on >= then[:10], _tokens.c.created_at >= then)
        return and_(
            _players.c.created_at < then,
            _players.c.administrator.is_(False),
            _players.c.suspended_at.is_(None),
            ~exists().where(_tokens.c.player_id == _players.c.id, used),
            *(~_of_player(table.__table__) for table in _PROTECTING),
            *(~_takes_part(part, then) for part in self._parts),
        )


def _of_player(table: Table) -> ColumnElement[bool]:
    return exists().where(table.c.player_id == _players.c.id)


def _takes_part(part: Part, then: str) -> ColumnElement[bool]:
    """Whether the player is in a log of this kind that is not over, or that has had an entry since then."""
    logs: Any = part.table
    (log_id,) = logs.primary_key
    lately = or_(logs.c.status.in_(part.unended), last_entry_at(log_id) >= then)
    shown = or_(*(log_id.in_(logs_with.correlate(_players)) for logs_with in part.known(_players.c.id)))
    return exists().where(shown, lately)
