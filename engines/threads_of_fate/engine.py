"""Threads of Fate as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.contract import Seat
from engines.engine import Engine
from engines.threads_of_fate.codes import CODES
from engines.threads_of_fate.facts import FACTS, OwnFact
from engines.threads_of_fate.legality import check
from engines.threads_of_fate.moves import MOVES, WeaveMove
from engines.threads_of_fate.options import VARIANTS, ThreadsOfFateOptions
from engines.threads_of_fate.prompt import prompt, sample
from engines.threads_of_fate.rules import resolve, setup
from engines.threads_of_fate.story import narrate
from engines.threads_of_fate.truth import Truth, evolve, start
from engines.threads_of_fate.view import ThreadsOfFateView, fold, look
from engines.threads_of_fate.words import WORDS
from engines.variants import complete


class ThreadsOfFate(Engine[ThreadsOfFateOptions, Truth, ThreadsOfFateView, WeaveMove]):
    """Two realms spin, boost, cut and snip threads that only their creators see."""

    name = "threads_of_fate"
    title = "Threads of Fate"
    summary = "Heaven and hell spin hidden threads to each other; the strongest golden one wins for the pair it joins."
    rules_version = 1
    variants = VARIANTS
    options_type = ThreadsOfFateOptions
    view_type = ThreadsOfFateView
    move_types = (WeaveMove,)
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

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> ThreadsOfFateOptions:
        return complete(ThreadsOfFateOptions, VARIANTS, variant, overrides, code="bad_options")

    def seats(self, options: ThreadsOfFateOptions) -> tuple[Seat, ...]:
        return options.realms.described()

    def opens_log(self, options: ThreadsOfFateOptions) -> bool:
        # Who cut, snipped and boosted is the host's for good (section 9), even where the end state is revealed.
        return False
