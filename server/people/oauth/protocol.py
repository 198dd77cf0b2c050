"""
The protocol, by Authlib, and what Authlib leaves to its users: which rules are stricter here, and where things are.

Stricter than Authlib by itself: PKCE is required, and only with S256; redirect URIs are compared as texts; all clients
but bridges are public; a code or token of another client is an `invalid_grant` like an unknown one; errors never repeat
input.
Nothing in this module waits: a server is made for each request, around one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import (
    AuthorizationServer,
    InvalidGrantError,
    InvalidRequestError,
    InvalidScopeError,
    OAuth2Payload,
    OAuth2Request,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE, DeviceAuthorizationEndpoint, DeviceCodeGrant
from authlib.oauth2.rfc9207 import IssuerParameter

from server.access.scopes import GRANTABLE, read_scopes, scope_text
from server.people.identity.grants import BRIDGE_LIFETIME
from server.people.oauth.clients import SECRET_METHOD, Client, client_of
from server.people.oauth.storage import (
    ACCESS_LIFETIME,
    DEVICE_LIFETIME,
    MAX_DEVICE_CODES,
    POLL_SECONDS,
    AuthorizationCode,
    Device,
    Refreshable,
    Revocable,
    Storage,
)

GRANT_TYPES: Final = (AuthorizationCodeGrant.GRANT_TYPE, RefreshTokenGrant.GRANT_TYPE, DEVICE_CODE_GRANT_TYPE)

DEVICE_PATH: Final = "/oauth/device"
"""The page on which a player enters a user code."""

_CHALLENGE_CHARACTERS: Final = 43
"""SHA-256 in base64url (RFC 7636, section 4.2)."""

NO_ACCESS: Final = "N_A"
"""The type of what bridges get: it gives access to nothing (RFC 8693, section 2.2.1)."""

METHODS: Final = ["none", SECRET_METHOD]
"""How clients authenticate: not at all (RFC 8414, section 2), or bridges with a token of theirs."""

_SENTENCES: Final[Mapping[str, str]] = {
    "invalid_client": "client_id must be a name of 1 to 80 visible ASCII characters, without a client_secret; or the "
    "id of a player, with a token of this player as client_secret.",
    "invalid_grant": "Unknown, used, too old or withdrawn, or meant for another client, redirect_uri or code_verifier.",
    "unsupported_response_type": "response_type must be code.",
    "unsupported_grant_type": f"grant_type must be one of {', '.join(GRANT_TYPES)}.",
    "invalid_scope": f"scope must have one or more of: {' '.join(GRANTABLE)}; at most those that were granted.",
}
"""What errors say, by their code; the others say what Authlib says, which does not repeat input."""


class TooManyDevicesError(Exception):
    """`MAX_DEVICE_CODES` wait for people."""


@dataclass(slots=True)
class OAuthReply:
    """A reply of the protocol: a JSON object, or a redirect to `location`, to which Authlib adds the issuer."""

    status: int
    body: Mapping[str, Any] = field(repr=False)
    location: str = field(repr=False)


class Request(OAuth2Request):
    """A request with these parameters: of the query at the authorisation endpoint, else of the body."""

    def __init__(self, method: str, uri: str, pairs: Sequence[tuple[str, str]]) -> None:
        super().__init__(method, uri, headers={})
        self.payload = _Payload(pairs)

    @property
    def args(self) -> Mapping[str, str]:
        return self.payload.data

    @property
    def form(self) -> Mapping[str, str]:
        return self.payload.data


class _Payload(OAuth2Payload):
    """The parameters; those without a value count as omitted (RFC 6749, section 3.1)."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._lists: dict[str, list[str]] = {}
        for name, value in pairs:
            if value:
                self._lists.setdefault(name, []).append(value)
        self._data = {name: values[0] for name, values in self._lists.items()}

    @property
    def data(self) -> dict[str, str]:
        return self._data

    @property
    def datalist(self) -> dict[str, list[str]]:
        return self._lists

    @property
    def response_type(self) -> str | None:
        """Return `code`, or another word for everything else, because Authlib repeats it."""
        given = self._data.get("response_type")
        return given if given in (None, "code") else "other"


