"""Notes of those who direct or judge an event, for each other: what they are about, each kind of event says."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from pydantic import Field

from engines.kit import Fact
from server.access.texts import LINE
from server.logs.directing.actions import DirectingAction

MAX_NOTE: Final = 500
"""How many characters a note can have."""


class Note(DirectingAction):
    """
    Base of the actions that note something in place of the last note.

    Their entries are withheld for ever from all others (`WITHHELD_ACTIONS` in `server/logs/directing/facts.py`).
    """

    text: str = Field(max_length=MAX_NOTE, pattern=LINE, repr=False)
    """What; empty takes the last note away."""

    @abstractmethod
    def last(self, state: Any) -> str:  # noqa: ANN401  # the state of its kind
        """Return the last note there; raises RefusedError if nothing can be noted there."""

    @abstractmethod
    def fact(self) -> Any:  # noqa: ANN401  # a fact of its kind
        """Return what the action comes to, whatever was noted before."""

    def decide(self, state: Any, at: object) -> list[Any]:  # noqa: ANN401  # as above
        """Return the fact if the note is another one."""
        return [] if self.last(state) == self.text else [self.fact()]

    def decide_again(self, state: Any) -> list[Fact]:  # noqa: ANN401  # as above
        """
        Return what `decide` does, for a log that may not say any more what the last note was.

        It was withheld if somebody left, and in a log that is opened: so the same note can follow again.
        """
        self.last(state)
        return [self.fact()]
