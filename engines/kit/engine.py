"""What a game is (docs/engines.md): a record of what there is to say about it, and of the functions that decide it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from engines.kit.chance import Draws
from engines.kit.codes import Code
from engines.kit.contract import AddressedFact, Fact, GameTruth, Outcome, Phase, Seat, SeatId, SharedFact, Viewer
from engines.kit.options import GameOptions, Variant, complete_options, public_options
from engines.kit.packs import ContentPack, pack_option
from engines.kit.schemas import JsonSchema
from engines.kit.telling import Telling
from engines.kit.views import GameView
from engines.kit.words import SHARED_WORDS, Words, read_words

OptionsT = TypeVar("OptionsT", bound=GameOptions)
TruthT = TypeVar("TruthT", bound=GameTruth)
ViewT = TypeVar("ViewT", bound=GameView)
MoveT = TypeVar("MoveT", bound=BaseModel)


@dataclass(frozen=True, kw_only=True, eq=False)
class Engine(Generic[OptionsT, TruthT, ViewT, MoveT]):
    """A game. Its functions are pure: the same arguments give the same result, and none of them is changed."""

    name: str
    """The game's id in the API."""
    title: str
    summary: str
    """One line for people, as the title is."""
    rules_version: int
    """Increased whenever the same submissions could lead to different facts."""
    variants: Mapping[str, Variant]
    """By name; the first is the default."""
    options_type: type[OptionsT]
    """A Pydantic model; its JSON Schema is public, as are those of views, moves and facts."""
    view_type: type[ViewT]
    move: Any
    """The union of the game's moves: Pydantic models, tagged by `type`."""
    fact: Any
    """The union of the game's own facts: dataclasses, tagged by `type`."""
    codes: tuple[Code, ...]
    """What `check` refuses moves with."""

    seats: Callable[[OptionsT], tuple[Seat, ...]]
    """The match's seats, in the rulebook's seat order."""
    start: Callable[[OptionsT], TruthT]
    """The truth before the first fact."""
    begin: Callable[[Telling[TruthT]], None]
    """Tells the facts that open the match, ending with `PhaseOpened` for phase 1."""
    close: Callable[[Telling[TruthT], Phase, Mapping[SeatId, MoveT | None]], None]
    """
    Closes the open phase: turns sealed moves into facts, which end with `PhaseOpened` or `MatchEnded`.

    The moves are those of all seats of the phase; None is an absent one, and the rulebook says what becomes of that.
    """
    evolve: Callable[[TruthT, Fact], TruthT]
    """The truth after one more fact. Total: never raises on a logged fact."""
    look: Callable[[Viewer, OptionsT], ViewT]
    """The view before its viewer was told anything; the options are the public ones."""
    fold: Callable[[ViewT, Fact], ViewT]
    """The view after one more fact told to its viewer."""
    prompt: Callable[[ViewT], JsonSchema | None]
    """
    The JSON Schema (2020-12) of the move now asked of the viewer, finite choices listed, or None.

    It describes moves in canonical form: what `check` makes of any move that it accepts is valid against it. What
    is valid is accepted, as far as a schema can tell: it knows no sums and no consequences.
    """
    check: Callable[[ViewT, JsonValue], MoveT]
    """
    Judges a move by its mover's own view and gives it in canonical form (every field present).

    Raises `IllegalMoveError` with the first failing check of the rulebook.
    """
    sample: Callable[[ViewT, Random], MoveT]
    """A random legal move of the viewer, who is in the open phase's must or may."""
    narrate: Callable[[Fact], str]
    """
    One line of plain text that tells the fact to a reader of the terminal; empty if there is nothing to say.

    Channels and the outcome are told for all games alike; the round stands before what is said of `PhaseOpened`.
    """

    complete: Callable[[str, Mapping[str, JsonValue]], OptionsT] | None = None
    """As `options` below, for a game whose options need more than to be read."""
    concealed: Mapping[str, JsonValue] = field(default_factory=dict)
    """Options that only the host may know, with what everyone else sees in their place."""
    pack_type: type[ContentPack] | None = None
    """What an organiser's own content must fit, given as the option `pack`; None if the game takes none."""
    opens_log: Callable[[OptionsT], bool] = field(default=lambda _: True)
    """Whether a log open to all would tell nothing the rulebook keeps secret for good under these options."""

    moves: TypeAdapter[MoveT] = field(init=False)
    """Reads and writes moves."""
    facts: TypeAdapter[Any] = field(init=False)
    """Reads and writes facts, those that all games share among them."""
    words: Words = field(init=False)
    """Titles and texts for people, from the folder `words` of the game's package and from what all games share."""

    def __post_init__(self) -> None:
        # Made at once: they take long, and no call is to wait for them.
        object.__setattr__(self, "moves", _adapter(self.move))
        object.__setattr__(self, "facts", _adapter(self.fact | SharedFact))
        object.__setattr__(self, "words", read_words(self.package, SHARED_WORDS))

    @cached_property
    def move_types(self) -> tuple[type[BaseModel], ...]:
        return get_args(self.move) or (self.move,)

    @cached_property
    def fact_types(self) -> tuple[type, ...]:
        return get_args(self.fact) or (self.fact,)

    @cached_property
    def package(self) -> str:
        """The package of the game, in which `rules.md` lies."""
        return self.options_type.__module__.rpartition(".")[0]

    @cached_property
    def secret_options(self) -> frozenset[str]:
        """Names of options that only the host may know; of a pack, others know the id."""
        return frozenset({*self.concealed, *(() if self.pack_type is None else ("pack",))})

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> OptionsT:
        """
        Complete a variant's defaults with the creator's overrides.

        Raises:
            BadOptionsError: Unknown variant or option, a wrong type, or a value out of bounds.
        """
        if self.complete is not None:
            return self.complete(variant, overrides)
        pack = {} if self.pack_type is None else {"pack": pack_option(self.pack_type, overrides)}
        return complete_options(self.options_type, self.variants, variant, {**overrides, **pack})

    def public_options(self, options: OptionsT) -> OptionsT:
        """The options as everyone may know them."""
        return public_options(options, self.concealed)

    def read_options(self, stored: Mapping[str, JsonValue]) -> OptionsT:
        """Complete options as they stand in a log."""
        return self.options_type.model_validate_json(json.dumps(stored))

    def setup(self, options: OptionsT, chance: Draws) -> list[AddressedFact]:
        """The facts that open the match, ending with `PhaseOpened` for phase 1."""
        telling = Telling(self.start(options), chance, self.evolve)
        self.begin(telling)
        return telling.facts

    def resolve(self, truth: TruthT, moves: Mapping[SeatId, MoveT | None], chance: Draws) -> list[AddressedFact]:
        """
        The facts of closing the open phase, ending with `PhaseOpened` or `MatchEnded`.

        Args:
            truth: The match before the phase closed.
            moves: Of the seats of the phase; None, or a seat left out, is an absent submission.
            chance: The draws of this phase. Same draws, same facts.
        """
        phase = self.phase(truth)
        if isinstance(phase, Outcome):
            raise AssertionError("only an open phase can be closed")
        telling = Telling(truth, chance, self.evolve)
        self.close(telling, phase, {seat: moves.get(seat) for seat in phase.seats})
        return telling.facts

    def phase(self, truth: TruthT) -> Phase | Outcome:
        """The open phase, or how the match ended. Only asked after `setup`."""
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any]


def _adapter(kinds: Any) -> TypeAdapter[Any]:  # noqa: ANN401  # a type, or a union of types that `type` tells apart
    union: Any = Annotated[kinds, Field(discriminator="type")] if get_args(kinds) else kinds
    return TypeAdapter(union)
