"""The error codes of illegal moves: a name that never changes, what it means, and what to do about it."""

from typing import Final

from engines.kit import Code, declared_in

NOT_YOUR_PHASE = Code("not_your_phase", "The caller has no move in this phase.", "Wait for the next phase.")
BAD_MOVE = Code(
    "bad_move",
    "A field of the move is unknown or missing, or has a wrong JSON type.",
    "Send what the view's `prompt` describes.",
)
CARD_NOT_IN_HAND = Code("card_not_in_hand", "The seat does not have this card.", "Play a card that the `detail` lists.")

CODES: Final = declared_in(globals())
