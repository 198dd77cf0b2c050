"""Whether those who sat down at the matches of an event are its entrants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from server.access.player import Person
from server.cli.logs.request_bounds import ImpossibleError
from server.logs.store.entry import Entry
from server.logs.store.personal import LEFT

EntrantT = TypeVar("EntrantT")


@dataclass
class Sitters:
    """
    Who has or had the place of which entrant, by the log of the event; None is a bot.

    A match is created a moment after the entry that names it, in which a place can change hands.
    """

    known: defaultdict[str, set[Person | None]] = field(default_factory=lambda: defaultdict(set))
    _seen: Mapping[str, Any] = field(default_factory=dict)

    def take_changes(self, entrants: Mapping[str, EntrantT]) -> Iterator[EntrantT]:
        """Yield the entrants that are not as they were at the last call."""
        before, self._seen = self._seen, entrants
        if entrants is not before:
            yield from (each for entrant, each in entrants.items() if before.get(entrant) is not each)

    def note(self, entrant: str, players: Collection[Person | None]) -> None:
        self.known[entrant].update(players)

    def require(self, created: Entry, seats: Mapping[Any, str]) -> None:
        """
        Check who sat down in the first entry of a match, where these seats are those of entrants, and others of bots.

        Raises:
            ImpossibleError: Somebody else sat down.
        """
        for told in created.facts:
            if told.type != "seat_taken":
                continue
            fact: Any = told.fact
            entrant = seats.get(fact["seat"])
            allowed = {None} if entrant is None else self.known[entrant]
            if not any(_is_same(fact["player"], person) for person in allowed):
                raise ImpossibleError(f"Seat {fact['seat']} of match {created.log_id} had somebody else.")


def _is_same(sitting: Mapping[str, str] | None, person: Person | None) -> bool:
    if sitting is None or person is None:
        return sitting is None and person is None
    names = (sitting["name"], person.name)
    return sitting["player_id"] == person.player_id and (names[0] == names[1] or LEFT in names)
