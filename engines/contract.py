"""
What a game is: seats, phases, facts with an audience, and the decider every engine implements (docs/engines.md).

A match is a sequence of phases. Closing a phase turns the submitted moves into facts; each fact says whom it is
told to. The truth is the fold of all facts, a view is the fold of those its viewer was told, and nothing else.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, NewType, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter

from engines.chance import Chance
from engines.codes import Code

Viewer = NewType("Viewer", str)
"""Who looks at a match: the id of a seat, `SPECTATOR` or `HOST`."""

SeatId = NewType("SeatId", Viewer)


def seat_id(name: str) -> SeatId:
    """A name known to be a seat's."""
    return SeatId(Viewer(name))


SPECTATOR = Viewer("spectator")
HOST = Viewer("host")

JsonSchema: TypeAlias = dict[str, JsonValue]

SENT_WHOLE: Final = ConfigDict(json_schema_serialization_defaults_required=True)
"""For what has defaults and is told to clients: its schema says that they find all fields in it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a match; `realm`, `team` and `role` are null in games without them."""

    __pydantic_config__ = SENT_WHOLE

    id: SeatId
    realm: str | None = None
    team: str | None = None
    role: str | None = None


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
    name: str
    round: int
    must: tuple[SeatId, ...]
    may: tuple[SeatId, ...]
    seconds: int
    keeps_deadline: bool = False
    early_close: bool = False
    withdrawable: bool = True

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
    """How a match ended: the rank of each seat (1 is best), and the consequences for each seat."""

    rank: dict[SeatId, int]
    consequences: dict[SeatId, list[Consequence]]


# Facts that every game shares. The server acts on them, so they are the contract's, not a game's.


@dataclass(frozen=True, slots=True)
class PhaseOpened(ToEveryone):
    """The next phase opened. For everyone, as the last fact of the game in a set-up or resolution."""

    phase: Phase
    type: Literal["phase_opened"] = "phase_opened"


@dataclass(frozen=True, slots=True)
class MatchEnded(ToEveryone):
    """The match is over, and all channels are closed. For everyone, as the last fact of the game."""

    outcome: Outcome
    type: Literal["match_ended"] = "match_ended"


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """
    From now on `members` can talk in `channel`. For its members, and for everyone if `spectators` can read it.

    A name always has the same members. Other viewers never learn that the channel exists.
    """

    __pydantic_config__ = SENT_WHOLE

    channel: str
    members: tuple[SeatId, ...]
    spectators: bool = False
    type: Literal["channel_opened"] = "channel_opened"

    def audience(self, truth: object) -> Audience:
        return EVERYONE if self.spectators else only(*self.members)


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """Nobody can write in `channel` any more; its messages stay readable. For the viewers of its opening."""

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


class BadOptionsError(Exception):
    """
    Options a match cannot be created with.

    `code` is the rulebook's (`bad_option`, `bad_options`, `bad_pack`, …), `pointer` a JSON Pointer (RFC 6901) into
    the options.
    """

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


class IllegalMoveError(Exception):
    """
    A move that its mover's own view forbids.

    `code` is one of the rulebook's, `pointer` a JSON Pointer (RFC 6901) into the move. The message says what
    would be legal, from nothing but the mover's view, and never repeats what came.
    """

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


class GameOptions(BaseModel):
    """Base of every game's options: closed, frozen, strict. `variant` names the defaults it started from."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True) | SENT_WHOLE


class GameView(BaseModel):
    """Base of every game's view: all a client needs to draw the board, folded from what `viewer` was told."""

    model_config = ConfigDict(frozen=True)

    viewer: Viewer


