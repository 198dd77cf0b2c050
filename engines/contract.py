"""
What all games share: seats, phases, facts with an audience, and the truth that follows from them (docs/engines.md).

A match is a sequence of phases. Closing a phase turns the submitted moves into facts; each fact says whom it is
told to. The truth is the fold of all facts, a view is the fold of those its viewer was told, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NewType, Protocol, TypeAlias, TypeVar

from pydantic import ConfigDict

Viewer = NewType("Viewer", str)
"""Who looks at a match: the id of a seat, `SPECTATOR` or `HOST`."""

SeatId = NewType("SeatId", Viewer)


def seat_id(name: str) -> SeatId:
    """A name known to be a seat's."""
    return SeatId(Viewer(name))


SPECTATOR = Viewer("spectator")
HOST = Viewer("host")

SENT_WHOLE: Final = ConfigDict(json_schema_serialization_defaults_required=True)
"""For what has defaults and is told to clients: its schema says that they find all fields in it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a match; `realm`, `team` and `role` are null in games that have none."""

    __pydantic_config__ = SENT_WHOLE

    id: SeatId
    """The seat's id."""
    realm: str | None = None
    """`heaven` or `hell`; null in games without realms."""
    team: str | None = None
    """The seat's team; null in games without teams."""
    role: str | None = None
    """What the seat does in the game; null where all seats do the same."""


@dataclass(frozen=True, slots=True)
class Audience:
    """
    Whom a fact is told to: everyone, or the seats listed. The host is always told, so no seats means host only.
    """

    everyone: bool
    seats: tuple[SeatId, ...] = ()

    def includes(self, viewer: Viewer) -> bool:
        return self.everyone or viewer == HOST or viewer in self.seats


EVERYONE = Audience(everyone=True)
HOST_ONLY = Audience(everyone=False)


def only(*seats: SeatId) -> Audience:
    """Tell these seats (and the host)."""
    return Audience(everyone=False, seats=seats)


class ToEveryone:
    """Base of facts that everyone is told."""

    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return EVERYONE


class ToHost:
    """Base of facts that only the host is told."""

    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return HOST_ONLY


class ToItsSeat:
    """Base of facts that only the seat they are about is told."""

    __slots__ = ()

    seat: SeatId

    def audience(self, truth: object) -> Audience:
        return only(self.seat)


class Fact(Protocol):
    """Something that became true: a frozen dataclass, tagged by `type` (`<game>.<name>` for a game's own)."""

    @property
    def type(self) -> str: ...

    def audience(self, truth: Any, /) -> Audience:  # noqa: ANN401  # of any game
        """Whom it is told, as it becomes true; `truth` is the one right before it, with the complete options."""


@dataclass(frozen=True, slots=True)
class AddressedFact:
    """A fact with its audience: whom it is told to."""

    audience: Audience
    fact: Fact


@dataclass(frozen=True, slots=True)
class Phase:
    """
    A span in which seats submit one move each.

    `number` counts the phases of the match from 1 and never repeats; `round` is the game's own count.
    A seat in `must` is played for by the rulebook's default when it stays silent; a seat in `may` need not act.
    `seconds` is how long the phase lasts, counted from its opening, or added to the deadline of the phase
    before it when `keeps_deadline` is set (several submissions inside one turn).
    `early_close`: closes before its deadline once all awaited seats have submitted, whatever the match's pace.
    `withdrawable`: whether a submission may be taken back (it may always be replaced).
    """

    __pydantic_config__ = SENT_WHOLE

    number: int
    """Counts the phases of the match from 1."""
    name: str
    """The game's name for phases of this kind."""
    round: int
    """The game's own count of rounds."""
    must: tuple[SeatId, ...]
    """Seats that are to submit, for which an early close waits; the game's default plays for whoever does not."""
    may: tuple[SeatId, ...]
    """Seats that can submit and need not. Where nobody must, an early close waits for these."""
    seconds: int
    """How long it lasts."""
    keeps_deadline: bool = False
    """Whether `seconds` count from the deadline before, not from the opening."""
    early_close: bool = False
    """Whether it closes once all awaited seats have submitted, whatever the match's pace."""
    withdrawable: bool = True
    """Whether a submission may be taken back; it may always be replaced."""

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """All seats that can submit."""
        return self.must + self.may

    @property
    def awaited(self) -> tuple[SeatId, ...]:
        """The seats an early close waits for: those that must act, or where none must, those that may."""
        return self.must or self.may


