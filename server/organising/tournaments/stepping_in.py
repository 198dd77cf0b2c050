"""The commands by which directors intervene. Each returns the facts of one entry."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from server.access import codes
from server.access.errors import RefusedError
from server.organising.tournaments import facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import require_not_over, require_not_paused, require_round, require_status
from server.organising.tournaments.outcomes import forfeit_result
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import WIN, EntrantId, How, Result
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import parse_timestamp, timestamp

PLAYERS_PAUSE: Final = timedelta(minutes=10)
"""How long a pause by a director who plays lasts at most. There is one in each round, so they do not add up."""

_BYES: Final[frozenset[How]] = frozenset({"bye", "half_bye", "zero_bye"})


def settle(state: TournamentState, number: int, table: int, result: Result) -> list[facts.TournamentFact]:
    """Give an open table a result without its match, or correct the result of a table that is done."""
    require_not_over(state)
    found = require_table(state, number, table)
    round_ = state.course.rounds[number - 1]
    _require_fitting(found, result, in_bracket=state.course.in_bracket(number))
    if found.result is not None:
        _require_no_dependents(state.course, number, found)
        return [facts.ResultCorrected(number, table, result.how, result.points)]
    done: list[facts.TournamentFact] = [facts.TableDone(number, table, result.how, result.points)]
    ends = len(round_.unfinished) == 1 and not state.course.adds_tables
    return [*done, facts.RoundDone(number)] if ends else done


def _require_fitting(table: TableCourse, result: Result, *, in_bracket: bool) -> None:
    """Check that a table could end with this result."""
    entrants, points = len(table.paired.entrants), result.points
    if len(points) != entrants:
        raise RefusedError(codes.BAD_RESULT, f"The table has {entrants} entrants: give points for each.")
    if (result.how in _BYES) != (entrants == 1):
        raise RefusedError(codes.BAD_RESULT, "A bye can only become another bye, and a table cannot become one.")
    # As many as there are if everyone is level: 1 for each other one, in halves.
    if sum(points) > max(entrants * (entrants - 1), WIN) or (result.how == "double_forfeit" and any(points)):
        raise RefusedError(codes.BAD_RESULT, "These are more half points than the table has.")
    level = result.how != "double_forfeit" and entrants > 1 and points.count(max(points)) > 1
    if level and in_bracket:
        raise RefusedError(codes.BAD_RESULT, "A table of a bracket needs a winner.")


def _require_no_dependents(course: Course, number: int, table: TableCourse) -> None:
    """Check that no later table of a bracket has begun with this result; on that of a group depends all of it."""
    in_bracket = course.in_bracket(number)
    for later in (each for each in course.rounds[number:] if course.in_bracket(each.number)):
        if later.orders and later.status in ("paired", "published"):
            raise RefusedError(codes.DEPENDENTS_STARTED, f"Round {later.number} was started: start it again first.")
        here = {entrant for each in later.tables.values() for entrant in each.paired.entrants}
        depends = not in_bracket or not here.isdisjoint(table.paired.entrants)
        if later.status in ("started", "done") and depends:
            raise RefusedError(codes.DEPENDENTS_STARTED, f"Round {later.number} has begun with this result.")


def forfeit(
    state: TournamentState, number: int, table: int, entrants: Sequence[EntrantId]
) -> list[facts.TournamentFact]:
    """Decide an open table of two against one of its entrants, or both."""
    found = require_open(state, number, table)
    seated = found.paired.entrants
    if len(seated) != 2 or not set(entrants) <= set(seated):
        raise RefusedError(codes.BAD_RESULT, f"Name one or both of {', '.join(seated)}, at a table of two.")
    return settle(state, number, table, forfeit_result(found, list(set(entrants))))


def void_table(state: TournamentState, number: int, table: int) -> list[facts.TournamentFact]:
    """End an open table without points."""
    found = require_open(state, number, table)
    return settle(state, number, table, _void(found))


def end_round(state: TournamentState) -> list[facts.TournamentFact]:
    """End all open tables of the round without points."""
    round_ = require_round(state, "started")
    voided: list[facts.TournamentFact] = []
    for table in round_.unfinished:
        result = _void(table)
        voided.append(facts.TableDone(round_.number, table.paired.table, result.how, result.points))
    return [*voided, facts.RoundDone(round_.number)]


def extend(state: TournamentState, number: int, table: int | None, seconds: int) -> list[facts.TournamentFact]:
    """Order more time for the match of an open table, or of all open tables of the round."""
    require_not_paused(state)
    if table is None:
        round_ = require_round(state, "started")
        if round_.number != number:
            raise RefusedError(codes.NO_SUCH_ROUND, f"Round {round_.number} is open.")
        tables = tuple(each.paired.table for each in round_.unfinished)
    else:
        tables = (require_open(state, number, table).paired.table,)
    return [facts.ExtensionOrdered(number, tables, seconds, state.course.rounds[number - 1].orders + 1)]


def close_phase(state: TournamentState, number: int, table: int, phase: int) -> list[facts.TournamentFact]:
    """Order that a phase of an open table's match closes."""
    require_not_paused(state)
    found = require_open(state, number, table)
    order = state.course.rounds[number - 1].orders + 1
    return [facts.CloseOrdered(number, table, phase, found.paired.entrants, order)]


