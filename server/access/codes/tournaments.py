"""Codes about tournaments."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.access.codes.server_code import NOTHING, new_code

_tournament: Final = partial(new_code, "Tournaments")

UNKNOWN_TOURNAMENT: Final = _tournament(
    "unknown_tournament",
    404,
    means="There is no tournament with this id, or the caller has no access to it.",
    do="Check the id; only entrants and directors have access to a private tournament.",
)
DIRECTORS_ONLY: Final = _tournament(
    "directors_only", 403, means="Only a director of the tournament can do this.", do="Ask a director."
)
DIRECTOR_PLAYS: Final = _tournament(
    "director_plays",
    403,
    409,
    means="A player who has or had a place in an event neither decides it, nor sees or decides its matches of others; "
    "in a series, no director can have a place.",
    do="Ask somebody who does not play; to enter, first give up your roles on matches of the event.",
)
BAD_SYSTEM: Final = _tournament(
    "bad_system",
    422,
    means="The system, the rule for absent players, or what results are worth do not suit each other or the game.",
    do="Choose another one, or another variant.",
)
TOO_MANY_ROUNDS: Final = _tournament(
    "too_many_rounds",
    422,
    means="With so many entrants at most, some would have to meet twice.",
    do="Plan fewer rounds, or admit more entrants.",
)
WOULD_TELL: Final = _tournament(
    "would_tell",
    422,
    means="The rule for absent players would show everyone that a seat is silent, which the matches hide.",
    do="Set `show_submitted` of `match`, for `waiting` without `spectator_lag`; or leave absence to the rules of the "
    "game (`default`).",
)
BAD_TIE_BREAK: Final = _tournament(
    "bad_tie_break",
    422,
    means="The tie-break is unknown, or has no meaning in this system.",
    do="Choose from those that the `detail` lists.",
)
NOT_OPEN: Final = _tournament(
    "not_open", 409, means="The tournament is in a state in which this is not possible.", do="Read its view again."
)
BAD_ROSTER: Final = _tournament(
    "bad_roster",
    422,
    means="The list of people cannot be read: it has no column of names, no players, or too many lines.",
    do="Send it as the `detail` says.",
)
ALREADY_ENTERED: Final = _tournament("already_entered", 409, means="The player has entered already.", do=NOTHING)
BAD_PARTNER: Final = _tournament(
    "bad_partner",
    422,
    means="The tournament is for teams and no partner is named, or the reverse; or the partner is the player.",
    do="Name another player as partner if the tournament has `teams`; otherwise omit it.",
)
NOT_ENTERED: Final = _tournament(
    "not_entered",
    409,
    means="The player has not entered, or has withdrawn.",
    do="Enter, also again after withdrawing; once entries are closed, ask a director.",
)
NOT_AN_ENTRANT: Final = _tournament(
    "not_an_entrant", 403, means="The caller is not an entrant of the tournament.", do="Enter first."
)
ALREADY_EXCUSED: Final = _tournament(
    "already_excused", 409, means="The entrant is excused from this round.", do=NOTHING
)
TOO_LATE: Final = _tournament(
    "too_late", 409, means="The time for this is over, or has not come.", do="Read the view again."
)
TIME_PASSED: Final = _tournament(
    "time_passed", 422, means="The time at which a round should start has passed.", do="Give a later time."
)
ROUND_OPEN: Final = _tournament(
    "round_open", 409, means="A round is not done, so this must wait.", do="Wait until all its tables have results."
)
NO_SUCH_ROUND: Final = _tournament(
    "no_such_round", 409, 404, means="No round is in the state that this needs.", do="Read the view again."
)
NO_ROUND_LEFT: Final = _tournament(
    "no_round_left", 409, means="All rounds have been played.", do="Finish the tournament."
)
NO_PAIRING: Final = _tournament(
    "no_pairing",
    409,
    means="There is no legal pairing; the `detail` says why.",
    do="What the `detail` says: pair with `allow_repeats`, send the pairing yourself, or finish the tournament.",
)
BAD_PAIRING: Final = _tournament(
    "bad_pairing", 422, means="The pairing is not possible; the `detail` says why.", do="Correct it and send it again."
)
UNKNOWN_ENTRANT: Final = _tournament(
    "unknown_entrant", 404, 422, means="The tournament has no such entrant.", do="Read the view again."
)
UNKNOWN_TABLE: Final = _tournament(
    "unknown_table", 409, means="There is no such table, or its round has not started.", do="Read the view again."
)
BAD_RESULT: Final = _tournament(
    "bad_result", 422, means="The points do not fit the table.", do="Give points for each entrant of the table."
)
DEPENDENTS_STARTED: Final = _tournament(
    "dependents_started",
    409,
    means="A later round of the bracket has begun with this result.",
    do="Void the later table first.",
)
ACTED_ON: Final = _tournament(
    "acted_on",
    409,
    means="Somebody has acted on what is to be taken back.",
    do="Correct what follows from it instead.",
)
TOURNAMENT_PAUSED: Final = _tournament(
    "tournament_paused", 409, means="The tournament is paused.", do="Resume it first."
)
PAUSED_BEFORE: Final = _tournament(
    "paused_before",
    409,
    means="Directors who play can pause once in each round.",
    do="Ask a director who does not play.",
)
TOURNAMENT_OVER: Final = _tournament("tournament_over", 409, means="The tournament is over.", do=NOTHING)
TOO_MANY_TOURNAMENTS: Final = _tournament(
    "too_many_tournaments",
    409,
    means="The caller directs too many tournaments that are not over.",
    do="Finish or cancel one.",
)
