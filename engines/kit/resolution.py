"""A resolution in progress: each fact takes effect as soon as it is addressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from engines.kit.chance import Draws
from engines.kit.contract import AddressedFact, Fact, GameTruth, Phase, PhaseOpened, SeatId

TruthT = TypeVar("TruthT", bound=GameTruth)


class Resolution(Generic[TruthT]):
    """The facts so far, in order, and the truth after them."""

    def __init__(self, truth: TruthT, chance: Draws, evolve: Callable[[TruthT, Fact], TruthT]) -> None:
        self.truth = truth
        self.chance = chance
        self.facts: list[AddressedFact] = []
        self._evolve = evolve

    def address(self, fact: Fact) -> None:
        """Address a fact to its audience, which its class determines; it takes effect at once."""
        self.facts.append(AddressedFact(fact.audience(self.truth), fact))
        self.truth = self._evolve(self.truth, fact)

    def address_all(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            self.address(fact)

    def open_phase(
        self,
        name: str,
        round_: int,
        seconds: int,
        *,
        must: Sequence[SeatId] = (),
        may: Sequence[SeatId] = (),
        keeps_deadline: bool = False,
        early_close: bool = False,
        withdrawable: bool = True,
    ) -> None:
        """Open the phase with the next number. This must be the last fact of the resolution."""
        before = self.truth.phase
        number = before.number + 1 if isinstance(before, Phase) else 1
        phase = Phase(number, name, round_, tuple(must), tuple(may), seconds, keeps_deadline, early_close, withdrawable)
        self.address(PhaseOpened(phase))