def _void(table: TableCourse) -> Result:
    return Result("double_forfeit", (0,) * len(table.paired.entrants))


def require_open(state: TournamentState, number: int, table: int) -> TableCourse:
    """Return a table without a result. Raises RefusedError if it does not exist, or has one."""
    found = require_table(state, number, table)
    if found.result is not None:
        raise RefusedError(codes.TOO_LATE, "The table has a result. Correct it instead.")
    return found


def require_table(state: TournamentState, number: int, table: int) -> TableCourse:
    """Return a table of a round that was started. Raises RefusedError if it does not exist."""
    rounds = state.course.rounds
    if not 1 <= number <= len(rounds) or rounds[number - 1].status not in ("started", "done"):
        raise RefusedError(codes.UNKNOWN_TABLE, "This round has not been started.")
    found = rounds[number - 1].tables.get(table)
    if found is None:
        raise RefusedError(codes.UNKNOWN_TABLE, f"Round {number} has no table {table}.")
    return found


def pause(state: TournamentState, now: datetime, *, by_player: bool) -> list[facts.TournamentFact]:
    """Pause the tournament; a director who plays can do so once a round, and it ends by itself."""
    require_not_over(state)
    require_not_paused(state)
    require_status(state, "draft", "open", "check_in", "running")
    left = _left_seconds(state.course, now)
    if not by_player:
        return [facts.TournamentPaused(None, left)]
    if state.course.player_paused_in == state.course.published:
        raise RefusedError(
            codes.PAUSED_BEFORE, "A director who plays has paused this round already. Ask one who does not play."
        )
    return [facts.TournamentPaused(timestamp(now + PLAYERS_PAUSE), left)]


def _left_seconds(course: Course, now: datetime) -> int | None:
    """Return how much is left of an arena's time, in full seconds; None if its time does not run."""
    if course.last is None or course.last.ends_at is None or not course.adds_tables:
        return None
    return max(0, ceil((parse_timestamp(course.last.ends_at) - now).total_seconds()))


def resume(state: TournamentState, now: datetime) -> list[facts.TournamentFact]:
    """
    Resume the tournament. Tables of the open round that wait for their entrants wait as long as at its start.

    The fact has the time even if nobody is missing, because only directors may know that.
    """
    require_status(state, "paused")
    last, seconds = state.course.last, state.course.terms.absence.ready_seconds
    waits = last is not None and last.status == "started" and last.ready_until is not None
    until = state.course.rests.end_of(now, timedelta(seconds=seconds))
    left = None if last is None else last.left_seconds
    ends_at = None if left is None else timestamp(now + timedelta(seconds=left))
    return [facts.TournamentResumed(timestamp(until) if waits else None, ends_at)]


def finish(
    state: TournamentState, places: Sequence[tuple[int, EntrantId]], seed: bytes, now: datetime, *, by_player: bool
) -> list[facts.TournamentFact]:
    """
    End the tournament with these places, or let results be provisional first. Planned rounds without a pairing are
    not played.

    A director who plays cannot omit rounds, because this could decide who wins.
    """
    require_not_over(state)
    if state.course.provisional_until is not None:
        raise RefusedError(
            codes.NOT_OPEN, f"Results can be corrected until {state.course.provisional_until}: it is over then."
        )
    if not state.course.rounds or state.course.open_round is not None:
        raise RefusedError(codes.ROUND_OPEN, "At least one round must be done, and none open.")
    if by_player and not state.course.all_rounds_done:
        raise RefusedError(
            codes.DIRECTOR_PLAYS, "Rounds are left: only a director who does not play can end the tournament now."
        )
    provisional = state.course.terms.corrections_seconds
    if provisional:
        return [facts.ResultsProvisional(timestamp(now + timedelta(seconds=provisional)))]
    return end(state, places, seed)


def end(state: TournamentState, places: Sequence[tuple[int, EntrantId]], seed: bytes) -> list[facts.TournamentFact]:
    """End the tournament, with these places."""
    return [facts.TournamentOver(tuple(places), seed.hex(), state.published_head)]


def cancel(state: TournamentState) -> list[facts.TournamentFact]:
    require_not_over(state)
    return [facts.TournamentCancelled()]
