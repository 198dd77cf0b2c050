"""
Leaks in a game: small mistakes in the rules of Hidden Stakes, and which check must find each.

Most are mistakes that an author of a game might make: tell everyone, tell a little too much, or let something visible
depend on a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any, Final, Literal, TypeAlias

from pydantic import JsonValue

from engines.kit import (
    EVERYONE,
    AddressedFact,
    AnyEngine,
    Audience,
    ChannelOpened,
    Fact,
    IllegalMoveError,
    Phase,
    PhaseOpened,
    Resolution,
    SeatId,
    only,
    record,
)
from tests.secrecy.twins.hidden_stakes import rules
from tests.secrecy.twins.hidden_stakes.engine import HIDDEN_STAKES
from tests.secrecy.twins.hidden_stakes.facts import (
    CrierDrawn,
    FavouriteDrawn,
    Move,
    PurseCounted,
    RoundHeld,
    Staked,
    StakesBooked,
)
from tests.secrecy.twins.hidden_stakes.rules import SEATS, HiddenStakesView, Truth

Examination: TypeAlias = Literal["audiences", "fields", "reaches", "memories", "twins"]


@dataclass(frozen=True, slots=True)
class GameLeak:
    """A leaking game, the check that must find the leak, and what its report must name."""

    name: str
    engine: AnyEngine
    found_by: Examination
    names: str


Change: TypeAlias = Callable[[Truth, AddressedFact], Iterable[AddressedFact]]
"""Returns the fact that replaces another, given the truth after it."""


def _telling(change: Change, **others: Any) -> AnyEngine:  # noqa: ANN401  # fields of a record
    """Return the game with some facts replaced."""

    def tell(resolution: Resolution[Truth], act: Callable[[Resolution[Truth]], None]) -> None:
        honest = Resolution(resolution.truth, resolution.chance, rules.evolve)
        act(honest)
        for addressed in honest.facts:
            resolution.truth = rules.evolve(resolution.truth, addressed.fact)
            resolution.facts += change(resolution.truth, addressed)

    def close(resolution: Resolution[Truth], phase: Phase, moves: Mapping[SeatId, Move | None]) -> None:
        tell(resolution, lambda honest: rules.close(honest, phase, moves))

    return replace(HIDDEN_STAKES, begin=lambda resolution: tell(resolution, rules.begin), close=close, **others)


def _to(kind: type, audience: Callable[[Any], Audience]) -> Change:
    """Address one kind of facts to another audience."""

    def change(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
        fact = addressed.fact
        return [AddressedFact(audience(fact), fact) if isinstance(fact, kind) else addressed]

    return change


def _to_all(fact: object) -> Audience:
    return EVERYONE


def _to_the_next_too(fact: Staked) -> Audience:
    return only(fact.seat, SEATS[(SEATS.index(fact.seat) + 1) % len(SEATS)])


def _favourites_may_talk(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
    """The favourite has a channel to a neighbour from the start."""
    yield addressed
    if isinstance(addressed.fact, FavouriteDrawn):
        pair = tuple(sorted({truth.favourite, SEATS[SEATS.index(truth.favourite) - 1]}, key=SEATS.index))
        yield AddressedFact(only(*pair), ChannelOpened(f"pair:{pair[0]}:{pair[1]}", pair))


def _phase(change: Callable[[Truth, Phase], Phase]) -> Change:
    def changed(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
        fact = addressed.fact
        opened = PhaseOpened(change(truth, fact.phase)) if isinstance(fact, PhaseOpened) else fact
        return [AddressedFact(addressed.audience, opened)]

    return changed


def _the_favourite_must(truth: Truth, phase: Phase) -> Phase:
    others = tuple(seat for seat in SEATS if seat != truth.favourite)
    return replace(phase, must=(truth.favourite,), may=others) if phase.name == "stake" and phase.round > 1 else phase


def _longer_for_the_favourite(truth: Truth, phase: Phase) -> Phase:
    return replace(phase, seconds=phase.seconds + (truth.crier == truth.favourite)) if phase.name == "toast" else phase


def _told_when_the_crier_stakes_most(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
    """Everyone is told the crier again, but only when the crier stakes most."""
    fact = addressed.fact
    if isinstance(fact, StakesBooked) and fact.stakes[truth.crier] == max(fact.stakes.values()):
        yield AddressedFact(EVERYONE, CrierDrawn(truth.crier))
    yield addressed


def _total_with_the_bounty(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
    fact = addressed.fact
    if isinstance(fact, RoundHeld):
        fact = replace(fact, total=fact.total + truth.options.bounty)
    return [AddressedFact(addressed.audience, fact)]


def _side_of_everybody(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
    fact = addressed.fact
    if isinstance(fact, RoundHeld):
        fact = replace(fact, side=f"{truth.staked} {truth.whispers}")
    return [AddressedFact(addressed.audience, fact)]


@record
class RoundHeldTooWell(RoundHeld):
    """`RoundHeld` that also says who staked most."""

    most: SeatId = SEATS[0]


_WITH_TOO_MUCH: Final[Any] = reduce(
    or_, (RoundHeldTooWell if kind is RoundHeld else kind for kind in HIDDEN_STAKES.fact_types)
)


def _who_staked_most(truth: Truth, addressed: AddressedFact) -> Iterable[AddressedFact]:
    fact = addressed.fact
    if isinstance(fact, RoundHeld):
        most = max(truth.staked, key=truth.staked.__getitem__)
        fact = RoundHeldTooWell(fact.round, fact.total, fact.side, most=most)
    return [AddressedFact(addressed.audience, fact)]


def _remembered() -> AnyEngine:
    """A game that remembers the last favourite in global state and names it in a refusal."""
    last: list[SeatId] = []

    def evolve(truth: Truth, fact: Fact) -> Truth:
        if isinstance(fact, FavouriteDrawn):
            last[:] = [fact.seat]
        return rules.evolve(truth, fact)

    def check(view: HiddenStakesView, move: JsonValue) -> Move:
        try:
            return rules.check(view, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.code, f"{error.message} {last[0]} would know better.", error.pointer) from None

    return replace(HIDDEN_STAKES, evolve=evolve, check=check)


GAME_LEAKS: Final = (
    GameLeak(
        "the favourite is told to everyone, beside a public draw",
        _telling(_to(FavouriteDrawn, _to_all)),
        "audiences",
        "`favourite_drawn`",
    ),
    GameLeak(
        "a stake is told to the next seat too",
        _telling(_to(Staked, _to_the_next_too)),
        "audiences",
        "`staked`",
    ),
    GameLeak("what the host books is told to everyone", _telling(_to(StakesBooked, _to_all)), "twins", "events"),
    GameLeak("a purse is told to everyone", _telling(_to(PurseCounted, _to_all)), "twins", "events"),
    GameLeak(
        "the members of a channel hang on the favourite",
        _telling(_favourites_may_talk),
        "audiences",
        "`channel",
    ),
    GameLeak(
        "a public fact has one field too many",
        _telling(_who_staked_most, fact=_WITH_TOO_MUCH),
        "fields",
        "`most`",
    ),
    GameLeak("who must act hangs on the favourite", _telling(_phase(_the_favourite_must)), "reaches", "`phase"),
    GameLeak(
        "how long a phase lasts hangs on the favourite",
        _telling(_phase(_longer_for_the_favourite)),
        "reaches",
        "`phase_opened toast`",
    ),
    GameLeak(
        "whether a public fact is told hangs on the stakes",
        _telling(_told_when_the_crier_stakes_most),
        "reaches",
        "`crier_drawn`",
    ),
    GameLeak("a public number holds a secret option", _telling(_total_with_the_bounty), "reaches", "`round_held`"),
    GameLeak(
        "a public field that hangs on the stakes holds them all",
        _telling(_side_of_everybody),
        "twins",
        "`staked`",
    ),
    GameLeak("a refusal remembers the favourite", _remembered(), "memories", "what is said"),
)
