"""
Webhooks: the addresses of players' programs, which messages they get, and the secrets that sign these.

A webhook follows its player's own stream, or an event that the player may know of (`followed.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from engines.kit import ENGLISH
from server.access import codes
from server.access.errors import RefusedError
from server.access.made_with import MadeWith
from server.access.player import Player
from server.access.rights import refusal_of
from server.notifications.delivery.followers import Followers
from server.notifications.news.inboxes import Inboxes
from server.notifications.webhooks.followed import FollowedEvent, Progress, PublicStreams
from server.notifications.webhooks.outbox import DeliveryReply, delivery_reply, initial_columns, message
from server.notifications.webhooks.signing import new_secret
from server.notifications.webhooks.targets import require_target
from server.notifications.webhooks.types import PING, fits
from server.runtime.clock.clock import Clock
from server.runtime.database.locks import lock_player
from server.runtime.database.notified import Notified
from server.runtime.database.queries import begin, connect, fetch
from server.runtime.database.schema import exclude_earlier
from server.runtime.database.tables import WebhookDeliveryRow, WebhookReminderRow, WebhookRow
from server.runtime.ids import new_id
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import Names
from server.runtime.outside.places import target_of
from server.runtime.times import timestamp

MAX_WEBHOOKS: Final = 10
"""Maximum number of webhooks per player."""

MAX_TIMES: Final = 5
"""Maximum number of times before a deadline at which a missing submission is reported."""

MOST_ON_EVENT: Final = 50
"""With how many webhooks on an event only those can add another one who hold a role on it."""

BOTH_SIGN: Final = timedelta(hours=24)
"""How long the secret before the last rotation signs, too."""

Because: TypeAlias = Literal["gone", "failing", "no_access"]

_SCHEMA: Final = "0040"
"""The first schema whose servers know of webhooks on events; earlier ones would send them their player's own news."""

_webhooks = WebhookRow.__table__
_deliveries = WebhookDeliveryRow.__table__


@dataclass(frozen=True, slots=True)
class WebhookReply:
    """A webhook of the caller, without its secret."""

    webhook_id: str
    """The id of the webhook, for the calls about it."""
    url: str = field(repr=False)
    """Where its messages go."""
    types: tuple[str, ...]
    """Which messages it gets: types, groups such as `match.*`, or `*` for all."""
    event: FollowedEvent | None
    """The event that it follows; null: your own stream."""
    language: str
    """The language of the sentences in its messages, as a tag."""
    missing_seconds: tuple[int, ...]
    """How many seconds before a deadline `submission.missing` is sent if you have not submitted."""
    created_at: str
    """When it was created."""
    failing_since: str | None
    """Since when all tries have failed; null if the last one succeeded."""
    disabled_at: str | None
    """When the server stopped sending; null while it sends. `pingWebhook` enables the webhook again."""
    disabled_because: Because | None
    """
    `gone`: the target answered 410. `failing`: nothing has succeeded for five days. `no_access`: you may not know of
    the event any more.
    """


@dataclass(frozen=True, slots=True)
class NewWebhookReply(WebhookReply):
    """A new webhook, with its secret."""

    secret: str = field(repr=False)
    """The secret that signs its messages: `whsec_` and base64. It is shown only once."""


@dataclass(frozen=True, slots=True)
class RotatedReply:
    """The new secret of a webhook."""

    secret: str = field(repr=False)
    """The secret that signs from now on, shown only once."""
    previous_until: str
    """Until when the previous secret signs, too."""