OptionsT = TypeVar("OptionsT", bound=GameOptions)
TruthT = TypeVar("TruthT", bound=Truth)
ViewT = TypeVar("ViewT", bound=GameView)
MoveT = TypeVar("MoveT", bound=BaseModel)


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


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of option values; `title` and `summary` are for people."""

    name: str
    title: str
    summary: str
    overrides: Mapping[str, JsonValue] = field(default_factory=dict)


class Engine(ABC, Generic[OptionsT, TruthT, ViewT, MoveT]):
    """
    A game as a decider. Stateless; every method is a pure function of its arguments.

    Class attributes:
        name: The game's id in the API.
        title, summary: For people.
        rules_version: Raised whenever the same submissions could give other facts.
        variants: By name; the first is the default.
        options_type, view_type: Pydantic models; their JSON Schemas are public.
        move_types, fact_types: The game's own moves (Pydantic models) and facts (dataclasses), tagged by `type`.
        moves, facts: Adapters of their unions; `facts` includes `SharedFact`.
        codes: What `check` refuses moves with.
        words: What fields of its facts and views mean that do not say it themselves, by `field` or `Type.field`.
        secret_options: Names of options that only the host may know.
        pack_type: What an organiser's own content must fit, given as the option `pack`; None if the game takes none.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    rules_version: ClassVar[int]
    variants: ClassVar[Mapping[str, Variant]]
    options_type: type[OptionsT]
    view_type: type[ViewT]
    move_types: ClassVar[tuple[type, ...]]
    fact_types: ClassVar[tuple[type, ...]]
    moves: TypeAdapter[MoveT]
    facts: TypeAdapter[Any]
    codes: ClassVar[tuple[Code, ...]]
    words: ClassVar[Mapping[str, str]] = {}
    secret_options: ClassVar[frozenset[str]] = frozenset()
    pack_type: ClassVar[type[BaseModel] | None] = None

    @abstractmethod
    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> OptionsT:
        """
        Complete a variant's defaults with the creator's overrides.

        Raises:
            BadOptionsError: Unknown variant or option, a wrong type, or a value out of bounds.
        """

    def public_options(self, options: OptionsT) -> OptionsT:
        """The options as everyone may know them: secret ones set back to their defaults."""
        if not self.secret_options:
            return options
        defaults = {name: self.options_type.model_fields[name].get_default() for name in self.secret_options}
        return options.model_copy(update=defaults)

    def opens_log(self, options: OptionsT) -> bool:
        """Whether a log open to all would tell nothing the rulebook keeps secret for good under these options."""
        return True

    @abstractmethod
    def seats(self, options: OptionsT) -> tuple[Seat, ...]:
        """The match's seats, in the rulebook's seat order."""

    @abstractmethod
    def start(self, options: OptionsT) -> TruthT:
        """The truth before the first fact."""

    @abstractmethod
    def setup(self, options: OptionsT, chance: Chance) -> list[AddressedFact]:
        """The facts that open the match, ending with `PhaseOpened` for phase 1."""

    @abstractmethod
    def evolve(self, truth: TruthT, fact: Fact) -> TruthT:
        """The truth after one more fact; `truth` is left unchanged. Total: never raises on a logged fact."""

    def phase(self, truth: TruthT) -> Phase | Outcome:
        """The open phase, or how the match ended. Only asked after `setup`."""
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase

    @abstractmethod
    def look(self, viewer: Viewer, options: OptionsT) -> ViewT:
        """The view before its viewer was told anything; `options` are the public ones."""

    @abstractmethod
    def fold(self, view: ViewT, fact: Fact) -> ViewT:
        """The view after one more fact told to its viewer; `view` is left unchanged."""

    @abstractmethod
    def prompt(self, view: ViewT) -> JsonSchema | None:
        """
        The JSON Schema (2020-12) of the move now asked of the viewer, finite choices listed, or None.

        It describes moves in canonical form: what `check` makes of any move that it accepts is valid against it. What
        is valid is accepted, as far as a schema can tell: it knows no sums and no consequences.
        """

    @abstractmethod
    def check(self, view: ViewT, move: JsonValue) -> MoveT:
        """
        Judge a move by its mover's own view and give it in canonical form (every field present).

        Raises:
            IllegalMoveError: With the first failing check of the rulebook.
        """

    @abstractmethod
    def resolve(self, truth: TruthT, moves: Mapping[SeatId, MoveT | None], chance: Chance) -> list[AddressedFact]:
        """
        Close the open phase: turn sealed moves into facts.

        Args:
            truth: The match before the phase closed; left unchanged.
            moves: Of the seats of the phase; None, or a seat left out, is an absent submission (the rulebook says what
                it becomes).
            chance: The draws of this phase. Same draws, same facts.

        Returns:
            The facts in the order in which they are told, ending with `PhaseOpened` or `MatchEnded`.
        """

    @abstractmethod
    def sample(self, view: ViewT, random: Random) -> MoveT:
        """A random legal move of the viewer, who is in the open phase's must or may."""

    @abstractmethod
    def narrate(self, fact: Fact) -> str:
        """
        One line of plain text that tells the fact to a reader of the terminal; empty if there is nothing to say.

        Channels and the outcome are told for all games alike; the round stands before what is said of `PhaseOpened`.
        """

    def read_options(self, stored: Mapping[str, JsonValue]) -> OptionsT:
        """Complete options as they stand in a log."""
        return self.options_type.model_validate_json(json.dumps(stored))


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any]


def open_phase(facts: Sequence[AddressedFact]) -> Phase | Outcome:
    """The phase or the outcome with which the facts of a set-up or resolution end."""
    match facts[-1].fact:
        case PhaseOpened(phase=phase):
            return phase
        case MatchEnded(outcome=outcome):
            return outcome
        case other:
            raise AssertionError(f"facts must end with a phase or the outcome, not {other.type}")
