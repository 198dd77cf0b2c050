"""What moves are refused with."""

from __future__ import annotations

from typing import Final

from engines.codes import Code

CODES: Final = (
    Code("match_over", "The match is over.", "Read the outcome in the view."),
    Code("unknown_seat", "Whoever moves sits in no seat of the match.", "Move from seat `a` or `b`."),
    Code(
        "malformed_move",
        "The move is no object with a `type` and the one field of that type.",
        "Send what the view's `prompt` describes.",
    ),
    Code("unknown_move_type", "There is no move of this `type`.", "Send `draft`, `cast`, `charm` or `daybreak`."),
    Code("wrong_phase", "The move belongs to another phase.", "Send the move that the view's `prompt` asks for."),
    Code("not_your_phase", "This phase asks the other seat only.", "Wait for the next phase."),
    Code("unknown_item", "There is no item of this name.", "Draft one that the view's `prompt` lists."),
    Code("item_taken", "The item has an owner.", "Draft one that the view's `prompt` lists."),
    Code(
        "wisdom_not_yours",
        "Only the owner of Athena's Wisdom casts `w`.",
        "Cast a spell that the view's `prompt` lists.",
    ),
    Code(
        "wisdom_spent",
        "Athena's Wisdom was cast already, and works once in a match.",
        "Cast a spell that the view's `prompt` lists.",
    ),
    Code("unknown_spell", "There is no such spell in this match.", "Name a spell that the view's `prompt` lists."),
    Code("spell_not_in_hand", "The spell is not in the seat's hand.", "Cast a spell that the view's `prompt` lists."),
    Code("spell_banned", "A Charm forbids the spell in this round.", "Cast a spell that the view's `prompt` lists."),
    Code(
        "charm_forbidden_spell",
        "A Charm can forbid any spell but this.",
        "Name a spell that the view's `prompt` lists, or null.",
    ),
)