class Webhooks:
    """The webhooks of all players."""

    def __init__(
        self,
        database: AsyncEngine,
        inboxes: Inboxes,
        public: PublicStreams,
        clock: Clock,
        reach: Reach,
        names: Names,
    ) -> None:
        self.followers = Followers(
            database,
            clock,
            WebhookRow,
            failing=_webhooks.c.failing_since.is_not(None),
            on=_webhooks.c.disabled_at.is_(None),
            event=_webhooks.c.event_id,
        )
        self._database = database
        self._inboxes = inboxes
        self._public = public
        self._clock = clock
        self._reach = reach
        self._names = names

    async def create(
        self,
        player: Player,
        made_with: MadeWith,
        url: str,
        types: Sequence[str],
        missing_seconds: Sequence[int],
        event: FollowedEvent | None,
        language: str,
    ) -> NewWebhookReply:
        """
        Create a webhook, for what happens from now on; it ends with `made_with`.

        Raises:
            RefusedError: The player may not know of the event, the types are of another kind, the server does not call
                this target, or there are too many webhooks of the player, or on the event.
        """
        if not fits(types, on_event=event is not None):
            fix = "Types of a webhook on an event begin with `event.`; others do not."
            raise RefusedError(codes.WRONG_WEBHOOK_TYPES, fix, pointer="/types")
        progress = await self._progress(player, event)
        target = await require_target(url, self._reach, self._names)
        now = self._clock.now()
        row = WebhookRow(
            webhook_id=new_id(now),
            player_id=player.id,
            url=url,
            secret=new_secret(),
            types=json.dumps(sorted(set(types))),
            missing_seconds=json.dumps(sorted(set(missing_seconds), reverse=True)),
            created_at=timestamp(now),
            target=target_of(target.host),
            cursor=progress.cursor,
            made_with=made_with.origin,
            bridge_id=made_with.bridge_id,
            bridge_token_id=made_with.bridge_token_id,
            bridge_token_at=made_with.bridge_token_at,
            event_type=None if event is None else event.type,
            event_id=None if event is None else event.id,
            language=language,
        )
        async with begin(self._database) as connection:
            await connection.execute(lock_player(player.id))
            count = select(func.count()).where(_webhooks.c.player_id == player.id)
            if (await connection.execute(count)).scalar_one() >= MAX_WEBHOOKS:
                raise RefusedError(
                    codes.TOO_MANY_WEBHOOKS, f"You have {MAX_WEBHOOKS} webhooks, which is the limit. Delete one."
                )
            if event is not None:
                await exclude_earlier(connection, _SCHEMA)
                await _require_room(connection, event, progress)
            await connection.execute(_webhooks.insert().values(**row.model_dump()))
        return NewWebhookReply(**_shown(row.model_dump()), secret=row.secret)

    async def of(self, player: Player) -> list[WebhookReply]:
        """Return the player's webhooks, newest first."""
        wanted = select(_webhooks).where(_of(player))
        rows = await fetch(self._database, wanted.order_by(_webhooks.c.webhook_id.desc()))
        return [WebhookReply(**_shown(row._mapping)) for row in rows]

    async def delete(self, player: Player, webhook_id: str) -> None:
        """
        Delete a webhook, and what was still to be sent.

        Raises:
            RefusedError: The player has no such webhook.
        """
        async with begin(self._database) as connection:
            gone = await connection.execute(delete(WebhookRow).where(*_own(player, webhook_id)))
            if gone.rowcount == 0:
                raise refusal_of("deleteWebhook", player.role)
            for table in (WebhookDeliveryRow, WebhookReminderRow):
                await connection.execute(delete(table).where(table.__table__.c.webhook_id == webhook_id))

    async def rotate(self, player: Player, webhook_id: str) -> RotatedReply:
        """
        Give a webhook a new secret; the previous one signs, too, for `BOTH_SIGN`.

        Raises:
            RefusedError: The player has no such webhook.
        """
        secret, until = new_secret(), timestamp(self._clock.now() + BOTH_SIGN)
        changed = (
            update(_webhooks)
            .where(*_own(player, webhook_id))
            .values(secret=secret, previous_secret=_webhooks.c.secret, previous_until=until)
        )
        async with begin(self._database) as connection:
            if (await connection.execute(changed)).rowcount == 0:
                raise refusal_of("rotateWebhookSecret", player.role)
        return RotatedReply(secret, until)

    async def ping(self, player: Player, webhook_id: str) -> DeliveryReply:
        """
        Send a message that says nothing; while one waits, it is that one. A disabled webhook is enabled from now on.

        Raises:
            RefusedError: The player has no such webhook, or may not know of its event.
        """
        known = select(_webhooks).where(*_own(player, webhook_id))
        known_hook = (await fetch(self._database, known)).first()
        progress = await self._progress(player, None if known_hook is None else _event_of(known_hook._mapping))
        now = self._clock.now()
        async with begin(self._database) as connection:
            hook = await self._lock(connection, player, webhook_id, "pingWebhook", now)
            if hook.disabled_at is not None:
                enabled = {
                    "disabled_at": None,
                    "disabled_because": None,
                    "failing_since": None,
                    "cursor": progress.cursor,
                }
                await connection.execute(
                    update(_webhooks).where(_webhooks.c.webhook_id == webhook_id).values(**enabled)
                )
            waiting = select(_deliveries).where(
                _deliveries.c.webhook_id == webhook_id,
                _deliveries.c.type == PING,
                _deliveries.c.due_at.is_not(None),
            )
            found = (await connection.execute(waiting.limit(1))).first()
            if found is not None:
                return delivery_reply(found._mapping)
            n = hook.numbered + 1
            row = message(webhook_id, n, PING, timestamp(now), {"webhook_id": webhook_id}, now)
            await connection.execute(update(_webhooks).where(_webhooks.c.webhook_id == webhook_id).values(numbered=n))
            await connection.execute(_deliveries.insert().values(**row))
        self.followers.news.set()
        return delivery_reply(row)

    async def deliveries(self, player: Player, webhook_id: str, before: int | None, limit: int) -> list[DeliveryReply]:
        """
        Return the messages to a webhook, the last one first, from the one before `before` on.

        Raises:
            RefusedError: The player has no such webhook.
        """
        page = select(_deliveries).where(_deliveries.c.webhook_id == webhook_id)
        if before is not None:
            page = page.where(_deliveries.c.n < before)
        async with connect(self._database) as connection:
            own = select(_webhooks.c.webhook_id).where(*_own(player, webhook_id))
            if (await connection.execute(own)).first() is None:
                raise refusal_of("listWebhookDeliveries", player.role)
            rows = await connection.execute(page.order_by(_deliveries.c.n.desc()).limit(limit))
        return [delivery_reply(row._mapping) for row in rows]

    async def replay(self, player: Player, webhook_id: str, n: int) -> DeliveryReply:
        """
        Send a message again, under the same id and with as many tries as at first.

        Raises:
            RefusedError: The player has no such webhook, it has no such message, or it is disabled.
        """
        now = self._clock.now()
        again = (
            update(_deliveries)
            .where(_deliveries.c.webhook_id == webhook_id, _deliveries.c.n == n)
            .values(**initial_columns(now))
            .returning(_deliveries)
        )
        async with begin(self._database) as connection:
            hook = await self._lock(connection, player, webhook_id, "replayWebhookDelivery", now)
            if hook.disabled_at is not None:
                raise RefusedError(codes.WEBHOOK_DISABLED, "The webhook is disabled. Ping it first.")
            found = (await connection.execute(again)).first()
            if found is None:
                raise RefusedError(codes.UNKNOWN_DELIVERY, "The webhook has no such message, or no longer has it.")
        self.followers.news.set()
        return delivery_reply(found._mapping)

    async def _progress(self, player: Player, event: FollowedEvent | None) -> Progress:
        """Return how far the event is, or else the player's own stream."""
        if event is None:
            return Progress(await self._inboxes.last_cursor(player.id), has_role=False)
        return await self._public[event.type].progress(player, event.id)

    async def _lock(
        self, connection: AsyncConnection, player: Player, webhook_id: str, operation: str, now: datetime
    ) -> WebhookRow:
        """Return the player's webhook, locked until the end of the transaction, with something to do now."""
        held = update(_webhooks).where(*_own(player, webhook_id)).values(news_at=timestamp(now)).returning(_webhooks)
        row = (await connection.execute(held)).first()
        await connection.execute(select(Notified()))
        if row is None:
            raise refusal_of(operation, player.role)
        return WebhookRow(**row._mapping)


