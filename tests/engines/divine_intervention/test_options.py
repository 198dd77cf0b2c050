"""Maps, offers and packs (section 1); the rest of its table is tested with those of all games."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.divine_intervention.boons import BUNDLED, EFFECTS
from engines.divine_intervention.data import DEFAULT_LAYOUT
from engines.divine_intervention.facts import BoonsOffered
from engines.divine_intervention.pack import DivineInterventionPack
from engines.kit import HOST, SPECTATOR, pack_id
from tests.engines.divine_intervention.temple import ENGINE, OFFERS, OPEN_MAP, Temple, in_round, mana, seat
from tests.engines.table import one, refused_options, told


def _refused(variant: str = "standard", /, **overrides: JsonValue) -> tuple[str, str]:
    return refused_options(ENGINE, overrides, variant, most=500)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("layout", None),
        ("layout", ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWX"]),
        ("layout", ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXA"]),
        ("layout", ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWX."]),
        ("layout", ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY", "AAAAA"]),
        ("layout", ["abcde", "fghij", "klmno", "pqrst", "uvwxy"]),
        ("boon_offers", {**OFFERS, "6": ["last_rites", "judgement", "tithe"]}),
        ("boon_offers", {**OFFERS, "7": ["last_rites", "judgement", "harmony"]}),
        ("boon_offers", OFFERS),
    ],
)
def test_maps_and_offers_fit_the_match(option: str, value: JsonValue) -> None:
    """Section 1: each room once, three boons for each auction, and none twice."""
    assert _refused(**{option: value}) == ("bad_options", f"/{option}")


@pytest.mark.parametrize(
    ("offer", "pointer"),
    [
        (["last_rites", "judgement"], "/boon_offers/6"),
        (["last_rites", "judgement", "congregation", "undying_zeal"], "/boon_offers/6"),
        (["last_rites", "judgement", "luck"], "/boon_offers/6/2"),
        (["last_rites", "judgement", 1], "/boon_offers/6/2"),
        (None, "/boon_offers/6"),
    ],
)
def test_an_offer_is_three_boons(offer: JsonValue, pointer: str) -> None:
    """Section 1."""
    assert _refused(boon_offers={**OFFERS, "6": offer}) == ("bad_options", pointer)


def test_offers_given_are_offered_whatever_their_marks() -> None:
    """Section 7: the marks are not checked, and nothing is drawn."""
    offers: dict[str, JsonValue] = {
        "0": ["last_rites", "judgement", "tithe"],
        "2": ["harvest", "harmony", "wrath"],
        "4": ["drought", "conversion", "prophecy"],
    }
    temple = in_round(0, last_round=5, boon_offers=offers)
    assert temple.draws == []

    temple.finish()

    assert {str(round_): [*ids] for round_, ids in temple.truth.offers.items()} == offers


def test_two_more_shamans_than_ascend() -> None:
    """Section 1, `ascenders`."""
    assert _refused(shamans=5, ascenders=4) == ("bad_options", "/ascenders")
    assert _refused("grand", shamans=5) == ("bad_options", "/ascenders")


def test_public_options_hide_what_is_the_hosts() -> None:
    """Section 1: layout, element and offers are the host's; a pack is known by its id."""
    pack = bundled_as_pack()
    options = ENGINE.options("small", {"pack": pack, "secret_element": "air", "boon_offers": OFFERS})
    public = ENGINE.public_options(options)

    assert ENGINE.read_options(options.model_dump(mode="json")) == options
    assert options.pack == DivineInterventionPack.model_validate_json(json.dumps(pack))
    assert isinstance(options.pack, DivineInterventionPack)
    assert public.model_dump(mode="json") == options.model_dump(mode="json") | {
        "layout": None,
        "secret_element": None,
        "boon_offers": None,
        "pack": pack_id(options.pack),
    }
    assert ENGINE.public_options(public) == public
    assert ENGINE.read_options(public.model_dump(mode="json")) == public
    schema = ENGINE.options_type.model_json_schema()
    assert Draft202012Validator(schema).is_valid(public.model_dump(mode="json"))
    assert ENGINE.start(public).prayers == ENGINE.start(options).prayers
    for viewer in (SPECTATOR, HOST, seat("hell-1")):
        assert ENGINE.look(viewer, public) == ENGINE.look(viewer, options)


