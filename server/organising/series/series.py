"""A series in memory."""

from __future__ import annotations

from collections.abc import Container, Iterable
from datetime import datetime

from engines.kit import Fact, Language, Viewer
from server.access.player import Person
from server.logs.aggregates.projection import Projection
from server.logs.directing.state import EventLog, EventState
from server.logs.store.entry import EncodedFact, Entry
from server.logs.store.upcasting import Upcasting
from server.organising.series import facts
from server.organising.series.course import Course
from server.organising.series.story import SENTENCES, Narrator, lines_of
from server.runtime.times import parse_timestamp


class SeriesState(EventState[Course]):
    """The truth of a series."""

    @property
    def series_id(self) -> str:
        return self.course.terms.series_id


class SeriesProjection(Projection):
    """
    One viewer's knowledge of one series.

    Attributes:
        course: What the viewer knows of it.
    """

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.course = Course()
        # Places that changed hands, who had them, and the last event before that.
        self._were: tuple[tuple[int, facts.EntrantId, Person | None], ...] = ()

    def narrate(self, facts: Iterable[Fact], cursor: int, language: Language) -> list[str]:
        return lines_of(list(facts), Narrator(self.course, language, self._player_at, cursor))

    def _player_at(self, entrant: facts.EntrantId, cursor: int) -> Person | None:
        """Return who had a place at event `cursor`; None is a bot, or nobody."""
        earlier = [player for until, each, player in self._were if each == entrant and cursor <= until]
        known = self.course.entrants.get(entrant)
        if earlier:
            return earlier[0]
        return None if known is None else known.player

    def fold(self, fact: Fact) -> None:
        if isinstance(fact, facts.PlaceHandedOver | facts.PlaceLeft):
            self._were = (*self._were, (self.cursor, fact.entrant, self.course.entrants[fact.entrant].player))
        self.course = self.course.fold(fact)


class Series(EventLog[SeriesState, SeriesProjection]):
    """The fold of one series' log."""

    kind = "series"
    event_type = "series_event"
    created = facts.SeriesCreated
    entered = (facts.PlaceTaken,)
    of_people = (facts.PlaceTaken, facts.PlaceLeft, facts.PlaceHandedOver)

    def first_state(self, entry: Entry) -> SeriesState:
        return SeriesState(entry.head, Course(), entry.at, entry.at)

    def decode(self, encoded: EncodedFact) -> Fact:
        return facts.decode(encoded)

    @property
    def upcasting(self) -> Upcasting:
        return facts.FACTS.upcasting

    def projection_of(self, viewer: Viewer) -> SeriesProjection:
        return SeriesProjection(viewer)

    @property
    def languages(self) -> Container[Language]:
        return SENTENCES


def due_at(state: SeriesState) -> datetime | None:
    """
    Return when the server must next do something in the series; None: only people can act, or matches.

    What is due at once counts as due since the last entry.
    """
    course = state.course
    if course.carried_out < course.orders:
        return parse_timestamp(state.changed_at)
    decision = course.open_decision
    if course.status != "running" or decision is None or decision.until is None:
        return None
    return parse_timestamp(decision.until)
