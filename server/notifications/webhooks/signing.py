"""Secrets and signatures of webhooks, as in Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

_PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = 32


def new_secret() -> str:
    """Return a new secret: `whsec_` and random bytes in base64."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def sign(keys: Sequence[str], message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """Return the headers of a try at this time, in seconds since 1970: one signature by each of the secrets."""
    signed = f"{message_id}.{seconds}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(_signature(key, signed) for key in keys),
    }


def _signature(key: str, signed: bytes) -> str:
    raw = hmac.digest(base64.b64decode(key.removeprefix(_PREFIX)), signed, "sha256")
    return f"v1,{base64.b64encode(raw).decode()}"
