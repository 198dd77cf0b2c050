"""The error codes of illegal moves."""

from engines import kit
from engines.kit import Code

MATCH_OVER = kit.MATCH_OVER
UNKNOWN_SEAT = kit.UNKNOWN_SEAT
NOT_YOUR_TURN = Code(
    "not_your_turn", "The seat has no move in this phase.", "Wait until the view's `prompt` is not null."
)
MALFORMED_MOVE = Code(
    "malformed_move",
    "A field of the move is unknown, missing or has a wrong JSON type.",
    "Send what the view's `prompt` describes.",
)
WRONG_MOVE_TYPE = Code(
    "wrong_move_type", "The phase needs a different type of move.", "Send the type that the `detail` names."
)
NO_ELEMENT_THIS_ROUND = Code("no_element_this_round", "The final round pays no mana.", "Omit `element`.")
ELEMENT_REQUIRED = Code("element_required", "A deity must choose an element in each round.", "Name an `element`.")
UNKNOWN_ELEMENT = Code("unknown_element", "There is no element with this name.", "Choose one that the `detail` lists.")
ELEMENT_REPEATED = Code(
    "element_repeated", "The deity chose this element in the previous round.", "Choose one that the `detail` lists."
)
NO_PROPHET_THIS_ROUND = Code(
    "no_prophet_this_round", "In the final round, a deity cannot choose a prophet.", "Omit `prophet`."
)
PROPHET_REPEATED = Code(
    "prophet_repeated", "This shaman was already the deity's prophet.", "Choose one that the `detail` lists, or none."
)
NOT_A_SHAMAN = Code("not_a_shaman", "This seat does not belong to a shaman.", "Name a seat that the `detail` lists.")
NO_AUCTION_THIS_ROUND = Code("no_auction_this_round", "There is no auction in this round.", "Omit `bids`.")
BOON_NOT_OFFERED = Code(
    "boon_not_offered", "The boon is not offered in this auction.", "Bid for boons that the `detail` lists."
)
EQUAL_BIDS = Code("equal_bids", "Two bids of the seat have the same amount.", "Bid a different amount for each boon.")
NOT_ENOUGH_PIETY = Code("not_enough_piety", "The bids add up to more piety than the seat has.", "Lower the bids.")
BOON_NOT_HELD = Code(
    "boon_not_held", "The seat does not hold this boon.", "Use the boon that it holds, or omit `boon`."
)
BAD_BOON_PARAMETER = Code(
    "bad_boon_parameter",
    "A field of `boon` is unknown for this boon, or has an invalid value.",
    "Fix the field at `pointer`, as the `detail` says.",
)
NO_PRAYER_THIS_ROUND = Code("no_prayer_this_round", "Shamans cannot pray in the final round.", "Omit `pray`.")
NOT_A_DEITY = Code("not_a_deity", "This seat does not belong to a deity.", "Pray to a seat that the `detail` lists.")
NO_RITUALS_THIS_ROUND = Code("no_rituals_this_round", "There are no rituals in round 0.", "Omit `rituals`.")
UNKNOWN_ROOM = Code("unknown_room", "There is no room with this name.", "Choose a room from A to Y.")
DUPLICATE_ROOM = Code("duplicate_room", "Two rituals are in the same room.", "Use a different room for each ritual.")
ROOM_ALREADY_COMPLETED = Code(
    "room_already_completed", "The seat completed this room in an earlier round.", "Choose another room."
)
EMPTY_RITUAL = Code("empty_ritual", "A ritual has no mana.", "Add mana to the ritual, or omit it.")
NOT_ENOUGH_MANA = Code("not_enough_mana", "The rituals need more mana than the seat has.", "Use less mana.")
NOT_ELIGIBLE = Code("not_eligible", "This seat cannot be raised.", "Choose a seat that the `detail` lists.")
