"""What this server believes of an OpenID provider, and what not."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import OctKey
from pydantic import SecretStr, ValidationError

from server.people.accounts.openid import KEPT_SECONDS, OpenIdClient, ProviderError
from server.runtime.outside.fetch import MAX_BYTES
from server.runtime.settings import OpenIdProvider, Settings
from tests.server.people.accounts.liar import CLIENT, OTHER_KEY, SECRET, Liar, lying
from tests.server.world import FakeClock

BACK = "http://localhost:8000/account/providers/Delphi/callback"
NONCE = "n" * 43
VERIFIER = "v" * 43


@pytest.fixture
async def liar() -> AsyncIterator[Liar]:
    async with lying() as running:
        running.nonce = NONCE
        yield running


@pytest.fixture
def now() -> FakeClock:
    """A clock that shows the time at which the provider signs."""
    clock = FakeClock()
    clock.advance((datetime.now(UTC) - clock.now()).total_seconds())
    return clock


@pytest.fixture
def client(liar: Liar, now: FakeClock) -> OpenIdClient:
    provider = OpenIdProvider(name="Delphi", issuer=liar.issuer, client_id=CLIENT, client_secret=SecretStr(SECRET))
    return OpenIdClient(provider, now)


async def test_it_is_asked_by_code_with_pkce_state_and_nonce_and_for_nothing_but_an_id(client: OpenIdClient) -> None:
    url = urlsplit(await client.begin(BACK, "the state", NONCE, VERIFIER))

    challenge = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
    assert {name: value for name, (value,) in parse_qs(url.query).items()} == {
        "response_type": "code",
        "client_id": CLIENT,
        "redirect_uri": BACK,
        "scope": "openid",
        "state": "the state",
        "nonce": NONCE,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }


async def test_an_honest_answer_names_who_has_signed_in(client: OpenIdClient, liar: Liar) -> None:
    assert await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER) == "pythia"

    sent = {"grant_type": "authorization_code", "code": "c", "code_verifier": VERIFIER, "redirect_uri": BACK}
    assert liar.asked == [sent]
    assert liar.authorizations == [f"Basic {b64encode(f'{CLIENT}:{SECRET}'.encode()).decode()}"]


async def test_the_secret_goes_into_the_body_where_a_provider_wants_it_there(client: OpenIdClient, liar: Liar) -> None:
    liar.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"]

    await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER)

    assert liar.authorizations == [None]
    assert (liar.asked[0]["client_id"], liar.asked[0]["client_secret"]) == (CLIENT, SECRET)


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "of another sign-in"},
        {"nonce": None},
        {"iss": "https://attacker.example"},
        {"iss": None},
        {"aud": "another client"},
        {"aud": ["another client", CLIENT], "azp": "another client"},
        {"exp": 1},
        {"exp": None},
        {"iat": None},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
        {"at_hash": "of another access token"},
    ],
    ids=str,
)
async def test_a_token_that_says_something_else_signs_nobody_in(
    client: OpenIdClient, liar: Liar, claims: dict[str, Any]
) -> None:
    liar.claims = claims

    with pytest.raises(ProviderError):
        await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER)


async def test_a_token_by_another_key_signs_nobody_in(client: OpenIdClient, liar: Liar) -> None:
    liar.key = OTHER_KEY

    with pytest.raises(ProviderError):
        await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER)


@pytest.mark.parametrize("secret", [SECRET.encode(), b"public"])
async def test_a_token_by_a_shared_secret_signs_nobody_in(client: OpenIdClient, liar: Liar, secret: bytes) -> None:
    """Whoever knows the public key could use it as one (RFC 8725, section 3.1)."""
    liar.header, liar.key = {"alg": "HS256", "kid": "1"}, OctKey.import_key(secret.ljust(32, b"."))

    with pytest.raises(ProviderError):
        await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER)


@pytest.mark.parametrize(
    ("says", "given"),
    [
        (None, {"code": "c", "iss": "https://attacker.example"}),
        (True, {"code": "c"}),
        (None, {"error": "access_denied"}),
        (None, {"code": "c", "error": "access_denied"}),
        (None, {}),
    ],
)
async def test_an_answer_of_another_provider_or_without_a_code_signs_nobody_in(
    client: OpenIdClient, liar: Liar, says: bool | None, given: dict[str, str]
) -> None:
    """The mix-up attack (RFC 9207): another provider would be given the code."""
    liar.metadata["authorization_response_iss_parameter_supported"] = says

    with pytest.raises(ProviderError):
        await client.finish(BACK, given, NONCE, VERIFIER)

    assert liar.asked == []


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://attacker.example"},
        {"issuer": None},
        {"jwks_uri": None},
        {"token_endpoint": "http://attacker.example/token"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": 7},
        {"padding": "x" * MAX_BYTES},
    ],
    ids=lambda value: str(value)[:60],
)
async def test_a_document_of_another_issuer_or_without_https_is_not_used(
    client: OpenIdClient, liar: Liar, metadata: dict[str, Any]
) -> None:
    liar.metadata = metadata

    with pytest.raises(ProviderError):
        await client.begin(BACK, "s", NONCE, VERIFIER)


async def test_its_document_is_kept_for_an_hour_and_new_keys_are_found(
    client: OpenIdClient, liar: Liar, now: FakeClock
) -> None:
    for _ in range(3):
        await client.begin(BACK, "s", NONCE, VERIFIER)
    assert liar.looked == 1

    now.advance(61)
    liar.published = liar.key = OTHER_KEY
    assert await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER) == "pythia"
    assert liar.looked == 2
    now.advance(KEPT_SECONDS)
    await client.begin(BACK, "s", NONCE, VERIFIER)
    assert liar.looked == 3


async def test_tokens_by_unknown_keys_do_not_make_the_server_look_for_keys_each_time(
    client: OpenIdClient, liar: Liar
) -> None:
    liar.key = OTHER_KEY
    for _ in range(3):
        with pytest.raises(ProviderError):
            await client.finish(BACK, {"code": "c"}, NONCE, VERIFIER)

    assert liar.looked == 1


async def test_a_provider_that_fails_is_looked_for_again(client: OpenIdClient, liar: Liar) -> None:
    liar.status = 500
    with pytest.raises(ProviderError):
        await client.begin(BACK, "s", NONCE, VERIFIER)
    liar.status = 200

    assert await client.begin(BACK, "s", NONCE, VERIFIER)


GIVEN = {"name": "Delphi", "issuer": "https://delphi.example", "client_id": "c", "client_secret": "s"}


def test_the_setting_names_providers() -> None:
    (provider,) = Settings(openid_providers=[GIVEN]).openid_providers

    assert (provider.name, provider.issuer) == ("Delphi", "https://delphi.example")
    assert "'s'" not in repr(provider)


@pytest.mark.parametrize(
    "providers",
    [
        [{**GIVEN, "issuer": "http://delphi.example"}],
        [{**GIVEN, "issuer": "https://delphi.example?a=b"}],
        [{**GIVEN, "name": "a/b"}],
        [{**GIVEN, "name": ""}],
        [{**GIVEN, "more": ""}],
        [GIVEN, GIVEN],
        [GIVEN, {**GIVEN, "name": "Dodona"}],
    ],
)
def test_the_setting_takes_nothing_that_is_unsafe_or_ambiguous(providers: list[dict[str, str]]) -> None:
    with pytest.raises(ValidationError):
        Settings(openid_providers=providers)
