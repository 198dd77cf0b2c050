"""The `Engine` record of Wizard's Duel, which the server uses."""

from functools import partial
from typing import Any, Final

from engines.kit import Engine, Seat, bearers, codes_in
from engines.wizards_duel import (
    codes,
    data,
    facts,
    legality,
    lesson,
    moves,
    options,
    reasons,
    rules,
    story,
    truth,
    view,
)
from engines.wizards_duel.versions import NEWEST, VERSIONS


def _of_version(version: int) -> dict[str, Any]:
    """Return the functions whose results depend on the version of the rules."""
    said = VERSIONS[version]
    return {
        "start": partial(truth.start, rules=said),
        "prompt": partial(legality.prompt, rules=said),
        "check": partial(legality.check, rules=said),
        "sample": partial(legality.sample, rules=said),
        "carries_over": {newer: partial(truth.go_on, rules=VERSIONS[newer]) for newer in said.carries_over_to},
    }


WIZARDS_DUEL: Final = Engine(
    name="wizards_duel",
    title="Wizard's Duel",
    summary="Two wizards with equal hands cast one hidden spell per round; the stronger one scores, with effects.",
    rules_version=NEWEST,
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
    lesson=lesson.LESSON,
    begin=rules.begin,
    close=rules.close,
    evolve=truth.evolve,
    look=view.look,
    fold=view.fold,
    narrate=story.narrate,
    explain=reasons.explain,
    **_of_version(NEWEST),
    earlier={version: _of_version(version) for version in VERSIONS if version != NEWEST},
)
