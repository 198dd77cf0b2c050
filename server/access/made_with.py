"""What something was made with, and therefore ends with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MadeWith:
    """
    What something was made with, and ends with: a token or a consent, by its `origin`; and the token of a bridge with
    which this bridge acted, if one did, as it was made or last renewed at a time.
    """

    origin: str
    bridge_id: str | None = None
    bridge_token_id: str | None = None
    bridge_token_at: str | None = None
