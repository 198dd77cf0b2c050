"""What a seat can submit."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from engines.wizards_duel.data import Item, Spell


class _Move(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DraftMove(_Move):
    """Take an item that nobody owns yet. Asked for in phase `draft`."""

    type: Literal["draft"]
    item: Item = Field(description="The item to own for the whole match.", examples=["hestias_hearth"])


class CastMove(_Move):
    """Choose the spell of this round. Asked for in phase `cast`; only the mover knows it until the phase closes."""

    type: Literal["cast"]
    spell: Spell = Field(description="A spell of the own hand, or `w` for the owner of Athena's Wisdom, once.")


class CharmMove(_Move):
    """Forbid the opponent one spell in the next round. Asked for in phase `charm`."""

    type: Literal["charm"]
    spell: Spell | None = Field(
        None,
        description="Any spell of the pool but `2` and `x`, in the opponent's hand or not; null names nothing.",
    )


class DaybreakMove(_Move):
    """Undo the round just played, or let it stand. Asked for in phase `daybreak`."""

    type: Literal["daybreak"]
    use: bool = Field(description="True spends one use and puts the round back.")


Move: TypeAlias = DraftMove | CastMove | CharmMove | DaybreakMove
