"""Elements, mana and the map of the rooms."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from engines.kit import SENT_WHOLE, record

Element: TypeAlias = Literal["fire", "air", "earth", "water"]
# fmt: off
Room: TypeAlias = Literal[
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
    "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y",
]
# fmt: on

ELEMENTS: Final[tuple[Element, ...]] = get_args(Element)
ROOMS: Final[tuple[Room, ...]] = get_args(Room)
PINK: Final[tuple[Room, ...]] = ("A", "E", "I", "O", "U")

ELEMENT_BY_NAME: Final[dict[str, Element]] = {element: element for element in ELEMENTS}
ROOM_BY_NAME: Final[dict[str, Room]] = {room: room for room in ROOMS}

DEFAULT_LAYOUT: Final = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY")
NO_ROOM: Final = "."

INCOMPLETE_NEIGHBOURS: Final = 2
"""The maximum number of incomplete neighbours of an unlocked room (`INCOMPLETE_ON_ROAD` on the Road)."""
INCOMPLETE_ON_ROAD: Final = 3


@record
class Mana:
    """Amounts of each element."""

    __pydantic_config__ = SENT_WHOLE

    fire: int = 0
    """Mana of fire."""
    air: int = 0
    """Mana of air."""
    earth: int = 0
    """Mana of earth."""
    water: int = 0
    """Mana of water."""

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        """The amounts, in the order of the elements."""
        return self.fire, self.air, self.earth, self.water

    def plus(self, other: Mana) -> Mana:
        return Mana(self.fire + other.fire, self.air + other.air, self.earth + other.earth, self.water + other.water)

    def minus(self, other: Mana) -> Mana:
        return Mana(self.fire - other.fire, self.air - other.air, self.earth - other.earth, self.water - other.water)


NO_MANA: Final = Mana()


def mana_of(element: Element, amount: int) -> Mana:
    """Return mana of one element."""
    return Mana(*(amount if element == one else 0 for one in ELEMENTS))


@lru_cache(maxsize=64)
def neighbours(layout: tuple[str, ...]) -> dict[Room, tuple[Room, ...]]:
    """Return the neighbours of each room: the rooms that touch it along a side."""
    return {
        room: tuple(
            ROOM_BY_NAME[layout[y][x]]
            for y, x in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if 0 <= y < len(layout) and 0 <= x < len(layout[y]) and layout[y][x] != NO_ROOM
        )
        for room, row, column in _places(layout)
    }


def is_unlocked(around: Sequence[Room], completed: Container[Room], *, has_key: bool, on_road: bool) -> bool:
    """Return whether a room with these neighbours is unlocked for a shaman who has not completed it, ignoring seals."""
    if has_key:
        return True
    incomplete = len(around) - sum(map(completed.__contains__, around))
    return incomplete <= (INCOMPLETE_ON_ROAD if on_road else INCOMPLETE_NEIGHBOURS)


def _places(layout: tuple[str, ...]) -> list[tuple[Room, int, int]]:
    return [
        (ROOM_BY_NAME[cell], row, column)
        for row, cells in enumerate(layout)
        for column, cell in enumerate(cells)
        if cell != NO_ROOM
    ]
