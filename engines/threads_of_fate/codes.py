"""The error codes of illegal moves."""

from engines import kit
from engines.kit import Code

UNKNOWN_SEAT = kit.UNKNOWN_SEAT
MATCH_OVER = kit.MATCH_OVER
BAD_MOVE = kit.BAD_MOVE
UNKNOWN_MOIRA = Code(
    "unknown_moira", "There is no Moira or ability with this name.", "Visit one that the view lists as available."
)
ALREADY_VISITED = Code(
    "already_visited", "The seat got this ability in an earlier round.", "Visit one that the view lists as available."
)
BAD_DONATION = Code("bad_donation", "The donation is negative.", "Donate 0 or more.")
DONATE_WITHOUT_VISIT = Code(
    "donate_without_visit", "The move donates twine without a visit.", "Name a `visit`, or donate 0."
)
NOT_ENOUGH_TWINE = Code(
    "not_enough_twine", "The seat donates more twine than it has.", "Donate at most the twine in the view."
)
BAD_THREAD = Code(
    "bad_thread",
    "This is not a thread; a thread joins two seats of different realms.",
    "Name a thread in the form that the `detail` shows.",
)
NOT_YOUR_THREAD = Code(
    "not_your_thread", "The thread is not attached to the seat.", "Boost a thread that is attached to the seat."
)
NO_BOOSTING = Code("no_boosting", "The seat does not have Boosting.", "Visit `lachesis` to get it, or omit `boost`.")
BAD_TARGET = Code("bad_target", "This is not a seat of the other realm.", "Name a seat that the `detail` lists.")
CREATE_UNBALANCED = Code(
    "create_unbalanced",
    "The seat has already selected this opponent more often than others.",
    "Select one of those that the `detail` lists.",
)
GOLDEN_WITHOUT_CREATE = Code(
    "golden_without_create", "The move asks for a golden thread, but creates no thread.", "Set `create`."
)
NO_GILDING = Code("no_gilding", "The seat does not have Gilding.", "Visit `clotho` to get it, or omit `golden`.")
GILDING_SPENT = Code(
    "gilding_spent", "The seat has already used Gilding, which works once in a match.", "Omit `golden`."
)
HEAD_START_WITHOUT_CREATE = Code(
    "head_start_without_create", "The move asks for a head start, but creates no thread.", "Set `create`."
)
NO_HEAD_START = Code(
    "no_head_start", "The seat does not have Head Start.", "Visit `nona` to get it, or omit `head_start`."
)
