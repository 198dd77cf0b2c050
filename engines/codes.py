"""
Error codes as clients see them: each game declares those of its moves, and all games share those of options.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """The stable `name` of an error, what it means, and what to do about it: one sentence each, in Markdown."""

    name: str
    meaning: str
    remedy: str


OPTION_CODES: Final = (
    Code(
        "bad_option",
        "An option of the match is unknown, has a wrong type or is out of range.",
        "Fix the option at `pointer`, using the game's `options_schema`.",
    ),
    Code(
        "bad_options",
        "An option of the match is unknown, has a wrong type, is out of range, or does not fit the other options.",
        "Fix the option at `pointer`, using the game's `options_schema`.",
    ),
)
"""The error codes of match options, in all games."""

BAD_PACK: Final = Code(
    "bad_pack",
    "The pack is not valid for its game, or contains too little for a match with these options.",
    "Fix the value at `pointer`, using the game's `pack_schema`.",
)
