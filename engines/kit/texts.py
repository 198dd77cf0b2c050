"""Characters that no text of a stranger may hold, in packs as in names and messages."""

from __future__ import annotations

from typing import Final

STEERING: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""For a character class: control characters, line breaks, and what changes the direction of writing."""
