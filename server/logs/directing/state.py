"""A tournament or a series in memory: what both kinds share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from engines.kit import Fact
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.aggregates.aggregate import Aggregate, ProjectionT, Step
from server.logs.aggregates.held_roles import SIGHTED, Holders, after, role_of
from server.logs.directing.facts import (
    DirectorActed,
    EntriesLost,
    EventLogVersion,
    HostViewAsked,
    RoleGiven,
    RoleTaken,
    Visibility,
)
from server.logs.invitations.uses import count_uses
from server.logs.store.entry import Entry, Head


class Terms(Protocol):
    """What an event was created as."""

    @property
    def maker(self) -> Person: ...
    @property
    def visibility(self) -> Visibility: ...
    @property
    def log_version(self) -> EventLogVersion: ...


TermsT = TypeVar("TermsT", bound=Terms)


@dataclass(frozen=True)
class EventCourse(ABC, Generic[TermsT]):
    """
    What is known of an event, folded from facts.

    `insiders` held a role since there were matches to see that shows what directors see, and `lookers` are
    administrators who looked. `lost_heads` are the hashes of last entries that the database has lost.
    """

    created: TermsT | None = None
    holders: Holders = field(default_factory=dict)
    insiders: frozenset[str] = frozenset()
    lookers: frozenset[str] = frozenset()
    lost_heads: frozenset[str] = frozenset()
    status: str = ""
    before_pause: str = "running"
    entrants: Mapping[str, Any] = field(default_factory=dict)

    @property
    def terms(self) -> TermsT:
        if self.created is None:
            raise AssertionError("the first fact of an event tells everyone its terms")
        return self.created

    @property
    def ended(self) -> bool:
        return self.status in ("over", "cancelled")

    @property
    @abstractmethod
    def has_begun(self) -> bool:
        """Whether there were matches to see."""

    @abstractmethod
    def has_entered(self, player_id: str) -> bool:
        """Whether the player is or was an entrant, or in a team."""

    @abstractmethod
    def entrant_of(self, player_id: str) -> Any | None:  # noqa: ANN401  # of its own kind
        """Return the entrant that the player is, or whose team the player is in."""

    @abstractmethod
    def fold(self, fact: Fact) -> Self:
        """Return the course after a fact."""

    def fold_shared(self, fact: RoleGiven | RoleTaken | HostViewAsked | EntriesLost) -> Self:
        """Return the course after a fact that all kinds of events have."""
        if isinstance(fact, EntriesLost):
            return replace(self, lost_heads=self.lost_heads | {fact.head})
        player_id = fact.player.player_id
        if isinstance(fact, HostViewAsked):
            return replace(self, lookers=self.lookers | {player_id})
        saw = self.has_begun and role_of(self.holders, player_id) in SIGHTED and not self.has_entered(player_id)
        insiders = self.insiders | {player_id} if saw else self.insiders
        return replace(self, holders=after(self.holders, fact), insiders=insiders)


CourseT = TypeVar("CourseT", bound=EventCourse[Any])


@dataclass(frozen=True)
class EventState(Generic[CourseT]):
    """
    The truth of an event after entry `head`.

    `changed_at` is the time of that entry. `actions` counts what directors did. `accepted` counts how often each
    invitation was accepted, by its id.
    """

    head: Head
    course: CourseT
    created_at: str
    changed_at: str
    actions: int = 0
    accepted: Mapping[str, int] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        return self.course.ended

    @property
    def visibility(self) -> Visibility:
        terms: Terms = self.course.terms
        return terms.visibility

    @property
    def holders(self) -> Holders:
        return self.course.holders

    @property
    def published_head(self) -> str | None:
        """The hash of the last entry, as the next one tells it; old logs do not."""
        return None if self.course.terms.log_version == 1 else self.head.hash

    def role_held_by(self, player_id: str) -> HeldRole | None:
        """Return the role that a player holds."""
        return role_of(self.course.holders, player_id)

    def has_looked(self, player_id: str) -> bool:
        """Whether the player is an administrator whose look is noted."""
        return player_id in self.course.lookers

    def has_entered(self, player_id: str) -> bool:
        """Whether the player is or was an entrant."""
        return self.course.has_entered(player_id)

    def entrant_id_of(self, player_id: str) -> str | None:
        """Return the entrant that the player is, or whose team the player is in."""
        entrant = self.course.entrant_of(player_id)
        return None if entrant is None else entrant.id


EventStateT = TypeVar("EventStateT", bound=EventState[Any])


class EventLog(Aggregate[EventStateT, ProjectionT]):
    """The fold of the log of one event."""

    created: ClassVar[type[Fact]]
    """The fact with which it begins."""
    entered: ClassVar[tuple[type[Any], ...]]
    """The facts by which somebody enters, perhaps by an `invitation`."""
    of_people: ClassVar[tuple[type[Fact], ...]]
    """The facts besides those about roles that can make a player another viewer."""

    def __init__(self, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty."""
        first, *rest = entries
        super().__init__(first.log_id, [first, *rest], seed)

    @abstractmethod
    def first_state(self, entry: Entry) -> EventStateT:
        """Return the state before the facts of the first entry."""

    def next_step(self, entry: Entry, before: EventStateT | None = None) -> Step[EventStateT]:
        facts = tuple(self.decode(encoded) for encoded in self.upcasting.bring_up(entry.facts))
        before = before or self._state
        if before is None:
            if not isinstance(facts[0], self.created):
                raise ValueError(f"the log of a {self.kind} begins with {self.kind}_created")
            before = self.first_state(entry)
        course = before.course
        for fact in facts:
            course = course.fold(fact)
        actions = before.actions + sum(isinstance(fact, DirectorActed) for fact in facts)
        # A withheld entry does not say when it was made.
        at = entry.at or before.changed_at
        after = replace(before, head=entry.head, course=course, changed_at=at, actions=actions)
        if accepted := [fact.invitation for fact in facts if isinstance(fact, self.entered) and fact.invitation]:
            after = replace(after, accepted=count_uses(before.accepted, accepted))
        return Step(entry, facts, after)

    def changes_people(self, step: Step[EventStateT]) -> bool:
        return any(isinstance(fact, (*self.of_people, RoleGiven, RoleTaken)) for fact in step.facts)
