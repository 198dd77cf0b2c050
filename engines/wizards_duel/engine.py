"""Wizard's Duel as the server sees it."""

from typing import Final

from engines.kit import Engine, Seat
from engines.wizards_duel.codes import CODES
from engines.wizards_duel.data import SEATS
from engines.wizards_duel.facts import OwnFact
from engines.wizards_duel.legality import check, prompt, sample
from engines.wizards_duel.moves import Move
from engines.wizards_duel.options import VARIANTS, WizardsDuelOptions, complete, opens_log
from engines.wizards_duel.rules import begin, close
from engines.wizards_duel.story import narrate
from engines.wizards_duel.truth import Truth, evolve, start
from engines.wizards_duel.view import WizardsDuelView, fold, look

WIZARDS_DUEL: Final[Engine[WizardsDuelOptions, Truth, WizardsDuelView, Move]] = Engine(
    name="wizards_duel",
    title="Wizard's Duel",
    summary="Two wizards with equal hands cast one hidden spell per round; the stronger one scores, with effects.",
    rules_version=1,
    variants=VARIANTS,
    options_type=WizardsDuelOptions,
    view_type=WizardsDuelView,
    move=Move,
    fact=OwnFact,
    codes=CODES,
    complete=complete,
    opens_log=opens_log,
    seats=lambda _: tuple(map(Seat, SEATS)),
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
