"""Whether a tournament still asks of a player what the player's own stream has told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from server.organising.tournaments.course import Course, Entrant, RoundCourse
from server.organising.tournaments.repository import TournamentRepository

_ASKING: Final = frozenset({"check_in_asked", "ready_asked", "partner_asked"})


async def asks(tournaments: TournamentRepository, player_id: str, fact: Mapping[str, Any]) -> bool:
    """
    Return whether it does; true of news that asks nothing.

    Raises:
        RefusedError: The tournament cannot be read now.
    """
    if fact["type"] not in _ASKING:
        return True
    return _asks((await tournaments.get(fact["tournament_id"])).state.course, player_id, fact)


def _asks(course: Course, player_id: str, fact: Mapping[str, Any]) -> bool:
    entrant = course.entrant_of(player_id)
    match fact["type"]:
        case "check_in_asked":
            return entrant is not None and course.status == "check_in" and not _is_done(entrant)
        case "ready_asked":
            round_ = course.open_round
            return entrant is not None and round_ is not None and _is_missing(round_, fact, entrant)
        case _:
            return entrant is None and not course.ended


def _is_done(entrant: Entrant) -> bool:
    return entrant.checked_in or entrant.withdrawn


def _is_missing(round_: RoundCourse, fact: Mapping[str, Any], entrant: Entrant) -> bool:
    table = round_.tables.get(fact["table"])
    if table is None or round_.number != fact["round"] or table.result is not None:
        return False
    return round_.ready_until == fact["ready_until"] and entrant.id not in table.ready
