"""The error codes of illegal moves."""

from __future__ import annotations

from typing import Final

from engines.codes import Code

CODES: Final = (
    Code("match_over", "The match is over.", "Read the outcome in the view."),
    Code("unknown_seat", "The caller has no seat in this match.", "Move from seat `a` or `b`."),
    Code(
        "malformed_move",
        "The move is not an object with a `type` and the one field of that type.",
        "Send what the view's `prompt` describes.",
    ),
    Code("unknown_move_type", "There is no move with this `type`.", "Send `draft`, `cast`, `charm` or `daybreak`."),
    Code("wrong_phase", "The move belongs to another phase.", "Send the move that the view's `prompt` asks for."),
    Code("not_your_phase", "Only the other seat has a move in this phase.", "Wait for the next phase."),
    Code("unknown_item", "There is no item with this name.", "Draft one that the view's `prompt` lists."),
    Code("item_taken", "The item already has an owner.", "Draft one that the view's `prompt` lists."),
    Code(
        "wisdom_not_yours",
        "Only the owner of Athena's Wisdom can cast `w`.",
        "Cast a spell that the view's `prompt` lists.",
    ),
    Code(
        "wisdom_spent",
        "Athena's Wisdom was already cast, and works only once in a match.",
        "Cast a spell that the view's `prompt` lists.",
    ),
    Code("unknown_spell", "This spell does not exist in this match.", "Choose a spell that the view's `prompt` lists."),
    Code("spell_not_in_hand", "The spell is not in the seat's hand.", "Cast a spell that the view's `prompt` lists."),
    Code("spell_banned", "A Charm forbids the spell in this round.", "Cast a spell that the view's `prompt` lists."),
    Code(
        "charm_forbidden_spell",
        "A Charm cannot forbid this spell.",
        "Choose a spell that the view's `prompt` lists, or null.",
    ),
)
