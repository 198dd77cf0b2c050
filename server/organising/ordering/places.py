"""Who has a place in which event, for the matches that it ordered (`server/matches/seats/places.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.access.errors import RefusedError, UnavailableError
from server.logs.aggregates.kind import KindName
from server.logs.aggregates.repository import Repository
from server.logs.directing.state import EventState
from server.matches.facts import MatchCreated


class EventPlaces:
    """The places in all events; `events` are the logs of each kind."""

    def __init__(self, events: Mapping[KindName, Repository[Any]]) -> None:
        self._events = events

    async def has_place(self, created: MatchCreated, player_id: str) -> bool:
        """
        Whether the player has or had a place in the event that ordered the match; false for other matches.

        Raises:
            UnavailableError: The database does not respond.
        """
        log_id = created.ordered_by
        if log_id is None:
            return False
        repository = self._events["tournament" if created.tournament is not None else "series"]
        try:
            live = await repository.get(log_id)
        except UnavailableError:
            raise
        except RefusedError:  # a database that has lost the event
            return False
        await repository.refresh(live)
        state: EventState[Any] = live.state
        return state.has_entered(player_id)
