"""Targets of webhooks: a real HTTPS server with a certificate of its own authority, and names that lead to it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import orjson
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from standardwebhooks.webhooks import Webhook

from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import Outside, Post
from server.runtime.outside.post import PublicPost
from tests.server.world import Client, NoPushService, World, outside_world

Json = Any

HOST = "hooks.example"
LOOPBACK = "127.0.0.0/8"
PATH = "/v1/webhooks"


@dataclass
class Received:
    """A message as it arrived."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> Json:
        return orjson.loads(self.body)

    def is_signed_by(self, secret: str) -> bool:
        """Whether the package of Standard Webhooks accepts it, apart from its time, which is that of a test."""
        sent_at = datetime.fromtimestamp(int(self.headers["webhook-timestamp"]), UTC)
        signed = Webhook(secret).sign(self.headers["webhook-id"], sent_at, self.body.decode())
        return signed in self.headers["webhook-signature"].split()


@dataclass
class Target:
    """A path of the server, and how it answers: what it gives, or when it has waited."""

    url: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    under_way: int = 0
    most_under_way: int = 0
    before_answer: Callable[[], Awaitable[None]] | None = None

    @property
    def said(self) -> list[Json]:
        return [each.said for each in self.received]

    @property
    def types(self) -> list[str]:
        return [said["type"] for said in self.said]


class TestNames:
    """Names of a test: each leads to the next of its lists of addresses, and in the end to the last one."""

    __test__ = False

    def __init__(self) -> None:
        self.known: dict[str, list[list[str]]] = {HOST: [["127.0.0.1"]]}
        self.asked: list[str] = []

    async def addresses(self, host: str) -> list[str]:
        self.asked.append(host)
        if host not in self.known:
            raise OSError
        answers = self.known[host]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def close(self) -> None:
        """There is nothing to close."""


class Targets:
    """The targets of a test, and the way to them."""

    def __init__(self, names: TestNames) -> None:
        self.names = names
        self.port = 0
        self.targets: dict[str, Target] = {}

    def target(self, name: str, host: str = HOST) -> Target:
        return self.targets.setdefault(name, Target(f"https://{host}:{self.port}/{name}"))

    async def receive(self, request: web.Request) -> web.StreamResponse:
        target = self.targets[request.match_info["name"]]
        target.under_way += 1
        target.most_under_way = max(target.most_under_way, target.under_way)
        try:
            target.received.append(Received(dict(request.headers), await request.read()))
            if target.before_answer is not None:
                await target.before_answer()
            return web.Response(status=target.status, headers=target.headers, text="What a target says is not shown.")
        finally:
            target.under_way -= 1

    def post(self, reach: Reach, seconds: float = 5) -> Post:
        """Return calls as the server makes them, which trust the authority of the tests."""
        return PublicPost(reach, self.names, seconds=seconds, keeps=False, trusted=_trusted())


@asynccontextmanager
async def running_targets(folder: Path) -> AsyncIterator[Targets]:
    """Run a server for targets."""
    app = web.Application()
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    targets = Targets(TestNames())
    app.router.add_post("/{name}", targets.receive)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=serving(folder))
    await site.start()
    targets.port = runner.addresses[0][1]
    try:
        yield targets
    finally:
        await runner.cleanup()


@asynccontextmanager
async def hooked_world(database: str, targets: Targets, seconds: float = 5, **settings: Json) -> AsyncIterator[World]:
    """Run a server that may send to these targets."""
    allow = settings.pop("webhook_allow", LOOPBACK)
    outside = Outside(NoPushService(), targets.post(Reach(allow), seconds), targets.names)
    async with outside_world(database, outside, webhook_allow=allow, **settings) as world:
        yield world


async def hook(player: Client, target: Target, **more: Json) -> Json:
    return await player.post(PATH, {"url": target.url, **more}, expect=201)


async def ada_and_hooked_bo(world: World, targets: Targets, **more: Json) -> tuple[Client, Client, Target, Json]:
    """Register two players, and a webhook of the second; return its target and the reply that made it, too."""
    ada, bo = await world.players("Ada", "Bo")
    target = targets.target("bo")
    return ada, bo, target, await hook(bo, target, **more)


async def send(*worlds: World, seconds: float = 0) -> None:
    """Let each server send what is due after a while."""
    for world in worlds:
        await world.settle()
        world.clock.advance(seconds)
    await asyncio.gather(*(world.app.state.server.deliverers["webhooks"].sweep() for world in worlds))


async def deliveries(player: Client, webhook_id: str, **query: Json) -> list[Json]:
    page = await player.get(f"{PATH}/{webhook_id}/deliveries", **query)
    found: list[Json] = page["deliveries"]
    return found


@cache
def authority() -> tuple[x509.Certificate, bytes]:
    """Return a certificate that is its own authority, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tests")])
    now = datetime.now(UTC)
    names = [x509.DNSName(HOST), x509.DNSName("other.example"), x509.IPAddress(ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return certificate, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def serving(folder: Path) -> ssl.SSLContext:
    certificate, key = authority()
    file = folder / "target.pem"
    file.write_bytes(key + certificate.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def _trusted() -> ssl.SSLContext:
    certificate, _ = authority()
    return ssl.create_default_context(cadata=certificate.public_bytes(Encoding.PEM).decode())
