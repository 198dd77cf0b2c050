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
    def note_loss(self, live: AggregateT, lost: Head) -> Decision | None:
        """The entry that says that the log was longer; None where one says so already."""
