"""An authenticator in software, with the browser around it: for answers that Chromium never gives."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAG = AuthenticatorData.FLAG
VERIFIED: Final = FLAG.UP | FLAG.UV


@dataclass
class Authenticator:
    """
    A passkey, and what its answers say.

    Args:
        origin: Where the browser says that the page is.
        rp_id: For whom the authenticator signs.
        flags: Whether somebody is there, and has proved who they are.
        framed: Whether the browser says that the page was in a frame of another site.
        kind: What the browser says that the answer is for; by default what it is for.
    """

    origin: str
    rp_id: str = "localhost"
    flags: int = VERIFIED
    framed: bool = False
    kind: str | None = None
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user: bytes = b""

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to `navigator.credentials.create`."""
        asked = options["publicKey"]
        self.user = websafe_decode(asked["user"]["id"])
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(Aaguid.NONE, self.credential_id, public)
        made = AuthenticatorData.create(sha256(self.rp_id.encode()), FLAG(self.flags | FLAG.AT), self.count, credential)
        response = {
            "clientDataJSON": self._client_data("webauthn.create", asked["challenge"]).b64,
            "attestationObject": websafe_encode(AttestationObject.create("none", made, {})),
        }
        return self._answer(response)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to `navigator.credentials.get`."""
        self.count += 1
        said = AuthenticatorData.create(sha256(self.rp_id.encode()), FLAG(self.flags), self.count)
        client_data = self._client_data("webauthn.get", options["publicKey"]["challenge"])
        response = {
            "clientDataJSON": client_data.b64,
            "authenticatorData": websafe_encode(said),
            "signature": websafe_encode(self.key.sign(said + client_data.hash, ec.ECDSA(hashes.SHA256()))),
            "userHandle": websafe_encode(self.user),
        }
        return self._answer(response)

    def _client_data(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(self.kind or kind, challenge, self.origin, self.framed)

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        id_ = websafe_encode(self.credential_id)
        return {"id": id_, "rawId": id_, "type": "public-key", "response": response, "clientExtensionResults": {}}
