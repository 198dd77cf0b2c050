"""
The words in which the table of rooms is written: what mana a room takes, and what it asks of the rivals there.

A form judges one offering by itself, a rival condition an offering against all other standing ones in its room.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engines.divine_intervention.data import ELEMENTS, Element, Mana

_INDEX: Final = {element: index for index, element in enumerate(ELEMENTS)}


@dataclass(frozen=True, slots=True)
class Offering:
    """
    The mana of one ritual, and what the forms ask of the moment.

    `start` is what the shaman held when the round opened, `secret` the element of room X, `inferno_fire` the fire
    that room H asks of everyone now.
    """

    mana: Mana
    round: int
    start: Mana
    secret: Element
    inferno_fire: int

    @property
    def total(self) -> int:
        return sum(self.mana.amounts)


Form: TypeAlias = Callable[[Offering], bool]
Rival: TypeAlias = Callable[[Mana, Sequence[Mana]], bool]


def at_least(*, fire: int = 0, air: int = 0, earth: int = 0, water: int = 0, total: int = 0) -> Form:
    """These amounts, or more."""

    def meets(offering: Offering) -> bool:
        mana = offering.mana
        return (
            mana.fire >= fire
            and mana.air >= air
            and mana.earth >= earth
            and mana.water >= water
            and offering.total >= total
        )

    return meets


def all_of(*forms: Form) -> Form:
    return lambda offering: all(form(offering) for form in forms)


def any_of(*forms: Form) -> Form:
    return lambda offering: any(form(offering) for form in forms)


def largest(*least: int) -> Form:
    """The largest amounts, of whatever elements, are at least these, the largest first."""
    return lambda offering: all(
        amount >= wanted for amount, wanted in zip(sorted(offering.mana.amounts, reverse=True), least, strict=False)
    )


def exactly(*amounts: int) -> Form:
    """These four amounts and nothing else, of whatever elements; the largest first."""
    return lambda offering: tuple(sorted(offering.mana.amounts, reverse=True)) == amounts


def together(first: Element, second: Element, least: int) -> Form:
    """So much of two elements together."""
    one, two = _INDEX[first], _INDEX[second]
    return lambda offering: offering.mana.amounts[one] + offering.mana.amounts[two] >= least


def kinds(least: int, most: int, among: Sequence[Element] = ELEMENTS) -> Form:
    """How many of these elements are there at all."""
    indices = [_INDEX[element] for element in among]
    return lambda offering: least <= sum(offering.mana.amounts[index] > 0 for index in indices) <= most


def by_round(*steps: tuple[int, Form]) -> Form:
    """The form of the last step whose round has come; the first begins with round 0."""

    def meets(offering: Offering) -> bool:
        form = [form for first_round, form in steps if first_round <= offering.round][-1]
        return form(offering)

    return meets


def by_parity(*, even: Form, odd: Form) -> Form:
    """One form in even rounds, another in odd ones."""
    return lambda offering: (odd if offering.round % 2 else even)(offering)


def falling_total(first: int, least: int) -> Form:
    """A total that falls by 1 with each round, down to `least`."""
    return lambda offering: offering.total >= max(least, first - offering.round)


def everything_held(element: Element, least: int) -> Form:
    """All of an element that was held when the round opened, and no little."""
    index = _INDEX[element]
    return lambda offering: (
        offering.mana.amounts[index] == offering.start.amounts[index] and offering.mana.amounts[index] >= least
    )


def secret_only(offering: Offering) -> bool:
    """One of the secret element and nothing else."""
    return offering.total == 1 and offering.mana.amounts[_INDEX[offering.secret]] == 1


def inferno(offering: Offering) -> bool:
    """As much fire as the inferno asks for now."""
    return offering.mana.fire >= offering.inferno_fire


def alone(mana: Mana, others: Sequence[Mana]) -> bool:
    """Nobody else's offering stands."""
    return not others


def identical(count: int) -> Rival:
    """Exactly so many others are the same."""
    return lambda mana, others: sum(other == mana for other in others) == count


def as_large(below: int) -> Rival:
    """Fewer than so many others have a total that is no smaller."""
    return lambda mana, others: sum(sum(other.amounts) >= sum(mana.amounts) for other in others) < below


def largest_unique(mana: Mana, others: Sequence[Mana]) -> bool:
    """Of some element the amount is the largest among those that are there once."""
    for index, amount in enumerate(mana.amounts):
        rivals = [other.amounts[index] for other in others]
        is_beaten = any(rival > amount and rivals.count(rival) == 1 for rival in rivals)
        if amount > 0 and amount not in rivals and not is_beaten:
            return True
    return False
