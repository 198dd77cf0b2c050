"""Webhooks: what is sent and returned, and the messages themselves."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, Field

from server.access.fields import Reply, Request
from server.notifications.webhooks.followed import EventType, FollowedEvent
from server.notifications.webhooks.hooks import MAX_TIMES, WebhookReply
from server.notifications.webhooks.outbox import DeliveryReply
from server.notifications.webhooks.types import ALL, CHOICES, EVERYTHING_OF_AN_EVENT, PING, TYPES, event_type
from server.organising.public import PUBLIC_FACTS

EVENT_TYPES: Final = tuple(event_type(name) for name in sorted(PUBLIC_FACTS))
"""The types of the messages about an event that a webhook follows."""

_ALL_CHOICES: Final = (*CHOICES, EVERYTHING_OF_AN_EVENT, *EVENT_TYPES)


def _check_choice(text: str) -> str:
    if text not in _ALL_CHOICES:
        raise ValueError(f"Input should be one of: {', '.join(_ALL_CHOICES)}")
    return text


Choice = Annotated[str, AfterValidator(_check_choice), Field(json_schema_extra={"enum": list(_ALL_CHOICES)})]


class FollowedEventRequest(Request):
    """A tournament or a series that a webhook follows."""

    type: EventType = Field(description="The kind of the event.")
    id: str = Field(max_length=64, description="The id of the tournament or the series.")

    @property
    def named(self) -> FollowedEvent:
        return FollowedEvent(self.type, self.id)


class WebhookRequest(Request):
    """A new webhook."""

    url: str = Field(
        repr=False,
        min_length=1,
        max_length=1000,
        description="Where messages go: an `https:` URL without user, password and fragment, whose host leads to "
        "public addresses only, at port 443.",
        examples=["https://bots.example.org/moirai"],
    )
    types: list[Choice] = Field(
        default=[ALL],
        min_length=1,
        max_length=len(_ALL_CHOICES),
        description="Which messages to send: types, groups such as `match.*`, or `*` for all. Types that begin with "
        "`event.` are those of a webhook on an `event`, which has no others.",
    )
    event: FollowedEventRequest | None = Field(
        default=None, description="Follow this event, that is, what everyone is told there; null: your own stream."
    )
    language: str = Field(
        default="en",
        min_length=1,
        max_length=35,
        description="The language of the sentences in messages, as a tag; English if unknown.",
    )
    missing_seconds: list[Annotated[int, Field(ge=10, le=7 * 86_400)]] = Field(
        default=[600],
        max_length=MAX_TIMES,
        description="How many seconds before a deadline to send `submission.missing` if you have not submitted.",
    )


class WebhookList(Reply):
    """The caller's webhooks, newest first."""

    webhooks: list[WebhookReply]
    """Without their secrets."""


class DeliveryList(Reply):
    """Messages to a webhook, the last one first."""

    deliveries: list[DeliveryReply]
    """A page of them."""


class WebhookMessage(BaseModel):
    """What a target receives, signed as in Standard Webhooks 1.0.0."""

    type: str = Field(json_schema_extra={"enum": [PING, *sorted(TYPES), *EVENT_TYPES]})
    """What happened."""
    timestamp: str
    """When it happened."""
    data: dict[str, Any]
    """
    The ids, what the fact of your own stream says, and a `text` that says it, for most facts; `player_id` and `cursor`
    name the event. Of an event that the
    webhook follows: its id and `label`, the `cursor` of a spectator, the `index` of the fact among those of this cursor
    from 0 on, the `fact`, and a `text` that says it. Fields may be added.
    """
