"""The records in a view."""

from engines.kit import SeatId, record
from engines.threads_of_fate.facts import SpunThread
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import ThreadId


@record
class WeaveReport:
    """
    A finished round, as its seat learned it.

    `submission` is the weave that counted; `can_talk_to` is for the next round, and null at the end of the match.
    """

    round: int
    submission: WeaveMove
    """The weave that counted."""
    twine: int
    """The seat's twine after the round."""
    threads: dict[ThreadId, SpunThread]
    """The existing threads that the seat is the source of, by name."""
    can_talk_to: tuple[SeatId, ...] | None
    """The seats of the other realm that the seat can talk to in the next round."""


@record
class ThreadsOfFateResult:
    """How the match ended, each list in seat order. `winner` is empty if no pair could win."""

    rank: dict[SeatId, int]
    winner: tuple[SeatId, ...]
    """The seats that won."""
    token_of_life: tuple[SeatId, ...]
    """The seats that get a token of life."""
    ascends: tuple[SeatId, ...]
    """The seats that go to heaven, or stay there."""
    descends: tuple[SeatId, ...]
    """The seats that go to hell, or stay there."""
    mark_of_elimination: tuple[SeatId, ...]
    """The seats that bear a mark of elimination."""
    elimination_candidate: tuple[SeatId, ...]
    """The seats that are candidates for elimination."""
