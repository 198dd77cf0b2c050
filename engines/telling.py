"""A resolution under way: what is told takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from engines.chance import Chance
from engines.contract import EVERYONE, Audience, Content, Fact

TruthT = TypeVar("TruthT")


class Telling(Generic[TruthT]):
    """The facts told so far, in order, and the truth after them."""

    def __init__(self, truth: TruthT, chance: Chance, evolve: Callable[[TruthT, Content], TruthT]) -> None:
        self.truth = truth
        self.chance = chance
        self.facts: list[Fact] = []
        self._evolve = evolve

    def tell(self, content: Content, audience: Audience = EVERYONE) -> None:
        self.facts.append(Fact(audience, content))
        self.truth = self._evolve(self.truth, content)

    def tell_all(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            self.tell(fact.content, fact.audience)
