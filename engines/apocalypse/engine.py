"""The Apocalypse as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.apocalypse.facts import CONTENTS, OwnContent
from engines.apocalypse.legality import check
from engines.apocalypse.moves import MOVES, PlayMove
from engines.apocalypse.options import VARIANTS, ApocalypseOptions
from engines.apocalypse.prompt import prompt, sample
from engines.apocalypse.rules import resolve, setup
from engines.apocalypse.story import narrate
from engines.apocalypse.truth import Truth, evolve, start
from engines.apocalypse.view import ApocalypseView, fold, look
from engines.chance import Chance
from engines.contract import Content, Engine, Fact, JsonSchema, Outcome, Phase, Seat, SeatId, Viewer
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
    content_types = get_args(OwnContent)
    moves = MOVES
    contents: TypeAdapter[Any] = CONTENTS

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> ApocalypseOptions:
        return complete(ApocalypseOptions, VARIANTS, variant, overrides, code="bad_options")

    def opens_log(self, options: ApocalypseOptions) -> bool:
        # Plays, ledger and earlier totals are the host's for good unless the end reveals all of it (section 8).
        return options.reveal_at_end == "full"

    def seats(self, options: ApocalypseOptions) -> tuple[Seat, ...]:
        return options.realms.described()

    def start(self, options: ApocalypseOptions) -> Truth:
        return start(options)

    def setup(self, options: ApocalypseOptions, chance: Chance) -> list[Fact]:
        return setup(options, chance)

    def evolve(self, truth: Truth, content: Content) -> Truth:
        return evolve(truth, content)

    def phase(self, truth: Truth) -> Phase | Outcome:
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase

    def look(self, viewer: Viewer, options: ApocalypseOptions) -> ApocalypseView:
        return look(viewer, options)

    def fold(self, view: ApocalypseView, content: Content) -> ApocalypseView:
        return fold(view, content)

    def prompt(self, view: ApocalypseView) -> JsonSchema | None:
        return prompt(view)

    def check(self, view: ApocalypseView, move: JsonValue) -> PlayMove:
        return check(view, move)

    def resolve(self, truth: Truth, moves: Mapping[SeatId, PlayMove | None], chance: Chance) -> list[Fact]:
        return resolve(truth, moves, chance)

    def sample(self, view: ApocalypseView, random: Random) -> PlayMove:
        return sample(view, random)

    def narrate(self, content: Content) -> str:
        return narrate(content)
