"""Wizard's Duel as the server sees it: the parts, wired."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import TypeAdapter

from engines.contract import Seat
from engines.engine import Engine
from engines.wizards_duel.codes import CODES
from engines.wizards_duel.data import SEATS
from engines.wizards_duel.facts import FACTS, OwnFact
from engines.wizards_duel.legality import check, prompt, sample
from engines.wizards_duel.moves import MOVES, Move
from engines.wizards_duel.options import VARIANTS, WizardsDuelOptions, complete
from engines.wizards_duel.rules import resolve, setup
from engines.wizards_duel.story import narrate
from engines.wizards_duel.truth import Truth, evolve, start
from engines.wizards_duel.view import WizardsDuelView, fold, look
from engines.wizards_duel.words import WORDS


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
    fact_types = get_args(OwnFact)
    moves = MOVES
    facts: TypeAdapter[Any] = FACTS
    codes = CODES
    words = WORDS

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

    def seats(self, options: WizardsDuelOptions) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in SEATS)

    def opens_log(self, options: WizardsDuelOptions) -> bool:
        # Spells never revealed, and casts voided by the opponent's silence, are the host's for good (section 8).
        return options.hidden_reveal != "never" and options.timeout != "lose_duel"
