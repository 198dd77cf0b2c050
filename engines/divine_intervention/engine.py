"""Divine Intervention as the server sees it: the parts, wired."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

from pydantic import JsonValue, TypeAdapter

from engines.chance import Chance
from engines.contract import Content, Engine, Fact, JsonSchema, Outcome, Phase, Seat, SeatId, Viewer
from engines.divine_intervention.facts import CONTENTS, OwnContent
from engines.divine_intervention.legality import check
from engines.divine_intervention.moves import MOVES, OwnMove
from engines.divine_intervention.options import VARIANTS, DivineInterventionOptions, complete, public
from engines.divine_intervention.pack import DivineInterventionPack
from engines.divine_intervention.prompt import prompt
from engines.divine_intervention.rules import resolve, setup
from engines.divine_intervention.sampling import sample
from engines.divine_intervention.story import narrate
from engines.divine_intervention.truth import Truth, evolve, start
from engines.divine_intervention.view import DivineInterventionView, fold, look


class DivineIntervention(Engine[DivineInterventionOptions, Truth, DivineInterventionView, OwnMove]):
    """Deities live on the faith of shamans, and shamans on the mana of deities."""

    name = "divine_intervention"
    title = "Divine Intervention"
    summary = "Deities in heaven give mana for prayers and bid for boons; shamans in hell complete rooms with it."
    rules_version = 1
    variants = VARIANTS
    options_type = DivineInterventionOptions
    view_type = DivineInterventionView
    move_types = get_args(OwnMove)
    content_types = get_args(OwnContent)
    moves: TypeAdapter[OwnMove] = MOVES
    contents: TypeAdapter[Any] = CONTENTS
    secret_options = frozenset({"layout", "secret_element", "boon_offers", "pack"})
    pack_type = DivineInterventionPack

    def options(self, variant: str, overrides: Mapping[str, JsonValue]) -> DivineInterventionOptions:
        return complete(variant, overrides)

    def public_options(self, options: DivineInterventionOptions) -> DivineInterventionOptions:
        return public(options)

    def seats(self, options: DivineInterventionOptions) -> tuple[Seat, ...]:
        return options.realms.described()

    def start(self, options: DivineInterventionOptions) -> Truth:
        return start(options)

    def opens_log(self, options: DivineInterventionOptions) -> bool:
        # Prayers, rituals, bids and the element of room X are the host's for good (section 9).
        return False

    def setup(self, options: DivineInterventionOptions, chance: Chance) -> list[Fact]:
        return setup(options, chance)

    def evolve(self, truth: Truth, content: Content) -> Truth:
        return evolve(truth, content)

    def phase(self, truth: Truth) -> Phase | Outcome:
        if truth.phase is None:
            raise AssertionError("asked before the set-up")
        return truth.phase

    def look(self, viewer: Viewer, options: DivineInterventionOptions) -> DivineInterventionView:
        return look(viewer, options)

    def fold(self, view: DivineInterventionView, content: Content) -> DivineInterventionView:
        return fold(view, content)

    def prompt(self, view: DivineInterventionView) -> JsonSchema | None:
        return prompt(view)

    def check(self, view: DivineInterventionView, move: JsonValue) -> OwnMove:
        return check(view, move)

    def resolve(self, truth: Truth, moves: Mapping[SeatId, OwnMove | None], chance: Chance) -> list[Fact]:
        return resolve(truth, moves, chance)

    def sample(self, view: DivineInterventionView, random: Random) -> OwnMove:
        return sample(view, random)

    def narrate(self, content: Content) -> str:
        return narrate(content)
