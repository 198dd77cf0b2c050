"""What a game is to others: the decider that every engine implements (docs/engines.md)."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter

from engines.chance import Chance
from engines.codes import Code
from engines.contract import SENT_WHOLE, AddressedFact, Fact, Outcome, Phase, Seat, SeatId, Truth, Viewer
from engines.schemas import JsonSchema


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
