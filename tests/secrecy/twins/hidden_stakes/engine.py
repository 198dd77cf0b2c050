"""The engine of Hidden Stakes."""

from __future__ import annotations

from typing import Final

from engines.kit import Engine, Seat, Variant, by_name
from tests.secrecy.twins.hidden_stakes.facts import Move, OwnFact
from tests.secrecy.twins.hidden_stakes.rules import (
    BAD_MOVE,
    NOT_YOUR_PHASE,
    SEATS,
    TOO_MANY_COINS,
    HiddenStakesOptions,
    HiddenStakesView,
    Truth,
    begin,
    check,
    close,
    evolve,
    fold,
    look,
    prompt,
    sample,
    start,
)
from tests.secrecy.twins.hidden_stakes.story import narrate

HIDDEN_STAKES: Final[Engine[HiddenStakesOptions, Truth, HiddenStakesView, Move]] = Engine(
    name="hidden_stakes",
    title="Hidden Stakes",
    summary="Four seats stake coins in secret; one of them is the favourite, and nobody knows which.",
    rules_version=1,
    variants=by_name(Variant("short", "Short", "Three rounds.")),
    options_type=HiddenStakesOptions,
    view_type=HiddenStakesView,
    move=Move,
    fact=OwnFact,
    codes=(NOT_YOUR_PHASE, BAD_MOVE, TOO_MANY_COINS),
    concealed={"bounty": HiddenStakesOptions().bounty},
    seats=lambda _: tuple(map(Seat, SEATS)),
    bears=lambda _: {},
    ranks_over="match",
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
