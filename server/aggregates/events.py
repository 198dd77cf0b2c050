"""
What viewers are told, entry by entry, and who listens to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

CutOff: TypeAlias = Literal["entries_lost", "unreadable"]
"""Why a listener is told nothing more: what it was told is no longer in the log, or what follows cannot be read."""


@dataclass(frozen=True, slots=True)
class Event:
    """
    What one entry tells one viewer: the facts addressed to it, at least one.

    `log` names the log, as a field of a JSON object. `cursor` numbers the viewer's events from 1, without gaps,
    whatever happened in between for others. `facts` are as they were encoded once: an array in JSON.
    """

    log: str
    cursor: int
    at: str
    facts: str = field(repr=False)

    def text(self, server_now: str | None = None) -> str:
        """The event as JSON, with the time at which it is sent if that is given."""
        now = "" if server_now is None else f',"server_now":"{server_now}"'
        return f'{{"type":"event",{self.log},"cursor":{self.cursor},"at":"{self.at}","facts":{self.facts}{now}}}'


class Listener(Protocol):
    """Someone who is told a viewer's events as they happen."""

    def tell(self, event: Event) -> None:
        """Take an event; must not wait."""

    def recheck(self, state: Any) -> bool:  # noqa: ANN401  # the state of the kind of log that it listens to
        """Whether it may go on listening as this viewer, now that the log's people have changed."""

    def cut_off(self, why: CutOff) -> None:
        """It is told nothing more."""


def join_events(events: Sequence[Event]) -> str:
    """Events as the elements of an array in JSON."""
    return ",".join(event.text() for event in events)
