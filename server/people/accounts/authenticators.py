"""
What browsers and authenticators are asked and answer (WebAuthn, level 3), checked by the library `fido2`.

It was chosen over `webauthn`, which checks the same, because it needs no other package that the server does not have.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from pydantic import JsonValue

from server.people.accounts.origin import Origin

SERVICE: Final = "Moirai"
"""The name of the server that authenticators show."""

_CREDENTIAL_BYTES: Final = 4_000
"""Larger ones are refused: an id has at most 1,023 bytes (section 4), a public key of RSA less than the rest."""

_VERIFIED: Final = UserVerificationRequirement.REQUIRED
"""The authenticator must ask for a PIN, a finger or a face: a passkey is all that is needed to sign in."""

# It logs which passkeys are used, which says who comes when.
logging.getLogger("fido2").setLevel(logging.WARNING)

T = TypeVar("T")


class WrongAnswerError(ValueError):
    """An answer that cannot be read, or proves nothing. Callers need to know no more."""


@dataclass(frozen=True, slots=True)
class Made:
    """A passkey that was made: its id, what must be stored to check it, and its count of signatures."""

    passkey_id: str
    credential: bytes
    count: int


def ask_for_new(origin: Origin, challenge: str, player_id: str, name: str, taken: Iterable[bytes]) -> dict[str, Any]:
    """Return the options of `navigator.credentials.create`; authenticators with a passkey in `taken` refuse."""
    options, _ = _server(origin).register_begin(
        PublicKeyCredentialUserEntity(id=player_id.encode(), name=name, display_name=name),
        credentials=[
            PublicKeyCredentialDescriptor(
                type=PublicKeyCredentialType.PUBLIC_KEY, id=AttestedCredentialData(one).credential_id
            )
            for one in taken
        ],
        # Only such passkeys can sign in without saying first who one is.
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=_VERIFIED,
        challenge=challenge.encode(),
    )
    return dict(options)


def ask_for_used(origin: Origin, challenge: str) -> dict[str, Any]:
    """Return the options of `navigator.credentials.get`, for any passkey of this server."""
    options, _ = _server(origin).authenticate_begin(user_verification=_VERIFIED, challenge=challenge.encode())
    return dict(options)


def read_new(answer: JsonValue) -> RegistrationResponse:
    """Return what `PublicKeyCredential.toJSON` gave for a new passkey; raises WrongAnswerError."""
    return _sound(lambda: RegistrationResponse.from_dict(_object(answer)))


def read_used(answer: JsonValue) -> AuthenticationResponse:
    """Return what `PublicKeyCredential.toJSON` gave for a passkey that signs in; raises WrongAnswerError."""
    return _sound(lambda: AuthenticationResponse.from_dict(_object(answer)))


def challenge_in(given: RegistrationResponse | AuthenticationResponse) -> str:
    """Return the challenge that was answered; raises WrongAnswerError."""
    return _sound(given.response.client_data.challenge.decode)


def check_new(origin: Origin, challenge: str, given: RegistrationResponse) -> Made:
    """
    Return the passkey that was made for this origin and challenge.

    Raises:
        WrongAnswerError: It was made for others, in a frame of another site, or without asking the person.
    """
    made = _sound(lambda: _server(origin).register_complete(_state(challenge), given))
    credential = made.credential_data
    if credential is None or len(credential) > _CREDENTIAL_BYTES or given.response.client_data.cross_origin:
        raise WrongAnswerError
    return Made(websafe_encode(credential.credential_id), bytes(credential), made.counter)


def check_used(origin: Origin, challenge: str, given: AuthenticationResponse, player_id: str, credential: bytes) -> int:
    """
    Return the count of signatures, if the authenticator of this passkey of this player signed this challenge.

    Raises:
        WrongAnswerError: It did not.
    """
    known = AttestedCredentialData(credential)
    _sound(lambda: _server(origin).authenticate_complete(_state(challenge), [known], given))
    handle = given.response.user_handle
    if given.response.client_data.cross_origin or (handle and handle != player_id.encode()):
        raise WrongAnswerError
    return given.response.authenticator_data.counter


def _server(origin: Origin) -> Fido2Server:
    return Fido2Server(
        PublicKeyCredentialRpEntity(id=origin.rp_id, name=SERVICE), verify_origin=lambda said: said == origin.text
    )


def _state(challenge: str) -> dict[str, str]:
    return {"challenge": websafe_encode(challenge.encode()), "user_verification": _VERIFIED}


def _object(answer: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(answer, dict):
        raise WrongAnswerError
    return answer


def _sound(read: Callable[[], T]) -> T:
    try:
        return read()
    # Bytes from outside fail in any of a dozen ways while they are decoded.
    except Exception as error:
        raise WrongAnswerError from error
