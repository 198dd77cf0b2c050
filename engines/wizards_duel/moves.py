"""The moves of the game."""

from typing import Literal, TypeAlias

from pydantic import Field

from engines.kit import GameMove
from engines.wizards_duel.data import Item, Spell


class DraftMove(GameMove):
    """Take an item without an owner. Used in phase `draft`."""

    type: Literal["draft"]
    item: Item = Field(description="The item to own for the whole match.", examples=["hestias_hearth"])


class CastMove(GameMove):
    """Choose the spell of this round. Used in phase `cast`; only the mover knows it until the phase closes."""

    type: Literal["cast"]
    spell: Spell = Field(
        description="A spell of the mover's hand, or `w` for the owner of Athena's Wisdom, once. Its English name "
        "in the theme of the match is also accepted, in any case."
    )


class CharmMove(GameMove):
    """Forbid the opponent one spell in the next round. Used in phase `charm`."""

    type: Literal["charm"]
    spell: Spell | None = Field(
        None,
        description="Any spell of the pool except `2` and `x`, in the opponent's hand or not, or its name; in "
        "`gods_collide` any spell, `w` included while it can still be cast. Null forbids nothing.",
    )


class DaybreakMove(GameMove):
    """Undo the last round, or let it stand. Used in phase `daybreak`."""

    type: Literal["daybreak"]
    use: bool = Field(description="True spends one use and undoes the round.")


Move: TypeAlias = DraftMove | CastMove | CharmMove | DaybreakMove
