"""What moves are refused with: a name that never changes, what it means, and what to do about it."""

from __future__ import annotations

from typing import Final

from engines.codes import Code

CODES: Final = (
    Code("not_your_phase", "The caller is not asked for a move now.", "Wait for the next phase."),
    Code(
        "bad_move",
        "A field of the move is unknown, missing or of a wrong JSON type.",
        "Send what the view's `prompt` describes.",
    ),
    Code("card_not_in_hand", "The seat does not have this card.", "Play a card that the `detail` lists."),
)
