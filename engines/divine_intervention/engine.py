"""Divine Intervention as the server sees it."""

from typing import Final

from engines.divine_intervention.codes import CODES
from engines.divine_intervention.facts import OwnFact
from engines.divine_intervention.legality import check
from engines.divine_intervention.moves import OwnMove
from engines.divine_intervention.options import CONCEALED, VARIANTS, DivineInterventionOptions, complete
from engines.divine_intervention.pack import DivineInterventionPack
from engines.divine_intervention.prompt import prompt
from engines.divine_intervention.rules import begin, close
from engines.divine_intervention.sampling import sample
from engines.divine_intervention.story import narrate
from engines.divine_intervention.truth import Truth, evolve, start
from engines.divine_intervention.view import DivineInterventionView, fold, look
from engines.kit import Engine

DIVINE_INTERVENTION: Final[Engine[DivineInterventionOptions, Truth, DivineInterventionView, OwnMove]] = Engine(
    name="divine_intervention",
    title="Divine Intervention",
    summary="Deities in heaven give mana for prayers and bid for boons; shamans in hell complete rooms with the mana.",
    rules_version=1,
    variants=VARIANTS,
    options_type=DivineInterventionOptions,
    view_type=DivineInterventionView,
    move=OwnMove,
    fact=OwnFact,
    codes=CODES,
    complete=complete,
    concealed=CONCEALED,
    pack_type=DivineInterventionPack,
    # Prayers, rituals, bids and the element of room X are the host's for good (section 9).
    opens_log=lambda _: False,
    seats=lambda options: options.realms.described(),
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
