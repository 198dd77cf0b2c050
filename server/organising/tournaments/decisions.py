"""What the commands of a tournament have in common: how they make entries, and what they require."""

from __future__ import annotations

from typing import Final

from server.access import codes
from server.access.errors import RefusedError
from server.organising.tournaments.course import Course
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import FACTS
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.tournament import TournamentState

OPEN_FIELD: Final = frozenset({"swiss", "heats", "own", "arena"})
"""Systems whose next round depends on who is there; in the others nobody can enter after the first round."""


entry, action_entry = FACTS.entry, FACTS.action_entry


def not_open() -> RefusedError:
    return RefusedError(codes.NOT_OPEN, "The tournament does not accept entries now.")


def places_of(course: Course) -> list[Entrant]:
    """Return the entrants with a place who are not withdrawn, in the order of their entry."""
    return [each for each in course.entrants.values() if not each.waiting and not each.withdrawn]


def plays(course: Course, entrant: EntrantId) -> bool:
    """Whether an entrant is to be paired in the next round, unless excused."""
    known = course.entrants[entrant]
    here = known.checked_in or course.status != "check_in"
    return here and not known.waiting and not known.withdrawn


def require_round(state: TournamentState, status: str) -> RoundCourse:
    round_ = state.course.open_round
    if round_ is None or round_.status != status:
        raise RefusedError(codes.NO_SUCH_ROUND, f"No round is {status}.")
    return round_


def require_status(state: TournamentState, *statuses: str) -> None:
    if state.course.status not in statuses:
        raise RefusedError(codes.NOT_OPEN, f"The tournament is {state.course.status}.")


def require_not_over(state: TournamentState) -> None:
    if state.ended:
        raise RefusedError(codes.TOURNAMENT_OVER, "The tournament is over.")


def require_not_paused(state: TournamentState) -> None:
    if state.course.status == "paused":
        raise RefusedError(codes.TOURNAMENT_PAUSED, "The tournament is paused.")
