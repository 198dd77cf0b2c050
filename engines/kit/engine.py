"""The definition of a game (docs/engines.md): a record of its properties and its functions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from random import Random
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from engines.kit.bearers import Bearing
from engines.kit.chance import Draws
from engines.kit.codes import Code
from engines.kit.contract import AddressedFact, Fact, GameTruth, Outcome, Phase, Seat, SeatId, SharedFact, Viewer
from engines.kit.fact_versions import FactVersions
from engines.kit.lessons import Lesson
from engines.kit.options import GameOptions, Variant, complete_options, public_options
from engines.kit.packs import ContentPack, pack_option
from engines.kit.reasons import Reason
from engines.kit.resolution import Resolution
from engines.kit.schemas import JsonSchema
from engines.kit.speaker import SHARED_SENTENCES, Sentences, Speaker, read_sentences
from engines.kit.views import GameView
from engines.kit.words import ENGLISH, SHARED_WORDS, Language, Word, Words, read_words

OptionsT = TypeVar("OptionsT", bound=GameOptions)
TruthT = TypeVar("TruthT", bound=GameTruth)
ViewT = TypeVar("ViewT", bound=GameView)
MoveT = TypeVar("MoveT", bound=BaseModel)

RankScope: TypeAlias = Literal["match", "realm", "team"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Engine(Generic[OptionsT, TruthT, ViewT, MoveT]):
    """A game. Its functions are pure: the same arguments give the same result, and arguments are never changed."""

    name: str
    """The game's id in the API."""
    title: str
    summary: str
    """One line for people."""
    rules_version: int
    """
    Increased whenever the same submissions could lead to different facts.

    A match is played to its end by the version with which it was created (`versions`).
    """
    variants: Mapping[str, Variant]
    """By name; the first is the default."""
    options_type: type[OptionsT]
    """A Pydantic model. Its JSON Schema is public, like the schemas of views, moves and facts."""
    view_type: type[ViewT]
    move: Any
    """The union of the game's moves: Pydantic models, tagged by `type`."""
    fact: Any
    """The union of the game's own facts: dataclasses, tagged by `type`."""
    codes: tuple[Code, ...]
    """The codes with which `check` refuses moves."""

    seats: Callable[[OptionsT], tuple[Seat, ...]]
    """The match's seats, in the rulebook's seat order."""
    bears: Callable[[OptionsT], Bearing]
    """
    How many seats bear each consequence when a match with these options ends, however it goes.

    Series count on it: they plan who is in which realm next before a match is played. The public options are enough.
    """
    ranks_over: RankScope
    """
    Where the ranks of an outcome are counted from 1: over all seats of the match, within each realm, or by team.

    Ranks of seats in different realms cannot be compared if they count over a realm; seats of a team share a rank.
    """
    start: Callable[[OptionsT], TruthT]
    """The truth before the first fact."""
    begin: Callable[[Resolution[TruthT]], None]
    """Addresses the facts that open the match, ending with `PhaseOpened` for phase 1."""
    close: Callable[[Resolution[TruthT], Phase, Mapping[SeatId, MoveT | None]], None]
    """
    Closes the open phase: turns sealed moves into facts, which end with `PhaseOpened` or `MatchEnded`.

    There is a move for each seat of the phase. None is an absent submission; the rulebook defines what replaces it.
    """
    evolve: Callable[[TruthT, Fact], TruthT]
    """Returns the truth after one more fact. Never raises on a logged fact."""
    look: Callable[[Viewer, OptionsT], ViewT]
    """Returns the view before its first fact; the options are the public ones."""
    fold: Callable[[ViewT, Fact], ViewT]
    """Returns the view after one more fact addressed to its viewer."""
    prompt: Callable[[ViewT], JsonSchema | None]
    """
    Returns the JSON Schema (2020-12) of the move that the viewer can submit now, or None. Finite choices are listed.

    It describes moves in canonical form: what `check` returns is always valid against it. `check` accepts a valid
    move unless it breaks a rule that a schema cannot express, such as a limit on a sum.
    """
    check: Callable[[ViewT, JsonValue], MoveT]
    """
    Checks a move against the mover's own view and returns it in canonical form (every field present).

    Raises `IllegalMoveError` with the first failing check of the rulebook.
    """
    sample: Callable[[ViewT, Random], MoveT]
    """Returns a random legal move of the viewer, which must be a seat of the open phase."""
    narrate: Callable[[Fact, Speaker], str]
    """
    Says in a sentence or more what happened, in one line; empty if there is nothing to say, or if another fact of the
    same event says it.

    The templates are in the folder `sentences` of the game's package. Sentences about channels are the same in all
    games.
    """

    explain: Callable[[ViewT, ViewT, Sequence[Fact]], Sequence[Reason]] = field(default=lambda before, after, told: ())
    """
    Says why a phase ended as it did, by what a viewer knows: from its views before and after the event of the close,
    and the facts of this event that are addressed to it.

    The most important reason first. The templates are those of `narrate`.
    """

    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """
    The older versions of the rules that can still be played: by version, the fields of this record that differ.

    The types of moves, facts, options and views are the same in all versions.
    """
    fact_versions: FactVersions = field(default_factory=FactVersions)
    """How facts of the game are read that earlier versions of the code have written."""
    carries_over: Mapping[int, Callable[[TruthT], TruthT]] = field(default_factory=dict)
    """
    The newer versions by which a match can go on between two phases: what makes its truth one by that version.

    Only where nothing that is recorded or chosen would then mean something else, in views neither: they stay as they
    are.
    """
    complete: Callable[[str, Mapping[str, JsonValue]], OptionsT] | None = None
    """Does what `options` below does, for a game whose options need more than validation."""
    concealed: Mapping[str, JsonValue] = field(default_factory=dict)
    """Options that only the host may know, with the values that everyone else sees instead."""
    pack_type: type[ContentPack] | None = None
    """The model of packs, which organisers give as the option `pack`; None if the game accepts no packs."""
    pack_words: Callable[[ViewT], Mapping[str, Word]] | None = None
    """The words of an organiser's pack that a view shows, by key; None if the game takes no packs."""
    opens_log: Callable[[OptionsT], bool] = field(default=lambda _: True)
    """Whether the log can be public: with these options it contains nothing that the rulebook keeps secret forever."""
    casual: Mapping[str, JsonValue] = field(default_factory=dict)
    """The options that differ where people meet by chance, for nothing but fun: secrets are opened at the end."""
    lesson: Lesson | None = None
    """A first match in which bots play what is written; None if the game has none."""

    versions: Mapping[int, Engine[OptionsT, TruthT, ViewT, MoveT]] = field(init=False)
    """The game by each version of its rules that can be played, this one included."""
    moves: TypeAdapter[MoveT] = field(init=False)
    """Reads and writes moves."""
    facts: TypeAdapter[Any] = field(init=False)
    """Reads and writes facts, including those that all games share."""
    words: Words = field(init=False)
    """Titles and texts for people, from the folder `words` of the game's package and from what all games share."""
    sentences: Sentences = field(init=False)
    """Templates of sentences, from the folder `sentences` of the game's package and from what all games share."""

    def __post_init__(self) -> None:
        # Built at import because this is slow, and no call should wait for it.
        object.__setattr__(self, "moves", _adapter(self.move))
        object.__setattr__(self, "facts", _adapter(self.fact | SharedFact))
        object.__setattr__(self, "words", read_words(self.package).over(SHARED_WORDS))
        object.__setattr__(self, "sentences", read_sentences(self.package, SHARED_SENTENCES))
        versions = {self.rules_version: self}
        object.__setattr__(self, "versions", versions)
        for version, differing in self.earlier.items():
            versions[version] = copy(self)
            for name, value in {"rules_version": version, **differing}.items():
                object.__setattr__(versions[version], name, value)

    @cached_property
    def move_types(self) -> tuple[type[BaseModel], ...]:
        return get_args(self.move) or (self.move,)

    @cached_property
    def fact_types(self) -> tuple[type, ...]:
        return get_args(self.fact) or (self.fact,)

    @cached_property
    def package(self) -> str:
        """The package of the game, which contains its rules, words and sentences."""
        return self.options_type.__module__.rpartition(".")[0]

    @cached_property
    def rules(self) -> Mapping[Language, str]:
        """The rules for players by language, in Markdown: `rules.md` in English, `rules.de.md` in German."""
        found = {ENGLISH: files(self.package).joinpath("rules.md").read_text(encoding="utf-8")}
        for file in files(self.package).iterdir():
            if language := re.fullmatch(r"rules\.(\w+)\.md", file.name):
                found[language[1]] = file.read_text(encoding="utf-8")
        return found

    @cached_property
    def secret_options(self) -> frozenset[str]:
        """The names of the options that only the host may know; others know only the id of a pack."""
        return frozenset({*self.concealed, *(() if self.pack_type is None else ("pack",))})

    def words_for(self, view: ViewT) -> Words:
        """The words for what a view shows: in a match with a pack, its names and texts go before those of the game."""
        if self.pack_words is None or not self.has_pack_words(view):
            return self.words
        return self.words.under(self.pack_words(view))

    def has_pack_words(self, view: ViewT) -> bool:
        """Whether a view is of a match with an organiser's pack, with words of its own."""
        return self.pack_words is not None and getattr(getattr(view, "options", None), "pack", None) is not None

    def speaker(
        self,
        language: Language,
        view: ViewT | None = None,
        players: Mapping[SeatId, str] | None = None,
        sentences: Sentences | None = None,
        *,
        in_event: bool = False,
    ) -> Speaker:
        """
        Return a speaker with the words that a view shows; `sentences` stand in for those of the game alone.

        `in_event`: an event, and not the game, decides what follows from the match.
        """
        templates = sentences or self.sentences
        return Speaker(
            language,
            self.words if view is None else self.words_for(view),
            templates.get(language, templates[ENGLISH]),
            theme_of(view),
            players or {},
            in_event,
        )

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
        """Return the options that everyone may know."""
        return public_options(options, self.concealed)

    def read_options(self, stored: Mapping[str, JsonValue]) -> OptionsT:
        """Read complete options from a log."""
        return self.options_type.model_validate_json(json.dumps(stored))

    def setup(self, options: OptionsT, chance: Draws) -> list[AddressedFact]:
        """Return the facts that open the match, ending with `PhaseOpened` for phase 1."""
        return self.opening(options, chance).facts

    def resolve(self, truth: TruthT, moves: Mapping[SeatId, MoveT | None], chance: Draws) -> list[AddressedFact]:
        """
        Close the open phase and return its facts, ending with `PhaseOpened` or `MatchEnded`.

        Args:
            truth: The match before the phase closed.
            moves: The move of each seat of the phase; None or a missing seat is an absent submission.
            chance: The draws of this phase. Same draws, same facts.
        """
        return self.closing(truth, moves, chance).facts

    def opening(self, options: OptionsT, chance: Draws) -> Resolution[TruthT]:
        """Return the same as `setup`, with the truth after it."""
        resolution = Resolution(self.start(options), chance, self.evolve)
        self.begin(resolution)
        return resolution

    def closing(self, truth: TruthT, moves: Mapping[SeatId, MoveT | None], chance: Draws) -> Resolution[TruthT]:
        """Return the same as `resolve`, with the truth after it."""
        phase = self.phase(truth)
        if isinstance(phase, Outcome):
            raise AssertionError("only an open phase can be closed")
        resolution = Resolution(truth, chance, self.evolve)
        self.close(resolution, phase, {seat: moves.get(seat) for seat in phase.seats})
        return resolution

    def phase(self, truth: TruthT) -> Phase | Outcome:
        """Return the open phase, or the outcome once the match is over. Only valid after `setup`."""
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase


def theme_of(view: GameView | None) -> str | None:
    """Return the option `theme`, in games where it decides between names."""
    return getattr(getattr(view, "options", None), "theme", None)


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any]


def _adapter(kinds: Any) -> TypeAdapter[Any]:  # noqa: ANN401  # a type, or a union of types that `type` tells apart
    union: Any = Annotated[kinds, Field(discriminator="type")] if get_args(kinds) else kinds
    return TypeAdapter(union)
