"""Section 6: the form of every room and the rival conditions; steps 3 and 4 of a round."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Final, TypeAlias

import pytest

from engines.divine_intervention.data import ELEMENTS, PINK, ROOM_BY_NAME, ROOMS, Element, Mana, neighbours
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.rooms import ROOM_CARDS, ROOM_DATA, WILD_INFERNO_FIRE
from tests.engines.divine_intervention.temple import OPEN_MAP, in_round, mana, ritual, seat

Formula: TypeAlias = Callable[[int, int, int, int, int], bool]
"""Of f, a, e, w and the round."""


def _each(*amounts: int) -> bool:
    return all(amount >= 1 for amount in amounts)


FORMULAS: Final[dict[str, Formula]] = {
    "A": lambda f, a, e, w, r: f + a + e + w >= 1,
    "B": lambda f, a, e, w, r: _each(f, a, e, w),
    "C": lambda f, a, e, w, r: _each(f, a, e, w) and f + a + e + w >= max(4, 13 - r),
    "D": lambda f, a, e, w, r: a >= 3 if r <= 5 else a >= 7,
    "E": lambda f, a, e, w, r: (f, a, e, w) in {(5, 0, 0, 0), (0, 5, 0, 0), (0, 0, 5, 0), (0, 0, 0, 5)},
    "F": lambda f, a, e, w, r: (
        sorted((f, a, e, w))[3] >= 3 and sorted((f, a, e, w))[2] >= 2 and sorted((f, a, e, w))[1] >= 1
    ),
    "G": lambda f, a, e, w, r: _each(f, w) and f + w >= 3 and _each(a, e) and a + e >= 3,
    "H": lambda f, a, e, w, r: f >= 500,
    "I": lambda f, a, e, w, r: (f, a, e, w) in {(1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1)},
    "J": lambda f, a, e, w, r: e == 4,
    "K": lambda f, a, e, w, r: (f, a, e, w).count(0) == 2 and f + a + e + w >= 8,
    "L": lambda f, a, e, w, r: w >= 2 and a >= 2 and (f >= 1 or e >= 1),
    "M": lambda f, a, e, w, r: f >= 6 or e >= 6,
    "N": lambda f, a, e, w, r: w >= (2 if r < 3 else 4 if r < 6 else 8),
    "O": lambda f, a, e, w, r: _each(f, a, e, w),
    "P": lambda f, a, e, w, r: e >= 3 and (f >= 3 or a >= 3 or w >= 3),
    "Q": lambda f, a, e, w, r: a >= 6 or (f >= 1 and e >= 1 and w >= 1),
    "R": lambda f, a, e, w, r: f >= 2 and a >= 2 and f + a >= 5,
    "S": lambda f, a, e, w, r: _each(f, a, e, w) and f + a + e + w >= 9,
    "T": lambda f, a, e, w, r: e >= 5 if r % 2 else w >= 5,
    "U": lambda f, a, e, w, r: f + a + e + w >= 1,
    "V": lambda f, a, e, w, r: f >= 3 and (a >= 1) + (e >= 1) + (w >= 1) >= 2,
    "W": lambda f, a, e, w, r: max(f, a, e, w) >= 7,
    "X": lambda f, a, e, w, r: (f, a, e, w) == (0, 0, 1, 0),
    "Y": lambda f, a, e, w, r: w >= 5,
}
"""The table of the rulebook, written again; earth is the secret element, and 4 earth was held at the start."""

EDGES: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8)


@pytest.mark.parametrize("room", FORMULAS)
def test_a_room_takes_what_the_table_says(room: str) -> None:
    """Section 6, forms; R17 to R20."""
    form, formula = ROOM_DATA[ROOM_BY_NAME[room]].form, FORMULAS[room]
    random = Random(room)
    amounts = [*product((0, 1, 2, 3, 5), repeat=4), *([random.choice(EDGES) for _ in ELEMENTS] for _ in range(400))]
    seen = set()
    for f, a, e, w in amounts:
        round_ = random.randrange(10)
        offering = Offering(Mana(f, a, e, w), round_, mana(earth=4), "earth", WILD_INFERNO_FIRE)
        assert form(offering) == formula(f, a, e, w, round_), (f, a, e, w, round_)
        seen.add(form(offering))
    assert seen == ({False} if room == "H" else {False, True})


@pytest.mark.parametrize(
    ("fire", "asked", "completes"),
    [(499, 500, False), (500, 500, True), (501, 500, True), (9, 10, False), (10, 10, True)],
)
def test_room_h_takes_as_much_fire_as_the_inferno_asks(fire: int, asked: int, completes: bool) -> None:
    """Section 6, H; R23."""
    assert ROOM_DATA["H"].form(Offering(mana(fire, water=1), 1, mana(), "fire", asked)) is completes


@pytest.mark.parametrize(("held", "given", "completes"), [(3, 3, True), (4, 3, False), (2, 2, False), (9, 9, True)])
def test_room_j_takes_all_the_earth_of_the_start(held: int, given: int, completes: bool) -> None:
    """Section 6, J; R20: other rituals do without earth."""
    temple = in_round(1, layout=OPEN_MAP)
    temple.arrange(mana={"hell-1": mana(earth=held, fire=9)})

    assert bool(temple.rites({"hell-1": {"earth": given, "fire": 1}}, "J")) is completes


@pytest.mark.parametrize("element", ELEMENTS)
def test_room_x_takes_one_of_the_secret_element(element: Element) -> None:
    """Section 6, X; R22: a wrong try costs nothing."""
    temple = in_round(1, layout=OPEN_MAP, secret_element=element)
    tries: dict[str, dict[str, int]] = {f"hell-{n}": {str(one): 1} for n, one in enumerate(ELEMENTS, start=1)} | {
        "hell-5": {element: 2}
    }
    temple.arrange(mana=dict.fromkeys(tries, mana(2, 2, 2, 2)))

    assert temple.rites(tries, "X") == {f"hell-{ELEMENTS.index(element) + 1}"}

    assert sum(sum(temple.mana_of(name)) for name in tries) == 8 * 5 - 1


RIVALS: Final[list[tuple[str, list[dict[str, int]], list[int]]]] = [
    ("A", [{"fire": 1}], [0]),
    ("A", [{"fire": 1}, {"water": 9}], []),
    ("E", [{"fire": 5}], []),
    ("E", [{"fire": 5}, {"fire": 5}], [0, 1]),
    ("E", [{"fire": 5}, {"fire": 5}, {"fire": 5}], []),
    ("E", [{"fire": 5}, {"fire": 5}, {"air": 5}], [0, 1]),
    ("E", [{"fire": 5}, {"fire": 5}, {"air": 5}, {"air": 5}], [0, 1, 2, 3]),
    ("E", [{"fire": 5}, {"fire": 6}], []),
    ("I", [{"fire": 1, "air": 1, "earth": 1}], [0]),
    ("I", [{"fire": 1, "air": 1, "earth": 1}] * 2, []),
    ("I", [{"fire": 1, "air": 1, "earth": 1}, {"fire": 1, "air": 1, "water": 1}], [0, 1]),
    ("O", [{"fire": 1, "air": 1, "earth": 1, "water": 1}] * 3, [0, 1, 2]),
    ("O", [{"fire": 1, "air": 1, "earth": 1, "water": 1}] * 4, []),
    ("O", [{"fire": n, "air": 1, "earth": 1, "water": 1} for n in (1, 2, 3, 4, 5)], [2, 3, 4]),
    ("U", [{"fire": 1}], [0]),
    ("U", [{"fire": 6}, {"fire": 6}, {"fire": 2}, {"fire": 1}], [2]),
    ("U", [{"fire": 6}, {"fire": 7}], [1]),
    ("U", [{"fire": 6, "air": 1}, {"fire": 7, "air": 2}, {"water": 1}], [1, 2]),
    ("U", [{"fire": 6, "air": 3}, {"fire": 7, "air": 2}], [0, 1]),
    ("U", [{"fire": 1}, {"fire": 1}], []),
]


@pytest.mark.parametrize(("room", "offerings", "winners"), RIVALS)
def test_pink_rooms_weigh_the_rivals(room: str, offerings: list[dict[str, int]], winners: list[int]) -> None:
    """Section 6, rival conditions; R19. Only those who succeed pay."""
    temple = in_round(1, layout=OPEN_MAP)
    by_seat = {f"hell-{n}": offering for n, offering in enumerate(offerings, start=1)}
    temple.arrange(mana=dict.fromkeys(by_seat, mana(9, 9, 9, 9)))

    completed = temple.rites(by_seat, room)

    assert completed == {f"hell-{n + 1}" for n in winners}
    for name, offering in by_seat.items():
        assert sum(temple.mana_of(name)) == 36 - (sum(offering.values()) if name in completed else 0)


def test_only_pink_rooms_have_rivals() -> None:
    """Section 6; players are shown the same."""
    assert {room for room in ROOMS if ROOM_DATA[room].rival is not None} == set(PINK) == set("AEIOU")
    for room, card in ROOM_CARDS.items():
        assert card.pink == (room in PINK) == (card.against is not None)
        assert card.needs


def test_entries_that_could_not_complete_a_room_block_nobody() -> None:
    """R16: neither an entry for a locked room, nor one with the wrong mana."""
    temple = in_round(1)
    temple.arrange(
        mana=dict.fromkeys(("hell-1", "hell-2", "hell-3"), mana(1, 1, 1, 2)),
        completed={"hell-1": "DNHJ", "hell-2": ""},
    )
    three = {"fire": 1, "air": 1, "earth": 1}

    # Room I is locked for hell-2, and only hell-1 has its neighbours.
    assert temple.rites({"hell-1": three, "hell-2": three}, "I") == {"hell-1"}

    assert temple.verdict("hell-2", "I") == "locked"


@pytest.mark.parametrize(
    ("layout", "room", "around"),
    [
        (None, "A", "BF"),
        (None, "M", "HLNR"),
        (None, "E", "DJ"),
        (["ABCDEFGHIJKLMNOPQRSTUVWXY"], "B", "AC"),
        (["ABCDE", ".....", "FGHIJ", "KLMNO", "PQRST", "UVWXY"], "G", "FHL"),
    ],
)
def test_rooms_are_neighbours_along_a_side(layout: list[str] | None, room: str, around: str) -> None:
    """Section 1; R14."""
    rows = tuple(layout or ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY"))
    assert set(neighbours(rows)[ROOM_BY_NAME[room]]) == set(around)


def test_a_layout_decides_what_is_unlocked() -> None:
    """Section 1 and step 3: in a layout of a single line all rooms are unlocked."""
    temple = in_round(1, layout=["ABCDEFGHIJKLMNOPQRSTUVWXY"])
    temple.arrange(mana={"hell-1": mana(water=5)})

    assert temple.rites({"hell-1": {"water": 5}}, "Y") == {"hell-1"}
    assert set((temple.view("hell-2").room_states or {}).values()) == {"unlocked"}


def test_a_success_costs_the_surplus_and_a_failure_nothing() -> None:
    """Step 4; R17, R21."""
    temple = in_round(1)
    temple.arrange(mana={"hell-1": mana(3, 3, 3, 9)})

    temple.play({"hell-1": {"rituals": [ritual("Y", water=7, fire=2), ritual("U", fire=1), ritual("M", earth=3)]}})

    assert temple.verdict("hell-1", "Y") == temple.verdict("hell-1", "U") == "completed"
    assert temple.verdict("hell-1", "M") == "locked"
    assert temple.mana_of("hell-1") == (0, 3, 3, 2)
    assert temple.truth.completed[seat("hell-1")] == {"Y": 1, "U": 1}
