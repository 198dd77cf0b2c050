"""
Credentials that only their holder knows: `ID.SECRET`.

A row is found by the id; only the hash of the secret is stored, and it is compared in constant time. The secret has 256
random bits, so it cannot be guessed and plain SHA-256 is enough.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

HASH_OF_NONE: Final = "-" * 64
"""Compared with a secret if there is no row, to take equally long; never equal to a hash."""


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def join(row_id: str, secret: str) -> str:
    """Build a credential, from characters that are allowed in headers, queries and subprotocols."""
    return f"{row_id}.{secret}"


def split(text: str) -> tuple[str, str]:
    """Return the id in a credential, and the hash of the secret; invalid input matches no row."""
    row_id, _, secret = text.partition(".")
    return row_id, hash_of(secret)


def hash_of(secret: str) -> str:
    # Invalid Unicode arrives as surrogates, and is hashed like any other wrong secret.
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def is_same(given_hash: str, kept_hash: str) -> bool:
    """Compare hashes in constant time."""
    return hmac.compare_digest(given_hash, kept_hash)
