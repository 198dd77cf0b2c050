"""Threads of Fate as the server sees it."""

from typing import Final

from engines.kit import Engine
from engines.threads_of_fate.codes import CODES
from engines.threads_of_fate.facts import OwnFact
from engines.threads_of_fate.legality import check
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.options import VARIANTS, ThreadsOfFateOptions
from engines.threads_of_fate.prompt import prompt, sample
from engines.threads_of_fate.rules import begin, close
from engines.threads_of_fate.story import narrate
from engines.threads_of_fate.truth import Truth, evolve, start
from engines.threads_of_fate.view import ThreadsOfFateView, fold, look

THREADS_OF_FATE: Final[Engine[ThreadsOfFateOptions, Truth, ThreadsOfFateView, WeaveMove]] = Engine(
    name="threads_of_fate",
    title="Threads of Fate",
    summary="Heaven and hell spin hidden threads to each other; the pair joined by the strongest golden thread wins.",
    rules_version=1,
    variants=VARIANTS,
    options_type=ThreadsOfFateOptions,
    view_type=ThreadsOfFateView,
    move=WeaveMove,
    fact=OwnFact,
    codes=CODES,
    # Who cut, snipped and boosted is the host's for good (section 9), even where the end state is revealed.
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
