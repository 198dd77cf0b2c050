"""
The types that all games share: seats, phases, facts with an audience, and the truth (docs/engines.md).

A match is a sequence of phases. Closing a phase turns the submitted moves into facts; each fact defines its audience.
The truth is the fold of all facts. A view is the fold of the facts addressed to its viewer, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal, NewType, Protocol, TypeAlias, TypeVar, dataclass_transform

from pydantic import ConfigDict

from engines.kit.records import copy_with, record

Viewer = NewType("Viewer", str)
"""The viewer of a match: the id of a seat, `SPECTATOR` or `HOST`."""

SeatId = NewType("SeatId", Viewer)


def seat_id(name: str) -> SeatId:
    """Return a name as a seat id. The caller guarantees that it is one."""
    return SeatId(Viewer(name))


SPECTATOR = Viewer("spectator")
HOST = Viewer("host")

SENT_WHOLE: Final = ConfigDict(json_schema_serialization_defaults_required=True)
"""For types with defaults that are sent to clients: marks all fields as required, because all of them are sent."""


@record
class Seat:
    """A place in a match; `realm`, `team` and `role` are null in games without them."""

    __pydantic_config__ = SENT_WHOLE

    id: SeatId
    """The id of the seat."""
    realm: str | None = None
    """`heaven` or `hell`; null in games without realms."""
    team: str | None = None
    """The team of the seat; null in games without teams."""
    role: str | None = None
    """The role of the seat in the game; null if all seats have the same role."""


@record
class Audience:
    """
    The audience of a fact: everyone, or the seats listed. The host is always included; no seats means host only.
    """

    everyone: bool
    seats: tuple[SeatId, ...] = ()

    def includes(self, viewer: Viewer) -> bool:
        return self.everyone or viewer == HOST or viewer in self.seats


EVERYONE = Audience(everyone=True)
HOST_ONLY = Audience(everyone=False)


def only(*seats: SeatId) -> Audience:
    """Return the audience of these seats (and the host)."""
    return _only(seats)


@lru_cache(maxsize=1024)
def _only(seats: tuple[SeatId, ...]) -> Audience:
    return Audience(everyone=False, seats=seats)


class GameFact:
    """Base of a game's facts. Define `audience` if it depends on more than the class; otherwise use a base below."""

    __slots__ = ()

    type: str


class ToEveryone(GameFact):
    """Base of facts for everyone."""

    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return EVERYONE


class OfPack(ToEveryone):
    """Base of facts that contain nothing but a pack: many matches have the same, so each is read once for all."""

    __slots__ = ()


class ToHost(GameFact):
    """Base of facts for the host alone."""

    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return HOST_ONLY


class ToItsSeat(GameFact):
    """Base of facts for the one seat that they are about."""

    __slots__ = ()

    seat: SeatId

    def audience(self, truth: object) -> Audience:
        return only(self.seat)


FactT = TypeVar("FactT", bound=GameFact)


class Fact(Protocol):
    """Something that became true: a frozen dataclass, tagged by `type` (`<game>.<name>` for the facts of a game)."""

    @property
    def type(self) -> str: ...

    def audience(self, truth: Any, /) -> Audience:  # noqa: ANN401  # of any game
        """Return the audience of the fact; `truth` is the truth right before it, with the complete options."""


@dataclass_transform(frozen_default=True)
def fact(type_: str) -> Callable[[type[FactT]], type[FactT]]:
    """Make a class a fact: a frozen dataclass with a last field `type` (`<game>.<name>` for the facts of a game)."""

    def decorate(kind: type[FactT]) -> type[FactT]:
        kind.__annotations__ = {**kind.__annotations__, "type": Literal.__getitem__(type_)}
        kind.type = type_
        return record(kind)

    return decorate


@record
class AddressedFact:
    """A fact with its audience."""

    audience: Audience
    fact: Fact


