"""The error codes of illegal moves: a name that never changes, what it means, and what to do about it."""

from engines import kit
from engines.kit import Code

NOT_YOUR_PHASE = kit.NOT_YOUR_PHASE
BAD_MOVE = kit.BAD_MOVE
CARD_NOT_IN_HAND = Code("card_not_in_hand", "The seat does not have this card.", "Play a card that the `detail` lists.")
