"""
Web Push: news of a player's own stream is sent to the player's browsers.

A message that is sent twice has the same tag, so it is shown once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Final

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.notifications.delivery.messages import Message
from server.notifications.delivery.streamed import Asks, StreamedChannel
from server.notifications.news.choices import Reminders
from server.notifications.news.inboxes import Inboxes
from server.notifications.push.subscriptions import Subscriptions
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import PushSubscriptionRow
from server.runtime.metrics import metrics
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import LatePost, Post
from server.runtime.outside.names import SystemNames

if TYPE_CHECKING:
    from server.notifications.push.delivery import Courier

_CALL_SECONDS: Final = 10

log = logging.getLogger(__name__)


class PushChannel(StreamedChannel[PushSubscriptionRow]):
    """Sends the messages of all subscriptions."""

    what = "push messages"
    gone = frozenset((404, 410))
    """What a push service answers if it no longer knows a subscription (RFC 8030)."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        reminders: Reminders,
        inboxes: Inboxes,
        clock: Clock,
        asks: Mapping[str, Asks],
        contact: str | None,
        post: Post | None = None,
    ) -> None:
        """
        Besides the arguments of `StreamedChannel`:

        Args:
            contact: How operators of push services reach this server's operator; without it nothing is sent.
            post: Calls in place of real ones.
        """
        super().__init__(subscriptions.followers, reminders, inboxes, clock, asks)
        self.subscriptions = subscriptions
        self.is_on = contact is not None
        self._contact = contact or ""
        self._post = post or LatePost(Reach(), SystemNames(), seconds=_CALL_SECONDS, keeps=True)
        self._courier: Courier | None = None
        self._loading = asyncio.Lock()
        self._refusals: set[tuple[str, int]] = set()
        if not self.is_on and subscriptions.hosts:
            log.warning("Web Push is off: set MOIRAI_PUSH_CONTACT, or MOIRAI_PUBLIC_URL to an https address")

    def require_contact(self) -> None:
        """
        Check that messages are sent.

        Raises:
            RefusedError: The operator has named no contact. Push services refuse all messages without one.
        """
        if not self.is_on:
            raise RefusedError(
                codes.PUSH_OFF, "This server sends no push messages, because its operator has named no contact."
            )

    async def public_key(self) -> str:
        """Return the public key of the server; it is made when it is first needed."""
        return (await self._ready()).public_key

    async def last_cursor(self, player: Player) -> int:
        """Return the cursor of the player's last event so far."""
        return await self._inboxes.last_cursor(player.id)

    async def send(self, held: PushSubscriptionRow, message: Message, now: datetime) -> int:
        status = await (await self._ready()).deliver(held, message, now)
        if status // 100 != 2 and status not in self.gone:
            self._note_refusal(held, status)
        return status

    async def close(self) -> None:
        await self._post.close()

    def _note_refusal(self, held: PushSubscriptionRow, status: int) -> None:
        service = self.subscriptions.service_of(held)
        metrics.push_refusals[service, status] += 1
        if (service, status) not in self._refusals:
            self._refusals.add((service, status))
            log.warning("the push service %s refuses messages with status %d", service, status)

    async def _ready(self) -> Courier:
        """Return the courier, with the key that all processes share; without a contact it only knows the key."""
        async with self._loading:
            if self._courier is None:
                # In a thread, because it takes as long as hundreds of calls.
                delivery = await asyncio.to_thread(import_module, "server.notifications.push.delivery")
                secret = await self.subscriptions.secret()
                if secret is None:
                    await self.subscriptions.keep_secret(delivery.new_secret())
                    secret = await self.subscriptions.secret()
                courier: Courier = delivery.Courier(secret, self._contact, self._post)
                self._courier = courier
            return self._courier
