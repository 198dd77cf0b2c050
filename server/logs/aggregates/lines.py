"""
The sentences of a viewer's events, for readers who ask for them (docs/streams.md).

They are made from the facts addressed to the viewer, and the viewer's projection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from engines.kit import Language, Viewer
from server.access.costs import charge, of_lines
from server.logs.aggregates.aggregate import Aggregate
from server.logs.aggregates.projection import Projection
from server.runtime.time_slices import Pace
from server.runtime.words import language_of

MAX_TAG: Final = 64
"""Maximum length of the language tag that a reader asks for."""

RECENT: Final = 32
"""Maximum number of events whose sentences a view has."""

_REMEMBERED: Final = 64
"""How many events of a log keep their sentences, for other readers of the same viewer and language."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The sentences of one viewer's events in one language."""

    live: Aggregate[Any, Any]
    viewer: Viewer
    language: Language

    def of_newest(self, cursor: int) -> Sequence[str]:
        """Return the sentences of event `cursor`, which is just delivered, or whose sentences were just made."""
        return self.sentences(self.live.projection_so_far(self.viewer), cursor)

    def sentences(self, known: Projection, cursor: int) -> Sequence[str]:
        """Return the sentences of event `cursor` in the words of a projection that can narrate it."""
        key = (self.viewer, cursor, self.language, known.wording)
        said = self.live.said
        if key not in said:
            if len(said) >= _REMEMBERED:
                del said[next(iter(said))]
            said[key] = known.narrate(self.live.facts_of(self.viewer, cursor), cursor, self.language)
        return said[key]

    async def of_all(self, cursors: Iterable[int], known: Projection) -> list[str]:
        """Return the sentences of these events, yielding to other tasks from time to time; the caller is charged."""
        retelling, pace, said, events = Retelling(self, known), Pace(), list[str](), 0
        for cursor in cursors:
            said += await retelling.lines_of(cursor)
            events += 1
            await pace.rest()
        charge(of_lines(events))
        return said


class Retelling:
    """
    The sentences of one viewer's earlier events, each after the one before.

    Why a phase ended as it did is known only to the projection of its time. It is folded anew, at the cost of the
    reader. The cost depends on the viewer's own events alone, and not on what others have read.
    """

    def __init__(self, lines: Lines, known: Projection | None = None) -> None:
        """The sentences have the words of the projection `known`, or of the current one."""
        self._lines = lines
        self._known = known
        self._then: Projection | None = None

    async def lines_of(self, cursor: int) -> Sequence[str]:
        """Return the sentences of event `cursor`."""
        live, viewer = self._lines.live, self._lines.viewer
        known = self._known or live.projection_so_far(viewer)
        if not known.can_narrate(live.facts_of(viewer, cursor), cursor):
            if self._then is None or self._then.cursor > cursor:
                self._then = copy(await live.projection_at(viewer, cursor))
            await live.fold_on(self._then, cursor)
            known = known.recalling(self._then)
        return self._lines.sentences(known, cursor)


def lines_for(live: Aggregate[Any, Any], viewer: Viewer, asked: str | None) -> Lines | None:
    """Return the sentences for a reader who asks for a language, English if it is not available; None: for none."""
    return None if asked is None else Lines(live, viewer, language_of(asked, live.languages))
