"""
Channels whose messages are made from a player's own stream when they are sent, as to browsers: at least once.

A message that is sent twice has the same tag. It is not sent if its player has meanwhile done what it asks.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from server.access.errors import RefusedError
from server.notifications.delivery.deliverer import Channel
from server.notifications.delivery.followers import HOLD, Followers
from server.notifications.delivery.messages import Fact, Message, messages_of
from server.notifications.news.choices import Reminders
from server.notifications.news.inboxes import Inboxes
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import StreamedRow
from server.runtime.outside.places import Taken
from server.runtime.times import timestamp

_EVENTS_AT_ONCE: Final = 200

_LONGEST: Final = HOLD / 2
"""After this time, the rest is sent later: another process must not begin with it while this one still sends."""

_PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800))
"""After failures; the last one for all further ones."""

_MOST_FAILURES: Final = 200
"""Some four days in a row: then the follower is deleted."""

Asks: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[bool]]
"""Whether a player, by id, is still asked what news has asked; raises RefusedError if that cannot be read."""

StreamedRowT = TypeVar("StreamedRowT", bound=StreamedRow)


class StreamedChannel(Channel[StreamedRowT, None]):
    """Sends the news that a player has chosen, in one language, message by message."""

    gone: ClassVar[frozenset[int]]
    """The statuses of an answer after which a follower is deleted."""

    def __init__(
        self,
        followers: Followers[StreamedRowT],
        reminders: Reminders,
        inboxes: Inboxes,
        clock: Clock,
        asks: Mapping[str, Asks],
    ) -> None:
        """
        Args:
            followers: Who gets messages.
            reminders: Which news players want.
            inboxes: The news.
            clock: The time.
            asks: Who knows whether news is still true, by the field of its facts that names the log.
        """
        super().__init__(followers)
        self._reminders = reminders
        self._inboxes = inboxes
        self._clock = clock
        self._asks = asks

    @abstractmethod
    async def send(self, held: StreamedRowT, message: Message, now: datetime) -> int:
        """
        Send a message; return the status of the answer, of which 2xx is a success.

        Raises:
            OSError, TimeoutError: There is no answer.
        """

    async def begin(self, claimed: Sequence[tuple[StreamedRowT, Taken]]) -> Sequence[Coroutine[Any, Any, None]]:
        return [self._serve(held, place) for held, place in claimed]

    async def _serve(self, held: StreamedRowT, place: Taken) -> None:
        """Send a follower its news, and note how far that went."""
        events, more = await self._inboxes.read(held.player_id, held.cursor, _EVENTS_AT_ONCE)
        chosen = (await self._reminders.of(held.player_id)).push
        begun, refused, cursor = self._clock.now(), held.refused, held.cursor + len(events)
        for message in messages_of(events, chosen, held.language, begun):
            now = self._clock.now()
            if now - begun > _LONGEST:
                cursor, more = message.after, True
                break
            if not await self._is_true(held.player_id, message.fact):
                continue
            try:
                status: int | None = await self.send(held, message, now)
            except (OSError, TimeoutError):
                status = None
            if status in self.gone:
                await self.followers.delete(held)
                return
            if status is None or status // 100 != 2:
                await self._put_off(held, message.after, status)
                return
            refused = None
        slow = place.took_long(asyncio.get_running_loop().time())
        news_at = {"news_at": timestamp(self._clock.now())} if more else {}
        await self.followers.release(
            held, cursor=cursor, held_until=None, failures=0, slow=slow, refused=refused, **news_at
        )

    async def _put_off(self, held: StreamedRowT, cursor: int, refused: int | None) -> None:
        """Try again after a while from this cursor on; after many failures delete the follower."""
        if held.failures >= _MOST_FAILURES:
            await self.followers.delete(held)
            return
        later = timestamp(self._clock.now() + _PAUSES[min(held.failures, len(_PAUSES) - 1)])
        await self.followers.release(held, cursor=cursor, held_until=later, failures=held.failures + 1, refused=refused)

    async def _is_true(self, player_id: str, fact: Fact) -> bool:
        try:
            return all([await asks(player_id, fact) for field, asks in self._asks.items() if field in fact])
        except RefusedError:  # What cannot be read now is sent as it was.
            return True
