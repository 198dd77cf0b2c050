"""
Tables of seats, spells and items. What a spell does is a column, so the rules never depend on a certain spell.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Field

from engines.kit import SeatId, record, seat_id

Duelist: TypeAlias = Annotated[SeatId, Field(json_schema_extra={"enum": ["a", "b"]})]

A: Final = seat_id("a")
B: Final = seat_id("b")
SEATS: Final = (A, B)
OTHER: Final = {A: B, B: A}

Theme: TypeAlias = Literal["wizards", "olympians"]
Spell: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "x", "w"]
Shown: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "x", "w", "hidden"]
Item: TypeAlias = Literal["athenas_wisdom", "hestias_hearth", "apollos_daybreak"]

HIDDEN: Final = "hidden"
WISDOM: Final = "w"
"""The only spell that is in no pool and no hand. The owner of `athenas_wisdom` can cast it once in a match."""

ATHENAS_WISDOM: Final = "athenas_wisdom"
HESTIAS_HEARTH: Final = "hestias_hearth"
APOLLOS_DAYBREAK: Final = "apollos_daybreak"
ITEMS: Final[tuple[Item, ...]] = (ATHENAS_WISDOM, HESTIAS_HEARTH, APOLLOS_DAYBREAK)


@record
class SpellData:
    """
    One row of the spell table.

    Every column from `cancels` on is an effect that a Counterspell cancels, except `unstoppable` and `foresees`, which
    determine how the spell is compared.
    """

    id: Spell
    strength: int | None
    """The printed strength; None for the two spells that are compared in another way."""
    names: dict[Theme, str]
    cancels: bool = False
    lower_wins: bool = False
    points: int = 1
    """The points for a round won with this spell."""
    beats_outright: Spell | None = None
    """Its caster wins the duel against this spell."""
    wins_duel_at_lead: int | None = None
    restores_previous: bool = False
    bans: bool = False
    next_modifier: int = 0
    next_hidden: bool = False
    unstoppable: bool = False
    """It wins the round against every spell that is not unstoppable."""
    foresees: bool = False
    """Its strength is the opponent's final strength plus one."""


SPELLS: Final[dict[str, SpellData]] = {
    row.id: row
    for row in (
        SpellData(
            "0",
            0,
            {"wizards": "Phantasmal Killer", "olympians": "Cut Thread"},
            wins_duel_at_lead=2,
        ),
        SpellData(
            "1",
            1,
            {"wizards": "Greater Restoration", "olympians": "Great Harvest"},
            restores_previous=True,
        ),
        SpellData(
            "2",
            2,
            {"wizards": "Counterspell", "olympians": "Divorce"},
            cancels=True,
            beats_outright="x",
        ),
        SpellData("3", 3, {"wizards": "Fog Cloud", "olympians": "Trickster Magic"}, next_hidden=True),
        SpellData("4", 4, {"wizards": "Confusion", "olympians": "Night Plague"}, lower_wins=True),
        SpellData("5", 5, {"wizards": "Bless", "olympians": "Forge"}, next_modifier=2),
        SpellData("6", 6, {"wizards": "Firebolt", "olympians": "Bloodlust"}, points=2),
        SpellData(
            "7",
            7,
            {"wizards": "Ray of Frost", "olympians": "Trident of the Sea"},
            next_modifier=-2,
        ),
        SpellData("8", 8, {"wizards": "Charm Person", "olympians": "Charm"}, bans=True),
        SpellData(
            "x",
            None,
            {"wizards": "Power Word Kill", "olympians": "Power Bolt Kill"},
            beats_outright="1",
            unstoppable=True,
        ),
        SpellData(
            "w",
            None,
            {"wizards": "Wisdom of Warfare", "olympians": "Wisdom of Warfare"},
            foresees=True,
        ),
    )
}

_SPELL_BY_NAME: Final[dict[Theme, dict[str, Spell]]] = {
    theme: {row.names[theme].casefold(): row.id for row in SPELLS.values()} for theme in get_args(Theme)
}

CHARM_FORBIDDEN: Final[frozenset[Spell]] = frozenset({"2", "x", "w"})

_POOL: Final[tuple[Spell, ...]] = ("1", "2", "3", "4", "5", "6", "7", "8", "x")
_POOL_WITH_KILLER: Final[tuple[Spell, ...]] = ("0", *_POOL)


def pool_of(phantasmal_killer: bool) -> tuple[Spell, ...]:
    """Return the spells of a new hand, in canonical order."""
    return _POOL_WITH_KILLER if phantasmal_killer else _POOL


def spell_named(name: str, theme: Theme) -> str:
    """Return the id of the spell with this name, in any case (section 4); what is not a name is returned unchanged."""
    return _SPELL_BY_NAME[theme].get(name.casefold(), name)


def castable(hand: Sequence[Spell], banned: Spell | None) -> list[Spell]:
    """Return the spells of the hand that can be cast, in the order of `hand`. A ban that would leave none is void."""
    return [spell for spell in hand if spell != banned] or list(hand)


@record
class Aftermath:
    """The effect of a spell on its caster's next spell."""

    modifier: int
    fogged: bool


_AFTERMATH: Final[dict[tuple[Spell, Spell], Aftermath]] = {
    (own.id, other.id): Aftermath(0, False) if other.cancels else Aftermath(own.next_modifier, own.next_hidden)
    for own in SPELLS.values()
    for other in SPELLS.values()
}


def aftermath(own: Spell, other: Spell) -> Aftermath:
    """Return the effect of `own`, cast against `other`, on its caster's next spell."""
    return _AFTERMATH[own, other]
