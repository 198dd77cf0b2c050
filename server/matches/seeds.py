"""The secret seed of a match: its published commitment, and the entropy of players (docs/verify.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from engines.kit import SeatId

ENTROPY_PATTERN = r"^[0-9a-f]{64}$"
"""The entropy of a player: 32 bytes in lower-case hexadecimal."""


def commitment_to(seed: bytes) -> str:
    """Return the commitment to a seed, published before any player gives entropy."""
    return hashlib.sha256(b"moirai-seed-1\n" + seed).hexdigest()


def lesson_seed(game: str) -> bytes:
    """Return the seed of all lessons of a game. It is no secret, so no other match may have it."""
    return hashlib.sha256(f"moirai-lesson-1\n{game}".encode()).digest()


def draw_key(seed: bytes, seats: Sequence[SeatId], entropy: Mapping[SeatId, str]) -> bytes:
    """
    Return the key of all draws: the seed, mixed in seat order with the entropy of players if there is any.

    Neither side can choose the key: the server is bound by its commitment, and players do not know the seed.
    """
    given = "".join(f"{seat}\n{entropy[seat]}\n" for seat in seats if seat in entropy)
    return hmac.digest(seed, f"moirai-seed-mix-1\n{given}".encode(), "sha256") if given else seed
