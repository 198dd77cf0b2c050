"""What each kind of log defines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar, get_args

from sqlalchemy import Column

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.rights import Refusal
from server.logs.aggregates.aggregate import Aggregate, Step, Unread
from server.logs.store.contract import Mark
from server.logs.store.entry import Decision, Entry, Head
from server.logs.store.summaries import Summary, Tables
from server.runtime.database.tables import Row
from server.runtime.ids import is_id
from server.runtime.time_slices import Share

AggregateT = TypeVar("AggregateT", bound=Aggregate[Any, Any])

KindName: TypeAlias = Literal["match", "tournament", "series"]
"""The kinds of logs that players enter, as documents, tables and pages name them."""

LOG_IDS: Final[tuple[str, ...]] = tuple(f"{kind}_id" for kind in get_args(KindName))
"""The fields that name such a log, in facts and in files."""


class RulesFailedError(Exception):
    """
    A command cannot be evaluated because of the server, not the caller: the log must be set aside.

    `because` is a value of the kind's own facts; `where` is type and place of the failure, without its message.
    """

    def __init__(self, because: str, where: str) -> None:
        super().__init__(f"{because}: {where}")
        self.because = because
        self.where = where


class Kind(ABC, Generic[AggregateT]):
    """A kind of log, as used by its repository."""

    seeded: ClassVar[bool] = True
    """Whether each log has a secret seed, from which all draws are made."""

    share: ClassVar[Share] = Share.DUE
    """Of which slices of the event loop the server's own commands are carried out."""

    @abstractmethod
    def owns(self, log_id: str) -> bool:
        """Whether this could be the id of a log of this kind: a cheap check before a database query."""

    def begins(self, first: Entry) -> bool:
        """Whether a log that begins with this entry is of this kind; ids of several kinds may look alike."""
        return True

    @abstractmethod
    def fold(self, entries: list[Entry], seed: bytes) -> AggregateT:
        """Return the aggregate after these entries, which begin with the first of the log."""

    @abstractmethod
    def row(self, before: Any, step: Step[Any], now: datetime) -> Summary | None:  # noqa: ANN401  # its own state
        """Return the row for lists and the schedule if the entry changes it; `before` is None for the first entry."""

    def marks(self, before: Any, step: Step[Any]) -> tuple[Mark, ...]:  # noqa: ANN401  # as in `row`
        """Return the news that the entry has for players; `before` is None for the first entry."""
        return ()

    def follows(self, step: Step[Any], seed: bytes) -> Decision | None:
        """
        Return what an entry causes at once, as the next entry of the same commit; None: nothing, or it is done later.

        Raises:
            RulesFailedError: It cannot be evaluated.
        """
        return None

    def owes(self, state: Any) -> str | None:  # noqa: ANN401  # as in `row`
        """Return to what a new log owes its outcome: the id of another, or a name that is not an id."""
        return None

    def settles(self, before: Any, step: Step[Any]) -> tuple[str, ...]:  # noqa: ANN401  # as in `row`
        """Return the logs whose outcomes the entry takes."""
        return ()

    @abstractmethod
    def unknown(self) -> RefusedError:
        """Return the error for a log that does not exist."""

    @abstractmethod
    def unreadable(self, why: str = "") -> UnavailableError:
        """Return the error for a log that cannot be read or has just lost entries; `why` ends its sentence."""

    def not_understood(self, unread: Unread) -> UnavailableError:
        """Return the error for a log that waits for a process that knows a fact of a newer server."""
        return UnavailableError(
            codes.OTHER_RULES, f"This process does not know version {unread.version} of the fact {unread.fact_type}."
        )

    def set_aside(self, live: AggregateT, failed: RulesFailedError) -> Decision:
        """Return the entry that sets the log aside; only logs with rules that can fail have one."""
        raise AssertionError("this log has no rules that fail") from failed

    def is_set_aside(self) -> RefusedError:
        """Return the error for commands that a log set aside does not allow."""
        raise AssertionError("this log has no rules that fail")

    def note_loss(self, live: AggregateT, lost: Head) -> Decision | None:
        """Return the entry that records that the log was longer; None if one exists, or the log records no losses."""
        return None


class ListedKind(Kind[AggregateT]):
    """A kind of log whose logs players enter, and find in lists, from the rows that they have in `tables`."""

    name: ClassVar[KindName]
    """In JSON and in tables."""
    missing: ClassVar[Refusal]
    """What refuses a log that does not exist, or that a caller may not know of."""
    tables: ClassVar[Tables]
    require_enterable: Callable[[Any], None]
    """Refuses a state in which nobody can enter any more."""

    def require_place(self, state: Any, place: str) -> None:  # noqa: ANN401  # of any kind
        """Refuse a place that cannot have a link of its own; kinds have none unless they say so."""
        raise AssertionError(f"a {self.name} has no places with links of their own")

    @property
    def log_ids(self) -> Column[Any]:
        """The column of the ids of logs in their table."""
        return Row.metadata.tables[self.tables.logs].c[self.tables.log_id]

    @classmethod
    def operation(cls, verb: str, what: str = "") -> str:
        """Return the name of an operation with a log of this kind, or with something of it."""
        return f"{verb}{cls.name.capitalize()}{what}"

    def unknown(self) -> RefusedError:
        return self.missing.error()

    def owns(self, log_id: str) -> bool:
        return is_id(log_id)

    def begins(self, first: Entry) -> bool:
        return any(fact.type == f"{self.name}_created" for fact in first.facts[:1])

    def unreadable(self, why: str = "") -> UnavailableError:
        sentence = why or "cannot be read at the moment. Try again."
        return UnavailableError(codes.MATCH_UNREADABLE, f"This {self.name} {sentence}")
