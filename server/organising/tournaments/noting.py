"""The command by which those who direct or judge note something about a table, for each other."""

from __future__ import annotations

from server.access import codes
from server.access.errors import RefusedError
from server.organising.tournaments.decisions import require_not_over
from server.organising.tournaments.facts import TableNoted
from server.organising.tournaments.tournament import TournamentState


def note_table(state: TournamentState, number: int, table: int, text: str) -> TableNoted:
    """
    Note something about a table of a round that is paired, in place of the last note; empty for none.

    The same note again is possible: a log from which somebody left does not say any more what the last one was.

    Raises:
        RefusedError: The tournament is over, or has no such table.
    """
    require_not_over(state)
    rounds = state.course.rounds
    if number > len(rounds):
        raise RefusedError(codes.UNKNOWN_TABLE, f"Round {number} is not paired yet.", pointer="/round")
    if table not in rounds[number - 1].tables:
        raise RefusedError(codes.UNKNOWN_TABLE, f"Round {number} has no table {table}.", pointer="/table")
    return TableNoted(number, table, text)
