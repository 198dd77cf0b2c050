"""The `Engine` record of The Apocalypse, which the server uses."""

from typing import Final

from engines.apocalypse import (
    codes,
    facts,
    legality,
    lesson,
    moves,
    options,
    outcome,
    prompt,
    reasons,
    rules,
    story,
    truth,
    view,
)
from engines.kit import Engine, codes_in

APOCALYPSE: Final = Engine(
    name="apocalypse",
    title="The Apocalypse",
    summary="Heaven against hell: four horsemen, six rounds, two hidden cards per round; the best three ascend.",
    rules_version=1,
    variants=options.VARIANTS,
    options_type=options.ApocalypseOptions,
    view_type=view.ApocalypseView,
    move=moves.PlayMove,
    fact=facts.OwnFact,
    codes=codes_in(codes),
    # Only the host ever learns plays, ledger and earlier totals, unless the end reveals them all (section 8).
    opens_log=lambda options: options.reveal_at_end == "full",
    seats=lambda options: options.realms.seat_records(),
    bears=outcome.bears,
    ranks_over="match",
    casual={"reveal_at_end": "full"},
    lesson=lesson.LESSON,
    start=truth.start,
    begin=rules.begin,
    close=rules.close,
    evolve=truth.evolve,
    look=view.look,
    fold=view.fold,
    prompt=prompt.prompt,
    check=legality.check,
    sample=prompt.sample,
    narrate=story.narrate,
    explain=reasons.explain,
)
