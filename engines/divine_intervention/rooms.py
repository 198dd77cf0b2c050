"""The table of the 25 rooms. The requirements of a room are a row made of the terms in `forms.py`."""

from typing import Final

from engines.divine_intervention.data import PINK, Room
from engines.divine_intervention.forms import (
    Form,
    Rival,
    all_of,
    alone,
    any_of,
    as_large,
    at_least,
    by_parity,
    by_round,
    everything_held,
    exactly,
    falling_total,
    identical,
    inferno,
    kinds,
    largest,
    largest_unique,
    secret_only,
    together,
)
from engines.kit import record

WILD_INFERNO_FIRE: Final = 500
"""The fire that room H needs until a deity tames the inferno."""


@record
class RoomData:
    """
    One row of the table of rooms.

    `needs` and `against` describe the form and the rival condition; only pink rooms have a rival condition.
    """

    id: Room
    form: Form
    needs: str
    rival: Rival | None = None
    against: str | None = None


@record
class RoomCard:
    """A room as players see it; in pink rooms, `against` is the condition about other rituals."""

    pink: bool
    """Whether the result also depends on other rituals in the room."""
    needs: str
    """What a ritual needs here, for people."""
    against: str | None
    """The condition about other rituals in a pink room; null in other rooms."""


_ALL_FOUR: Final = at_least(fire=1, air=1, earth=1, water=1)

TABLE: Final = (
    RoomData("A", at_least(total=1), "Any mana.", alone, "No other ritual stands here."),
    RoomData("B", _ALL_FOUR, "All four elements."),
    RoomData(
        "C",
        all_of(_ALL_FOUR, falling_total(13, least=4)),
        "All four elements, 13 in all, 1 less for each round that has passed, but never below 4.",
    ),
    RoomData("D", by_round((0, at_least(air=3)), (6, at_least(air=7))), "3 air, from round 6 on 7."),
    RoomData(
        "E",
        exactly(5, 0, 0, 0),
        "5 of one element and nothing else.",
        identical(1),
        "Exactly one other brings the same.",
    ),
    RoomData("F", largest(3, 2, 1), "3 of one element, 2 of another, 1 of a third."),
    RoomData(
        "G",
        all_of(_ALL_FOUR, together("fire", "water", 3), together("air", "earth", 3)),
        "Both fire and water, 3 together; both air and earth, 3 together.",
    ),
    RoomData("H", inferno, "500 fire; far less once somebody has tamed the inferno."),
    RoomData(
        "I",
        exactly(1, 1, 1, 0),
        "1 of each of three elements and nothing else.",
        identical(0),
        "Nobody else brings the same.",
    ),
    RoomData(
        "J", everything_held("earth", least=3), "All the earth you held when the round opened, 3 of it at the least."
    ),
    RoomData("K", all_of(kinds(2, 2), at_least(total=8)), "8 in all, of exactly two elements."),
    RoomData(
        "L",
        all_of(at_least(water=2, air=2), any_of(at_least(fire=1), at_least(earth=1))),
        "2 water, 2 air, and 1 fire or 1 earth.",
    ),
    RoomData("M", any_of(at_least(fire=6), at_least(earth=6)), "6 fire or 6 earth."),
    RoomData(
        "N",
        by_round((0, at_least(water=2)), (3, at_least(water=4)), (6, at_least(water=8))),
        "2 water, from round 3 on 4, from round 6 on 8.",
    ),
    RoomData("O", _ALL_FOUR, "All four elements.", as_large(below=3), "Fewer than three others bring as much or more."),
    RoomData(
        "P",
        all_of(at_least(earth=3), any_of(at_least(fire=3), at_least(air=3), at_least(water=3))),
        "3 earth, and 3 of one other element.",
    ),
    RoomData(
        "Q",
        any_of(at_least(air=6), at_least(fire=1, earth=1, water=1)),
        "6 air, or each of the three other elements.",
    ),
    RoomData("R", all_of(at_least(fire=2, air=2), together("fire", "air", 5)), "2 fire, 2 air, and 1 more of either."),
    RoomData("S", all_of(_ALL_FOUR, at_least(total=9)), "All four elements, 9 in all."),
    RoomData(
        "T", by_parity(even=at_least(water=5), odd=at_least(earth=5)), "5 water in even rounds, 5 earth in odd ones."
    ),
    RoomData(
        "U",
        at_least(total=1),
        "Any mana.",
        largest_unique,
        "Of some element you bring the largest amount that nobody else brings.",
    ),
    RoomData("V", all_of(at_least(fire=3), kinds(2, 3, ("air", "earth", "water"))), "3 fire, and two other elements."),
    RoomData("W", largest(7), "7 of one element."),
    RoomData("X", secret_only, "1 of a secret element and nothing else."),
    RoomData("Y", at_least(water=5), "5 water."),
)

ROOM_DATA: Final[dict[Room, RoomData]] = {row.id: row for row in TABLE}

ROOM_CARDS: Final[dict[Room, RoomCard]] = {row.id: RoomCard(row.id in PINK, row.needs, row.against) for row in TABLE}
