"""
The vocabulary of the table of rooms: forms (which mana a room accepts) and rival conditions.

A form checks one offering by itself. A rival condition compares an offering with all others in the room that met its
form.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engines.divine_intervention.data import ELEMENTS, Element, Mana
from engines.kit import record

_INDEX: Final = {element: index for index, element in enumerate(ELEMENTS)}


@record
class Offering:
    """
    The mana of one ritual, and the circumstances on which forms depend.

    `start` is the shaman's mana at the start of the round, `secret` the element of room X, and `inferno_fire` the fire
    that room H currently needs.
    """

    mana: Mana
    round: int
    start: Mana
    secret: Element
    inferno_fire: int

    @property
    def total(self) -> int:
        mana = self.mana
        return mana.fire + mana.air + mana.earth + mana.water


Form: TypeAlias = Callable[[Offering], bool]
Rival: TypeAlias = Callable[[Mana, Sequence[Mana]], bool]


def at_least(*, fire: int = 0, air: int = 0, earth: int = 0, water: int = 0, total: int = 0) -> Form:
    """Accept these amounts or more."""

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
    """Accept if the largest amounts, of any elements, are at least these; the largest comes first."""
    return lambda offering: all(
        amount >= wanted for amount, wanted in zip(sorted(offering.mana.amounts, reverse=True), least, strict=False)
    )


def exactly(*amounts: int) -> Form:
    """Accept exactly these four amounts, of any elements; the largest comes first."""
    return lambda offering: tuple(sorted(offering.mana.amounts, reverse=True)) == amounts


def together(first: Element, second: Element, least: int) -> Form:
    """Accept this sum of two elements or more."""
    one, two = _INDEX[first], _INDEX[second]
    return lambda offering: offering.mana.amounts[one] + offering.mana.amounts[two] >= least


def kinds(least: int, most: int, among: Sequence[Element] = ELEMENTS) -> Form:
    """Accept if the number of these elements with an amount above 0 is in this range."""
    indices = [_INDEX[element] for element in among]
    return lambda offering: least <= sum(offering.mana.amounts[index] > 0 for index in indices) <= most


def by_round(*steps: tuple[int, Form]) -> Form:
    """Apply the form of the last step that has begun; the first step begins in round 0."""

    def meets(offering: Offering) -> bool:
        form = [form for first_round, form in steps if first_round <= offering.round][-1]
        return form(offering)

    return meets


def by_parity(*, even: Form, odd: Form) -> Form:
    """Apply one form in even rounds and another in odd rounds."""
    return lambda offering: (odd if offering.round % 2 else even)(offering)


def falling_total(first: int, least: int) -> Form:
    """Accept a minimum total that falls by 1 in each round, down to `least`."""
    return lambda offering: offering.total >= max(least, first - offering.round)


def everything_held(element: Element, least: int) -> Form:
    """Accept all of an element that was held at the start of the round, if that is at least `least`."""
    index = _INDEX[element]
    return lambda offering: (
        offering.mana.amounts[index] == offering.start.amounts[index] and offering.mana.amounts[index] >= least
    )


def secret_only(offering: Offering) -> bool:
    """Accept exactly 1 mana of the secret element."""
    return offering.total == 1 and offering.mana.amounts[_INDEX[offering.secret]] == 1


def inferno(offering: Offering) -> bool:
    """Accept at least the fire that the inferno currently needs."""
    return offering.mana.fire >= offering.inferno_fire


def alone(mana: Mana, others: Sequence[Mana]) -> bool:
    """Require that there are no other offerings."""
    return not others


def identical(count: int) -> Rival:
    """Require that exactly `count` other offerings are equal."""
    return lambda mana, others: sum(other == mana for other in others) == count


def as_large(below: int) -> Rival:
    """Require that fewer than `below` other offerings have an equal or larger total."""
    return lambda mana, others: sum(sum(other.amounts) >= sum(mana.amounts) for other in others) < below


def largest_unique(mana: Mana, others: Sequence[Mana]) -> bool:
    """Require the largest unique amount of at least one element; amounts that occur more than once do not count."""
    for index, amount in enumerate(mana.amounts):
        rivals = [other.amounts[index] for other in others]
        is_beaten = any(rival > amount and rivals.count(rival) == 1 for rival in rivals)
        if amount > 0 and amount not in rivals and not is_beaten:
            return True
    return False
