"""The error codes of illegal moves."""

from engines import kit
from engines.kit import Code

UNKNOWN_SEAT = kit.UNKNOWN_SEAT
MATCH_OVER = kit.MATCH_OVER
BAD_MOVE = kit.BAD_MOVE
UNKNOWN_MOVE_TYPE = Code("unknown_move_type", "There is no move with this `type`.", "Send a move of type `play`.")
WRONG_CARD_COUNT = Code("wrong_card_count", "The move does not play exactly two cards.", "Play exactly two cards.")
UNKNOWN_CARD = Code("unknown_card", "There is no card with this name.", "Play cards that the view's `prompt` lists.")
SAME_CARD_TWICE = Code("same_card_twice", "Both cards are the same.", "Play two different cards.")
PAIR_ALREADY_PLAYED = Code(
    "pair_already_played",
    "The seat has played this pair of cards in an earlier round.",
    "Play a pair that the seat has not played yet.",
)
ABILITY_REQUIRED = Code(
    "ability_required", "In this phase, each card needs an ability.", "Name an `ability` for each card."
)
UNKNOWN_ABILITY = Code(
    "unknown_ability", "There is no ability with this name.", "Choose an ability that the view's `prompt` lists."
)
ABILITY_NOT_ALLOWED = Code(
    "ability_not_allowed",
    "No card can use this ability in this phase.",
    "Choose an ability that the view's `prompt` lists, or omit it if the phase prescribes one.",
)
SAME_ABILITY_TWICE = Code(
    "same_ability_twice", "Both cards use the same ability.", "Choose a different ability for each card."
)
TARGET_NOT_ALLOWED = Code("target_not_allowed", "This ability of the card has no targets.", "Omit `targets`.")
GUESS_NOT_ALLOWED = Code("guess_not_allowed", "This ability of the card has no guesses.", "Omit `guesses`.")
WRONG_TARGET_COUNT = Code(
    "wrong_target_count",
    "This ability of the card needs a different number of targets.",
    "Name as many targets as the `detail` says.",
)
UNKNOWN_TARGET = Code("unknown_target", "The ability cannot have this target.", "Name targets that the `detail` lists.")
TARGET_SELF = Code("target_self", "The ability cannot target the seat itself.", "Name another target.")
TARGET_WRONG_REALM = Code(
    "target_wrong_realm",
    "The target belongs to the wrong realm, or both targets belong to the same realm.",
    "Name targets of the realm in the `detail`, or one of each realm.",
)
SAME_TARGET_TWICE = Code("same_target_twice", "A target is named twice in the move.", "Name each target once.")
ALREADY_TARGETED = Code(
    "already_targeted",
    "The seat has already used Communications on this opponent.",
    "Name one of the opponents that the `detail` lists.",
)
ALREADY_SELECTED = Code(
    "already_selected",
    "The seat has already chosen this mate with Death's Active.",
    "Name one of the mates that the `detail` lists.",
)
UNKNOWN_GUESS_SEAT = Code(
    "unknown_guess_seat", "A guess about this seat is not possible.", "Guess about seats that the `detail` lists."
)
GUESS_SELF = Code("guess_self", "The seat guesses about itself.", "Guess only about other seats.")
WRONG_GUESS_COUNT = Code(
    "wrong_guess_count",
    "The ability needs a different number of guesses.",
    "Give as many guesses as the `detail` says.",
)
UNKNOWN_PAIR = Code(
    "unknown_pair", "There is no pair of cards with this name.", "Guess a pair that the `detail` lists."
)
CHAT_NOT_OPENED = Code(
    "chat_not_opened",
    "No chat with this seat was opened for this round.",
    "Make a choice only for seats whose chat was opened.",
)
UNKNOWN_CHOICE = Code("unknown_choice", "This choice does not exist in a chat.", "Choose one that the `detail` lists.")
