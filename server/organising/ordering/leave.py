"""Leave of entrants: an event says who is on leave until when, and its matches follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from engines.kit import SeatId, ToEveryone
from server.access import codes
from server.access.errors import RefusedError
from server.access.fields import Absent
from server.access.player import Person
from server.logs.store.entry import Decision
from server.matches.leaves import plan_leave, set_ordered_leave
from server.matches.match import Match
from server.matches.rests import Away, Leave
from server.runtime.times import parse_timestamp, timestamp


@dataclass(frozen=True, slots=True)
class LeaveTaken(ToEveryone):
    """
    An entrant is on leave. Meanwhile the clocks of its matches stand, and tables do not wait for it to be ready.

    A leave that began at the same time is replaced. It ends, too, when the entrant withdraws or gets another player.
    """

    entrant: str
    """The entrant."""
    since: str
    """When the leave began."""
    until: str
    """When it ends, whole days later."""
    order: Absent[int] = None
    """
    How many entries have ordered something about the matches of the open round, or of the series, by now; absent if no
    match is open in which the entrant plays.
    """
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["leave_taken"] = "leave_taken"

    @property
    def leave(self) -> Leave:
        """The leave, to compute with."""
        return Leave(parse_timestamp(self.since), parse_timestamp(self.until))


class OnLeave(Protocol):
    """Who can be on leave: an entrant with its players, none of whom is a bot."""

    @property
    def id(self) -> str: ...

    @property
    def players(self) -> list[Person]: ...

    @property
    def away(self) -> Away: ...


def take_days(entrant: OnLeave, budget: int | None, days: int, order: int | None, now: datetime) -> LeaveTaken | None:
    """
    Take leave of so many days, or change the leave that is under way; None if nothing changes.

    `budget` is for how many days in all each entrant can be on leave.

    Raises:
        RefusedError: `no_leave`, `leave_used_up`, `too_many_changes`.
    """
    if not budget:
        raise RefusedError(codes.NO_LEAVE, "This event gives no leave.")
    leave = plan_leave(entrant.away, budget, days, now)
    return None if leave is None else LeaveTaken(entrant.id, timestamp(leave.since), timestamp(leave.until), order)


def require_given(days: int | None, entrants: Iterable[OnLeave]) -> None:
    """Refuse that each entrant has fewer days of leave from now on than one has taken; None changes nothing."""
    taken = max((each.away.days for each in entrants), default=0)
    if days is not None and days < taken:
        raise RefusedError(codes.TOO_LATE, f"An entrant has taken {taken} days of leave.", pointer="/leave_days")


def set_leaves(match: Match, entrants: Mapping[SeatId, OnLeave], now: datetime) -> Decision | None:
    """Return the entry that puts a seat of a match on the leave of its entrant; None if all are."""
    for seat, entrant in entrants.items():
        occupant = match.state.occupants.get(seat)
        sits = occupant is not None and occupant.player in entrant.players  # A bot may have the seat in this match.
        leave = entrant.away.leave
        decision = set_ordered_leave(match.state, seat, leave, now) if sits and leave is not None else None
        if decision is not None:
            return decision
    return None
