"""What moves are refused with."""

from __future__ import annotations

from typing import Final

from engines.codes import Code

CODES: Final = (
    Code("match_over", "The match is over.", "Read the outcome in the view."),
    Code("unknown_seat", "Whoever moves sits in no seat of the match.", "Move from a seat of the match."),
    Code("not_your_turn", "This phase asks nothing of the seat.", "Wait until the view's `prompt` is not null."),
    Code(
        "malformed_move",
        "A field of the move is unknown, missing or of a wrong JSON type.",
        "Send what the view's `prompt` describes.",
    ),
    Code("wrong_move_type", "Another type of move is asked for.", "Send the type that the `detail` names."),
    Code("no_element_this_round", "The final round pays no mana.", "Leave `element` out."),
    Code("element_required", "A deity gives an element in each round.", "Name an `element`."),
    Code("unknown_element", "There is no element of this name.", "Name one that the `detail` lists."),
    Code(
        "element_repeated", "The deity gave this element in the round before.", "Name another that the `detail` lists."
    ),
    Code("no_prophet_this_round", "No round follows the final one.", "Leave `prophet` out."),
    Code(
        "prophet_repeated",
        "This shaman has been the deity's prophet before.",
        "Name one that the `detail` lists, or none.",
    ),
    Code("not_a_shaman", "That is no seat of a shaman.", "Name a seat that the `detail` lists."),
    Code("no_auction_this_round", "There is no auction in this round.", "Leave `bids` out."),
    Code("boon_not_offered", "The boon is not offered in this auction.", "Bid for boons that the `detail` lists."),
    Code("equal_bids", "Two bids of the seat are of the same amount.", "Bid another amount for each boon."),
    Code("not_enough_piety", "The bids come to more piety than the seat has.", "Bid less in all."),
    Code("boon_not_held", "The seat does not hold this boon.", "Use the boon that it holds, or leave `boon` out."),
    Code(
        "bad_boon_parameter",
        "A field of `boon` is none that the boon takes, or has no value that it takes.",
        "Mend the field that `pointer` names, as the `detail` says.",
    ),
    Code("no_prayer_this_round", "Nobody prays in the final round.", "Leave `pray` out."),
    Code("not_a_deity", "That is no seat of a deity.", "Pray to a seat that the `detail` lists."),
    Code("no_rituals_this_round", "There are no rituals in round 0.", "Leave `rituals` out."),
    Code("unknown_room", "There is no room of this name.", "Name a room from A to Y."),
    Code("duplicate_room", "Two rituals are in the same room.", "Put one ritual into each room."),
    Code("room_already_completed", "The seat completed this room in an earlier round.", "Name another room."),
    Code("empty_ritual", "A ritual has no mana at all.", "Put mana into it, or leave it out."),
    Code("not_enough_mana", "The rituals need more mana than the seat has.", "Put less into them in all."),
    Code("not_eligible", "This seat cannot be raised.", "Choose a seat that the `detail` lists."),
)
