"""
Webhooks on an event: which events there are, and who of those who may know of one may follow it.

What such a webhook is sent is what everyone is told who may know of the event, also if its owner is told more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeAlias

from server.access.player import Player
from server.notifications.webhooks.messages import Page
from server.runtime.database.tables import WebhookRow

EventType: TypeAlias = Literal["tournament", "series"]


@dataclass(frozen=True, slots=True)
class FollowedEvent:
    """A tournament or a series that a webhook follows."""

    type: EventType
    """The kind of the event."""
    id: str
    """The id of the tournament or the series."""


class Progress(NamedTuple):
    """How many events everyone was told so far, and whether the player holds a role on it."""

    cursor: int
    has_role: bool


class PublicStream(Protocol):
    """What everyone is told in events of one kind."""

    async def progress(self, player: Player, log_id: str) -> Progress:
        """
        Return how far the event is.

        Raises:
            RefusedError: The player may not know of it.
        """

    async def read(self, hook: WebhookRow, log_id: str, limit: int) -> Page | None:
        """
        Return up to `limit` events after the cursor of a webhook on this event, with sentences.

        None if the player may not know of it any more, or the bridge that has made the webhook for the player.

        Raises:
            UnavailableError: It cannot be read now.
        """


PublicStreams: TypeAlias = Mapping[str, PublicStream]
"""Those of tournaments and of series, by `EventType`."""