def bundled_as_pack(**changes: JsonValue) -> dict[str, Any]:
    """The bundled catalogue as a pack."""
    boons: JsonValue = [
        {"id": boon.id, "name": boon.name, "text": boon.text, "offered": boon.offered, "numbers": {**boon.numbers}}
        for boon in BUNDLED
    ]
    return {"name": "Bundled", "boons": boons, **changes}


def test_a_pack_changes_names_numbers_and_the_map() -> None:
    """Section 7: the catalogue is data; a deity that is offered a boon sees the pack's version."""
    pack = bundled_as_pack(layout=OPEN_MAP)
    (harvest,) = (boon for boon in pack["boons"] if boon["id"] == "harvest")
    harvest |= {"name": "Feast", "text": "Twice as much.", "numbers": {"percent": 200}}
    offers: dict[str, JsonValue] = {**OFFERS, "0": ["harvest", "covet", "wrath"], "2": ["tithe", "harmony", "eclipse"]}
    temple = in_round(0, last_round=5, pack=pack, boon_offers=offers)

    assert temple.view("hell-1").layout == tuple(OPEN_MAP)
    card = (temple.view("heaven-1").boons or {})["harvest"]
    assert (card.name, card.text) == ("Feast", "Twice as much.")
    temple.play({"heaven-1": {"bids": {"harvest": 1}}})
    temple.play({"heaven-1": {"element": "air", "boon": {"id": "harvest"}}, "hell-1": {"pray": "heaven-1"}})
    assert temple.mana_of("hell-1") == mana(air=52).amounts


def test_the_layout_given_goes_before_that_of_the_pack() -> None:
    """A pack's layout applies unless `layout` is given."""
    grid: list[JsonValue] = [*DEFAULT_LAYOUT]
    assert ENGINE.options("standard", {"pack": bundled_as_pack(layout=OPEN_MAP)}).layout == tuple(OPEN_MAP)
    assert (
        ENGINE.options("standard", {"pack": bundled_as_pack(layout=OPEN_MAP), "layout": grid}).layout == DEFAULT_LAYOUT
    )
    assert ENGINE.options("standard", {"pack": bundled_as_pack()}).layout == DEFAULT_LAYOUT


def _pack_with(path: tuple[str | int, ...], value: JsonValue) -> dict[str, Any]:
    pack = deepcopy(bundled_as_pack())
    *way, last = path
    inner: Any = pack
    for step in way:
        inner = inner[step]
    inner[last] = value
    return pack


ALTAR = 4
HARVEST = 9


