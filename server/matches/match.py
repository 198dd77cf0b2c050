"""A match in memory."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from engines.kit import SPECTATOR, Fact, Language, Viewer, copy_with
from server.logs.aggregates.aggregate import Aggregate, Step
from server.logs.directing.facts import RoleGiven, RoleTaken
from server.logs.store.entry import EncodedFact, Entry, Head
from server.logs.store.upcasting import Upcasting
from server.matches.bounds import Tally
from server.matches.fact_encoding import decode, upcasting_of
from server.matches.facts import MessageSent, SeatLeft, SeatReleased, SeatReserved, SeatTaken
from server.matches.projection import MatchProjection
from server.matches.spectators import SpectatorLag
from server.matches.state import MatchState, step

_MOVES_PEOPLE: Final = frozenset({SeatTaken, SeatLeft, SeatReserved, SeatReleased, RoleGiven, RoleTaken})


class Match(Aggregate[MatchState, MatchProjection]):
    """
    The fold of one match's log.

    Attributes:
        tally: The counts of limited actions.
    """

    kind = "match"

    def __init__(self, entries: Iterable[Entry], seed: bytes) -> None:
        """`entries` is the log from its beginning; not empty."""
        first, *rest = entries
        self.tally = Tally()
        self._lag = SpectatorLag()
        super().__init__(first.log_id, [first, *rest], seed)

    def next_step(self, entry: Entry, before: MatchState | None = None) -> Step[MatchState]:
        return step(before or self._state, entry)

    def decode(self, encoded: EncodedFact) -> Fact:
        return decode(self.state.engine, encoded)

    @property
    def upcasting(self) -> Upcasting:
        return upcasting_of(self.state.engine)

    def without(self, head: Head) -> MatchState:
        """What this process does not understand may belong to the rules."""
        return copy_with(self.state, head=head, rules_known=False)

    def projection(self, viewer: Viewer) -> MatchProjection:
        known = super().projection(viewer)
        known.rules_known = known.rules_known and self.state.rules_known
        return known

    def projection_of(self, viewer: Viewer) -> MatchProjection:
        return MatchProjection(viewer)

    def take_note(self, step: Step[MatchState], before: MatchState | None) -> None:
        if before is None or before.phase is not step.state.phase:
            self._lag.take_note(before, step.state, len(self.entries))
        self.tally.take_in(step.entry.kind, step.facts)

    def changes_people(self, step: Step[MatchState]) -> bool:
        return not _MOVES_PEOPLE.isdisjoint(map(type, step.facts))

    def deliverable(self, viewer: Viewer) -> int:
        """Spectators who are delayed do not receive the latest rounds until the match ends."""
        entries = len(self.entries)
        return self._lag.deliverable(self.state, entries) if viewer == SPECTATOR else entries

    @property
    def languages(self) -> Container[Language]:
        return self.state.engine.sentences

    def topic(self, fact: Fact) -> str | None:
        """The topic of a message is its channel."""
        return fact.channel if isinstance(fact, MessageSent) else None
