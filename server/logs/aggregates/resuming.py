"""From where a reader reads a stream: after which event, of which epoch of the database."""

from __future__ import annotations

from engines.kit import record
from server.access import codes
from server.access.errors import RefusedError


@record
class Position:
    """The last event that a reader has, and the epoch in which it came; None: the reader does not say."""

    after: int
    epoch: str | None = None

    def at_least(self, first: int) -> Position:
        """Return this position, or `first` if it is before that; the beginning is of any epoch."""
        return Position(max(self.after, first), self.epoch if self.after else None)


def require_reached(position: Position, last: int, epoch: str) -> None:
    """
    Refuse a position that a stream, which is of this epoch and whose last event is `last`, has not reached.

    From the beginning, every epoch can be read.

    Raises:
        RefusedError: It is of another epoch, or after `last`.
    """
    if position.after and position.epoch not in (None, epoch):
        raise RefusedError(
            codes.ANOTHER_EPOCH, "The server's database was restored, or another one has taken over. Start from 0."
        )
    require_cursor(position.after, last)


def require_cursor(cursor: int, last: int) -> None:
    """
    Refuse a cursor that the stream has not reached.

    Raises:
        RefusedError: `cursor` is greater than `last`.
    """
    if cursor > last:
        raise RefusedError(codes.CURSOR_AHEAD, f"Your stream has not reached this cursor. Its last is {last}.")