async def _require_room(connection: AsyncConnection, event: FollowedEvent, progress: Progress) -> None:
    """Keep those who only watch an event from having the server send without end."""
    count = select(func.count()).where(_webhooks.c.event_id == event.id)
    if not progress.has_role and (await connection.execute(count)).scalar_one() >= MOST_ON_EVENT:
        raise RefusedError(codes.TOO_MANY_WEBHOOKS, f"{MOST_ON_EVENT} webhooks are on this event. Read its stream.")


def _event_of(row: Mapping[Any, Any]) -> FollowedEvent | None:
    return None if row["event_id"] is None else FollowedEvent(row["event_type"], row["event_id"])


def _own(player: Player, webhook_id: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _webhooks.c.webhook_id == webhook_id, _of(player)


def _of(player: Player) -> ColumnElement[bool]:
    """Return the condition for the webhooks of a player; a bridge has only those that it has made for the player."""
    mine = _webhooks.c.player_id == player.id
    return mine if player.through is None else mine & (_webhooks.c.bridge_id == player.through)


def _shown(row: Mapping[Any, Any]) -> dict[str, Any]:
    shown = ("webhook_id", "url", "created_at", "failing_since", "disabled_at", "disabled_because")
    lists = {name: tuple(json.loads(row[name])) for name in ("types", "missing_seconds")}
    about = {"event": _event_of(row), "language": row["language"] or ENGLISH}
    return {name: row[name] for name in shown} | lists | about
