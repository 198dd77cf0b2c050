"""
The sentences of a viewer's events, for readers who ask for them (docs/streams.md).

They are made from the facts addressed to the viewer, and the viewer's projection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

    def of(self, cursor: int, known: Projection | None = None) -> Sequence[str]:
        """Return the sentences of event `cursor`, in the words of the projection `known`, or of the current one."""
        known = known or self.live.projection_so_far(self.viewer)
        key = (self.viewer, cursor, self.language, known.wording)
        said = self.live.said
        if key not in said:
            if len(said) >= _REMEMBERED:
                del said[next(iter(said))]
            said[key] = known.narrate(self.live.facts_of(self.viewer, cursor), cursor, self.language)
        return said[key]

    async def of_all(self, cursors: Iterable[int], known: Projection) -> list[str]:
        """Return the sentences of these events, yielding to other tasks from time to time; the caller is charged."""
        pace, said, events = Pace(), list[str](), 0
        for cursor in cursors:
            said += self.of(cursor, known)
            events += 1
            await pace.rest()
        charge(of_lines(events))
        return said


def lines_for(live: Aggregate[Any, Any], viewer: Viewer, asked: str | None) -> Lines | None:
    """Return the sentences for a reader who asks for a language, English if it is not available; None: for none."""
    return None if asked is None else Lines(live, viewer, language_of(asked, live.languages))
