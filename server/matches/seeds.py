"""
A match's secret seed: what is published of it before play, and what the players mix into it (docs/chance.md).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from engines.contract import SeatId

ENTROPY_PATTERN = r"^[0-9a-f]{64}$"
"""What a player may mix into the seed: 32 bytes in lower-case hexadecimal."""


def commitment_to(seed: bytes) -> str:
    """What is published of a seed before play, and before any player gives entropy."""
    return hashlib.sha256(b"moirai-seed-1\n" + seed).hexdigest()


def draw_key(seed: bytes, seats: Sequence[SeatId], entropy: Mapping[SeatId, str]) -> bytes:
    """
    The key of all draws: the seed itself, or where players gave entropy, the seed mixed with it in seat order.

    Neither side can choose it: the server is bound by its commitment, and players do not know the seed.
    """
    given = "".join(f"{seat}\n{entropy[seat]}\n" for seat in seats if seat in entropy)
    return hmac.digest(seed, f"moirai-seed-mix-1\n{given}".encode(), "sha256") if given else seed
