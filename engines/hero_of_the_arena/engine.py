"""Hero of the Arena as the server sees it."""

from typing import Final

from engines.hero_of_the_arena.codes import CODES
from engines.hero_of_the_arena.data import SEATS
from engines.hero_of_the_arena.facts import OwnFact
from engines.hero_of_the_arena.legality import check, sample
from engines.hero_of_the_arena.moves import ArenaMove
from engines.hero_of_the_arena.options import VARIANTS, HeroOfTheArenaOptions
from engines.hero_of_the_arena.pack import HeroOfTheArenaPack
from engines.hero_of_the_arena.prompt import prompt
from engines.hero_of_the_arena.rules import begin, close
from engines.hero_of_the_arena.story import narrate
from engines.hero_of_the_arena.truth import Truth, evolve, start
from engines.hero_of_the_arena.view import HeroOfTheArenaView, fold, look
from engines.kit import Engine

HERO_OF_THE_ARENA: Final[Engine[HeroOfTheArenaOptions, Truth, HeroOfTheArenaView, ArenaMove]] = Engine(
    name="hero_of_the_arena",
    title="Hero of the Arena",
    summary="Two heaven seats draft decks for their hell partners, who use them to fight over five arenas.",
    rules_version=2,
    variants=VARIANTS,
    options_type=HeroOfTheArenaOptions,
    view_type=HeroOfTheArenaView,
    move=ArenaMove,
    fact=OwnFact,
    codes=CODES,
    # The pack itself is told when the draft is over (R6); until then its id says only which one it is.
    pack_type=HeroOfTheArenaPack,
    # Nothing more is told at the end: the draft and the hands stay secret (section 9).
    opens_log=lambda _: False,
    seats=lambda _: SEATS,
    start=start,
    begin=begin,
    close=close,
    evolve=evolve,
    look=look,
    fold=fold,
    prompt=prompt,
    check=check,
    sample=sample,
    narrate=narrate,
)
