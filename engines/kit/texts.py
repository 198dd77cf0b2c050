"""Characters that are not allowed in texts from users: packs, names and messages."""

from __future__ import annotations

from typing import Final

STEERING: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""For a regular expression's character class: control characters, line breaks, and marks of writing direction."""
