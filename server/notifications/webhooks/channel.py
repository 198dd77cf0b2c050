"""
Sending: what a player's own stream tells is put down for the player's webhooks, and sent until it is delivered.

A process holds a webhook while it puts down its news and makes its next tries, so no webhook has more under way than
`AT_ONCE`. If the process is killed, another one goes on when the hold has ended: what was put down is tried again under
the same id, what was not is still in the own stream. One loop claims and notes for many webhooks at once, because each
transaction delays submissions (SQLite) or waits for the disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from server.access.costs import charged_to
from server.access.errors import UnavailableError
from server.logs.aggregates.events import Event
from server.notifications.news.inboxes import Events, Inboxes
from server.notifications.webhooks.hooks import Because, Webhooks
from server.notifications.webhooks.messages import facts_of, told
from server.notifications.webhooks.missing import Awaiting, data_of, is_missing, planned
from server.notifications.webhooks.outbox import MOST_WAITING, Filling, Outbox, Served, Tried, message_id
from server.notifications.webhooks.retries import GIVE_UP, next_try
from server.notifications.webhooks.signing import sign
from server.notifications.webhooks.types import SUBMISSION_MISSING, wants
from server.runtime.background import end, every
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import WebhookDeliveryRow, WebhookRow
from server.runtime.failures import report, summary
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import Names, Post, load_post
from server.runtime.outside.places import Taken
from server.runtime.time_slices import Share, take_turn
from server.runtime.times import parse_timestamp, timestamp

CALL_SECONDS: Final = 15
"""How long a try may take."""

_PAUSE_SECONDS: Final = 1.0
_BATCHES_A_SECOND: Final = 20
_EVENTS_AT_ONCE: Final = 200
_TIDY_SECONDS: Final = 600

_SERVER_NAME: Final = "Moirai"

log = logging.getLogger(__name__)


class WebhookSender:
    """Sends the messages of all webhooks; several processes may do so concurrently."""

    def __init__(
        self,
        webhooks: Webhooks,
        outbox: Outbox,
        inboxes: Inboxes,
        awaiting: Awaiting,
        clock: Clock,
        chance: Random,
        reach: Reach,
        names: Names,
        post: Post | None,
    ) -> None:
        """`awaiting`: what awaits a player's submission. `post`: in place of real calls."""
        self._webhooks = webhooks
        self._outbox = outbox
        self._inboxes = inboxes
        self._awaiting = awaiting
        self._clock = clock
        self._chance = chance
        self._reach = reach
        self._names = names
        self._post = post
        self._sweeping = asyncio.Lock()
        self._loading = asyncio.Lock()
        self._next_at = 0.0

    async def run(self) -> None:
        """Send what is due, until cancelled."""
        await every(_PAUSE_SECONDS, self.sweep, "messages to webhooks cannot be sent", self._webhooks.news)

    async def run_tidying(self) -> None:
        """Delete what is no longer kept, until cancelled."""
        await every(_TIDY_SECONDS, self._tidy, "old messages to webhooks cannot be deleted")

    async def _tidy(self) -> None:
        await self._outbox.tidy(self._clock.now())

    async def sweep(self) -> None:
        """
        Send until nothing is due. Slow webhooks have places apart (`server.runtime.outside.places`); all others go on.
        """
        charged_to.set(None)
        async with self._sweeping:
            sending: dict[asyncio.Task[Served], Taken] = {}
            try:
                while True:
                    await self._pause()
                    self._webhooks.news.clear()
                    done = [task for task in sending if task.done()]
                    await self._note(done)
                    sending = {task: place for task, place in sending.items() if task not in done}
                    sending |= await self._begin(sending.values())
                    if not sending:
                        return
                    await self._wait(sending)
            finally:
                await end(sending)

    async def close(self) -> None:
        if self._post is not None:
            await self._post.close()

    async def _pause(self) -> None:
        """Wait until a further batch of transactions is in order; after a while without one, that is at once."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._next_at - loop.time()))
        self._next_at = loop.time() + 1 / _BATCHES_A_SECOND

    async def _wait(self, sending: Collection[asyncio.Task[Served]]) -> None:
        """Wait until something was sent, or there is news, or a while has passed."""
        news = asyncio.create_task(self._webhooks.news.wait())
        try:
            await asyncio.wait({*sending, news}, timeout=_PAUSE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()

    async def _begin(self, under_way: Collection[Taken]) -> dict[asyncio.Task[Served], Taken]:
        """Claim webhooks, put down their news, and begin their next tries."""
        try:
            claimed = await self._webhooks.followers.claim(under_way)
            if not claimed:
                return {}
            held = [hook for hook, _ in claimed]
            await self._put_down(held)
            due = await self._outbox.due(held, timestamp(self._clock.now()))
        except UnavailableError as error:
            log.warning("messages to webhooks cannot be sent: %s", summary(error))
            return {}
        return {
            asyncio.create_task(self._serve(hook, place, due.get(hook.webhook_id, []))): place
            for hook, place in claimed
        }

    async def _put_down(self, held: Sequence[WebhookRow]) -> None:
        now = self._clock.now()
        waiting = await self._outbox.waiting(held)
        to_look = await self._outbox.to_look(held, timestamp(now))
        fillings = []
        read: dict[tuple[str, int], Events] = {}
        for hook in held:
            place = hook.player_id, hook.cursor
            if place not in read:
                await take_turn(Share.NEWS)
                read[place] = await self._inboxes.read(*place, _EVENTS_AT_ONCE)
            looked = [row for row in to_look if row.webhook_id == hook.webhook_id]
            filling = Filling(hook, hook.cursor, [], {}, looked, read[place].more)
            for event in read[place].events:
                if waiting.get(hook.webhook_id, 0) + len(filling.messages) >= MOST_WAITING:
                    filling.more = False  # The rest is read when something that waits is due.
                    break
                self._fill(filling, event)
            for row in filling.looked:
                if row.match_id not in filling.matches and await is_missing(row, hook.player_id, self._awaiting, now):
                    filling.messages.append((SUBMISSION_MISSING, row.due_at, data_of(row, hook.player_id)))
            if filling.cursor != hook.cursor or filling.looked:
                fillings.append(filling)
        await self._outbox.put_down(fillings, now)

    def _fill(self, filling: Filling, event: Event) -> None:
        """Add what an event tells."""
        hook = filling.hook
        facts, chosen = facts_of(event), json.loads(hook.types)
        for type_, data in told(event, facts, hook.player_id):
            if wants(chosen, type_):
                filling.messages.append((type_, event.at, data))
        if wants(chosen, SUBMISSION_MISSING):
            for fact in facts:
                plan = planned(hook.webhook_id, json.loads(hook.missing_seconds), fact, event.cursor, event.at)
                if plan is not None:
                    match_id, rows = plan
                    filling.matches[match_id] = rows
        filling.cursor = event.cursor

    async def _serve(self, hook: WebhookRow, place: Taken, due: Sequence[WebhookDeliveryRow]) -> Served:
        """Make the next tries for a webhook; one that was slow or failed gets one at a time."""
        if place.was_slow:
            due = due[:1]
        tries = await asyncio.gather(*(self._try(hook, delivery) for delivery in due))
        now = self._clock.now()
        because: Because | None = None
        failing_since = hook.failing_since
        if any(tried.state == "delivered" for tried in tries):
            failing_since = None
        elif tries:
            failing_since = failing_since or tries[0].at
            if parse_timestamp(failing_since) + GIVE_UP <= now:
                because = "failing"
        if any(tried.status == 410 for tried in tries):
            because = "gone"
        slow = hook.slow if not tries else place.took_long(asyncio.get_running_loop().time())
        return Served(hook, tries, failing_since, slow, because, timestamp(now))

    async def _try(self, hook: WebhookRow, delivery: WebhookDeliveryRow) -> Tried:
        await take_turn(Share.NEWS)
        now, body = self._clock.now(), delivery.body.encode()
        keys = [hook.secret]
        if (
            hook.previous_secret is not None
            and hook.previous_until is not None
            and timestamp(now) < hook.previous_until
        ):
            keys.append(hook.previous_secret)
        headers = {
            **sign(keys, message_id(delivery.model_dump()), int(now.timestamp()), body),
            "Content-Type": "application/json",
            "User-Agent": _SERVER_NAME,
        }
        try:
            answer = await (await self._ready())(hook.url, body, headers)
        except (OSError, TimeoutError):
            answer = None
        status = None if answer is None else answer.status
        if status is not None and status // 100 == 2:
            return Tried(delivery, "delivered", timestamp(now), status, None)
        asked = None if answer is None else answer.retry_after
        again = next_try(self._clock.now(), delivery.tries + 1, asked, self._chance)
        if again is None:
            return Tried(delivery, "failed", timestamp(now), status, None)
        return Tried(delivery, "waiting", timestamp(now), status, timestamp(again))

    async def _note(self, done: Sequence[asyncio.Task[Served]]) -> None:
        """Note what was sent. What cannot be noted is sent again when it is no longer held."""
        served = []
        for task in done:
            error = task.exception()
            if error is None:
                served.append(task.result())
            else:
                report(log, "sending to a webhook failed", error)
        try:
            await self._outbox.served(served)
        except UnavailableError as error:
            log.warning("what was sent to webhooks cannot be noted: %s", summary(error))

    async def _ready(self) -> Post:
        async with self._loading:
            if self._post is None:
                self._post = await load_post(self._reach, self._names, seconds=CALL_SECONDS, keeps=False)
            return self._post
