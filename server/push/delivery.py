"""
Encrypting a message for a browser and handing it to the push service (RFC 8030, 8188, 8291 and 8292).

This module is imported when the first message is sent, because what it imports takes 0.2 s and 30 MB.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from socket import AddressFamily
from typing import Final, Protocol
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from server.database.tables import PushSubscriptionRow
from server.push.endpoints import is_public
from server.push.messages import Message

_CALL_SECONDS: Final = 10
_CONNECTIONS: Final = 20
_PROOF_LIFETIME: Final = timedelta(hours=12)
"""At most 24 hours (RFC 8292)."""


class Post(Protocol):
    """Sends a request with a body to a push service."""

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Return the status of the answer; raises OSError or TimeoutError if there is none."""

    async def close(self) -> None:
        """Release connections."""


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
        return await self._post(held.endpoint, body, headers)

    async def close(self) -> None:
        await self._post.close()

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
    Return what is equal for messages of which a later one takes the place of an earlier one (RFC 8030, section 5.4).

    The push service reads it, so it must not show which match it is, nor who else plays there.
    """
    return _base64(hmac.digest(held.auth.encode(), f"{held.subscription_id}.{message.tag}".encode(), "sha256")[:24])


class PublicPost:
    """Calls push services, at public addresses only, without redirects and without reading what they answer."""

    def __init__(self) -> None:
        self._session = ClientSession(
            connector=TCPConnector(resolver=_PublicResolver(), limit=_CONNECTIONS),
            timeout=ClientTimeout(total=_CALL_SECONDS),
            cookie_jar=DummyCookieJar(),
        )

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """
        Return the status of the answer.

        Raises:
            OSError, TimeoutError: There is none.
        """
        try:
            async with self._session.post(url, data=body, headers=headers, allow_redirects=False) as reply:
                return reply.status
        except ClientError as error:
            raise OSError("the push service cannot be reached") from error

    async def close(self) -> None:
        await self._session.close()


class _PublicResolver(AbstractResolver):
    """Finds public addresses only. What it has found is what is called, so a name cannot change its mind in between."""

    def __init__(self) -> None:
        self._names = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily = AddressFamily.AF_INET
    ) -> list[ResolveResult]:
        found = [one for one in await self._names.resolve(host, port, family) if is_public(one["host"])]
        if not found:
            raise OSError("the host has no public address")
        return found

    async def close(self) -> None:
        await self._names.close()


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