Consequence: TypeAlias = Literal[
    "winner", "ascends", "descends", "mark_of_elimination", "elimination_candidate", "token_of_life"
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: a rank for each seat, 1 is best, and what it means for each seat."""

    rank: dict[SeatId, int]
    """By seat: its rank, 1 is best."""
    consequences: dict[SeatId, list[Consequence]]
    """By seat: what the end means for it."""


# Facts that every game shares. The server acts on them, so they are the contract's, not a game's.


@dataclass(frozen=True, slots=True)
class PhaseOpened(ToEveryone):
    """The next phase is open. Always told to everyone, as the game's last fact of a set-up or resolution."""

    phase: Phase
    """The phase."""
    type: Literal["phase_opened"] = "phase_opened"
    """Tells it apart from others."""


@dataclass(frozen=True, slots=True)
class MatchEnded(ToEveryone):
    """The match is over, and every channel closed. Told to all, as the game's last fact of a set-up or resolution."""

    outcome: Outcome
    """How the match ended."""
    type: Literal["match_ended"] = "match_ended"


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """
    From now on `members` may talk in `channel`; tell it to them, and to everyone if `spectators` may read along.

    A name stands for the same members whenever it is open. Whoever is told nothing of a channel never learns of it.
    """

    __pydantic_config__ = SENT_WHOLE

    channel: str
    """The channel's name."""
    members: tuple[SeatId, ...]
    """The seats that may write in it."""
    spectators: bool = False
    """Whether spectators may read along."""
    type: Literal["channel_opened"] = "channel_opened"

    def audience(self, truth: object) -> Audience:
        return EVERYONE if self.spectators else only(*self.members)


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """Nobody may write in `channel` any more; what was said stays readable. Told to whom its opening was told."""

    channel: str
    type: Literal["channel_closed"] = "channel_closed"

    def audience(self, truth: Truth) -> Audience:
        return truth.channels[self.channel].audience(truth)


SharedFact: TypeAlias = PhaseOpened | MatchEnded | ChannelOpened | ChannelClosed


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """
    Base of every game's truth: what follows from the shared facts.

    `phase` is the open one, or how the match ended; None before the set-up. `channels` are the open ones, by name.
    """

    phase: Phase | Outcome | None = None
    channels: dict[str, ChannelOpened] = field(default_factory=dict)


TruthT = TypeVar("TruthT", bound=Truth)


def evolve_shared(truth: TruthT, fact: Fact) -> TruthT:
    """The truth after a shared fact; any other changes nothing."""
    match fact:
        case PhaseOpened(phase=phase):
            return replace(truth, phase=phase)
        case MatchEnded(outcome=outcome):
            return replace(truth, phase=outcome, channels={})
        case ChannelOpened(channel=channel):
            return replace(truth, channels={**truth.channels, channel: fact})
        case ChannelClosed(channel=closed):
            return replace(truth, channels={name: open_ for name, open_ in truth.channels.items() if name != closed})
        case _:
            return truth


def open_phase(facts: Sequence[AddressedFact]) -> Phase | Outcome:
    """The phase or the outcome with which the facts of a set-up or resolution end."""
    match facts[-1].fact:
        case PhaseOpened(phase=phase):
            return phase
        case MatchEnded(outcome=outcome):
            return outcome
        case other:
            raise AssertionError(f"facts must end with a phase or the outcome, not {other.type}")