@record
class Phase:
    """
    A period in which each seat submits one move.

    `number` counts the phases of the match from 1 and never repeats; `round` is counted by the game.
    If a seat in `must` does not submit, the rules choose its move; a seat in `may` does not have to submit.
    `seconds` is the duration of the phase from its opening, or from the deadline of the previous phase if
    `keeps_deadline` is set (several submissions inside one turn).
    `early_close`: closes before its deadline when all awaited seats have submitted, with either pace.
    `withdrawable`: whether a submission can be withdrawn (it can always be replaced).
    """

    __pydantic_config__ = SENT_WHOLE

    number: int
    """The number of the phase in the match, from 1."""
    name: str
    """The name of this kind of phase in the game."""
    round: int
    """The round, as the game counts them."""
    must: tuple[SeatId, ...]
    """Seats that should submit. An early close waits for them; the rules choose a missing move."""
    may: tuple[SeatId, ...]
    """Seats that can submit but do not have to. If `must` is empty, an early close waits for these seats."""
    seconds: int
    """The duration of the phase."""
    keeps_deadline: bool = False
    """Whether `seconds` count from the previous deadline instead of from the opening."""
    early_close: bool = False
    """Whether the phase closes when all awaited seats have submitted, with either pace."""
    withdrawable: bool = True
    """Whether a submission can be withdrawn; it can always be replaced."""

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """All seats that can submit."""
        return self.must + self.may

    @property
    def awaited(self) -> tuple[SeatId, ...]:
        """The seats that an early close waits for: those in `must`, or those in `may` if `must` is empty."""
        return self.must or self.may


Consequence: TypeAlias = Literal[
    "winner", "ascends", "descends", "mark_of_elimination", "elimination_candidate", "token_of_life"
]


@record
class Outcome:
    """How a match ended: the rank of each seat (1 is best), and the consequences for each seat."""

    rank: dict[SeatId, int]
    """The rank of each seat; 1 is best."""
    consequences: dict[SeatId, list[Consequence]]
    """The consequences of the end, by seat."""


# Facts that all games share. They are defined here because the server acts on them.


@fact("phase_opened")
class PhaseOpened(ToEveryone):
    """The next phase opened. For everyone, as the last fact of the game in a set-up or resolution."""

    phase: Phase
    """The phase."""


@fact("match_ended")
class MatchEnded(ToEveryone):
    """The match is over, and all channels are closed. For everyone, as the last fact of the game."""

    outcome: Outcome
    """How the match ended."""


@fact("channel_opened")
class ChannelOpened(GameFact):
    """
    From now on `members` can talk in `channel`. For its members, and for everyone if `spectators` can read it.

    A name always has the same members. Other viewers never learn that the channel exists.
    """

    __pydantic_config__ = SENT_WHOLE

    channel: str
    """The channel's name."""
    members: tuple[SeatId, ...]
    """The seats that can write in the channel."""
    spectators: bool = False
    """Whether spectators can read the channel."""

    def audience(self, truth: object) -> Audience:
        return EVERYONE if self.spectators else only(*self.members)


@fact("channel_closed")
class ChannelClosed(GameFact):
    """Nobody can write in `channel` any more; its messages stay readable. For the viewers of its opening."""

    channel: str

    def audience(self, truth: GameTruth) -> Audience:
        return truth.channels[self.channel].audience(truth)


SharedFact: TypeAlias = PhaseOpened | MatchEnded | ChannelOpened | ChannelClosed


@dataclass(frozen=True, kw_only=True)
class GameTruth:
    """
    Base of the truth of every game: the state that follows from the shared facts.

    `phase` is the open phase, or the outcome once the match is over; None before the set-up. `channels` contains the
    open channels, by name.
    """

    phase: Phase | Outcome | None = None
    channels: dict[str, ChannelOpened] = field(default_factory=dict)

    def __init_subclass__(cls) -> None:
        if "__slots__" in vars(cls):
            raise TypeError("the truth of a game must have no slots, so that it can be copied fast")


TruthT = TypeVar("TruthT", bound=GameTruth)


def evolve_shared(truth: TruthT, fact: Fact) -> TruthT:
    """Return the truth after a shared fact. Other facts change nothing."""
    match fact:
        case PhaseOpened(phase=phase):
            return copy_with(truth, phase=phase)
        case MatchEnded(outcome=outcome):
            return copy_with(truth, phase=outcome, channels={})
        case ChannelOpened(channel=channel):
            return copy_with(truth, channels={**truth.channels, channel: fact})
        case ChannelClosed(channel=closed):
            return copy_with(truth, channels={name: open_ for name, open_ in truth.channels.items() if name != closed})
        case _:
            return truth


def open_phase(facts: Sequence[AddressedFact]) -> Phase | Outcome:
    """Return the phase or the outcome in the last fact of a set-up or resolution."""
    match facts[-1].fact:
        case PhaseOpened(phase=phase):
            return phase
        case MatchEnded(outcome=outcome):
            return outcome
        case other:
            raise AssertionError(f"facts must end with a phase or the outcome, not {other.type}")
