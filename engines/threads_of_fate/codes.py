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
    Code("unknown_moira", "There is no Moira or ability of this name.", "Visit one that the view lists as left."),
    Code("already_visited", "The seat got this ability in an earlier round.", "Visit one that the view lists as left."),
    Code("bad_donation", "The donation is negative.", "Donate 0 or more."),
    Code("donate_without_visit", "Twine is donated without a visit.", "Name a `visit`, or donate 0."),
    Code("not_enough_twine", "The seat donates more twine than it has.", "Donate at most the twine of the view."),
    Code(
        "bad_thread",
        "There is no such thread: it joins two seats of different realms.",
        "Name a thread as the `detail` shows it.",
    ),
    Code("not_your_thread", "The thread is not attached to the seat.", "Boost a thread that is."),
    Code("no_boosting", "The seat has no Boosting.", "Visit `lachesis` for it, or leave `boost` out."),
    Code("bad_target", "That is no seat of the other realm.", "Name a seat that the `detail` lists."),
    Code(
        "create_unbalanced",
        "The seat has selected this opponent more often than others.",
        "Select one of those that the `detail` lists.",
    ),
    Code("golden_without_create", "A golden thread is asked for, but none is created.", "Name its `create`."),
    Code("no_gilding", "The seat has no Gilding.", "Visit `clotho` for it, or leave `golden` out."),
    Code("gilding_spent", "The seat has used its Gilding, which works once in a match.", "Leave `golden` out."),
    Code("head_start_without_create", "A head start is asked for, but no thread is created.", "Name its `create`."),
    Code("no_head_start", "The seat has no Head Start.", "Visit `nona` for it, or leave `head_start` out."),
)
