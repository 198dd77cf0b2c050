"""Wizard's Duel as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.chance import Chance
from engines.contract import Content, Engine, Fact, JsonSchema, Outcome, Phase, Seat, SeatId, Viewer
from engines.wizards_duel.data import SEATS
from engines.wizards_duel.facts import CONTENTS, OwnContent
from engines.wizards_duel.legality import check, prompt, sample
from engines.wizards_duel.moves import MOVES, Move
from engines.wizards_duel.options import VARIANTS, WizardsDuelOptions, complete
from engines.wizards_duel.rules import resolve, setup
from engines.wizards_duel.story import narrate
from engines.wizards_duel.truth import Truth, evolve, start
from engines.wizards_duel.view import WizardsDuelView, fold, look


class WizardsDuel(Engine[WizardsDuelOptions, Truth, WizardsDuelView, Move]):
    """Two seats duel with equal hands of spells, one hidden cast a round."""

    name = "wizards_duel"
    title = "Wizard's Duel"
    summary = "Two wizards, equal hands of spells, one hidden cast a round; the stronger scores, and effects bend that."
    rules_version = 1
    variants = VARIANTS
    options_type = WizardsDuelOptions
    view_type = WizardsDuelView
    move_types = get_args(Move)
    content_types = get_args(OwnContent)
    moves = MOVES
    contents: TypeAdapter[Any] = CONTENTS

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> WizardsDuelOptions:
        return complete(variant, overrides)

    def seats(self, options: WizardsDuelOptions) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in SEATS)

    def start(self, options: WizardsDuelOptions) -> Truth:
        return start(options)

    def opens_log(self, options: WizardsDuelOptions) -> bool:
        # Spells never revealed, and casts voided by the opponent's silence, are the host's for good (section 8).
        return options.hidden_reveal != "never" and options.timeout != "lose_duel"

    def setup(self, options: WizardsDuelOptions, chance: Chance) -> list[Fact]:
        return setup(options, chance)

    def evolve(self, truth: Truth, content: Content) -> Truth:
        return evolve(truth, content)

    def phase(self, truth: Truth) -> Phase | Outcome:
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase

    def look(self, viewer: Viewer, options: WizardsDuelOptions) -> WizardsDuelView:
        return look(viewer, options)

    def fold(self, view: WizardsDuelView, content: Content) -> WizardsDuelView:
        return fold(view, content)

    def prompt(self, view: WizardsDuelView) -> JsonSchema | None:
        return prompt(view)

    def check(self, view: WizardsDuelView, move: JsonValue) -> Move:
        return check(view, move)

    def resolve(self, truth: Truth, moves: Mapping[SeatId, Move | None], chance: Chance) -> list[Fact]:
        return resolve(truth, moves, chance)

    def sample(self, view: WizardsDuelView, random: Random) -> Move:
        return sample(view, random)

    def narrate(self, content: Content) -> str:
        return narrate(content)