@pytest.mark.parametrize(
    ("pack", "pointer"),
    [
        ("sha256:" + "0" * 64, "/pack"),
        ("bundled", "/pack"),
        (7, "/pack"),
        (True, "/pack"),
        ([], "/pack"),
        ({}, "/pack/name"),
        ({"name": ""}, "/pack/name"),
        ({"name": 7}, "/pack/name"),
        ({"name": "x", "rooms": []}, "/pack/rooms"),
        ({"name": "x", "boons": {}}, "/pack/boons"),
        ({"name": "x", "layout": "ABCDE"}, "/pack/layout"),
        ({"name": "x", "layout": ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXA"]}, "/pack/layout"),
        ({"name": "x", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY", "A"]}, "/pack/layout"),
        (_pack_with(("boons", 0, "id"), "luck"), "/pack/boons/0/id"),
        (_pack_with(("boons", 0, "id"), 1), "/pack/boons/0/id"),
        (_pack_with(("boons", 1, "offered"), "always"), "/pack/boons/1/offered"),
        (_pack_with(("boons", 1, "kind"), "ritual"), "/pack/boons/1/kind"),
        (_pack_with(("boons", 2, "name"), None), "/pack/boons/2/name"),
        (_pack_with(("boons", 2, "text"), 3), "/pack/boons/2/text"),
        (_pack_with(("boons", ALTAR, "numbers"), {}), f"/pack/boons/{ALTAR}/numbers"),
        (_pack_with(("boons", ALTAR, "numbers", "luck"), 1), f"/pack/boons/{ALTAR}/numbers"),
        (_pack_with(("boons", ALTAR, "numbers", "mana"), 0), f"/pack/boons/{ALTAR}/numbers"),
        (_pack_with(("boons", ALTAR, "numbers", "mana"), 101), f"/pack/boons/{ALTAR}/numbers"),
        (_pack_with(("boons", ALTAR, "numbers", "mana"), "4"), f"/pack/boons/{ALTAR}/numbers/mana"),
        (_pack_with(("boons", ALTAR, "numbers", "mana"), 4.0), f"/pack/boons/{ALTAR}/numbers/mana"),
        (_pack_with(("boons", HARVEST, "numbers"), {"mana": 1}), f"/pack/boons/{HARVEST}/numbers"),
        (_pack_with(("boons", 1), bundled_as_pack()["boons"][0]), "/pack/boons"),
        ({"name": "x", "boons": []}, "/pack/boons"),
        ({"name": "x", "boons": bundled_as_pack()["boons"][:12]}, "/pack/boons"),
    ],
    ids=lambda value: ascii(value)[-60:],
)
def test_a_pack_that_cannot_be_used_is_refused(pack: JsonValue, pointer: str) -> None:
    """Unknown effects and numbers, duplicates, wrong types, and too few boons for the offers."""
    assert _refused(pack=pack) == ("bad_pack", pointer)


def test_offers_given_are_of_the_pack() -> None:
    """Boons that a pack omits are never offered."""
    pack = bundled_as_pack(boons=[boon for boon in bundled_as_pack()["boons"] if boon["id"] != "harmony"])

    assert _refused(last_round=5, pack=pack, boon_offers=OFFERS) == ("bad_options", "/boon_offers")


@pytest.mark.parametrize(
    ("last_round", "opening", "closing"), [(5, 6, 3), (6, 9, 0), (7, 9, 3), (8, 12, 0), (9, 12, 3)]
)
def test_a_pack_has_enough_boons_for_the_offers_of_the_match(last_round: int, opening: int, closing: int) -> None:
    """
    Section 7: three for each auction, however they are drawn; there is a closing one only if the last round is odd.
    """
    ids = list(EFFECTS)

    def boons(opening: int, closing: int, both: int) -> list[JsonValue]:
        marks = ["opening"] * opening + ["closing"] * closing + ["both"] * both
        return [
            {
                "id": id_,
                "name": id_,
                "text": id_,
                "offered": mark,
                "numbers": {name: bounds.value for name, bounds in EFFECTS[id_].numbers.items()},
            }
            for id_, mark in zip(ids, marks, strict=False)
        ]

    enough: dict[str, JsonValue] = {"name": "x", "boons": boons(opening, closing, 0)}
    temple = Temple(last_round=last_round, pack=enough)
    temple.finish()
    assert len(told(temple.told[HOST], BoonsOffered)) == (last_round + 1) // 2
    for fewer in ((opening - 1, closing, 0), (opening, closing - 1, 0), (opening - 1, closing - 1, 1)):
        if min(fewer) >= 0:
            pack: dict[str, JsonValue] = {"name": "x", "boons": boons(*fewer)}
            assert _refused(last_round=last_round, pack=pack) == ("bad_pack", "/pack/boons")


def test_without_revelation_the_first_offer_is_drawn_in_full() -> None:
    """A pack may omit Revelation."""
    temple = Temple(
        pack=bundled_as_pack(boons=[boon for boon in bundled_as_pack()["boons"] if boon["id"] != "revelation"])
    )
    temple.anoint()

    offered = one([addressed.fact for addressed in temple.facts], BoonsOffered)
    assert [boon.id for boon in offered.boons] == list(temple.draws[0].picks)
    assert (temple.draws[0].label, len(temple.draws[0].picks)) == ("boons:0", 3)
