"""
What a kind of log adds to what all logs have in common.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from typing import Any, Generic, TypeVar

from server.aggregates.aggregate import Aggregate, Step
from server.errors import MoiraiError, UnavailableError
from server.log.contract import MatchSummary
from server.log.entry import Decision, Entry, Head

AggregateT = TypeVar("AggregateT", bound=Aggregate[Any, Any])


class RulesFailedError(Exception):
    """
    What a command asked for cannot be worked out, for a reason of the server's own: the log is to be set aside.

    `because` is a word of its kind's facts, `where` the type and place of the failure, without its message.
    """

    def __init__(self, because: str, where: str) -> None:
        super().__init__(f"{because}: {where}")
        self.because = because
        self.where = where


class Kind(ABC, Generic[AggregateT]):
    """A kind of log, as its repository knows it."""

    @abstractmethod
    def fold(self, entries: list[Entry], seed: bytes) -> AggregateT:
        """The aggregate behind these entries, the first of its log."""

    @abstractmethod
    def row(self, before: Any, step: Step[Any], now: datetime) -> MatchSummary | None:  # noqa: ANN401  # its own state
        """The row for lists and the clock, where the entry changes it; `before` is None ahead of the first."""

    @abstractmethod
    def unknown(self) -> MoiraiError:
        """The refusal of a log that does not exist."""

    @abstractmethod
    def unreadable(self) -> UnavailableError:
        """The refusal of a log that cannot be read, or has just lost entries."""

    @abstractmethod
    def set_aside(self, live: AggregateT, failed: RulesFailedError) -> Decision:
        """The entry that says that the log is set aside."""

    @abstractmethod
    def is_set_aside(self) -> MoiraiError:
        """The refusal of what cannot be done to a log that is set aside."""

    @abstractmethod
    def note_loss(self, live: AggregateT, lost: Head) -> Decision | None:
        """The entry that says that the log was longer; None where one says so already."""
