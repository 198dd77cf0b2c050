"""What an organiser can bring along: another map, and another choice and wording of the boons."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engines.contract import SENT_WHOLE
from engines.divine_intervention.boons import BUNDLED, EFFECTS, BoonData, BoonId, Offered
from engines.divine_intervention.data import NO_ROOM, ROOMS
from engines.packs import ContentPack, PackName, PackText

MAX_SIDE: Final = 50
"""The longest side of a layout; enough to keep all rooms apart."""


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
"""Rows of rooms; two rooms are neighbours when they touch along a side."""


class DivineBoon(BaseModel):
    """One boon of a pack: an effect of the engine under a name and text of the organiser's."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: BoonId = Field(description="The effect.")
    name: PackName
    text: PackText = Field(description="What players read; say the numbers as they are here.")
    offered: Offered = Field(
        description="In which auctions it can come up: in those before the last, the last, all, or none."
    )
    numbers: dict[str, int] = Field(description="All numbers of the effect by name, and no others.")

    @field_validator("numbers")
    @classmethod
    def _are_those_of_the_effect(cls, numbers: dict[str, int], info: ValidationInfo) -> dict[str, int]:
        # A broken id has its own complaint, and comes first.
        if "id" in info.data:
            wanted = EFFECTS[info.data["id"]].numbers
            if numbers.keys() != wanted.keys():
                raise PydanticCustomError(
                    "not_its_numbers",
                    "The numbers of {id} are: {names}",
                    {"id": info.data["id"], "names": ", ".join(wanted) or "none"},
                )
            for name, bounds in wanted.items():
                if not bounds.least <= numbers[name] <= bounds.most:
                    raise PydanticCustomError(
                        "number_out_of_bounds",
                        "{name} is at least {least} and at most {most}",
                        {"name": name, "least": bounds.least, "most": bounds.most},
                    )
        return numbers


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
    def catalogue(self) -> tuple[BoonData, ...]:
        if self.boons is None:
            return BUNDLED
        return tuple(BoonData(boon.id, boon.name, boon.text, boon.offered, boon.numbers) for boon in self.boons)
