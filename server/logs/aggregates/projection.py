"""A projection: one viewer's knowledge, folded only from the facts addressed to the viewer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Self

from engines.kit import Fact, Language, Viewer
from server.logs.store.entry import EncodedFact, Entry


class Projection(ABC):
    """
    One viewer's knowledge of one log, folded event by event.

    It has no access to the state of the log, so it cannot reveal more than its viewer has received. Its values are
    replaced and never mutated, so a copy shares all of them.

    Attributes:
        cursor: The number of the last event folded, from 1.
        told_at: The time of this event; after lost entries, another event can have its number.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.cursor = 0
        self.told_at = ""

    def fold_event(self, facts: Iterable[Fact]) -> None:
        """Fold the next event: the facts of one entry that are addressed to the viewer."""
        for fact in facts:
            self.fold(fact)
        self.cursor += 1

    @abstractmethod
    def fold(self, fact: Fact) -> None:
        """Fold one fact addressed to the viewer."""

    @property
    def wording(self) -> int:
        """A number that changes with the words of sentences about earlier events."""
        return 0

    def narrate(self, facts: Iterable[Fact], cursor: int, language: Language) -> list[str]:
        """Return event `cursor`, with these facts, in sentences for the viewer; empty: it has no sentence."""
        return []

    def can_narrate(self, facts: Iterable[Fact], cursor: int) -> bool:
        """Whether the sentences of event `cursor`, with these facts, need nothing that was known only at its time."""
        return True

    def recalling(self, then: Self) -> Self:
        """Return this projection with what is known only to `then` of its last event, to narrate that event."""
        return self


def facts_addressed_to(viewer: Viewer, entry: Entry) -> tuple[EncodedFact, ...]:
    """Return the facts of an entry that are addressed to the viewer."""
    return tuple(told for told in entry.facts if told.audience.includes(viewer))
