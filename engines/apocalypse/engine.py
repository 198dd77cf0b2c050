"""The Apocalypse as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.apocalypse.codes import CODES
from engines.apocalypse.facts import FACTS, OwnFact
from engines.apocalypse.legality import check
from engines.apocalypse.moves import MOVES, PlayMove
from engines.apocalypse.options import VARIANTS, ApocalypseOptions
from engines.apocalypse.prompt import prompt, sample
from engines.apocalypse.rules import resolve, setup
from engines.apocalypse.story import narrate
from engines.apocalypse.truth import Truth, evolve, start
from engines.apocalypse.view import ApocalypseView, fold, look
from engines.apocalypse.words import WORDS
from engines.contract import Seat
from engines.engine import Engine
from engines.variants import complete


class Apocalypse(Engine[ApocalypseOptions, Truth, ApocalypseView, PlayMove]):
    """Heaven and hell play the four horsemen, two cards a round in secret."""

    name = "apocalypse"
    title = "The Apocalypse"
    summary = "Heaven against hell: four horsemen, six rounds, two hidden cards a round; the best three ascend."
    rules_version = 1
    variants = VARIANTS
    options_type = ApocalypseOptions
    view_type = ApocalypseView
    move_types = (PlayMove,)
    fact_types = get_args(OwnFact)
    moves = MOVES
    facts: TypeAdapter[Any] = FACTS
    codes = CODES
    words = WORDS

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

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> ApocalypseOptions:
        return complete(ApocalypseOptions, VARIANTS, variant, overrides, code="bad_options")

    def opens_log(self, options: ApocalypseOptions) -> bool:
        # Plays, ledger and earlier totals are the host's for good unless the end reveals all of it (section 8).
        return options.reveal_at_end == "full"

    def seats(self, options: ApocalypseOptions) -> tuple[Seat, ...]:
        return options.realms.described()
