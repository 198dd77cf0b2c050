"""A tournament in memory."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engines.kit import Fact, Language, Viewer
from server.access.player import Person
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.projection import Projection
from server.logs.directing.state import EventLog, EventState
from server.logs.store.entry import EncodedFact, Entry
from server.logs.store.upcasting import Upcasting
from server.matches.seats.names import skeleton
from server.organising.tournaments import facts as tournament_facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.story import SENTENCES, Narrator, lines_of, speaker_of


@dataclass(frozen=True)
class TournamentState(EventState[Course]):
    """
    The truth of a tournament.

    `skeletons` are those of the names of players who entered, by player. They are kept because computing thousands of
    them takes longer than a call may. `tables_at` is the time of the last entry that started tables; empty before.
    """

    skeletons: Mapping[str, str] = field(default_factory=dict)
    tables_at: str = ""

    @property
    def tournament_id(self) -> str:
        return self.course.terms.tournament_id


class TournamentProjection(Projection):
    """
    One viewer's knowledge of one tournament.

    Attributes:
        course: What the viewer knows of it.
        acted: The last action of a director that the viewer knows, and its reason.
    """

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.course = Course()
        self.acted: tournament_facts.DirectorActed | None = None
        # Entrants who were replaced, who they were, and the last event before that.
        self._were: tuple[tuple[int, Entrant], ...] = ()

    def narrate(self, facts: Iterable[Fact], cursor: int, language: Language) -> list[str]:
        speaker = speaker_of(self.course, language)
        return lines_of(list(facts), Narrator(self.viewer, self.course, speaker, self._players_at, cursor))

    def _players_at(self, entrant: EntrantId, cursor: int) -> list[Person]:
        """Return the players of an entrant at event `cursor`; empty for a bot."""
        known = self.course.entrants[entrant]
        return next((was for until, was in self._were if was.id == entrant and cursor <= until), known).players

    def fold(self, fact: Fact) -> None:
        if isinstance(fact, tournament_facts.DirectorActed):
            self.acted = fact
        if isinstance(fact, tournament_facts.EntrantReplaced | tournament_facts.NewcomerSeated):
            self._were = (*self._were, (self.cursor, self.course.entrants[fact.entrant]))
        self.course = self.course.fold(fact)


class Tournament(EventLog[TournamentState, TournamentProjection]):
    """The fold of one tournament's log."""

    kind = "tournament"
    event_type = "tournament_event"
    created = tournament_facts.TournamentCreated
    entered = (tournament_facts.Entered, tournament_facts.EntrantReplaced)
    of_people = (
        tournament_facts.Entered,
        tournament_facts.EntrantWithdrawn,
        tournament_facts.EntrantReturned,
        tournament_facts.EntrantReplaced,
        tournament_facts.NewcomerSeated,
    )

    def first_state(self, entry: Entry) -> TournamentState:
        return TournamentState(entry.head, Course(), entry.at, entry.at)

    def next_step(self, entry: Entry, before: TournamentState | None = None) -> Step[TournamentState]:
        step = super().next_step(entry, before)
        if any(isinstance(fact, tournament_facts.RoundStarted | tournament_facts.TablesAdded) for fact in step.facts):
            step = Step(entry, step.facts, replace(step.state, tables_at=entry.at))
        names = {player.player_id: skeleton(player.name) for player in _players_of(step.facts)}
        if not names:
            return step
        return Step(entry, step.facts, replace(step.state, skeletons={**step.state.skeletons, **names}))

    def decode(self, encoded: EncodedFact) -> Fact:
        return tournament_facts.decode(encoded)

    @property
    def upcasting(self) -> Upcasting:
        return tournament_facts.FACTS.upcasting

    def projection_of(self, viewer: Viewer) -> TournamentProjection:
        return TournamentProjection(viewer)

    @property
    def languages(self) -> Container[Language]:
        return SENTENCES


def _players_of(facts: Iterable[Fact]) -> list[Person]:
    """Return the players who enter, or replace others, with these facts."""
    entered = [fact for fact in facts if isinstance(fact, tournament_facts.Entered | tournament_facts.EntrantReplaced)]
    return [player for fact in entered for player in (fact.player, fact.partner) if player is not None]
