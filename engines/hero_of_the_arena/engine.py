"""Hero of the Arena as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.chance import Chance
from engines.contract import Content, Engine, Fact, JsonSchema, Outcome, Phase, Seat, SeatId, Viewer
from engines.hero_of_the_arena.data import SEATS
from engines.hero_of_the_arena.facts import CONTENTS, OwnContent
from engines.hero_of_the_arena.legality import check, sample
from engines.hero_of_the_arena.moves import MOVES, ArenaMove
from engines.hero_of_the_arena.options import VARIANTS, HeroOfTheArenaOptions, complete
from engines.hero_of_the_arena.pack import HeroOfTheArenaPack
from engines.hero_of_the_arena.prompt import prompt
from engines.hero_of_the_arena.rules import resolve, setup
from engines.hero_of_the_arena.story import narrate
from engines.hero_of_the_arena.truth import Truth, evolve, start
from engines.hero_of_the_arena.view import HeroOfTheArenaView, fold, look
from engines.packs import pack_id


class HeroOfTheArena(Engine[HeroOfTheArenaOptions, Truth, HeroOfTheArenaView, ArenaMove]):
    """Two in heaven draft decks, and their partners in hell fight a card game with them."""

    name = "hero_of_the_arena"
    title = "Hero of the Arena"
    summary = "Two heaven seats draft decks for their hell partners, who fight over five arenas with them."
    rules_version = 1
    variants = VARIANTS
    options_type = HeroOfTheArenaOptions
    view_type = HeroOfTheArenaView
    move_types = get_args(ArenaMove)
    content_types = get_args(OwnContent)
    moves = MOVES
    contents: TypeAdapter[Any] = CONTENTS
    secret_options = frozenset({"pack"})
    pack_type = HeroOfTheArenaPack

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> HeroOfTheArenaOptions:
        return complete(variant, overrides)

    def public_options(self, options: HeroOfTheArenaOptions) -> HeroOfTheArenaOptions:
        # The pack itself is told when the draft is over (R6); until then its id says only which one it is.
        if not isinstance(options.pack, HeroOfTheArenaPack):
            return options
        return options.model_copy(update={"pack": pack_id(options.pack)})

    def opens_log(self, options: HeroOfTheArenaOptions) -> bool:
        # Nothing more is told at the end: the draft and the hands stay secret (section 9).
        return False

    def seats(self, options: HeroOfTheArenaOptions) -> tuple[Seat, ...]:
        return SEATS

    def start(self, options: HeroOfTheArenaOptions) -> Truth:
        return start(options)

    def setup(self, options: HeroOfTheArenaOptions, chance: Chance) -> list[Fact]:
        return setup(options, chance)

    def evolve(self, truth: Truth, content: Content) -> Truth:
        return evolve(truth, content)

    def phase(self, truth: Truth) -> Phase | Outcome:
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase

    def look(self, viewer: Viewer, options: HeroOfTheArenaOptions) -> HeroOfTheArenaView:
        return look(viewer, options)

    def fold(self, view: HeroOfTheArenaView, content: Content) -> HeroOfTheArenaView:
        return fold(view, content)

    def prompt(self, view: HeroOfTheArenaView) -> JsonSchema | None:
        return prompt(view)

    def check(self, view: HeroOfTheArenaView, move: JsonValue) -> ArenaMove:
        return check(view, move)

    def resolve(self, truth: Truth, moves: Mapping[SeatId, ArenaMove | None], chance: Chance) -> list[Fact]:
        return resolve(truth, moves, chance)

    def sample(self, view: HeroOfTheArenaView, random: Random) -> ArenaMove:
        return sample(view, random)

    def narrate(self, content: Content) -> str:
        return narrate(content)
