"""What moves are refused with."""

from __future__ import annotations

from typing import Final

from engines.codes import Code

CODES: Final = (
    Code("unknown_seat", "Whoever moves sits in no seat of the match.", "Move from a seat of the match."),
    Code("match_over", "The match is over.", "Read the outcome in the view."),
    Code(
        "bad_move",
        "A field of the move is unknown, missing or of a wrong JSON type.",
        "Send what the view's `prompt` describes.",
    ),
    Code("unknown_move_type", "There is no move of this `type`.", "Send a move of type `play`."),
    Code("wrong_card_count", "The move plays more or fewer than two cards.", "Play exactly two cards."),
    Code("unknown_card", "There is no card of this name.", "Play cards that the view's `prompt` lists."),
    Code("same_card_twice", "Both cards are the same.", "Play two different cards."),
    Code(
        "pair_already_played",
        "The seat has played this pair of cards in an earlier round.",
        "Play one of the pairs that the seat has left.",
    ),
    Code("ability_required", "In this phase each card needs an ability.", "Name an `ability` for each card."),
    Code("unknown_ability", "There is no ability of this name.", "Name an ability that the view's `prompt` lists."),
    Code(
        "ability_not_allowed",
        "No card uses this ability in this phase.",
        "Name an ability that the view's `prompt` lists, or none where the phase prescribes it.",
    ),
    Code("same_ability_twice", "Both cards use the same ability.", "Give each card another ability."),
    Code("target_not_allowed", "This ability of the card takes no targets.", "Leave `targets` out."),
    Code("guess_not_allowed", "This ability of the card takes no guesses.", "Leave `guesses` out."),
    Code(
        "wrong_target_count",
        "This ability of the card takes more or fewer targets.",
        "Name as many targets as the `detail` says.",
    ),
    Code("unknown_target", "The ability cannot be aimed at this.", "Name targets that the `detail` lists."),
    Code("target_self", "The ability cannot be aimed at the seat's own self.", "Name another target."),
    Code(
        "target_wrong_realm",
        "The target is of the wrong realm, or both targets are of the same.",
        "Name targets of the realm that the `detail` asks for, or one of each.",
    ),
    Code("same_target_twice", "A target is named twice in the move.", "Name each target once."),
    Code(
        "already_targeted",
        "The seat has aimed Communications at this opponent before.",
        "Name one of the opponents that the `detail` lists.",
    ),
    Code(
        "already_selected",
        "The seat has chosen this mate with Death's Active before.",
        "Name one of the mates that the `detail` lists.",
    ),
    Code("unknown_guess_seat", "There is no such seat to guess about.", "Guess about seats that the `detail` lists."),
    Code("guess_self", "The seat guesses about itself.", "Guess about others only."),
    Code("wrong_guess_count", "The ability takes more or fewer guesses.", "Give as many guesses as the `detail` says."),
    Code("unknown_pair", "There is no pair of cards of this name.", "Guess a pair that the `detail` lists."),
    Code(
        "chat_not_opened",
        "No chat with this seat was opened for this round.",
        "Choose only for seats whose chat was opened.",
    ),
    Code("unknown_choice", "There is no such choice in a chat.", "Choose one that the `detail` lists."),
)
