"""What directors take back, and what they have played again. Each command returns the facts of one entry."""

from __future__ import annotations

from typing import Final

from server.access import codes
from server.access.errors import RefusedError
from server.organising.tournaments import facts
from server.organising.tournaments.decisions import places_of, require_not_paused, require_round, require_status
from server.organising.tournaments.stepping_in import require_table
from server.organising.tournaments.tournament import TournamentState

_MATCHES: Final = 10
"""How many matches a table can have at most, one after another."""


def undo_publication(state: TournamentState) -> list[facts.TournamentFact]:
    """
    Take back the publication of a round that has not started; who was withdrawn by it for not checking in is in again.

    Raises:
        RefusedError: No round is published, or somebody has entered or taken a place since.
    """
    require_not_paused(state)
    round_ = require_round(state, "published")
    entrants = state.course.entrants.values()
    for each in entrants:
        if each.entered_in > round_.number or any(was.rounds >= round_.number for was in each.earlier):
            raise RefusedError(codes.ACTED_ON, f"{each.id} has a new player since the round was published.")
    absent = [each.id for each in entrants if round_.number == 1 and each.left_because == "no_check_in"]
    return [facts.PublicationUndone(round_.number), *(facts.EntrantReturned(each, waiting=False) for each in absent)]


def undo_start(state: TournamentState) -> list[facts.TournamentFact]:
    """
    Take back the start of a round; its matches are called off, and a director starts it again.

    Whether nobody has acted in the matches is checked before.

    Raises:
        RefusedError: No round is started, or somebody has said to be ready, or a table is decided.
    """
    require_not_paused(state)
    round_ = require_round(state, "started")
    tables = round_.tables.values()
    if any(table.ready or table.seated or table.result != table.paired.result for table in tables):
        raise RefusedError(codes.ACTED_ON, "Somebody is ready at a table, or a table is decided, or tables were added.")
    return [facts.StartUndone(round_.number, round_.orders + 1)]


def replay_table(state: TournamentState, number: int, table: int, match_id: str) -> list[facts.TournamentFact]:
    """
    Have a table of the last round played again, in match `match_id`.

    The match before is called off if it runs, and its result does not count.

    Raises:
        RefusedError: There is no such table, a later round is published, an entrant is not there any more, or the
            table has had too many matches.
    """
    require_not_paused(state)
    require_status(state, "running")
    found = require_table(state, number, table)
    if state.course.terms.arena is not None:
        raise RefusedError(
            codes.TOO_LATE, "In an arena, its entrants go on to other tables: correct the result instead."
        )
    if any(later.status != "paired" or later.orders for later in state.course.rounds[number:]):
        raise RefusedError(codes.DEPENDENTS_STARTED, f"Round {number + 1} is published: correct the result instead.")
    there = {each.id for each in places_of(state.course)}
    if len(found.paired.entrants) < 2 or not there.issuperset(found.paired.entrants):
        raise RefusedError(codes.BAD_RESULT, "Only a table whose entrants are all there can be played again.")
    if len(found.matches) >= _MATCHES:
        raise RefusedError(codes.TOO_LATE, f"The table has had {_MATCHES} matches: decide it.")
    return [facts.TableReplayed(number, table, match_id, state.course.rounds[number - 1].orders + 1)]


def reopen(state: TournamentState) -> list[facts.TournamentFact]:
    """Go on while results are provisional. Raises RefusedError if they are not."""
    require_status(state, "provisional")
    if state.course.terms.arena is not None:
        raise RefusedError(codes.NOT_OPEN, "The time of an arena is over. Results can be corrected.")
    return [facts.TournamentReopened()]
