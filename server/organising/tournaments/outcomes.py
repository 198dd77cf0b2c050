"""Which seats of a match the entrants of a table have, and how many points its outcome gives them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from engines.kit import Outcome, Seat, SeatId
from server.access.player import Person
from server.matches.state import MatchState
from server.organising.tournaments.course import Course
from server.organising.tournaments.facts import Teams
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import WIN, EntrantId, Result

MAX_REPLAYS: Final = 3
"""How often a table that must have a winner is played again; then the better number wins."""


def seats_of_table(seats: Sequence[Seat], entrants: int, teams: Teams | None) -> list[list[Seat]]:
    """
    Return the seats that each of so many entrants has, in the order of the game; bots have the others.

    Realms get equally many, the first one one more if need be. A team has all seats of one of the game's teams.
    """
    if teams is not None:
        return teams_of(seats)[:entrants]
    by_realm: dict[str | None, list[Seat]] = {}
    for seat in seats:
        by_realm.setdefault(seat.realm, []).append(seat)
    in_turn = [seat for row in zip_longest(*by_realm.values()) for seat in row if seat is not None]
    chosen = in_turn[:entrants]
    return [[seat] for seat in seats if seat in chosen]


def teams_of(seats: Sequence[Seat]) -> list[list[Seat]]:
    """Return the seats of each team; empty in games without teams."""
    by_team: dict[str, list[Seat]] = {}
    for seat in seats:
        if seat.team is not None:
            by_team.setdefault(seat.team, []).append(seat)
    return list(by_team.values())


def entrants_by_seat(table: TableCourse, match: MatchState, teams: Teams | None) -> dict[SeatId, EntrantId]:
    """Return the entrants of a table by their seats in its match."""
    entrants = table.paired.entrants
    sitting = seats_of_table(match.created.seats, len(entrants), teams)
    return {seat.id: entrant for own, entrant in zip(sitting, entrants, strict=True) for seat in own}


@dataclass(frozen=True, slots=True)
class TakenResult:
    """The result of a match for its table, and who adjudicated the match, if somebody did."""

    result: Result
    by: Person | None = None


def points_of(
    outcome: Outcome, seats: Sequence[SeatId], course: Course, entrants: Sequence[EntrantId]
) -> tuple[int, ...]:
    """
    Return the points of a match in which these entrants had these seats, in order; the seats of a team share a rank.

    In halves, an entrant gets two points for everyone behind and one for everyone level: at a table of two, a win is 2
    and a draw 1. Seats without an entrant do not count, nor do entrants who have withdrawn, or had when the match
    began, because a bot had their seat.
    """
    rank: Mapping[SeatId, int] = outcome.rank
    begun = {} if course.open_round is None else course.open_round.entrants
    gone = {each.id for known in (course.entrants, begun) for each in known.values() if each.withdrawn}
    ranks = [
        None if len(entrants) > 2 and entrant in gone else rank[seat]
        for entrant, seat in zip(entrants, seats, strict=True)
    ]
    counted = [each for each in ranks if each is not None]
    points = [0 if own is None else 2 * sum(other > own for other in counted) + counted.count(own) - 1 for own in ranks]
    return tuple(points)


def forfeit_result(table: TableCourse, missing: Collection[EntrantId]) -> Result:
    """Return the result of a table of two that the `missing` forfeit."""
    if len(missing) > 1:
        return Result("double_forfeit", (0, 0))
    return Result("forfeit", tuple(0 if entrant in missing else WIN for entrant in table.paired.entrants))


def result_at(table: TableCourse, match: MatchState, course: Course) -> TakenResult | None:
    """Return the result of a match that is over for its table of the open round; None if it is played again."""
    entrants = table.paired.entrants
    if match.absent is not None and match.absent.then == "forfeit":
        seated = entrants_by_seat(table, match, course.terms.teams)
        return TakenResult(forfeit_result(table, {seated[seat] for seat in match.absent.seats}))
    by = None
    if match.outcome is None:
        result = Result("double_forfeit", (0,) * len(entrants))
    else:
        sitting = seats_of_table(match.created.seats, len(entrants), course.terms.teams)
        by = None if course.terms.log_version == 1 else match.adjudicated_by
        points = points_of(match.outcome, [first.id for first, *_ in sitting], course, entrants)
        result = Result("played" if by is None else "adjudicated", points)
    in_bracket = course.open_round is not None and course.in_bracket(course.open_round.number)
    must_win = in_bracket and is_level(result)
    if (must_win or match.outcome is None) and table.replays < MAX_REPLAYS:
        return None
    if must_win:
        best = min(entrants, key=course.numbered.index)
        return TakenResult(Result("adjudicated", tuple(WIN if each == best else 0 for each in entrants)))
    return TakenResult(result, by)


def is_level(result: Result) -> bool:
    """Whether nobody is ahead of all others."""
    return result.points.count(max(result.points)) > 1
