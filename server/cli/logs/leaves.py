"""Whether the leaves in the matches of an event are those that its entrants have taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from server.cli.logs.request_bounds import ImpossibleError
from server.logs.store.entry import EncodedFact, Entry


@dataclass
class Leaves:
    """Which leaves the log of an event has told so far: by whom, since when, and until when."""

    known: set[tuple[Any, ...]] = field(default_factory=set)

    def note(self, facts: Iterable[EncodedFact]) -> None:
        self.known.update(_leave(told, told.fact["entrant"]) for told in facts if told.type == "leave_taken")

    def require(self, log: Sequence[Entry], seats: Mapping[Any, str]) -> None:
        """
        Check the leaves in a match, where these seats are those of entrants.

        Raises:
            ImpossibleError: The event has given no such leave.
        """
        for told in (told for entry in log for told in entry.facts if told.type == "leave_set"):
            if _leave(told, seats.get(told.fact["seat"])) not in self.known:
                raise ImpossibleError(f"Seat {told.fact['seat']} of match {log[0].log_id} was on leave of its own.")


def _leave(told: EncodedFact, entrant: object) -> tuple[Any, ...]:
    return entrant, told.fact["since"], told.fact["until"]
