"""A push service: a real HTTP server that decrypts what it is sent, as the browsers behind it would."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import http_ece
from aiohttp import ClientSession, web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from server.runtime.outside.calls import Answer
from tests.server.world import Client

Json = Any

HOST = "push.example"
AUTH = b"sixteen bytes it"


@dataclass
class Browser:
    """A browser that has a subscription, and what it was sent: headers and decrypted messages."""

    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    told: list[Json] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    status: int = 201
    """What the push service answers for it."""

    @property
    def endpoint(self) -> str:
        return f"https://{HOST}/{self.name}"

    def subscription(self, **more: str) -> Json:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": _base64(point), "auth": _base64(AUTH)}, **more}

    def bodies(self) -> list[str]:
        return [message["body"] for message in self.told]


class PushService:
    """Receives messages for its browsers. As a way to call it, it leads from its https address to the local server."""

    def __init__(self, url: str, calls: ClientSession) -> None:
        self.browsers: dict[str, Browser] = {}
        self.is_down = False
        self.before_answer: Callable[[], Awaitable[None]] = _at_once
        self._url = url
        self._calls = calls

    def browser(self, name: str) -> Browser:
        return self.browsers.setdefault(name, Browser(name))

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Call it as the server calls any push service, but for the address."""
        parts = urlsplit(url)
        assert (parts.scheme, parts.netloc) == ("https", HOST)
        if self.is_down:
            raise OSError
        await self.before_answer()
        async with self._calls.post(self._url + parts.path, data=body, headers=headers) as reply:
            return Answer(reply.status)

    async def close(self) -> None:
        """It is used by several servers, and closed by the test."""

    async def receive(self, request: web.Request) -> web.Response:
        browser = self.browsers[request.match_info["name"]]
        if browser.status == 201:
            assert Vapid02.verify(request.headers["Authorization"])
            browser.headers.append(dict(request.headers))
            text = http_ece.decrypt(
                await request.read(), private_key=browser.key, auth_secret=AUTH, version="aes128gcm"
            )
            browser.told.append(json.loads(text))
        return web.Response(status=browser.status)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """Run a push service."""
    app = web.Application()
    runner = web.AppRunner(app)
    async with ClientSession() as calls:
        service = PushService("", calls)
        app.router.add_post("/{name}", service.receive)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        service._url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield service
        await runner.cleanup()


async def subscribe(player: Client, browser: Browser, **more: str) -> Json:
    return await player.put("/v1/me/push-subscriptions", browser.subscription(**more))


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


async def _at_once() -> None:
    """Answer without waiting."""
