"""
The client of an OpenID provider (OpenID Connect Core 1.0): Authlib makes its requests and judges its answers.

The provider is asked for nothing but who signs in: an id, which means nothing elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import orjson
from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.base import OAuth2Error
from authlib.oauth2.client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from server.people.accounts.origin import LOOPBACK
from server.runtime.clock.clock import Clock
from server.runtime.outside.calls import Document, fetch
from server.runtime.settings import OpenIdProvider

KEPT_SECONDS: Final = 3600
"""How long a provider's document and keys are kept; new keys are looked for earlier if one is unknown."""

_AGAIN_SECONDS: Final = 60
"""After this, an unknown key is looked for again: a provider may have changed its keys."""

_LEEWAY_SECONDS: Final = 60
"""How much the clock of a provider may differ."""

_ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "Ed25519",
    "EdDSA",
)
"""Those with a public key. `none`, and secrets as keys, are never accepted."""

T = TypeVar("T")


class ProviderError(Exception):
    """The provider cannot be reached, or its answer proves nothing; the text says why, for the log of the operator."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What a provider has published, read at this time."""

    metadata: dict[str, Any]
    keys: KeySet
    at: float


class OpenIdClient:
    """This server, as a client of one provider."""

    def __init__(self, provider: OpenIdProvider, clock: Clock) -> None:
        self._provider = provider
        self._clock = clock
        self._known: _Known | None = None
        self._looking = asyncio.Lock()

    async def begin(self, redirect_uri: str, state: str, nonce: str, verifier: str) -> str:
        """
        Return where the browser signs in at the provider: by code, with PKCE (RFC 7636).

        Raises:
            ProviderError: The provider cannot be reached.
        """
        known = await self._look()
        client = self._client(known, redirect_uri)
        url, _ = client.create_authorization_url(
            known.metadata["authorization_endpoint"], state=state, code_verifier=verifier, nonce=nonce
        )
        return str(url)

    async def finish(self, redirect_uri: str, given: Mapping[str, str], nonce: str, verifier: str) -> str:
        """
        Return the provider's id of the person who has signed in; `given` is what the browser brought back.

        Raises:
            ProviderError: Nobody has, or another provider says so (RFC 9207), or the answer is not to this nonce.
        """
        known = await self._look()
        issuer = self._provider.issuer
        says_issuer = known.metadata.get("authorization_response_iss_parameter_supported") is True
        if given.get("iss", None if says_issuer else issuer) != issuer:
            raise ProviderError("the answer is of another issuer")
        if "error" in given or not given.get("code"):
            raise ProviderError("the provider did not sign anybody in")
        client = self._client(known, redirect_uri)
        token = await client.exchange(known.metadata["token_endpoint"], given["code"], verifier)
        text = token.get("id_token")
        if not isinstance(text, str):
            raise ProviderError("the provider sent no id token")
        decoded = await self._decode(known, text)
        claims = CodeIDToken(
            decoded.claims,
            decoded.header,
            {
                "iss": {"essential": True, "value": issuer},
                "aud": {"essential": True, "value": self._provider.client_id},
            },
            {"nonce": nonce, "client_id": self._provider.client_id, "access_token": token.get("access_token")},
        )
        now = int(self._clock.now().timestamp())
        _judge(lambda: claims.validate(now=now, leeway=_LEEWAY_SECONDS))
        subject = claims["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= 255:
            raise ProviderError("the id token names nobody")
        return subject

    async def _decode(self, known: _Known, text: str) -> jwt.Token:
        try:
            return jwt.decode(text, known.keys, algorithms=list(_ALGORITHMS))
        except (JoseError, ValueError):
            # Perhaps by a new key.
            known = await self._look(again=True)
            return _judge(lambda: jwt.decode(text, known.keys, algorithms=list(_ALGORITHMS)))

    def _client(self, known: _Known, redirect_uri: str) -> _Client:
        provider = self._provider
        methods = known.metadata.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        return _Client(
            None,
            client_id=provider.client_id,
            client_secret=provider.client_secret.get_secret_value(),
            token_endpoint_auth_method=next(
                (method for method in ("client_secret_basic", "client_secret_post") if method in methods), None
            ),
            scope="openid",
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
        )

    async def _look(self, *, again: bool = False) -> _Known:
        """Return the provider's document and keys, read within the last hour; `again`: within the last minute."""
        async with self._looking:
            now, known = self._clock.now().timestamp(), self._known
            kept = _AGAIN_SECONDS if again else KEPT_SECONDS
            if known is None or now - known.at >= kept or now < known.at:
                known = self._known = await self._read(now)
            return known

    async def _read(self, now: float) -> _Known:
        issuer = self._provider.issuer
        metadata = await self._json(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if metadata.get("issuer") != issuer:
            raise ProviderError("its document names another issuer")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not is_safe(metadata.get(name)):
                raise ProviderError(f"its document has no {name} by https")
        keys = await self._json(metadata["jwks_uri"])
        return _Known(metadata, _judge(lambda: KeySet.import_key_set(keys)), now)  # type: ignore[arg-type]

    async def _json(self, url: str) -> dict[str, Any]:
        answer = await _call("GET", url, None, {"Accept": "application/json"})
        if answer.status != 200:
            raise ProviderError(f"it answers {answer.status}")
        return _read_object(answer.body)


class _Client(OAuth2Client):  # type: ignore[misc]  # has no types
    """Authlib's client, which calls by `server.runtime.outside.fetch`."""

    async def exchange(self, endpoint: str, code: str, verifier: str) -> dict[str, Any]:
        """Exchange the code for tokens."""
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        called = self.fetch_token(
            endpoint, grant_type="authorization_code", code=code, code_verifier=verifier, headers=headers
        )
        token: dict[str, Any] = await called
        return token

    async def _fetch_token(
        self, url: str, body: str, headers: dict[str, str], auth: ClientAuth, method: str
    ) -> dict[str, Any]:
        url, headers, body = auth.prepare(method, url, headers, body)
        answer = await _call(method, url, body, headers)
        return _judge(lambda: dict(self.parse_response_token(_Response(answer))))


class _Response:
    """An answer, as Authlib reads it."""

    def __init__(self, answer: Document) -> None:
        self.status_code = answer.status
        self._body = answer.body

    def json(self) -> Any:  # noqa: ANN401  # JSON
        return orjson.loads(self._body)

    def raise_for_status(self) -> None:
        raise ProviderError(f"it answers {self.status_code}")


def is_safe(url: object) -> bool:
    """Whether a provider may be called at a URL: by https, or on this machine, to try it out."""
    if not isinstance(url, str):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.hostname is not None and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    )


async def _call(method: str, url: str, body: str | None, headers: Mapping[str, str]) -> Document:
    try:
        return await fetch(method, url, body, headers)
    except (OSError, TimeoutError) as error:
        raise ProviderError("it cannot be reached") from error


def _read_object(body: bytes) -> dict[str, Any]:
    read = _judge(lambda: orjson.loads(body))
    if not isinstance(read, dict):
        raise ProviderError("its answer is no JSON object")
    return read


def _judge(read: Callable[[], T]) -> T:
    try:
        return read()
    except (OAuth2Error, JoseError, ValueError, KeyError, TypeError) as error:
        raise ProviderError(type(error).__name__) from error
