"""
Push subscriptions, webhooks, and the address of a calendar end with the token that made them, and what a bridge has
made also with the bridge's own token (`server.runtime.database.made_with`).

A process that notices the withdrawal of a token, or of the consent behind it, deletes what was made with it at once.
What was made with a token that has expired is deleted by any process after a while.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Subquery, delete, exists, func, or_, select, true, union_all, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.runtime.activity import Activity
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.database.made_with import has_ended, has_ended_with_bridge
from server.runtime.database.queries import begin, connect, fetch
from server.runtime.database.tables import (
    OAuthGrant,
    PushSubscriptionRow,
    TokenRow,
    WebhookDeliveryRow,
    WebhookReminderRow,
    WebhookRow,
)
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.times import parse_timestamp, timestamp

PERIOD_SECONDS: Final = 60
"""For how long what was made with a token may stay after that has expired."""

_grants = OAuthGrant.__table__
_players = PlayerRow.__table__
_subscriptions = PushSubscriptionRow.__table__
_tokens = TokenRow.__table__
_webhooks = WebhookRow.__table__

_NO_CALENDAR: Final = dict.fromkeys(("calendar_hash", "calendar_at", "calendar_made_with"))


class Withdrawals:
    """Deletes what was made with tokens that no longer work."""

    def __init__(self, database: AsyncEngine, clock: Clock, activity: Activity) -> None:
        """`activity` says when to look again, unless a token expires before."""
        self._database = database
        self._clock = clock
        self._activity = activity

    async def notice(self, player_id: str) -> None:
        """
        Delete what was made with tokens of a player that were withdrawn, for the player or, by a bridge, for others.

        Raises:
            UnavailableError: The database does not respond.
        """
        await self._delete(player_id, self._clock.now())

    async def tidy(self) -> timedelta | None:
        """
        Delete what was made with tokens that have expired, or of which the withdrawal was not noticed.

        Return how long until the next one expires with which something was made; None: none will.

        Raises:
            UnavailableError: The database does not respond.
        """
        now = self._clock.now()
        await self._delete(None, now)
        ends_at = (await fetch(self._database, select(func.min(_ends(timestamp(now)).c.at)))).scalar_one()
        return None if ends_at is None else parse_timestamp(ends_at) - now

    async def run(self) -> None:
        """Tidy again and again, until cancelled."""
        failure = "what expired tokens have made cannot be deleted"
        await every(PERIOD_SECONDS, self.tidy, failure, activity=self._activity)

    async def _delete(self, player_id: str | None, at: datetime) -> None:
        """Delete what was made with tokens of this player, by default of all, that do not work at this time."""
        now = timestamp(at)
        ended_hooks = has_ended(now, _webhooks.c.made_with) | has_ended_with_bridge(now, _webhooks)
        ended_hooks &= _of(player_id, _webhooks.c.player_id, _webhooks.c.bridge_id)
        ended_subscriptions = has_ended(now, _subscriptions.c.made_with) & _of(player_id, _subscriptions.c.player_id)
        ended_calendars = has_ended(now, _players.c.calendar_made_with) & _of(player_id, _players.c.id)
        hooks = select(_webhooks.c.webhook_id).where(ended_hooks)
        async with connect(self._database) as connection:
            # Mostly there is nothing to delete, and reading needs no lock.
            others = (exists().where(each) for each in (ended_subscriptions, ended_calendars))
            found = select(or_(exists(hooks), *others))
            if not (await connection.execute(found)).scalar_one():
                return
        async with begin(self._database) as connection:
            # Others lock players first, and webhooks before what is sent to them.
            await connection.execute(update(_players).where(ended_calendars).values(**_NO_CALENDAR))
            await connection.execute(delete(PushSubscriptionRow).where(ended_subscriptions))
            gone = delete(WebhookRow).where(ended_hooks).returning(_webhooks.c.webhook_id)
            ids = list((await connection.execute(gone)).scalars())
            for below in (WebhookDeliveryRow, WebhookReminderRow):
                await connection.execute(delete(below).where(below.__table__.c.webhook_id.in_(ids)))


def _ends(now: str) -> Subquery:
    """Return when the tokens and grants end that work now, and with which something was made."""
    works = {_tokens.c.token_id: _tokens.c.expires_at, _grants.c.family: _grants.c.expires_at}
    made_with = (
        *(_webhooks.c.made_with, _webhooks.c.bridge_token_id),
        *(_subscriptions.c.made_with, _players.c.calendar_made_with),
    )
    ends = [
        select(until.label("at")).join_from(column.table, key.table, key == column).where(until > now)
        for key, until in works.items()
        for column in made_with
    ]
    return union_all(*ends).subquery()


def _of(player_id: str | None, *columns: ColumnElement[str | None]) -> ColumnElement[bool]:
    return true() if player_id is None else or_(*(column == player_id for column in columns))
