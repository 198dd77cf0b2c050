"""
Codes of refusals, as clients meet them: each game declares those of its moves, those of options are shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """A refusal's stable `name`, what it means, and what to do about it: a sentence each, in Markdown."""

    name: str
    meaning: str
    remedy: str


OPTION_CODES: Final = (
    Code(
        "bad_option",
        "An option of a match is unknown, of a wrong type or out of bounds.",
        "Mend the option that `pointer` names, by the game's `options_schema`.",
    ),
    Code(
        "bad_options",
        "An option of a match is unknown, of a wrong type or out of bounds, or does not fit the others.",
        "Mend the option that `pointer` names, by the game's `options_schema`.",
    ),
)
"""What the options of a match are refused with, in all games."""

BAD_PACK: Final = Code(
    "bad_pack",
    "A pack does not fit its game, or too little is in it for a match with these options.",
    "Mend the place that `pointer` names, by the game's `pack_schema`.",
)
