"""
Error codes as clients see them: each game declares those of its moves, and all games share those of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """The stable `name` of an error, what it means, and what to do about it: one sentence each, in Markdown."""

    name: str
    meaning: str
    remedy: str


def declared_in(names: Mapping[str, object]) -> tuple[Code, ...]:
    """The codes among these names of a module, in their order."""
    return tuple(code for code in names.values() if isinstance(code, Code))


BAD_OPTION: Final = Code(
    "bad_option",
    "An option of the match is unknown, has a wrong type or is out of range.",
    "Fix the option at `pointer`, using the game's `options_schema`.",
)
BAD_OPTIONS: Final = Code(
    "bad_options",
    "An option of the match is unknown, has a wrong type, is out of range, or does not fit the other options.",
    "Fix the option at `pointer`, using the game's `options_schema`.",
)
OPTION_CODES: Final = (BAD_OPTION, BAD_OPTIONS)
"""The error codes of match options, in all games."""

BAD_PACK: Final = Code(
    "bad_pack",
    "The pack is not valid for its game, or contains too little for a match with these options.",
    "Fix the value at `pointer`, using the game's `pack_schema`.",
)
