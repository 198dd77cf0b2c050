"""
Webhooks: news of a player's own stream, or of an event that a webhook follows, is put into the outbox of the player's
webhooks, and sent until it is delivered.

A process holds a webhook while it puts its news there and makes its next tries, so no webhook has more tries under way
than `TRIES_AT_ONCE`. If the process is killed, another one continues when the hold has ended: what is in the outbox is
tried again under the same id, what is not is still in the stream. Before anything of an event is sent or tried again,
it is asked whether the player may still know of it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from engines.kit import ENGLISH
from server.notifications.delivery.deliverer import Channel
from server.notifications.delivery.followers import Followers
from server.notifications.news.inboxes import Inboxes
from server.notifications.webhooks.followed import PublicStreams
from server.notifications.webhooks.hooks import Because
from server.notifications.webhooks.messages import Page, Told, message_own_event
from server.notifications.webhooks.missing import Awaiting, data_of, is_missing, plan_reminders
from server.notifications.webhooks.outbox import MOST_WAITING, Filling, Outbox, Served, Tried, message_id
from server.notifications.webhooks.retries import GIVE_UP, next_try
from server.notifications.webhooks.signing import sign
from server.notifications.webhooks.types import SUBMISSION_MISSING, wants
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import WebhookDeliveryRow, WebhookRow
from server.runtime.outside.calls import Post
from server.runtime.outside.places import Taken
from server.runtime.time_slices import Share, take_turn
from server.runtime.times import parse_timestamp, timestamp

CALL_SECONDS: Final = 15
"""How long a try may take."""

_EVENTS_AT_ONCE: Final = 200

Read: TypeAlias = Page | Exception | None
"""What follows in the stream of a webhook, why it cannot be read, or None: its player may not know of the event."""

_SERVER_NAME: Final = "Moirai"


class WebhookChannel(Channel[WebhookRow, Served]):
    """Sends the messages of all webhooks."""

    what = "messages to webhooks"

    def __init__(
        self,
        followers: Followers[WebhookRow],
        outbox: Outbox,
        inboxes: Inboxes,
        public: PublicStreams,
        awaiting: Awaiting,
        clock: Clock,
        chance: Random,
        post: Post,
    ) -> None:
        """`public` has what everyone is told in events; `awaiting` asks which phase awaits a player's submission."""
        super().__init__(followers)
        self._outbox = outbox
        self._inboxes = inboxes
        self._public = public
        self._awaiting = awaiting
        self._clock = clock
        self._chance = chance
        self._post = post

    async def begin(self, claimed: Sequence[tuple[WebhookRow, Taken]]) -> Sequence[Coroutine[Any, Any, Served]]:
        """Put down the news of webhooks; return their next tries."""
        held = [hook for hook, _ in claimed]
        found = await self._put_down(held)
        due = await self._outbox.due(held, timestamp(self._clock.now()))
        return [
            self._serve(hook, place, due.get(hook.webhook_id, []), read)
            for (hook, place), read in zip(claimed, found, strict=True)
        ]

    async def note(self, done: Sequence[Served]) -> None:
        await self._outbox.note_results(done)

    async def close(self) -> None:
        await self._post.close()

    async def _read(self, held: Sequence[WebhookRow]) -> Sequence[Read]:
        """Return what follows in the stream of each."""
        own: dict[tuple[str, int, str], Page] = {}
        pages: list[Read] = []
        for hook in held:
            if hook.event_type is not None and hook.event_id is not None:
                pages.append(await self._read_event(hook, hook.event_type, hook.event_id))
                continue
            place = player_id, cursor, language = hook.player_id, hook.cursor, hook.language or ENGLISH
            if place not in own:
                await take_turn(Share.NEWS)
                events, more = await self._inboxes.read(player_id, cursor, _EVENTS_AT_ONCE)
                own[place] = Page([message_own_event(event, player_id, language) for event in events], more)
            pages.append(own[place])
        return pages

    async def _read_event(self, hook: WebhookRow, type_: str, event_id: str) -> Read:
        """Return what follows in an event; if that cannot be read now, the webhooks of others do not wait for it."""
        try:
            return await self._public[type_].read(hook, event_id, _EVENTS_AT_ONCE)
        except Exception as error:  # raised again where this webhook alone is served
            return error

    async def _put_down(self, held: Sequence[WebhookRow]) -> Sequence[Read]:
        """Put down what follows in the stream of each; return what was found there."""
        found, now = await self._read(held), self._clock.now()
        waiting = await self._outbox.waiting(held)
        to_look = await self._outbox.to_look(held, timestamp(now))
        fillings = []
        for hook, page in zip(held, found, strict=True):
            if not isinstance(page, Page):
                continue
            looked = [row for row in to_look if row.webhook_id == hook.webhook_id]
            filling = Filling(hook, hook.cursor, [], {}, looked, page.more)
            for event in page.events:
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
        return found

    def _fill(self, filling: Filling, event: Told) -> None:
        """Add the messages and reminders of an event."""
        hook = filling.hook
        chosen = json.loads(hook.types)
        for type_, data in event.messages:
            if wants(chosen, type_):
                filling.messages.append((type_, event.at, data))
        if wants(chosen, SUBMISSION_MISSING):
            for fact in event.own_facts:
                plan = plan_reminders(hook.webhook_id, json.loads(hook.missing_seconds), fact, event.cursor, event.at)
                if plan is not None:
                    match_id, rows = plan
                    filling.matches[match_id] = rows
        filling.cursor = event.cursor

    async def _serve(self, hook: WebhookRow, place: Taken, due: Sequence[WebhookDeliveryRow], read: Read) -> Served:
        """Make the next tries for a webhook; one that was slow or failed gets one at a time."""
        if isinstance(read, Exception):
            raise read  # Nothing is noted, so it is tried again when the hold has ended.
        if read is None:
            return Served(hook, (), hook.failing_since, hook.slow, "no_access", timestamp(self._clock.now()))
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
            answer = await self._post(hook.url, body, headers)
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
