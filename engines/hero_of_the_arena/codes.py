"""What moves are refused with."""

from __future__ import annotations

from typing import Final

from engines.codes import Code

CODES: Final = (
    Code("match_over", "The match is over.", "Read the outcome in the view."),
    Code("not_your_phase", "This phase asks nothing of the seat.", "Wait until the view's `prompt` is not null."),
    Code(
        "bad_shape",
        "A field of the move is unknown, missing or of a wrong JSON type.",
        "Send what the view's `prompt` describes.",
    ),
    Code("unknown_type", "There is no move of this `type`.", "Send a type that the `detail` lists."),
    Code("wrong_phase", "The move belongs to another phase.", "Send a type that the `detail` names."),
    Code("bad_starter", "Only a drafter can be chosen to begin.", "Name a seat that the `detail` lists."),
    Code("ban_not_allowed", "Nothing is banned in this phase.", "Leave `ban` out."),
    Code("ban_required", "In this phase a card is banned as well.", "Name a card in `ban`."),
    Code("card_not_offered", "The card is not in the offer.", "Name a card that the `detail` lists."),
    Code("card_taken", "The card was picked or banned before.", "Name a card that the `detail` lists."),
    Code("same_card", "The same card is picked and banned.", "Name two cards."),
    Code("wrong_pick_type", "A card of another kind is to be picked here.", "Pick a card that the `detail` lists."),
    Code("wrong_ban_type", "A card of another kind is to be banned here.", "Ban a card that the `detail` lists."),
    Code("nothing_played", "The seat wants to play on, but plays no card.", "Play a card, or end the turn by `then`."),
    Code("too_many_actions", "The list is longer than a move may be.", "Play the first 40, and the rest after `more`."),
    Code("too_many_plays", "This is the last phase of play of the turn.", "End the turn by `then`."),
    Code("duplicate_card", "A card is named twice in the list.", "Name each card once."),
    Code("card_not_in_hand", "The card is not in the hand by then.", "Name a card that the `detail` lists."),
    Code("arena_not_allowed", "The card is played without an arena.", "Leave `arena` out."),
    Code("arena_required", "The card needs an arena.", "Name one that the `detail` lists."),
    Code("no_such_arena", "There is no arena of this number.", "Name one that the `detail` lists."),
    Code("own_hero_there", "The seat's own hero is in this arena.", "Name one that the `detail` lists."),
    Code("no_valid_target", "There is no hero for the card in this arena.", "Name an arena that the `detail` lists."),
    Code("to_required", "The card needs a destination.", "Name in `to` one that the `detail` lists."),
    Code("to_not_allowed", "The card moves no hero.", "Leave `to` out."),
    Code("bad_destination", "The hero cannot go there.", "Name in `to` one that the `detail` lists."),
    Code("not_enough_mana", "The card costs more mana than is left by then.", "Leave it out, or play it sooner."),
    Code("duplicate_arena", "Two cards are discarded into the same arena.", "Name another arena for each."),
    Code("not_in_shop", "That is not for sale by then.", "Buy what the `detail` lists."),
    Code("perk_already_bought", "The perk was bought during this display.", "Buy it once."),
    Code("not_enough_coins", "That costs more coins than are left by then.", "Buy less, or do not refresh."),
)
