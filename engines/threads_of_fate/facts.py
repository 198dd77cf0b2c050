"""The facts of Threads of Fate and their audiences."""

from typing import Protocol, TypeAlias

from engines.kit import EVERYONE, HOST_ONLY, Audience, GameFact, SeatId, ToHost, ToItsSeat, fact, record
from engines.threads_of_fate.data import Ability
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.options import ThreadsOfFateOptions
from engines.threads_of_fate.strands import ThreadId


class Before(Protocol):
    """The part of the truth right before a fact on which audiences depend."""

    @property
    def options(self) -> ThreadsOfFateOptions: ...


@record
class SpunThread:
    """An existing thread, as its source learns of it."""

    strength: int
    """The thread's strength."""
    golden: bool
    """Whether it is a golden thread."""


@record
class FinalLoom:
    """The end state; abilities with their levels."""

    threads: dict[ThreadId, SpunThread]
    """Every thread, by name."""
    goldness: dict[SeatId, int]
    """By seat: the highest strength of a golden thread that it was ever attached to."""
    twine: dict[SeatId, int]
    """By seat: its twine."""
    abilities: dict[SeatId, dict[Ability, int]]
    """By seat: its abilities, with their levels."""


@fact("threads_of_fate.visited")
class Visited(ToItsSeat):
    """A seat got an ability; the whole donation is spent."""

    seat: SeatId
    """The seat."""
    ability: Ability
    """The ability."""
    donated: int
    """The twine given for it."""
    level: int
    """The ability's level, 0 to 3, by the donation."""


@fact("threads_of_fate.woven")
class Woven(ToItsSeat):
    """
    The seat's weave as it counts in this round; an absent one is empty.

    `head_start_x` is the head start gathered by the end of the round, null without the ability.
    """

    round: int
    """The round's number, from 1."""
    seat: SeatId
    weave: WeaveMove
    """The weave."""
    head_start_x: int | None
    """The head start gathered by the end of the round; null without the ability."""


@fact("threads_of_fate.thread_boosted")
class ThreadBoosted(ToHost):
    """A thread gained what each booster added; `strength` is after that."""

    thread: ThreadId
    """The thread, as `SOURCE>RECIPIENT`."""
    boosts: dict[SeatId, int]
    """By booster: the strength it added."""
    strength: int


@fact("threads_of_fate.thread_cut")
class ThreadCut(ToHost):
    """
    A thread of this strength is gone.

    `share` is the base gain of each taker; `gains`, by taker, the twine each got, with Recycling.
    """

    thread: ThreadId
    strength: int
    share: int
    """The gain of each taker, before Recycling."""
    gains: dict[SeatId, int]
    """By seat: the twine it got for it."""


@fact("threads_of_fate.thread_snipped")
class ThreadSnipped(ToHost):
    """
    A thread lost the sum of `reductions`, by snipper; with a `strength` of 0 or less it is gone.

    `gains`, by snipper, is the twine each got, with Recycling; nothing where the strength fell below 0.
    """

    thread: ThreadId
    reductions: dict[SeatId, int]
    """By snipper: the strength its snip took."""
    strength: int
    gains: dict[SeatId, int]


@fact("threads_of_fate.thread_created")
class ThreadCreated(ToHost):
    """A new thread, before it grows; `extra` is its growth per round in addition to 1."""

    thread: ThreadId
    strength: int
    golden: bool
    extra: int
    """The growth per round in addition to 1."""


@fact("threads_of_fate.create_failed")
class CreateFailed(ToHost):
    """The thread to create already exists; everything that was spent on it is lost."""

    thread: ThreadId


@fact("threads_of_fate.threads_grown")
class ThreadsGrown(ToHost):
    """The strength of every thread after the growth of this round."""

    round: int
    strengths: dict[ThreadId, int]
    """By thread: its strength."""


@fact("threads_of_fate.goldness")
class GoldnessTold(ToHost):
    """The highest strength that any golden thread of each seat has had."""

    goldness: dict[SeatId, int]


@fact("threads_of_fate.twine")
class TwineTold(ToItsSeat):
    """A seat's twine after the round: the total and no more."""

    seat: SeatId
    total: int
    """The seat's twine."""


@fact("threads_of_fate.own_threads")
class OwnThreads(ToItsSeat):
    """The existing threads that a seat is the source of, after the round."""

    seat: SeatId
    """The source of the threads."""
    threads: dict[ThreadId, SpunThread]
    """The existing threads that the seat is the source of, by name."""


@fact("threads_of_fate.can_talk_to")
class CanTalkTo(ToItsSeat):
    """The seats of the other realm that a seat can talk to in the next round."""

    seat: SeatId
    """The seat."""
    seats: tuple[SeatId, ...]
    """The seats of the other realm."""


@fact("threads_of_fate.final_state")
class FinalStateTold(GameFact):
    """How everything stood when the match ended."""

    final: FinalLoom
    """The end state."""

    def audience(self, truth: Before) -> Audience:
        return EVERYONE if truth.options.reveal_at_end == "full" else HOST_ONLY


OwnFact: TypeAlias = (
    Visited
    | Woven
    | ThreadBoosted
    | ThreadCut
    | ThreadSnipped
    | ThreadCreated
    | CreateFailed
    | ThreadsGrown
    | GoldnessTold
    | TwineTold
    | OwnThreads
    | CanTalkTo
    | FinalStateTold
)
