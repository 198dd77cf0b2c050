"""The packs of an organiser: another map, another selection of boons, other texts and numbers."""

from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, Field, field_validator
from pydantic_core import PydanticCustomError

from engines.divine_intervention.boons import BUNDLED, DivineBoon
from engines.divine_intervention.data import NO_ROOM, ROOMS
from engines.kit import SENT_WHOLE, ContentPack

MAX_SIDE: Final = 50
"""The maximum side of a layout; enough to separate all rooms."""


def _is_layout(rows: tuple[str, ...]) -> tuple[str, ...]:
    if len({len(row) for row in rows}) != 1:
        raise PydanticCustomError("ragged_layout", "The rows of a layout are of equal length")
    cells = [cell for row in rows for cell in row if cell != NO_ROOM]
    if sorted(cells) != list(ROOMS):
        raise PydanticCustomError("not_all_rooms", "A layout has each room from A to Y exactly once, and . elsewhere")
    return rows


Layout: TypeAlias = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=MAX_SIDE)], ...],
    Field(strict=False, min_length=1, max_length=MAX_SIDE),
    AfterValidator(_is_layout),
]
"""Rows of rooms. Two rooms are neighbours if they touch along a side."""


class DivineInterventionPack(ContentPack):
    """Content for Divine Intervention; what is left out is as bundled."""

    model_config = SENT_WHOLE

    layout: Layout | None = Field(None, description="The map, as the option; the option goes before it.")
    boons: Annotated[tuple[DivineBoon, ...], Field(strict=False)] | None = Field(
        None, description="The catalogue, in the order in which boons are drawn from it; others are never offered."
    )

    @field_validator("boons")
    @classmethod
    def _each_once(cls, boons: tuple[DivineBoon, ...] | None) -> tuple[DivineBoon, ...] | None:
        ids = [boon.id for boon in boons or ()]
        if len(set(ids)) < len(ids):
            raise PydanticCustomError("boon_twice", "A pack has each boon at most once")
        return boons

    @property
    def catalogue(self) -> tuple[DivineBoon, ...]:
        return BUNDLED if self.boons is None else self.boons
