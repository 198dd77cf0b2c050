"""
Sending: what a player's own stream tells is sent to the player's browsers, at least once.

News is noted after it is told and before its mark is cleared, so none is missed if a process is killed. A message that
is sent twice has the same tag, so it is shown once. Nothing waits for push services: the marks are cleared when the
news is noted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from server.access import codes
from server.access.costs import charged_to
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Player
from server.notifications.delivery.followers import HOLD
from server.notifications.news.choices import Reminders
from server.notifications.news.inboxes import Inboxes
from server.notifications.push.messages import Fact, messages_of
from server.notifications.push.subscriptions import Subscriptions
from server.runtime.background import end, every
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import PushSubscriptionRow
from server.runtime.failures import report, summary
from server.runtime.metrics import metrics
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import Post, load_post
from server.runtime.outside.names import SystemNames
from server.runtime.outside.places import Taken

if TYPE_CHECKING:
    from server.notifications.push.delivery import Courier

_PAUSE_SECONDS: Final = 1.0
_CLAIMS_A_SECOND: Final = 50
_EVENTS_AT_ONCE: Final = 200
_CALL_SECONDS: Final = 10

_LONGEST: Final = HOLD / 2
"""After this time, the rest is sent later: another process must not begin with it while this one still sends."""

_FORGOTTEN: Final = (404, 410)
"""What a push service answers if it no longer knows a subscription (RFC 8030)."""

Asks: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[bool]]
"""Whether a player, by id, is still asked what news has told; raises RefusedError if that cannot be read."""

log = logging.getLogger(__name__)


class Sender:
    """Sends the messages of all subscriptions; several processes may do so concurrently."""

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
        Args:
            subscriptions: Who is told.
            reminders: What players want to be told.
            inboxes: What has happened to them.
            clock: The time.
            asks: Who knows whether news is still true, by the field of its facts that names the log.
            contact: Where operators of push services reach that of this server; without it nothing is sent.
            post: Calls in place of real ones.
        """
        self.subscriptions = subscriptions
        self._reminders = reminders
        self._inboxes = inboxes
        self._clock = clock
        self._asks = asks
        self._contact = contact
        self._post = post
        self._courier: Courier | None = None
        self._sweeping = asyncio.Lock()
        self._loading = asyncio.Lock()
        self._refusals: set[tuple[str, int]] = set()

    def require_contact(self) -> None:
        """
        Check that messages are sent.

        Raises:
            RefusedError: The operator has named no contact, without which push services refuse all.
        """
        if self._contact is None:
            raise RefusedError(
                codes.PUSH_OFF, "This server sends no push messages, because its operator has named no contact."
            )

    async def public_key(self) -> str:
        """Return the public key of the server; it is made when it is first needed."""
        return (await self._ready()).public_key

    async def reached(self, player: Player) -> int:
        """Return the cursor of the player's last event so far."""
        return await self._inboxes.reached(player.id)

    async def run(self) -> None:
        """Send what is due, until cancelled."""
        if self._contact is None and self.subscriptions.hosts:
            log.warning("Web Push is off: set MOIRAI_PUSH_CONTACT, or MOIRAI_PUBLIC_URL to an https address")
        await every(_PAUSE_SECONDS, self.sweep, "push messages cannot be sent")

    async def sweep(self) -> int:
        """
        Send to subscriptions until none has news; return to how many.

        A slow push service takes some of the places (`server.runtime.outside.places`), and all others go on.
        """
        charged_to.set(None)
        if self._contact is None:
            return 0
        async with self._sweeping:
            sending: dict[asyncio.Task[None], Taken] = {}
            begun = 0
            try:
                while True:
                    held = await self._claim(sending.values())
                    begun += len(held)
                    sending |= {asyncio.create_task(self._send(one, place)): place for one, place in held}
                    if not sending:
                        return begun
                    await asyncio.wait(sending, timeout=_PAUSE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                    await asyncio.sleep(1 / _CLAIMS_A_SECOND)
                    sending = {task: place for task, place in sending.items() if not task.done()}
            finally:
                await end(sending)

    async def close(self) -> None:
        if self._courier is not None:
            await self._courier.close()

    async def _claim(self, taken: Collection[Taken]) -> list[tuple[PushSubscriptionRow, Taken]]:
        try:
            return await self.subscriptions.claim(taken)
        except UnavailableError as error:
            log.warning("push messages cannot be sent: %s", summary(error))
            return []

    async def _send(self, held: PushSubscriptionRow, place: Taken) -> None:
        """Send one subscription its news, or log why that failed: it is tried again when it is no longer held."""
        try:
            await self._send_news(held, place, await self._ready())
        except Exception as error:
            report(log, "sending a push message failed", error)

    async def _send_news(self, held: PushSubscriptionRow, place: Taken, courier: Courier) -> None:
        events, more = await self._inboxes.read(held.player_id, held.cursor, _EVENTS_AT_ONCE)
        chosen = (await self._reminders.of(held.player_id)).push
        begun, some = self._clock.now(), False
        for message in messages_of(events, chosen, held.language, begun):
            now = self._clock.now()
            if now - begun > _LONGEST:
                return await self.subscriptions.sent(held, place, message.after, some=some, more=True)
            if not await self._is_true(held.player_id, message.fact):
                continue
            try:
                status = await courier.deliver(held, message, now)
            except (OSError, TimeoutError):
                return await self.subscriptions.put_off(held, message.after, None)
            if status in _FORGOTTEN:
                return await self.subscriptions.drop(held)
            if status // 100 != 2:
                self._note_refusal(held, status)
                return await self.subscriptions.put_off(held, message.after, status)
            some = True
        return await self.subscriptions.sent(held, place, held.cursor + len(events), some=some, more=more)

    async def _is_true(self, player_id: str, fact: Fact) -> bool:
        """Return whether what a message says is true now: its player may have done meanwhile what it asks."""
        try:
            return all([await asks(player_id, fact) for field, asks in self._asks.items() if field in fact])
        except RefusedError:  # What cannot be read now is told as it was.
            return True

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
                post = self._post or await load_post(Reach(), SystemNames(), seconds=_CALL_SECONDS, keeps=True)
                courier: Courier = delivery.Courier(secret, self._contact or "", post)
                self._courier = courier
            return self._courier
