"""Divine Intervention as the server sees it: the parts, wired."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import TypeAdapter

from engines.contract import Seat
from engines.divine_intervention.codes import CODES
from engines.divine_intervention.facts import FACTS, OwnFact
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
from engines.divine_intervention.words import WORDS
from engines.engine import Engine


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
    fact_types = get_args(OwnFact)
    moves: TypeAdapter[OwnMove] = MOVES
    facts: TypeAdapter[Any] = FACTS
    codes = CODES
    words = WORDS
    secret_options = frozenset({"layout", "secret_element", "boon_offers", "pack"})
    pack_type = DivineInterventionPack

    options = staticmethod(complete)
    public_options = staticmethod(public)
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

    def seats(self, options: DivineInterventionOptions) -> tuple[Seat, ...]:
        return options.realms.described()

    def opens_log(self, options: DivineInterventionOptions) -> bool:
        # Prayers, rituals, bids and the element of room X are the host's for good (section 9).
        return False
