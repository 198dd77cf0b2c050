"""The `Engine` record of Wizard's Duel, which the server uses."""

from typing import Final

from engines.kit import Engine, Seat, bearers, codes_in
from engines.wizards_duel import codes, data, facts, legality, moves, options, rules, story, truth, view

WIZARDS_DUEL: Final = Engine(
    name="wizards_duel",
    title="Wizard's Duel",
    summary="Two wizards with equal hands cast one hidden spell per round; the stronger one scores, with effects.",
    rules_version=1,
    variants=options.VARIANTS,
    options_type=options.WizardsDuelOptions,
    view_type=view.WizardsDuelView,
    move=moves.Move,
    fact=facts.OwnFact,
    codes=codes_in(codes),
    complete=options.complete,
    opens_log=options.opens_log,
    seats=lambda _: tuple(map(Seat, data.SEATS)),
    bears=lambda _: {"winner": bearers(1)},
    ranks_over="match",
    start=truth.start,
    begin=rules.begin,
    close=rules.close,
    evolve=truth.evolve,
    look=view.look,
    fold=view.fold,
    prompt=legality.prompt,
    check=legality.check,
    sample=legality.sample,
    narrate=story.narrate,
)
