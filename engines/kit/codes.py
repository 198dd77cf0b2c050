"""Error codes, as clients see them: the codes for options, and the codes for moves that several games use."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """An error code: its stable `name`, its meaning and what to do about it, in one sentence of Markdown each."""

    name: str
    meaning: str
    remedy: str


def codes_in(module: ModuleType) -> tuple[Code, ...]:
    """Return the codes that a module declares, in order of declaration."""
    return tuple(code for code in vars(module).values() if isinstance(code, Code))


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

# Codes for moves that several games have. Each game lists the codes that it uses in its `codes.py`.

MATCH_OVER: Final = Code("match_over", "The match is over.", "Read the outcome in the view.")
UNKNOWN_SEAT: Final = Code("unknown_seat", "The caller has no seat in this match.", "Move from a seat of the match.")
NOT_YOUR_PHASE: Final = Code(
    "not_your_phase", "The seat has no move in this phase.", "Wait until the view's `prompt` is not null."
)
BAD_MOVE: Final = Code(
    "bad_move",
    "A field of the move is unknown, missing or has a wrong JSON type.",
    "Send what the view's `prompt` describes.",
)
