"""Hero of the Arena as the server sees it: the parts, wired."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import TypeAdapter

from engines.contract import Seat
from engines.engine import Engine
from engines.hero_of_the_arena.codes import CODES
from engines.hero_of_the_arena.data import SEATS
from engines.hero_of_the_arena.facts import FACTS, OwnFact
from engines.hero_of_the_arena.legality import check, sample
from engines.hero_of_the_arena.moves import MOVES, ArenaMove
from engines.hero_of_the_arena.options import VARIANTS, HeroOfTheArenaOptions, complete
from engines.hero_of_the_arena.pack import HeroOfTheArenaPack
from engines.hero_of_the_arena.prompt import prompt
from engines.hero_of_the_arena.rules import resolve, setup
from engines.hero_of_the_arena.story import narrate
from engines.hero_of_the_arena.truth import Truth, evolve, start
from engines.hero_of_the_arena.view import HeroOfTheArenaView, fold, look
from engines.hero_of_the_arena.words import WORDS
from engines.packs import pack_id


class HeroOfTheArena(Engine[HeroOfTheArenaOptions, Truth, HeroOfTheArenaView, ArenaMove]):
    """Two in heaven draft decks, and their partners in hell fight a card game with them."""

    name = "hero_of_the_arena"
    title = "Hero of the Arena"
    summary = "Two heaven seats draft decks for their hell partners, who fight over five arenas with them."
    rules_version = 2
    variants = VARIANTS
    options_type = HeroOfTheArenaOptions
    view_type = HeroOfTheArenaView
    move_types = get_args(ArenaMove)
    fact_types = get_args(OwnFact)
    moves = MOVES
    facts: TypeAdapter[Any] = FACTS
    codes = CODES
    words = WORDS
    secret_options = frozenset({"pack"})
    pack_type = HeroOfTheArenaPack

    options = staticmethod(complete)
    start = staticmethod(start)
    setup = staticmethod(setup)
    evolve = staticmethod(evolve)
    look = staticmethod(look)
    fold = staticmethod(fold)
    prompt = staticmethod(prompt)
    check = staticmethod(check)
    resolve = staticmethod(resolve)
    sample = staticmethod(sample)
    narrate = staticmethod(narrate)

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
