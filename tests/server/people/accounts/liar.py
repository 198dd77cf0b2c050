"""An OpenID provider that says what a test wants: for answers that an honest one never gives."""

from __future__ import annotations

import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT: Final = "moirai"
SECRET: Final = "a secret of the client, as long as a key of HMAC"

KEY: Final = RSAKey.generate_key(2048, {"kid": "1", "use": "sig"}, private=True)
OTHER_KEY: Final = RSAKey.generate_key(2048, {"kid": "1", "use": "sig"}, private=True)


@dataclass
class Liar:
    """
    A provider.

    `metadata` and `claims` replace what an honest one says; None leaves it out. `asked` are the forms that its token
    endpoint received.
    """

    issuer: str
    metadata: dict[str, Any] = field(default_factory=dict)
    claims: dict[str, Any] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=lambda: {"alg": "RS256", "kid": "1"})
    key: Any = field(default_factory=lambda: KEY)
    nonce: str = ""
    status: int = 200
    asked: list[dict[str, str]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    looked: int = 0
    published: Any = field(default_factory=lambda: KEY)

    def token(self) -> str:
        now = int(time.time())
        honest = {
            "iss": self.issuer,
            "sub": "pythia",
            "aud": CLIENT,
            "exp": now + 60,
            "iat": now,
            "nonce": self.nonce,
        }
        claims = {name: value for name, value in {**honest, **self.claims}.items() if value is not None}
        return jwt.encode(self.header, claims, self.key, algorithms=[self.header["alg"]])

    async def configuration(self, _: web.Request) -> web.Response:
        self.looked += 1
        honest = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }
        said = {name: value for name, value in {**honest, **self.metadata}.items() if value is not None}
        return web.json_response(said, status=self.status)

    async def keys(self, _: web.Request) -> web.Response:
        return web.json_response({"keys": [self.published.as_dict(private=False)]})

    async def give(self, request: web.Request) -> web.Response:
        self.asked.append({name: str(value) for name, value in (await request.post()).items()})
        self.authorizations.append(request.headers.get("Authorization"))
        return web.json_response({"access_token": "x", "token_type": "Bearer", "id_token": self.token()})


@asynccontextmanager
async def lying() -> AsyncIterator[Liar]:
    """Run such a provider on loopback."""
    listening = socket.create_server(("127.0.0.1", 0))
    liar = Liar(f"http://127.0.0.1:{listening.getsockname()[1]}")
    app = web.Application()
    app.router.add_get("/.well-known/openid-configuration", liar.configuration)
    app.router.add_get("/keys", liar.keys)
    app.router.add_post("/token", liar.give)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.SockSite(runner, listening).start()
    try:
        yield liar
    finally:
        await runner.cleanup()
