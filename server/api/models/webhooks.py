"""Webhooks: what is sent and returned, and the messages themselves."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from server.access.fields import Reply, Request
from server.notifications.webhooks.hooks import MAX_TIMES, WebhookReply
from server.notifications.webhooks.outbox import DeliveryReply
from server.notifications.webhooks.types import ALL, CHOICES, PING, TYPES


def _check_choice(text: str) -> str:
    if text not in CHOICES:
        raise ValueError(f"Input should be one of: {', '.join(CHOICES)}")
    return text


Choice = Annotated[str, AfterValidator(_check_choice), Field(json_schema_extra={"enum": list(CHOICES)})]


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
        max_length=len(CHOICES),
        description="Which messages to send: types, groups such as `match.*`, or `*` for all.",
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

    type: str = Field(json_schema_extra={"enum": [PING, *sorted(TYPES)]})
    """What happened."""
    timestamp: str
    """When it happened."""
    data: dict[str, Any]
    """
    The ids, and what the fact of your own stream says; `player_id` and `cursor` name the event. Fields may be added.
    """
