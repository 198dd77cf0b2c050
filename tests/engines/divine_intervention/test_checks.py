"""Section 3: every row of the table of errors, in order, with its pointer."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.divine_intervention.boons import ALTAR_ROOMS, EFFECTS
from engines.divine_intervention.data import ROOMS
from engines.kit import HOST, SPECTATOR
from tests.engines.divine_intervention.temple import ENGINE, Temple, mana, seat
from tests.engines.table import refused

Move = dict[str, Any]

DECREE: Move = {"type": "decree", "element": "fire"}
DEVOTE: Move = {"type": "devote"}


def _at(round_: int) -> Temple:
    """
    Return a match in which heaven-1 has 9 piety and has had hell-1 and hell-2 as prophets, and hell-1 has some mana.
    """
    temple = Temple()
    temple.anoint({"heaven-1": "hell-1"})
    if round_ > 0:
        temple.play({"heaven-1": {"element": "water", "prophet": "hell-2"}})
    temple.arrange(round_=round_, mana={"hell-1": mana(3, 1)}, completed={"hell-1": "Y"}, piety={"heaven-1": 9})
    if round_ % 2 == 0 and round_ < 7:
        temple.arrange(offer=["revelation", "tithe", "harmony"])
    return temple


def _ascension() -> Temple:
    temple = Temple()
    while temple.truth.result is None:
        temple.close({})
    return temple


def _refusal(temple: Temple, name: str, move: object) -> tuple[str, str]:
    return refused(temple, seat(name), move)  # type: ignore[arg-type]


def test_the_end_of_the_match_comes_before_all_else() -> None:
    """Rows 1 and 2."""
    temple = Temple()
    for viewer in (SPECTATOR, HOST, seat("hell-9"), seat("heaven-4")):
        if viewer in temple.views:
            assert refused(temple, viewer, 7) == ("unknown_seat", "")
    temple.finish()
    for viewer in temple.views:
        assert refused(temple, viewer, 7) == ("match_over", "")


def test_only_seats_of_the_open_phase_are_asked() -> None:
    """Row 3."""
    assert _refusal(Temple(), "hell-1", 7) == ("not_your_turn", "")
    ascension = _ascension()
    (first,) = ascension.phase.must
    for name in ascension.seats:
        assert _refusal(ascension, name, 7) == (("malformed_move", "") if name == first else ("not_your_turn", ""))


@pytest.mark.parametrize(
    ("move", "code", "pointer"),
    [
        (None, "malformed_move", ""),
        ([DECREE], "malformed_move", ""),
        ("decree", "malformed_move", ""),
        ({}, "malformed_move", "/type"),
        ({"type": None, "junk": 1}, "malformed_move", "/type"),
        ({"type": ["decree"]}, "malformed_move", "/type"),
        ({"type": "devote", "junk": 1}, "wrong_move_type", "/type"),
        ({"type": "anoint"}, "wrong_move_type", "/type"),
        ({"type": "Decree"}, "wrong_move_type", "/type"),
        ({"type": "\ud800"}, "wrong_move_type", "/type"),
        ({**DECREE, "junk": None}, "malformed_move", "/junk"),
        ({**DECREE, "pray": None}, "malformed_move", "/pray"),
        ({**DECREE, "\ud800": 1}, "malformed_move", ""),
        ({**DECREE, "element": 1}, "malformed_move", "/element"),
        ({**DECREE, "prophet": ["hell-1"]}, "malformed_move", "/prophet"),
        ({**DECREE, "bids": []}, "malformed_move", "/bids"),
        ({**DECREE, "bids": {"tithe": -1}}, "malformed_move", "/bids/tithe"),
        ({**DECREE, "bids": {"tithe": True}}, "malformed_move", "/bids/tithe"),
        ({**DECREE, "bids": {"tithe": 1.0}}, "malformed_move", "/bids/tithe"),
        ({**DECREE, "bids": {"tithe": None}}, "malformed_move", "/bids/tithe"),
        ({**DECREE, "bids": {"tithe": float("nan")}}, "malformed_move", "/bids/tithe"),
        ({**DECREE, "boon": "tithe"}, "malformed_move", "/boon"),
        ({**DECREE, "boon": {}}, "malformed_move", "/boon/id"),
        ({**DECREE, "boon": {"id": 1}}, "malformed_move", "/boon/id"),
        ({**DECREE, "boon": {"id": None}}, "malformed_move", "/boon/id"),
        ({"type": "decree", "boon": 1}, "malformed_move", "/boon"),
    ],
    ids=ascii,
)
def test_anything_but_a_decree_is_refused(move: JsonValue, code: str, pointer: str) -> None:
    """Rows 4 to 6, for a deity."""
    assert _refusal(_at(2), "heaven-1", move) == (code, pointer)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"pray": 1}, "/pray"),
        ({"element": "fire"}, "/element"),
        ({"rituals": {}}, "/rituals"),
        ({"rituals": [None]}, "/rituals/0"),
        ({"rituals": [{"room": "A", "fire": 1}, {"fire": 1}]}, "/rituals/1/room"),
        ({"rituals": [{"room": None, "fire": 1}]}, "/rituals/0/room"),
        ({"rituals": [{"room": 1, "fire": 1}]}, "/rituals/0/room"),
        ({"rituals": [{"room": "A", "fire": None}]}, "/rituals/0/fire"),
        ({"rituals": [{"room": "A", "fire": -1}]}, "/rituals/0/fire"),
        ({"rituals": [{"room": "A", "water": True}]}, "/rituals/0/water"),
        ({"rituals": [{"room": "A", "water": 1.0}]}, "/rituals/0/water"),
        ({"rituals": [{"room": "A", "spirit": 1}]}, "/rituals/0/spirit"),
    ],
    ids=ascii,
)
def test_anything_but_a_devotion_is_refused(change: Move, pointer: str) -> None:
    """Row 6, for a shaman."""
    assert _refusal(_at(1), "hell-1", {**DEVOTE, **change}) == ("malformed_move", pointer)


def test_prophets_of_the_first_round_are_shamans() -> None:
    """`anoint`."""
    temple = Temple()

    for name in ("heaven-2", "hell-9", "hell-01", "", "\ud800", "spectator"):
        assert _refusal(temple, "heaven-1", {"type": "anoint", "prophet": name}) == ("not_a_shaman", "/prophet")
    assert _refusal(temple, "heaven-1", {"type": "anoint", "prophet": 1}) == ("malformed_move", "/prophet")
    assert _refusal(temple, "heaven-1", {"type": "anoint", "junk": 1}) == ("malformed_move", "/junk")


DECREES: list[tuple[int, Move, str, str]] = [
    (7, {"element": "fire"}, "no_element_this_round", "/element"),
    (7, {"element": "spirit"}, "no_element_this_round", "/element"),
    (1, {"element": None}, "element_required", "/element"),
    (1, {"element": "spirit"}, "unknown_element", "/element"),
    (1, {"element": "Fire"}, "unknown_element", "/element"),
    (1, {"element": "\ud800"}, "unknown_element", "/element"),
    (1, {"element": "water"}, "element_repeated", "/element"),
    (7, {"element": None, "prophet": "hell-3"}, "no_prophet_this_round", "/prophet"),
    (1, {"prophet": "heaven-2"}, "not_a_shaman", "/prophet"),
    (1, {"prophet": "hell-9"}, "not_a_shaman", "/prophet"),
    (1, {"prophet": "hell-1"}, "prophet_repeated", "/prophet"),
    (1, {"prophet": "hell-2"}, "prophet_repeated", "/prophet"),
    (1, {"bids": {"tithe": 1}}, "no_auction_this_round", "/bids"),
    (1, {"bids": {"junk": 0}}, "no_auction_this_round", "/bids"),
    (7, {"element": None, "bids": {"tithe": 0}}, "no_auction_this_round", "/bids"),
    (2, {"bids": {"tithe": 1, "wrath": 1}}, "boon_not_offered", "/bids/wrath"),
    (2, {"bids": {"wrath": 0}}, "boon_not_offered", "/bids/wrath"),
    (2, {"bids": {"a/b~c": 0}}, "boon_not_offered", "/bids/a~1b~0c"),
    (2, {"bids": {"\ud800": 0}}, "boon_not_offered", "/bids"),
    (2, {"bids": {"tithe": 4, "harmony": 4}}, "equal_bids", "/bids/harmony"),
    (2, {"bids": {"tithe": 40, "harmony": 40}}, "equal_bids", "/bids/harmony"),
    (2, {"bids": {"tithe": 6, "harmony": 4}}, "not_enough_piety", "/bids"),
    (2, {"bids": {"tithe": 10**4000}}, "not_enough_piety", "/bids"),
    (2, {"boon": {"id": "tithe"}}, "boon_not_held", "/boon/id"),
    (2, {"boon": {"id": "tithe", "junk": 1}}, "boon_not_held", "/boon/id"),
]


@pytest.mark.parametrize(("round_", "change", "code", "pointer"), DECREES, ids=ascii)
def test_a_decree_is_refused_with_the_row_it_breaks(round_: int, change: Move, code: str, pointer: str) -> None:
    """`decree`: each row by itself."""
    assert _refusal(_at(round_), "heaven-1", {**DECREE, **change}) == (code, pointer)


def test_the_rows_of_a_decree_apply_in_their_order() -> None:
    """`decree`: the first matching row is reported; a malformed move comes before all."""
    temple = _at(2)
    temple.arrange(holds={"heaven-1": "sealed_door"})
    temple.views[seat("heaven-1")] = temple.view("heaven-1").model_copy(update={"elements_allowed": ("fire", "air")})
    steps: list[tuple[Move, str]] = [
        ({"boon": {"id": "sealed_door", "room": "Z"}}, "bad_boon_parameter"),
        ({"boon": {"id": "tithe"}}, "boon_not_held"),
        ({"bids": {"tithe": 9, "harmony": 1}}, "not_enough_piety"),
        ({"bids": {"tithe": 9, "harmony": 9}}, "equal_bids"),
        ({"bids": {"tithe": 9, "harmony": 9, "luck": 1}}, "boon_not_offered"),
        ({"prophet": "hell-1"}, "prophet_repeated"),
        ({"prophet": "heaven-1"}, "not_a_shaman"),
        ({"element": "water"}, "element_repeated"),
        ({"element": "luck"}, "unknown_element"),
        ({"element": None}, "element_required"),
        ({"junk": 1}, "malformed_move"),
        ({"type": "devote"}, "wrong_move_type"),
        ({"type": 1}, "malformed_move"),
    ]
    move = dict(DECREE)

    for change, code in steps:
        move |= change
        assert _refusal(temple, "heaven-1", move)[0] == code

    final = _at(7)
    assert _refusal(final, "heaven-1", {**DECREE, "prophet": "x", "bids": {"x": 1}})[0] == "no_element_this_round"
    without = {"type": "decree", "prophet": "x", "bids": {"x": 1}, "boon": {"id": "x"}}
    assert _refusal(final, "heaven-1", without)[0] == "no_prophet_this_round"
    assert _refusal(final, "heaven-1", {**without, "prophet": None})[0] == "no_auction_this_round"
    assert _refusal(final, "heaven-1", {**without, "prophet": None, "bids": {}})[0] == "boon_not_held"


GOOD: dict[str, list[JsonValue]] = {
    "room": [*ROOMS],
    "altar_room": [*ALTAR_ROOMS],
    "element": ["fire", "air", "earth", "water"],
    "shaman": [f"hell-{n}" for n in range(1, 9)],
    "other_deity": ["heaven-2", "heaven-3"],
    "rooms_of_all": [0, 1, 200],
}
BAD: dict[str, list[JsonValue]] = {
    "room": ["Z", "a", "", None, 1, ["A"], "\ud800"],
    "altar_room": ["A", "E", "I", "O", "U", "H", "X", "Z", None],
    "element": ["spirit", None, 0, {}],
    "shaman": ["heaven-2", "hell-9", None, 3],
    "other_deity": ["heaven-1", "heaven-4", "hell-1", None],
    "rooms_of_all": [-1, 201, True, 1.0, "1", None, 10**4000],
}


@pytest.mark.parametrize("effect", EFFECTS.values(), ids=EFFECTS)
def test_a_boon_is_used_with_exactly_its_parameter(effect: Any) -> None:  # noqa: ANN401 - one of a table
    """`bad_boon_parameter`, for each boon; accepted values are those of the prompt."""
    temple = _at(2)
    temple.arrange(holds={"heaven-1": effect.id})
    view = temple.view("heaven-1")
    boon: Move = {"id": effect.id}
    if effect.parameter is None:
        for name in ("room", "element", "seat", "number", "junk", "\ud800"):
            refusal = _refusal(temple, "heaven-1", {**DECREE, "boon": {**boon, name: None}})
            assert refusal == ("bad_boon_parameter", "/boon" if name == "\ud800" else f"/boon/{name}")
        assert ENGINE.check(view, {**DECREE, "boon": boon}).model_dump()["boon"] == boon
        return
    at = f"/boon/{effect.parameter}"
    assert _refusal(temple, "heaven-1", {**DECREE, "boon": boon}) == ("bad_boon_parameter", at)
    for value in BAD[effect.range]:
        used = {**boon, effect.parameter: value}
        assert _refusal(temple, "heaven-1", {**DECREE, "boon": used}) == ("bad_boon_parameter", at)
    for value in GOOD[effect.range]:
        used = {**boon, effect.parameter: value}
        canonical = ENGINE.check(view, {**DECREE, "boon": used}).model_dump(mode="json")
        assert canonical["boon"] == used
        assert Draft202012Validator(ENGINE.prompt(view) or False).is_valid(canonical)
        extra = {**used, "junk": 1}
        assert _refusal(temple, "heaven-1", {**DECREE, "boon": extra}) == ("bad_boon_parameter", "/boon/junk")


def _rituals(*rituals: Move) -> Move:
    return {"rituals": [*rituals]}


DEVOTIONS: list[tuple[int, Move, str, str]] = [
    (7, {"pray": "heaven-1"}, "no_prayer_this_round", "/pray"),
    (7, {"pray": "luck"}, "no_prayer_this_round", "/pray"),
    (1, {"pray": "hell-2"}, "not_a_deity", "/pray"),
    (1, {"pray": "heaven-4"}, "not_a_deity", "/pray"),
    (1, {"pray": ""}, "not_a_deity", "/pray"),
    (0, _rituals({"room": "Z"}), "no_rituals_this_round", "/rituals"),
    (1, _rituals({"room": "Z"}), "unknown_room", "/rituals/0/room"),
    (1, _rituals({"room": "a", "fire": 1}), "unknown_room", "/rituals/0/room"),
    (1, _rituals({"room": "A", "fire": 1}, {"room": "A"}), "duplicate_room", "/rituals/1/room"),
    (1, _rituals({"room": "Y"}), "room_already_completed", "/rituals/0/room"),
    (1, _rituals({"room": "A", "fire": 1}, {"room": "B", "fire": 0}), "empty_ritual", "/rituals/1"),
    (1, _rituals({"room": "A"}, {"room": "Z"}), "empty_ritual", "/rituals/0"),
    (1, _rituals({"room": "A", "fire": 9}, {"room": "Y", "fire": 1}), "room_already_completed", "/rituals/1/room"),
    (1, _rituals({"room": "A", "fire": 4}), "not_enough_mana", "/rituals"),
    (1, _rituals({"room": "A", "fire": 2}, {"room": "U", "fire": 2}), "not_enough_mana", "/rituals"),
    (1, _rituals({"room": "A", "water": 1}), "not_enough_mana", "/rituals"),
    (1, _rituals({"room": "A", "fire": 10**4000}), "not_enough_mana", "/rituals"),
    (1, {"pray": "x", **_rituals({"room": "Z"})}, "not_a_deity", "/pray"),
    (7, {"pray": "x", **_rituals({"room": "Z"})}, "no_prayer_this_round", "/pray"),
    (7, _rituals({"room": "Z"}), "unknown_room", "/rituals/0/room"),
]


@pytest.mark.parametrize(("round_", "change", "code", "pointer"), DEVOTIONS, ids=ascii)
def test_a_devotion_is_refused_with_the_row_it_breaks(round_: int, change: Move, code: str, pointer: str) -> None:
    """`devote`: each row, and their order."""
    assert _refusal(_at(round_), "hell-1", {**DEVOTE, **change}) == (code, pointer)


def test_only_some_shamans_can_be_raised() -> None:
    """`raise`: neither those who rise by rank nor the candidate; null is a wrong type."""
    temple = _ascension()
    (first,) = temple.phase.must
    hell = temple.result().hell

    for name in (*hell[:3], hell[-1], *temple.result().heaven, "hell-9", ""):
        assert _refusal(temple, first, {"type": "raise", "seat": name}) == ("not_eligible", "/seat")
    for move in ({"seat": None}, {"seat": 1}, {}):
        assert _refusal(temple, first, {"type": "raise", **move}) == ("malformed_move", "/seat")
    for name in hell[3:-1]:
        assert ENGINE.check(temple.view(first), {"type": "raise", "seat": name}).model_dump()["seat"] == name


def test_optional_fields_may_be_null_or_left_out_and_come_back_in_full() -> None:
    """Section 3; a bid of 0 is no bid, and a missing amount is 0."""
    temple = _at(2)
    decree: Move = {"type": "decree", "element": "fire", "prophet": None, "bids": {}, "boon": None}
    for move in (DECREE, {**decree, "bids": None}, {**decree, "bids": {"tithe": 0}}):
        assert ENGINE.check(temple.view("heaven-1"), move).model_dump(mode="json") == decree
    devotions: tuple[Move, ...] = ({}, {"pray": None, "rituals": None}, {"rituals": []})
    for sent in devotions:
        canonical = ENGINE.check(temple.view("hell-1"), {**DEVOTE, **sent}).model_dump(mode="json")
        assert canonical == {"type": "devote", "pray": None, "rituals": []}
    for anoint in ({}, {"prophet": None}):
        canonical = ENGINE.check(Temple().view("heaven-1"), {"type": "anoint", **anoint}).model_dump(mode="json")
        assert canonical == {"type": "anoint", "prophet": None}
    full = ENGINE.check(temple.view("hell-1"), {**DEVOTE, "rituals": [{"room": "M", "fire": 2}]}).model_dump(
        mode="json"
    )
    assert full["rituals"] == [{"room": "M", "fire": 2, "air": 0, "earth": 0, "water": 0}]


def test_a_ritual_for_a_locked_room_is_legal() -> None:
    """R15."""
    assert ENGINE.check(_at(1).view("hell-1"), {**DEVOTE, "rituals": [{"room": "M", "fire": 1}]})
