"""The error codes of illegal moves."""

from engines import kit
from engines.kit import Code

MATCH_OVER = kit.MATCH_OVER
UNKNOWN_SEAT = Code("unknown_seat", "The caller has no seat in this match.", "Move from seat `a` or `b`.")
MALFORMED_MOVE = Code(
    "malformed_move",
    "The move is not an object with a `type` and the one field of that type.",
    "Send what the view's `prompt` describes.",
)
UNKNOWN_MOVE_TYPE = Code(
    "unknown_move_type", "There is no move with this `type`.", "Send `draft`, `cast`, `charm` or `daybreak`."
)
WRONG_PHASE = Code(
    "wrong_phase", "The move belongs to another phase.", "Send the move that the view's `prompt` asks for."
)
NOT_YOUR_PHASE = Code("not_your_phase", "Only the other seat has a move in this phase.", "Wait for the next phase.")
UNKNOWN_ITEM = Code("unknown_item", "There is no item with this name.", "Draft one that the view's `prompt` lists.")
ITEM_TAKEN = Code("item_taken", "The item already has an owner.", "Draft one that the view's `prompt` lists.")
WISDOM_NOT_YOURS = Code(
    "wisdom_not_yours",
    "Only the owner of Athena's Wisdom can cast `w`.",
    "Cast a spell that the view's `prompt` lists.",
)
WISDOM_SPENT = Code(
    "wisdom_spent",
    "Athena's Wisdom was already cast, and works only once in a match.",
    "Cast a spell that the view's `prompt` lists.",
)
UNKNOWN_SPELL = Code(
    "unknown_spell", "This spell does not exist in this match.", "Choose a spell that the view's `prompt` lists."
)
SPELL_NOT_IN_HAND = Code(
    "spell_not_in_hand", "The spell is not in the seat's hand.", "Cast a spell that the view's `prompt` lists."
)
SPELL_BANNED = Code(
    "spell_banned", "A Charm forbids the spell in this round.", "Cast a spell that the view's `prompt` lists."
)
CHARM_FORBIDDEN_SPELL = Code(
    "charm_forbidden_spell",
    "A Charm cannot forbid this spell.",
    "Choose a spell that the view's `prompt` lists, or null.",
)
