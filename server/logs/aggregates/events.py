"""Events of viewers, one for each entry with facts for them, and listeners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any, Literal, Protocol, TypeAlias

import orjson

from engines.kit import record

CutOff: TypeAlias = Literal["entries_lost", "redacted", "unreadable"]
"""
Why a listener is disconnected: the log lost entries that it received, something in them is withheld from now on, or the
log cannot be read.
"""


@record
class Event:
    """
    The event of one viewer for one entry: the facts addressed to the viewer, at least one.

    `log` is the JSON member that names the log. `cursor` counts the viewer's own events from 1 without gaps. `facts` is
    a JSON array of the facts in their written form. `type` is that of its frame.
    """

    log: str
    cursor: int
    at: str
    facts: str = field(repr=False)
    type: str = "event"

    def text(self, server_now: str | None = None, lines: Sequence[str] | None = None) -> str:
        """Return the event as JSON, with the time of sending and with sentences if given."""
        now = "" if server_now is None else f',"server_now":"{server_now}"'
        if lines is not None:
            now = f',"lines":{orjson.dumps(lines).decode()}{now}'
        return f'{{"type":"{self.type}",{self.log},"cursor":{self.cursor},"at":"{self.at}","facts":{self.facts}{now}}}'


class Listener(Protocol):
    """A receiver of a viewer's events."""

    def deliver(self, event: Event) -> None:
        """Receive an event; must not block."""

    def recheck(self, state: Any) -> bool:  # noqa: ANN401  # the state of the kind of log that it listens to
        """Whether it may still listen as this viewer, after the people of the log have changed."""

    def cut_off(self, why: CutOff) -> None:
        """Handle the end of the events."""


def join_events(events: Sequence[Event]) -> str:
    """Join events as the elements of a JSON array."""
    return ",".join(event.text() for event in events)
