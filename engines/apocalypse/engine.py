"""The Apocalypse as the server sees it."""

from typing import Final

from engines.apocalypse.codes import CODES
from engines.apocalypse.facts import OwnFact
from engines.apocalypse.legality import check
from engines.apocalypse.moves import PlayMove
from engines.apocalypse.options import VARIANTS, ApocalypseOptions
from engines.apocalypse.prompt import prompt, sample
from engines.apocalypse.rules import begin, close
from engines.apocalypse.story import narrate
from engines.apocalypse.truth import Truth, evolve, start
from engines.apocalypse.view import ApocalypseView, fold, look
from engines.kit import Engine

APOCALYPSE: Final[Engine[ApocalypseOptions, Truth, ApocalypseView, PlayMove]] = Engine(
    name="apocalypse",
    title="The Apocalypse",
    summary="Heaven against hell: four horsemen, six rounds, two hidden cards per round; the best three ascend.",
    rules_version=1,
    variants=VARIANTS,
    options_type=ApocalypseOptions,
    view_type=ApocalypseView,
    move=PlayMove,
    fact=OwnFact,
    codes=CODES,
    # Plays, ledger and earlier totals are the host's for good unless the end reveals all of it (section 8).
    opens_log=lambda options: options.reveal_at_end == "full",
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
