"""Codes about matches and seats."""

from __future__ import annotations

from functools import partial
from typing import Final

from engines import kit
from server.access.codes.server_code import new_code, of_game

_match: Final = partial(new_code, "Matches and seats")

UNKNOWN_GAME: Final = _match(
    "unknown_game", 404, 422, means="The server does not have this game.", do="Choose a game that `listGames` returns."
)
UNKNOWN_VARIANT: Final = _match(
    "unknown_variant", 422, means="The game does not have this variant.", do="Choose a variant that `getGame` returns."
)
BAD_OPTION: Final = of_game(kit.BAD_OPTION, UNKNOWN_VARIANT.area)
BAD_OPTIONS: Final = of_game(kit.BAD_OPTIONS, UNKNOWN_VARIANT.area)
TOO_MANY_MATCHES: Final = _match(
    "too_many_matches",
    409,
    means="The player hosts too many unfinished matches.",
    do="Finish some of them, or void those that nobody needs.",
)
BAD_REST: Final = _match(
    "bad_rest",
    422,
    means="The time zone or a date of `rest` is unknown, nothing rests, or too little time is left that passes.",
    do="Name a zone of the IANA database, and a night of at most 16 hours, up to six days of the week, or dates.",
)
NO_LEAVE: Final = _match(
    "no_leave",
    409,
    means="The match, tournament or series gives no days of leave, or leave is taken in the event of the match.",
    do="Look at `leave_days`; in a match of a tournament or a series, take leave there.",
)
LEAVE_USED_UP: Final = _match(
    "leave_used_up",
    409,
    means="The player has fewer days of leave left.",
    do="Take fewer days: the `detail` says how many are left.",
)
RULES_NOT_OFFERED: Final = _match(
    "rules_not_offered",
    409,
    means="The match cannot go on by this version of its rules.",
    do="Choose one of the `newer_rules` of the match; without any, it is played to its end by its own.",
)
RULES_NOT_PROPOSED: Final = _match(
    "rules_not_proposed",
    409,
    means="Nobody proposes this version of the rules; a proposal ends with the phase in which it is made.",
    do="Look at `proposed_rules` of the match; the host can propose it again.",
)
UNKNOWN_MATCH: Final = _match(
    "unknown_match",
    404,
    means="There is no match with this id, or the caller has no access to it.",
    do="Check the id; only players with a seat or a reservation have access to a private match.",
)
UNKNOWN_PLAYER: Final = _match(
    "unknown_player",
    404,
    means="There is no player with this id.",
    do="Check the id; `getMe` returns a player's own id.",
)
UNKNOWN_SEAT: Final = _match(
    "unknown_seat", 404, 422, means="The match does not have this seat.", do="Choose a seat that the `detail` lists."
)
ALREADY_SEATED: Final = _match(
    "already_seated",
    409,
    422,
    means="The player already has another seat of the match, or a reservation for one.",
    do="A player can have only one seat: leave or release the other one first.",
)
NAME_TOO_SIMILAR: Final = _match(
    "name_too_similar",
    409,
    422,
    means="Another player or reservation of the match, or entrant of the tournament, has a name that looks alike.",
    do="Take part as a player with another name; nobody's name changes.",
)
SEAT_TAKEN: Final = _match(
    "seat_taken", 409, means="The seat is taken.", do="Choose another seat, or wait until it is free."
)
SEAT_RESERVED: Final = _match(
    "seat_reserved",
    409,
    means="The seat is reserved for another player.",
    do="Choose another seat, or ask the host to release this one (`leaveSeat`).",
)
DOOR_CLOSED: Final = _match(
    "door_closed",
    409,
    means="The host has closed the match to players without a reservation or an invitation.",
    do="Ask the host for an invitation, or choose a match with `door_open` true.",
)
SEAT_EMPTY: Final = _match("seat_empty", 409, means="The seat is empty.", do="Read the match again.")
NOT_YOUR_SEAT: Final = _match(
    "not_your_seat",
    403,
    means="Another player has this seat.",
    do="Leave your own seat; only the host can clear other seats.",
)
NOT_YOUR_ENTROPY: Final = _match(
    "not_your_entropy",
    422,
    means="The request contains entropy for another player or a bot.",
    do="Send `entropy` only for your own seat.",
)
TOO_MANY_SEATINGS: Final = _match(
    "too_many_seatings",
    409,
    means="The seats were changed too often: by this player, by all players without a reservation, or by hosts.",
    do="Ask the host to reserve a seat for you, which you can always take, or use another match.",
)
UNKNOWN_INVITATION: Final = _match(
    "unknown_invitation",
    404,
    means="There is no such invitation.",
    do="Send the complete token of the invitation, or ask the host or a director for another one.",
)
INVITATION_EXPIRED: Final = _match(
    "invitation_expired", 409, means="The invitation has expired.", do="Ask the host or a director for another one."
)
INVITATION_WITHDRAWN: Final = _match(
    "invitation_withdrawn", 409, means="The invitation was withdrawn.", do="Ask the host or a director for another one."
)
INVITATION_USED_UP: Final = _match(
    "invitation_used_up",
    409,
    means="The invitation was accepted the maximum number of times.",
    do="Ask the host or a director for another one.",
)
WRONG_SEAT: Final = _match(
    "wrong_seat",
    422,
    means="The invitation is for another seat.",
    do="Omit `seat`, or send the one that the invitation names.",
)
TOO_MANY_INVITATIONS: Final = _match(
    "too_many_invitations",
    409,
    means="The match or the event has had too many invitations.",
    do="Use one that can be accepted several times, or reserve seats for players (`takeSeat`), or enter them.",
)
SEATS_EMPTY: Final = _match(
    "seats_empty", 409, means="Some seats are empty.", do="Fill the seats that the `detail` lists, then start."
)
ALREADY_STARTED: Final = _match(
    "already_started",
    409,
    means="The match has started, so its seats are fixed.",
    do="Ask the host to replace a player, or join another match.",
)
