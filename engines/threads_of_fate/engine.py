"""Threads of Fate as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.chance import Chance
from engines.contract import Content, Engine, Fact, JsonSchema, Outcome, Phase, Seat, SeatId, Viewer
from engines.threads_of_fate.facts import CONTENTS, OwnContent
from engines.threads_of_fate.legality import check
from engines.threads_of_fate.moves import MOVES, WeaveMove
from engines.threads_of_fate.options import VARIANTS, ThreadsOfFateOptions
from engines.threads_of_fate.prompt import prompt, sample
from engines.threads_of_fate.rules import resolve, setup
from engines.threads_of_fate.story import narrate
from engines.threads_of_fate.truth import Truth, evolve, start
from engines.threads_of_fate.view import ThreadsOfFateView, fold, look
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
    content_types = get_args(OwnContent)
    moves = MOVES
    contents: TypeAdapter[Any] = CONTENTS

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> ThreadsOfFateOptions:
        return complete(ThreadsOfFateOptions, VARIANTS, variant, overrides, code="bad_options")

    def seats(self, options: ThreadsOfFateOptions) -> tuple[Seat, ...]:
        return options.realms.described()

    def start(self, options: ThreadsOfFateOptions) -> Truth:
        return start(options)

    def opens_log(self, options: ThreadsOfFateOptions) -> bool:
        # Who cut, snipped and boosted is the host's for good (section 9), even where the end state is revealed.
        return False

    def setup(self, options: ThreadsOfFateOptions, chance: Chance) -> list[Fact]:
        return setup(options, chance)

    def evolve(self, truth: Truth, content: Content) -> Truth:
        return evolve(truth, content)

    def phase(self, truth: Truth) -> Phase | Outcome:
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase

    def look(self, viewer: Viewer, options: ThreadsOfFateOptions) -> ThreadsOfFateView:
        return look(viewer, options)

    def fold(self, view: ThreadsOfFateView, content: Content) -> ThreadsOfFateView:
        return fold(view, content)

    def prompt(self, view: ThreadsOfFateView) -> JsonSchema | None:
        return prompt(view)

    def check(self, view: ThreadsOfFateView, move: JsonValue) -> WeaveMove:
        return check(view, move)

    def resolve(self, truth: Truth, moves: Mapping[SeatId, WeaveMove | None], chance: Chance) -> list[Fact]:
        return resolve(truth, moves, chance)

    def sample(self, view: ThreadsOfFateView, random: Random) -> WeaveMove:
        return sample(view, random)

    def narrate(self, content: Content) -> str:
        return narrate(content)
