"""The `Engine` record of Hero of the Arena, which the server uses."""

from typing import Final

from engines.hero_of_the_arena import (
    codes,
    data,
    facts,
    legality,
    lesson,
    moves,
    options,
    prompt,
    reasons,
    rules,
    story,
    truth,
    view,
)
from engines.hero_of_the_arena.pack import HeroOfTheArenaPack
from engines.kit import Engine, codes_in, in_realms

HERO_OF_THE_ARENA: Final = Engine(
    name="hero_of_the_arena",
    title="Hero of the Arena",
    summary="Two heaven seats draft decks for their hell partners, who use them to fight over five arenas.",
    rules_version=2,
    variants=options.VARIANTS,
    options_type=options.HeroOfTheArenaOptions,
    view_type=view.HeroOfTheArenaView,
    move=moves.ArenaMove,
    fact=facts.OwnFact,
    codes=codes_in(codes),
    # The content of the pack is published when the draft is over (R6). Until then, players know only its id.
    pack_type=HeroOfTheArenaPack,
    # The end reveals nothing more: the draft and the hands stay secret (section 9).
    opens_log=lambda _: False,
    pack_words=view.pack_words,
    seats=lambda _: data.SEATS,
    bears=lambda _: {"winner": in_realms(heaven=1, hell=1)},
    ranks_over="team",
    start=truth.start,
    begin=rules.begin,
    close=rules.close,
    evolve=truth.evolve,
    look=view.look,
    fold=view.fold,
    prompt=prompt.prompt,
    check=legality.check,
    sample=legality.sample,
    narrate=story.narrate,
    explain=reasons.explain,
    lesson=lesson.LESSON,
)
