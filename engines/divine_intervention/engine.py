"""The `Engine` record of Divine Intervention, which the server uses."""

from typing import Final

from engines.divine_intervention import (
    codes,
    facts,
    legality,
    lesson,
    moves,
    options,
    outcome,
    reasons,
    rules,
    story,
    truth,
    view,
)
from engines.divine_intervention.pack import DivineInterventionPack
from engines.divine_intervention.prompt import prompt
from engines.divine_intervention.sampling import sample
from engines.kit import Engine, codes_in

DIVINE_INTERVENTION: Final = Engine(
    name="divine_intervention",
    title="Divine Intervention",
    summary="Deities in heaven give mana for prayers and bid for boons; shamans in hell complete rooms with the mana.",
    rules_version=1,
    variants=options.VARIANTS,
    options_type=options.DivineInterventionOptions,
    view_type=view.DivineInterventionView,
    move=moves.OwnMove,
    fact=facts.OwnFact,
    codes=codes_in(codes),
    complete=options.complete,
    concealed=options.CONCEALED,
    pack_type=DivineInterventionPack,
    # Only the host ever learns prayers, rituals, bids and the element of room X (section 9).
    opens_log=lambda _: False,
    pack_words=view.pack_words,
    seats=lambda options: options.realms.seat_records(),
    bears=outcome.bears,
    ranks_over="realm",
    start=truth.start,
    begin=rules.begin,
    close=rules.close,
    evolve=truth.evolve,
    look=view.look,
    fold=view.fold,
    prompt=prompt,
    check=legality.check,
    sample=sample,
    narrate=story.narrate,
    explain=reasons.explain,
    lesson=lesson.LESSON,
)
