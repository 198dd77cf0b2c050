"""Push subscriptions: browsers that get messages while no page is open."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import Reply, Request
from server.notifications.push.subscriptions import PushSubscriptionReply


class PushKeys(Request):
    """The keys of a subscription, as `PushSubscription.toJSON()` in a browser returns them."""

    p256dh: str = Field(
        repr=False, pattern="^B[A-P][A-Za-z0-9_-]{85}$", description="The public key of the browser, in base64url."
    )
    auth: str = Field(
        repr=False, pattern="^[A-Za-z0-9_-]{21}[AQgw]$", description="The secret of the browser, in base64url."
    )


class PushSubscriptionRequest(Request):
    """A push subscription, as `PushSubscription.toJSON()` in a browser returns it."""

    endpoint: str = Field(
        repr=False,
        min_length=1,
        max_length=1000,
        description="The address at the push service; a secret of the browser.",
    )
    keys: PushKeys
    """By which messages are encrypted."""
    language: str = Field(
        default="en",
        min_length=1,
        max_length=35,
        description="The language of the messages, as a tag; English if unknown.",
    )


class PushSubscriptionList(Reply):
    """The caller's push subscriptions, newest first."""

    application_server_key: str = Field(
        description="The public key of the server in base64url, for `pushManager.subscribe()`. It never changes."
    )
    subscriptions: list[PushSubscriptionReply]
    """The subscriptions, newest first, without their addresses."""
