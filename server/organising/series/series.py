"""
A series in memory: a further kind of log.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from engines.kit import Fact, Language, Viewer
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.aggregates.aggregate import Aggregate, Step
from server.logs.aggregates.held_roles import Holders, role_of
from server.logs.aggregates.projection import Projection
from server.logs.directing.facts import DirectorActed, RoleGiven, RoleTaken, Visibility
from server.logs.invitations.uses import counted
from server.logs.store.entry import EncodedFact, Entry, Head
from server.organising.series.course import Course
from server.organising.series.facts import (
    EntrantId,
    PlaceHandedOver,
    PlaceLeft,
    PlaceTaken,
    SeriesCreated,
    decode,
)
from server.organising.series.story import SENTENCES, Teller, lines_of
from server.runtime.times import parse_timestamp


@dataclass(frozen=True)
class SeriesState:
    """
    The truth of a series after entry `head`.

    `changed_at` is the time of that entry. `actions` counts what directors did. `accepted` counts how often each
    invitation was accepted, by its id.
    """

    head: Head
    course: Course
    created_at: str
    changed_at: str
    actions: int = 0
    accepted: Mapping[str, int] = field(default_factory=dict)

    @property
    def series_id(self) -> str:
        return self.course.terms.series_id

    @property
    def ended(self) -> bool:
        return self.course.ended

    @property
    def visibility(self) -> Visibility:
        return self.course.terms.visibility

    @property
    def holders(self) -> Holders:
        return self.course.holders

    @property
    def lookers(self) -> frozenset[str]:
        return self.course.lookers

    def role_held_by(self, player_id: str) -> HeldRole | None:
        """Return the role that a player holds on the series."""
        return role_of(self.course.holders, player_id)

    def has_entered(self, player_id: str) -> bool:
        """Whether the player has or had a place."""
        return player_id in self.course.was or self.entrant_id_of(player_id) is not None

    def entrant_id_of(self, player_id: str) -> EntrantId | None:
        """Return the place of the player, also after leaving the season."""
        entrant = self.course.entrant_of(player_id)
        return None if entrant is None else entrant.id


class SeriesProjection(Projection):
    """
    One viewer's knowledge of one series.

    Attributes:
        course: What the viewer was told of it.
    """

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.course = Course()
        # Places that changed hands, who had them, and the last event before that.
        self._were: tuple[tuple[int, EntrantId, Person | None], ...] = ()

    def narrate(self, facts: Iterable[Fact], cursor: int, language: Language) -> list[str]:
        return lines_of(list(facts), Teller(self.course, language, self._player_at, cursor))

    def _player_at(self, entrant: EntrantId, cursor: int) -> Person | None:
        """Return who had a place at event `cursor`; None is a bot, or nobody."""
        earlier = [player for until, each, player in self._were if each == entrant and cursor <= until]
        known = self.course.entrants.get(entrant)
        if earlier:
            return earlier[0]
        return None if known is None else known.player

    def fold(self, fact: Fact) -> None:
        if isinstance(fact, PlaceHandedOver | PlaceLeft):
            self._were = (*self._were, (self.cursor, fact.entrant, self.course.entrants[fact.entrant].player))
        self.course = self.course.fold(fact)


class Series(Aggregate[SeriesState, SeriesProjection]):
    """The fold of one series' log."""

    kind = "series"
    event_type = "series_event"

    def __init__(self, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty."""
        first, *rest = entries
        super().__init__(first.log_id, [first, *rest], seed)

    def next_step(self, entry: Entry) -> Step[SeriesState]:
        facts = tuple(decode(encoded) for encoded in entry.facts)
        before = self._state
        if before is None:
            if not isinstance(facts[0], SeriesCreated):
                raise ValueError("a series' log begins with series_created")
            before = SeriesState(entry.head, Course(), entry.at, entry.at)
        course = before.course
        for fact in facts:
            course = course.fold(fact)
        actions = before.actions + sum(isinstance(fact, DirectorActed) for fact in facts)
        after = replace(before, head=entry.head, course=course, changed_at=entry.at, actions=actions)
        if accepted := [fact.invitation for fact in facts if isinstance(fact, PlaceTaken) and fact.invitation]:
            after = replace(after, accepted=counted(before.accepted, accepted))
        return Step(entry, facts, after)

    def decode(self, encoded: EncodedFact) -> Fact:
        return decode(encoded)

    def projection_of(self, viewer: Viewer) -> SeriesProjection:
        return SeriesProjection(viewer)

    @property
    def languages(self) -> Container[Language]:
        return SENTENCES

    def changes_people(self, step: Step[SeriesState]) -> bool:
        return any(
            isinstance(fact, PlaceTaken | PlaceLeft | PlaceHandedOver | RoleGiven | RoleTaken) for fact in step.facts
        )


def due_at(state: SeriesState) -> datetime | None:
    """
    Return when the server must next do something in the series; None: only people can act, or matches.

    What is due at once is due since the last entry.
    """
    course = state.course
    if course.carried_out < course.orders:
        return parse_timestamp(state.changed_at)
    decision = course.open_decision
    if course.status != "running" or decision is None or decision.until is None:
        return None
    return parse_timestamp(decision.until)
