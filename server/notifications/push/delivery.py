"""
Encrypting a message for a browser and handing it to the push service (RFC 8030, 8188, 8291 and 8292).

This module is imported when the first message is sent, because what it imports takes 0.2 s and 30 MB.
"""

from __future__ import annotations

import base64
import hmac
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from server.notifications.delivery.messages import Message
from server.runtime.database.tables import PushSubscriptionRow
from server.runtime.outside.calls import Post

_PROOF_LIFETIME: Final = timedelta(hours=12)
"""At most 24 hours (RFC 8292)."""


class Courier:
    """Hands messages to push services, which know this server by its key (VAPID)."""

    def __init__(self, secret: str, contact: str, post: Post) -> None:
        """`secret`: the private key, in base64url. `contact`: where operators of push services find the operator."""
        self._key = Vapid02.from_raw(secret.encode())
        self._contact = contact
        self._post = post

    @property
    def public_key(self) -> str:
        """The public key in base64url, as browsers take it for a subscription."""
        return _base64(self._key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def deliver(self, held: PushSubscriptionRow, message: Message, now: datetime) -> int:
        """
        Return the status with which the push service answers; 410 if nothing can be encrypted for the subscription.

        Raises:
            OSError, TimeoutError: There is no answer.
        """
        keys = {"p256dh": held.p256dh, "auth": held.auth}
        try:
            body: bytes = WebPusher({"endpoint": held.endpoint, "keys": keys}).encode(message.text.encode())["body"]
        except (ValueError, WebPushException):
            return 410
        headers = {
            "Authorization": self._proof(held.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.seconds),
            "Topic": _topic(held, message),
            "Urgency": "high" if message.urgent else "normal",
        }
        return (await self._post(held.endpoint, body, headers)).status

    def _proof(self, endpoint: str, now: datetime) -> str:
        audience = "{0.scheme}://{0.netloc}".format(urlsplit(endpoint))
        claims = {"aud": audience, "exp": int((now + _PROOF_LIFETIME).timestamp()), "sub": self._contact}
        proof: str = self._key.sign(claims)["Authorization"]
        return proof


def new_secret() -> str:
    """Return a new private key."""
    key = Vapid02()
    key.generate_keys()
    return _base64(key.private_key.private_numbers().private_value.to_bytes(32, "big"))


def _topic(held: PushSubscriptionRow, message: Message) -> str:
    """
    Return the topic of a message: a later message with the same topic replaces it (RFC 8030, section 5.4).

    The push service reads it, so it must not show which match it is, nor who else plays there.
    """
    return _base64(hmac.digest(held.auth.encode(), f"{held.subscription_id}.{message.tag}".encode(), "sha256")[:24])


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