class OAuthServer(AuthorizationServer):
    """The authorisation server for one request, at an issuer; without `storage`, requests can only be looked at."""

    def __init__(self, issuer: str, storage: Storage | None = None) -> None:
        super().__init__(scopes_supported=list(GRANTABLE))
        self.issuer = issuer
        self._storage = storage
        self.register_grant(_CodeGrant, [_S256(required=True)])
        self.register_grant(_RefreshGrant)
        self.register_grant(_DeviceGrant)
        self.register_endpoint(_Revocation)
        self.register_endpoint(_DeviceAuthorization)
        self.register_extension(_Issuer(issuer))

    @property
    def storage(self) -> Storage:
        if self._storage is None:
            raise AssertionError("this request is only looked at")
        return self._storage

    def query_client(self, client_id: str) -> Client | None:
        return client_of(client_id, None if self._storage is None else self._storage.opens)

    def create_oauth2_request(self, request: Request) -> Request:
        return request

    def handle_response(self, status: int, body: Any, headers: Sequence[tuple[str, str]]) -> OAuthReply:  # noqa: ANN401
        return OAuthReply(status, body or {}, dict(headers).get("Location", ""))

    def handle_error_response(self, request: Request, error: OAuth2Error) -> OAuthReply:
        error.description = sentence_of(error)
        return self.handle_response(*error(None))

    def send_signal(self, name: str, *arguments: object, **named: object) -> None:
        """Nobody listens."""

    def validate_requested_scope(self, scope: str | None) -> None:
        if not scope:
            raise InvalidScopeError
        super().validate_requested_scope(scope)

    def generate_token(self, *_: object, scope: str, **__: object) -> dict[str, Any]:
        """Return a reply without the secrets, which `save_token` adds: Authlib logs what this returns."""
        return {
            "token_type": "Bearer",
            "expires_in": int(ACCESS_LIFETIME.total_seconds()),
            "scope": scope_text(read_scopes(scope)),
        }

    def save_token(self, token: dict[str, Any], request: Request) -> None:
        """Store what the reply promises, in the family that the request belongs to or begins."""
        storage, player_id, client = self.storage, request.user, request.client.client_id
        secret: str | None = None
        bridge_id = request.client.bridge_id
        if bridge_id is not None:
            family, token["access_token"] = storage.begin_bridging(player_id, bridge_id, token["scope"])
            token |= {"token_type": NO_ACCESS, "expires_in": int(BRIDGE_LIFETIME.total_seconds())}
            token["player_id"] = player_id
        elif request.refresh_token is not None:
            family = request.refresh_token.family
            token["refresh_token"], secret = storage.rotate(request.refresh_token)
        else:
            family, token["refresh_token"] = storage.begin_family(player_id, client, token["scope"])
        if request.authorization_code is not None:
            storage.use_code(request.authorization_code, family)
        if request.credential is not None:
            storage.use_device(request.credential)
        if bridge_id is None:
            scopes = read_scopes(token["scope"])
            token["access_token"] = storage.add_access_token(player_id, client, scopes, family, secret)


def sentence_of(error: OAuth2Error) -> str:
    """Return what an error says."""
    return _SENTENCES.get(error.error) or error.description


class _CodeGrant(AuthorizationCodeGrant):
    """The authorisation code grant; a code is used by `OAuthServer.save_token`."""

    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    @staticmethod
    def validate_authorization_redirect_uri(request: Request, client: Client) -> str:
        uri: str | None = request.payload.redirect_uri
        if uri is None or not client.check_redirect_uri(uri):
            raise InvalidRequestError(
                "redirect_uri must be https, http to a loopback address, or a private-use scheme that contains a dot."
            )
        return uri

    def save_authorization_code(self, code: str, request: Request) -> None:
        data = request.payload.data
        self.server.storage.add_code(
            code, request.user, request.client.client_id, data["redirect_uri"], request.scope, data["code_challenge"]
        )

    def query_authorization_code(self, code: str, client: Client) -> AuthorizationCode | None:
        found: AuthorizationCode | None = self.server.storage.code(code)
        return found if found is not None and found.client == client.client_id else None

    def delete_authorization_code(self, authorization_code: AuthorizationCode) -> None:
        """It is kept, to recognise a second use."""

    def authenticate_user(self, authorization_code: AuthorizationCode) -> str | None:
        player_id: str | None = self.server.storage.player(authorization_code.player_id)
        return player_id


