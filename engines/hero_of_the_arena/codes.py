"""The error codes of illegal moves."""

from engines import kit
from engines.kit import Code

MATCH_OVER = kit.MATCH_OVER
NOT_YOUR_PHASE = kit.NOT_YOUR_PHASE
BAD_SHAPE = Code(
    "bad_shape",
    "A field of the move is unknown, missing or has a wrong JSON type.",
    "Send what the view's `prompt` describes.",
)
UNKNOWN_TYPE = Code("unknown_type", "There is no move with this `type`.", "Send a type that the `detail` lists.")
WRONG_PHASE = Code("wrong_phase", "The move belongs to another phase.", "Send a type that the `detail` names.")
BAD_STARTER = Code("bad_starter", "Only a drafter can be chosen to begin.", "Choose a seat that the `detail` lists.")
BAN_NOT_ALLOWED = Code("ban_not_allowed", "Cards cannot be banned in this phase.", "Omit `ban`.")
BAN_REQUIRED = Code("ban_required", "In this phase, the move must also ban a card.", "Name a card in `ban`.")
CARD_NOT_OFFERED = Code("card_not_offered", "The card is not in the offer.", "Name a card that the `detail` lists.")
CARD_TAKEN = Code("card_taken", "The card is already picked or banned.", "Name a card that the `detail` lists.")
SAME_CARD = Code("same_card", "The same card is picked and banned.", "Name two different cards.")
WRONG_PICK_TYPE = Code(
    "wrong_pick_type", "This phase needs a card of another kind.", "Pick a card that the `detail` lists."
)
WRONG_BAN_TYPE = Code(
    "wrong_ban_type", "This phase needs a card of another kind to be banned.", "Ban a card that the `detail` lists."
)
NOTHING_PLAYED = Code(
    "nothing_played",
    "The seat wants to continue its turn, but plays no card.",
    "Play a card, or end the turn with `then`.",
)
TOO_MANY_ACTIONS = Code(
    "too_many_actions", "The list has too many actions for one move.", "Play the first 40, and the rest after `more`."
)
TOO_MANY_PLAYS = Code("too_many_plays", "This is the last phase of play in the turn.", "End the turn with `then`.")
DUPLICATE_CARD = Code("duplicate_card", "A card is named twice in the list.", "Name each card once.")
CARD_NOT_IN_HAND = Code(
    "card_not_in_hand", "The card is not in the hand at that point.", "Name a card that the `detail` lists."
)
ARENA_NOT_ALLOWED = Code("arena_not_allowed", "The card is played without an arena.", "Omit `arena`.")
ARENA_REQUIRED = Code("arena_required", "The card needs an arena.", "Name one that the `detail` lists.")
NO_SUCH_ARENA = Code("no_such_arena", "There is no arena with this number.", "Name one that the `detail` lists.")
OWN_HERO_THERE = Code("own_hero_there", "The seat's own hero is in this arena.", "Name one that the `detail` lists.")
NO_VALID_TARGET = Code(
    "no_valid_target", "The card has no valid hero in this arena.", "Name an arena that the `detail` lists."
)
TO_REQUIRED = Code("to_required", "The card needs a destination.", "Set `to` to one that the `detail` lists.")
TO_NOT_ALLOWED = Code("to_not_allowed", "The card does not move a hero.", "Omit `to`.")
BAD_DESTINATION = Code("bad_destination", "The hero cannot go there.", "Set `to` to one that the `detail` lists.")
NOT_ENOUGH_MANA = Code(
    "not_enough_mana", "The card costs more mana than is left at that point.", "Omit it, or play it earlier."
)
DUPLICATE_ARENA = Code(
    "duplicate_arena", "Two cards are discarded into the same arena.", "Choose a different arena for each."
)
NOT_IN_SHOP = Code("not_in_shop", "This is not for sale at that point.", "Buy what the `detail` lists.")
PERK_ALREADY_BOUGHT = Code("perk_already_bought", "The perk was already bought during this display.", "Buy it once.")
NOT_ENOUGH_COINS = Code(
    "not_enough_coins", "This costs more coins than are left at that point.", "Buy less, or do not refresh."
)
