"""Push subscriptions: the addresses of players' browsers, and up to where each has had its news."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.notifications.delivery.followers import Followers
from server.notifications.push.endpoints import find_service, push_service
from server.runtime.clock.clock import Clock
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import PushSubscriptionRow, ServerSecretRow
from server.runtime.outside.places import target_of
from server.runtime.times import timestamp

MAX_SUBSCRIPTIONS: Final = 20
"""Maximum number of subscriptions per player."""

GATHER: Final = timedelta(seconds=3)
"""How long news is gathered: a start, a phase and its deadline often come together."""

_subscriptions = PushSubscriptionRow.__table__
_secrets = ServerSecretRow.__table__

_VAPID: Final = "vapid"


@dataclass(frozen=True, slots=True)
class PushSubscriptionReply:
    """A push subscription of the caller."""

    subscription_id: str
    """The id of the subscription, for `deletePushSubscription`."""
    service: str
    """The host of the push service."""
    language: str
    """The language of its messages."""
    created_at: str
    """When it was created."""
    refused: int | None
    """The status with which the push service has refused the last message; null if it took it, or none was sent."""


class Subscriptions:
    """The push subscriptions of all players."""

    def __init__(self, database: AsyncEngine, clock: Clock, hosts: Collection[str]) -> None:
        """`hosts`: the hosts of known push services."""
        self._database = database
        self._clock = clock
        self.hosts = hosts
        self.followers = Followers(
            database, clock, PushSubscriptionRow, failing=_subscriptions.c.failures > 0, gather=GATHER
        )

    async def subscribe(
        self, player: Player, made_with: str, endpoint: str, p256dh: str, auth: str, language: str, after: int
    ) -> PushSubscriptionReply:
        """
        Store a subscription for events after cursor `after`; the same again changes its keys and language.

        `made_with`: the origin of the token, with which it ends. A browser has one subscription, which the last
        player who subscribes takes over.

        Raises:
            RefusedError: The address is not that of a known push service, or the player has `MAX_SUBSCRIPTIONS`.
        """
        service = push_service(endpoint, self.hosts)
        if service is None:
            raise RefusedError(
                codes.BAD_PUSH_ENDPOINT,
                "This server sends to the push services of common browsers only, by https.",
                pointer="/endpoint",
            )
        row = PushSubscriptionRow(
            subscription_id=hashlib.sha256(endpoint.encode()).hexdigest()[:32],
            player_id=player.id,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            language=language,
            created_at=timestamp(self._clock.now()),
            target=target_of(service),
            cursor=after,
            made_with=made_with,
        )
        while True:
            try:
                created_at, refused = await self._store(row)
            except IntegrityError:  # somebody else subscribed this browser concurrently; the last one has it
                continue
            return PushSubscriptionReply(row.subscription_id, service, language, created_at, refused)

    def service_of(self, held: PushSubscriptionRow) -> str:
        """Return the known push service of a subscription; empty if it is no longer known."""
        host = push_service(held.endpoint, self.hosts)
        return "" if host is None else find_service(host, self.hosts) or ""

    async def _store(self, row: PushSubscriptionRow) -> tuple[str, int | None]:
        """
        Insert this row, or change the one that the player has for the same browser.

        Return when it was created, and with which status its last message was refused.
        """
        same = _subscriptions.c.subscription_id == row.subscription_id
        own = _subscriptions.c.player_id == row.player_id
        async with begin(self._database) as connection:
            await connection.execute(lock_player(row.player_id))
            changed = await connection.execute(
                update(_subscriptions)
                .where(same, own)
                .values(p256dh=row.p256dh, auth=row.auth, language=row.language, made_with=row.made_with)
                .returning(_subscriptions.c.created_at, _subscriptions.c.refused)
            )
            known = changed.one_or_none()
            if known is not None:
                return known.created_at, known.refused
            count = select(func.count()).where(own, ~same)
            if (await connection.execute(count)).scalar_one() >= MAX_SUBSCRIPTIONS:
                raise RefusedError(
                    codes.TOO_MANY_PUSH_SUBSCRIPTIONS,
                    f"You have {MAX_SUBSCRIPTIONS} push subscriptions, which is the limit. Delete one.",
                )
            await connection.execute(delete(PushSubscriptionRow).where(same))
            await connection.execute(_subscriptions.insert().values(**row.model_dump()))
        return row.created_at, None

    async def of(self, player: Player) -> list[PushSubscriptionReply]:
        """Return the player's subscriptions, newest first."""
        wanted = select(_subscriptions).where(_subscriptions.c.player_id == player.id)
        rows = (await fetch(self._database, wanted.order_by(_subscriptions.c.created_at.desc()))).all()
        return [
            PushSubscriptionReply(
                row.subscription_id,
                push_service(row.endpoint, self.hosts) or "",
                row.language,
                row.created_at,
                row.refused,
            )
            for row in rows
        ]

    async def unsubscribe(self, player: Player, subscription_id: str) -> None:
        """Delete a subscription of the player, if there is one with this id."""
        mine = _subscriptions.c.subscription_id == subscription_id, _subscriptions.c.player_id == player.id
        await execute(self._database, delete(PushSubscriptionRow).where(*mine))

    async def secret(self) -> str | None:
        """Return the private key of the server, if there is one yet."""
        wanted = select(_secrets.c.secret).where(_secrets.c.name == _VAPID)
        return (await fetch(self._database, wanted)).scalar_one_or_none()

    async def keep_secret(self, secret: str) -> None:
        """Store the private key of the server, unless another process has stored one."""
        try:
            await execute(self._database, _secrets.insert().values(name=_VAPID, secret=secret))
        except IntegrityError:
            return