class _S256(CodeChallenge):
    """PKCE, required of everyone and only with S256 (OAuth 2.1, section 7.5.1)."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: _CodeGrant, redirect_uri: str) -> None:
        data = grant.request.payload.data
        if data.get("code_challenge_method") != "S256" or len(data.get("code_challenge", "")) != _CHALLENGE_CHARACTERS:
            raise InvalidRequestError(
                "PKCE is required: send code_challenge_method=S256 and a code_challenge of 43 characters."
            )
        super().validate_code_challenge(grant, redirect_uri)


class _RefreshGrant(RefreshTokenGrant):
    """The refresh token grant; `OAuthServer.save_token` replaces the refresh token."""

    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def authenticate_refresh_token(self, refresh_token: str) -> Refreshable | None:
        found: Refreshable | None = self.server.storage.refreshable(refresh_token)
        return found

    def authenticate_user(self, refresh_token: Refreshable) -> str:
        player_id: str | None = self.server.storage.player(refresh_token.player_id)
        if player_id is None:
            raise InvalidGrantError
        return player_id

    def revoke_old_credential(self, refresh_token: Refreshable) -> None:
        """It was replaced."""


class _DeviceGrant(DeviceCodeGrant):
    """The device code grant; `OAuthServer.save_token` forgets the code."""

    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def query_device_credential(self, device_code: str) -> Device:
        device: Device | None = self.server.storage.device(device_code)
        if device is None or device.client != self.request.payload.client_id:
            raise InvalidGrantError
        self._device = device
        return device

    def query_user_grant(self, user_code: None) -> tuple[str, bool] | None:
        if self._device.player_id is None:
            return None
        player_id: str | None = self.server.storage.player(self._device.player_id)
        return (self._device.player_id, self._device.allowed and player_id is not None)

    def should_slow_down(self, credential: Device) -> bool:
        return credential.too_fast


class _DeviceAuthorization(DeviceAuthorizationEndpoint):
    """Where devices get their codes."""

    CLIENT_AUTH_METHODS = METHODS
    EXPIRES_IN = int(DEVICE_LIFETIME.total_seconds())
    INTERVAL = POLL_SECONDS

    def generate_user_code(self) -> str:
        """Return a code that no other device has."""
        while self.server.storage.has_user_code(plain(code := super().generate_user_code())):
            pass
        return str(code)

    def get_verification_uri(self) -> str:
        return f"{self.server.issuer}{DEVICE_PATH}"

    def save_device_credential(self, client_id: str, scope: str, data: Mapping[str, str]) -> None:
        storage: Storage = self.server.storage
        if storage.waiting_devices() >= MAX_DEVICE_CODES:
            raise TooManyDevicesError
        storage.add_device(data["device_code"], plain(data["user_code"]), client_id, scope_text(read_scopes(scope)))


class _Revocation(RevocationEndpoint):
    """Where clients end what they were granted: with either token, all of it (RFC 7009, section 2.1)."""

    CLIENT_AUTH_METHODS = METHODS

    def check_params(self, request: Request, client: Client) -> None:
        """The hint is ignored: both kinds are looked for."""
        if "token" not in request.form:
            raise InvalidRequestError("Missing 'token' in request.")

    def query_token(self, token_string: str, token_type_hint: str | None) -> Revocable | None:
        found: Revocable | None = self.server.storage.revocable(token_string)
        return found

    def revoke_token(self, token: Revocable, request: Request) -> None:
        self.server.storage.withdraw(token.player_id, token.family)


class _Issuer(IssuerParameter):
    """Says in each answer who gives it (RFC 9207)."""

    def __init__(self, issuer: str) -> None:
        self._issuer = issuer

    def __call__(self, authorization_server: OAuthServer) -> None:
        super().__call__(authorization_server)

    def get_issuer(self) -> str:
        return self._issuer


def format_user_code(user_code: str) -> str:
    """Return a user code as devices show it, however it was typed."""
    letters = plain(user_code)
    return f"{letters[:4]}-{letters[4:]}"


def plain(user_code: str) -> str:
    """Return a user code as it is stored: people type it with or without the dash, in either case."""
    return "".join(character for character in user_code.upper() if character.isalnum())
