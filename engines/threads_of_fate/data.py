"""The table of the six Moirai. The effect of an ability at each level is a column, which the rules look up."""

from bisect import bisect_right
from typing import Final, Literal, TypeAlias

from engines.kit import record

Moira: TypeAlias = Literal["clotho", "nona", "lachesis", "decima", "atropos", "morta"]
Ability: TypeAlias = Literal["gilding", "head_start", "boosting", "protection", "recycling", "stronger_cutters"]

LEVEL_DONATIONS: Final = (3, 6, 10)
"""The minimum donations for levels 1, 2 and 3; smaller donations give level 0."""


@record
class MoiraData:
    """
    One row of the table of Moirai.

    `amounts`, by level, is what the ability adds: growth in each round, growth of the head start, strength, or twine.
    For `protection` and `stronger_cutters`, it is what the ability subtracts from or adds to each single snip.
    """

    id: Moira
    name: str
    ability: Ability
    amounts: tuple[int, int, int, int]
    repeats_base_from: int | None = None
    """The level from which the base gain is paid a second time."""


MOIRAI: Final = (
    MoiraData("clotho", "Clotho", "gilding", (0, 1, 2, 3)),
    MoiraData("nona", "Nona", "head_start", (1, 2, 3, 4)),
    MoiraData("lachesis", "Lachesis", "boosting", (1, 2, 3, 4)),
    MoiraData("decima", "Decima", "protection", (1, 2, 3, 10)),
    MoiraData("atropos", "Atropos", "recycling", (1, 2, 3, 3), repeats_base_from=3),
    MoiraData("morta", "Morta", "stronger_cutters", (1, 2, 4, 8)),
)

ABILITIES: Final[dict[Ability, MoiraData]] = {moira.ability: moira for moira in MOIRAI}

ABILITY_BY_NAME: Final[dict[str, Ability]] = {
    name: moira.ability for moira in MOIRAI for name in (moira.id, moira.ability)
}
"""Each ability by both of its names: its own and that of its Moira."""


def level_of(donation: int) -> int:
    """Return the level that a visit with this donation gives."""
    return bisect_right(LEVEL_DONATIONS, donation)


def amount(ability: Ability, level: int | None) -> int:
    """Return what the ability adds at this level; 0 for a seat without the ability (None)."""
    return 0 if level is None else ABILITIES[ability].amounts[level]


def gain_with_recycling(base: int, level: int | None) -> int:
    """Return the twine paid for a base gain, with Recycling at this level or without it (None)."""
    repeats_from = ABILITIES["recycling"].repeats_base_from
    repeated = base if level is not None and repeats_from is not None and level >= repeats_from else 0
    return base + amount("recycling", level) + repeated
