"""
A projection: one viewer's knowledge, folded from the facts addressed to it and from nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from engines.contract import Fact, Viewer
from server.log.entry import EncodedFact, Entry


class Projection(ABC):
    """
    One viewer's knowledge of one log, folded event by event.

    It is never handed the state of the log, so it cannot give away what was not told. What it holds is replaced and
    never changed, so that a copy shares all of it.

    Attributes:
        cursor: The number of the last event folded, from 1.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.cursor = 0

    def tell(self, facts: Iterable[Fact]) -> None:
        """Fold the next event: the facts of one entry that are addressed to the viewer."""
        for fact in facts:
            self.fold(fact)
        self.cursor += 1

    @abstractmethod
    def fold(self, fact: Fact) -> None:
        """Take in one fact that the viewer was told."""


def told_to(viewer: Viewer, entry: Entry) -> tuple[EncodedFact, ...]:
    """The facts of an entry that are addressed to the viewer."""
    return tuple(told for told in entry.facts if told.audience.includes(viewer))
