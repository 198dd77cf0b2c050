"""
Claims: a guest of a bridge becomes the account of who adds a first way to sign in, in what a link has opened.

A thief of the bridge's token can make links, too. So for a day, a claim counts on the token with which the link was
made: if the bridge withdraws or renews it, all access to the guest ends but the bridge's own, and somebody else can
claim it. After that day the account is certainly theirs.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, select, true
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.people.accounts.sessions import delete_links
from server.people.identity.acting import Actor, no_session
from server.people.identity.changes import Changes, insert_change
from server.people.identity.open_sessions import is_link, with_link_in_sql
from server.people.identity.ways_in import end_access, has_way_in
from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, fetch
from server.runtime.database.tables import ClaimRow, SessionRow, TokenRow
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.retention import OldRows
from server.runtime.times import timestamp

CLAIM_SETTLES: Final = timedelta(days=1)
"""How long a claim ends with the bridge's token."""

_PERIOD_SECONDS: Final = 60

_claims = ClaimRow.__table__
_players = PlayerRow.__table__
_sessions = SessionRow.__table__
_tokens = TokenRow.__table__


def old_claims(database: AsyncEngine) -> OldRows:
    """Return the rule for claims that nobody can take back any more."""
    return OldRows(CLAIM_SETTLES, database, _claims, lambda old: _claims.c.claimed_at <= old, shown=_claims.c.player_id)


async def claim(connection: AsyncConnection, by: Actor, now: datetime) -> None:
    """
    Note that a player adds a way to sign in, before it is added, with the player locked.

    A first one is a claim, if a link has opened the session. From then on, nobody else is there who came by a link.

    Raises:
        RefusedError: The bridge's token that made the link was withdrawn or renewed meanwhile.
    """
    opened_with = select(_sessions.c.opened_with).where(_sessions.c.session_id == by.session_id)
    first = select(~has_way_in(by.player_id))
    mark = str((await connection.execute(opened_with)).scalar_one_or_none())
    if is_link(mark) and (await connection.execute(first)).scalar_one():
        made, own = _tokens.alias(), _tokens.alias()
        wanted = (
            select(made.c.bridge_id, own.c.token_id, own.c.created_at)
            .join_from(made, own, own.c.player_id == made.c.bridge_id)
            .where(made.c.player_id == by.player_id, with_link_in_sql(made, own) == mark)
        )
        found = (await connection.execute(wanted)).one_or_none()
        if found is None:
            raise no_session()
        bridge_id, token_id, token_at = found
        row = ClaimRow(
            player_id=by.player_id,
            bridge_id=bridge_id,
            bridge_token_id=token_id,
            bridge_token_at=token_at,
            claimed_at=timestamp(now),
        )
        await connection.execute(_claims.insert().values(**row.model_dump()))
    await connection.execute(delete_links(by.player_id, keep=by.session_id))


class Claims:
    """The claims that are younger than a day."""

    def __init__(self, database: AsyncEngine, changes: Changes, activity: Activity, clock: Clock) -> None:
        self._database = database
        self._changes = changes
        self._activity = activity
        self._clock = clock

    async def notice(self, player_id: str) -> None:
        """
        Take back guests of a bridge, a player who has changed.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._take_back(_claims.c.bridge_id == player_id)

    async def tidy(self) -> None:
        """
        Take back guests of all bridges, if that was not noticed.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._take_back(true())

    async def run(self) -> None:
        """Tidy again and again, until cancelled."""
        await every(_PERIOD_SECONDS, self.tidy, "guests cannot be taken back", activity=self._activity)

    async def _take_back(self, which: ColumnElement[bool]) -> None:
        now = self._clock.now()
        found = select(_claims.c.player_id).where(which, _is_void(now))
        for player_id in (await fetch(self._database, found)).scalars().all():
            async with begin(self._database) as connection:
                taken = await self._end(connection, player_id, now)
            if taken:
                await self._changes.notify(player_id)

    async def _end(self, connection: AsyncConnection, player_id: str, now: datetime) -> bool:
        """End all access to a guest but that of the bridge; return False if another process has done so."""
        await connection.execute(lock_player(player_id))
        void = delete(ClaimRow).where(_claims.c.player_id == player_id, _is_void(now)).returning(_claims.c.bridge_id)
        bridge_id = (await connection.execute(void)).scalar_one_or_none()
        if bridge_id is None:
            return False
        made = select(_tokens.c.token_id).where(
            _tokens.c.player_id == player_id, _tokens.c.bridge_id == bridge_id, _tokens.c.family.is_(None)
        )
        kept = (await connection.execute(made)).scalar_one_or_none()
        for statement in end_access(player_id, None, keep_token=kept):
            await connection.execute(statement)
        await connection.execute(insert_change(now, player_id))
        return True


def _is_void(now: datetime) -> ColumnElement[bool]:
    """The token with which the link was made was withdrawn, or renewed since; of a bridge that has not left."""
    same = exists().where(
        _tokens.c.token_id == _claims.c.bridge_token_id, _tokens.c.created_at == _claims.c.bridge_token_at
    )
    bridge = exists().where(_players.c.id == _claims.c.bridge_id)
    return (_claims.c.claimed_at > timestamp(now - CLAIM_SETTLES)) & ~same & bridge
