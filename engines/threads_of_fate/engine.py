"""The `Engine` record of Threads of Fate, which the server uses."""

from typing import Final

from engines.kit import Engine, codes_in
from engines.threads_of_fate import (
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

THREADS_OF_FATE: Final = Engine(
    name="threads_of_fate",
    title="Threads of Fate",
    summary="Heaven and hell spin hidden threads to each other; the pair joined by the strongest golden thread wins.",
    rules_version=1,
    variants=options.VARIANTS,
    options_type=options.ThreadsOfFateOptions,
    view_type=view.ThreadsOfFateView,
    move=moves.WeaveMove,
    fact=facts.OwnFact,
    codes=codes_in(codes),
    # Only the host ever learns who cut, snipped and boosted (section 9), even if the end state is revealed.
    opens_log=lambda _: False,
    seats=lambda options: options.realms.seat_records(),
    bears=outcome.bears,
    ranks_over="match",
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
    casual={"reveal_at_end": "full"},
    lesson=lesson.LESSON,
)
