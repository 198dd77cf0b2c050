"""Refused packs: section 7 of the rulebook, with a pointer to each mistake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta
from pydantic import JsonValue

from engines.hero_of_the_arena.pack import BUNDLED_PACK, HeroOfTheArenaPack
from engines.kit import BadOptionsError, read_pack
from tests.engines.hero_of_the_arena.arena import ENGINE, fight, pack_with, raw_pack
from tests.engines.junk import JUNK

UNIT, ITEM, AIMED, PERK = "mercenary", "war_drum", "whetstone", "volley"
PLACES = {
    UNIT: "/shop_cards/2",
    ITEM: "/draft_items/7",
    AIMED: "/draft_items/5",
    PERK: "/perks/2",
}
ANY_TARGET = ["self", "foe", "chosen", "adjacent_own", "adjacent_enemy", "all_own", "all_enemy", "hand", "pile"]


def pointer(pack: JsonValue) -> str:
    """Return the pointer to a pack's mistake, below `/pack`; checks that `read_pack` alone finds the same place."""
    with pytest.raises(BadOptionsError) as caught:
        ENGINE.options("standard", {"pack": pack})
    assert caught.value.code.name == "bad_pack"
    with pytest.raises(BadOptionsError) as alone:
        read_pack(HeroOfTheArenaPack, pack)
    assert len(caught.value.message) < 400
    assert caught.value.pointer == f"/pack{alone.value.pointer}"
    return alone.value.pointer


def fault(card: str, **effect: JsonValue) -> str:
    """Return the pointer to the mistake of an effect on this card; empty if there is none."""
    changes: dict[str, Any] = {card: {"effects": [effect]}}
    pack = pack_with(**changes)
    try:
        read_pack(HeroOfTheArenaPack, pack)
    except BadOptionsError as error:
        return error.pointer.removeprefix(f"{PLACES[card]}/effects/0/")
    return ""


def test_the_bundled_pack_is_of_this_form() -> None:
    """Reading and writing it gives the same JSON, which is valid against the published schema."""
    schema = HeroOfTheArenaPack.model_json_schema()
    meta.validate(schema)
    assert Draft202012Validator(schema).is_valid(raw_pack())
    assert BUNDLED_PACK.model_dump(mode="json") == raw_pack()
    assert (len(BUNDLED_PACK.shop_cards), len(BUNDLED_PACK.perks)) == (28, 18)


@pytest.mark.parametrize("junk", [junk for junk in JUNK if junk is not None], ids=range(len(JUNK) - 1))
def test_anything_but_a_pack_is_refused(junk: JsonValue) -> None:
    """Any JSON in place of the pack, or of its cards."""
    for pack in (junk, {**raw_pack(), "perks": junk}, {**raw_pack(), "shop_cards": [junk]}):
        with pytest.raises(BadOptionsError) as caught:
            ENGINE.options("standard", {"pack": pack})
        assert caught.value.code.name == "bad_pack"
        assert caught.value.pointer.startswith("/pack")
        assert len(caught.value.message.encode()) < 600


@pytest.mark.parametrize("part", ["draft_units", "draft_items"])
def test_there_are_sixteen_draft_cards_of_each_kind(part: str) -> None:
    """No more, no fewer."""
    few, many = raw_pack(), raw_pack()
    many[part] = [*many[part], {**few[part].pop(), "id": "one_more", "name": "One More"}]

    assert pointer(few) == pointer(many) == f"/{part}"


def test_there_are_six_perks_or_more_and_any_number_of_shop_cards() -> None:
    """At most some hundreds."""
    pack = raw_pack()
    pack["shop_cards"] = []
    pack["perks"] = pack["perks"][:6]
    assert read_pack(HeroOfTheArenaPack, pack).perks
    pack["perks"] = pack["perks"][:5]
    assert pointer(pack) == "/perks"
    pack = raw_pack()
    pack["shop_cards"] = [{**pack["shop_cards"][0], "id": f"c{n}", "name": f"C{n}"} for n in range(301)]
    assert pointer(pack) == "/shop_cards"


@pytest.mark.parametrize("part", ["id", "name", "draft_units", "draft_items", "shop_cards", "perks"])
def test_every_part_is_required(part: str) -> None:
    """And there are no others."""
    pack = raw_pack()
    del pack[part]
    assert pointer(pack) == f"/{part}"
    assert pointer({**raw_pack(), "extra": 1}) == "/extra"


@pytest.mark.parametrize(
    ("card", "change", "field"),
    [
        (UNIT, {"price": -1}, "price"),
        (UNIT, {"cost": -1}, "cost"),
        (UNIT, {"attack": -1}, "attack"),
        (UNIT, {"hp": 0}, "hp"),
        (UNIT, {"durability": 0}, "durability"),
        (UNIT, {"cost": True}, "cost"),
        (UNIT, {"hp": 1.5}, "hp"),
        (UNIT, {"id": "Not an id"}, "id"),
        (UNIT, {"name": ""}, "name"),
        (UNIT, {"name": "two\nlines"}, "name"),
        (UNIT, {"text": 1}, "text"),
        (UNIT, {"aim": "none"}, "aim"),
        (UNIT, {"kind": "x" * 1_000}, ""),
        (ITEM, {"kind": "unit"}, "kind"),
        (ITEM, {"aim": "hero"}, "aim"),
        (ITEM, {"cooldown": 0}, "cooldown"),
        (ITEM, {"cooldown": 10}, "cooldown"),
        (ITEM, {"cooldown": None}, "cooldown"),
        (ITEM, {"aim": "own_hero"}, "cooldown"),
        (ITEM, {"price": 1}, "price"),
        (ITEM, {"hp": 1}, "hp"),
        (AIMED, {"cooldown": 3}, "cooldown"),
        (PERK, {"price": -1}, "price"),
        (PERK, {"cost": 1}, "cost"),
        (PERK, {"effects": 5}, "effects"),
    ],
)
def test_fields_of_cards_and_perks_keep_to_their_bounds(card: str, change: Mapping[str, JsonValue], field: str) -> None:
    """A draft card has no price, a perk no cost; a cooldown is only for items without aim."""
    assert pointer(pack_with(**{card: change})) == f"{PLACES[card]}/{field}".rstrip("/")


@pytest.mark.parametrize(("part", "field"), [("shop_cards", "price"), ("perks", "price"), ("draft_units", "hp")])
def test_no_field_may_be_missing(part: str, field: str) -> None:
    """A shop card without a price, and so on."""
    pack = raw_pack()
    del pack[part][1][field]

    assert pointer(pack) == f"/{part}/1/{field}"


def test_ids_and_names_are_unique_over_the_whole_pack() -> None:
    """Perks too; names ignoring case."""
    assert pointer(pack_with(volley={"id": "pit_brawler"})) == "/perks/2/id"
    assert pointer(pack_with(volley={"name": "pit BRAWLER"})) == "/perks/2/name"


@pytest.mark.parametrize("key", ["on", "do"])
def test_words_outside_the_vocabulary_are_refused(key: str) -> None:
    """Unknown trigger, unknown action, and any other key."""
    effect: dict[str, JsonValue] = {"on": "on_play", "do": "draw", "amount": 1}
    assert fault(UNIT, **effect) == ""
    assert fault(UNIT, **{**effect, key: "explode"}) == key
    assert fault(UNIT, **{name: value for name, value in effect.items() if name != key}) == key
    assert fault(UNIT, **effect, condition="behind") == "condition"
    assert fault(UNIT, **effect, colour="red") == "colour"
    assert fault(UNIT, **effect, **{"if": "ahead"}) == "if"
    assert fault(UNIT, **effect, per="cards") == "per"


@pytest.mark.parametrize(
    ("card", "triggers"),
    [
        (UNIT, {"on_play", "on_combat_start", "on_win", "on_death", "start_of_turn", "end_of_turn"}),
        (ITEM, {"on_play"}),
        (AIMED, {"on_play"}),
        (PERK, {"on_buy", "start_of_turn", "end_of_turn"}),
    ],
)
def test_each_kind_of_card_has_its_triggers(card: str, triggers: set[str]) -> None:
    """Section 7, triggers."""
    every = ("on_play", "on_combat_start", "on_win", "on_death", "start_of_turn", "end_of_turn", "on_buy")

    assert {trigger for trigger in every if not fault(card, on=trigger, do="draw", amount=1)} == triggers


def _targets(card: str, trigger: str, **effect: JsonValue) -> set[str]:
    """Return the targets that an effect may have there."""
    return {target for target in ANY_TARGET if not fault(card, on=trigger, target=target, **effect)}


def test_targets_are_for_some_cards_and_triggers() -> None:
    """Section 7, targets."""
    everywhere = {"all_own", "all_enemy"}
    near = {"adjacent_own", "adjacent_enemy"}
    damage: dict[str, JsonValue] = {"do": "damage", "amount": 1}
    for trigger in ("on_play", "on_combat_start"):
        assert _targets(UNIT, trigger, **damage) == {*everywhere, *near, "self", "foe"}
    for trigger in ("on_win", "start_of_turn", "end_of_turn"):
        assert _targets(UNIT, trigger, **damage) == {*everywhere, *near, "self"}
    assert _targets(UNIT, "on_death", **damage) == {*everywhere, *near, "foe"}
    assert _targets(AIMED, "on_play", **damage) == {*everywhere, *near, "chosen"}
    assert _targets(ITEM, "on_play", **damage) == everywhere
    assert _targets(PERK, "on_buy", **damage) == everywhere
    assert _targets(ITEM, "on_play", do="repair", amount=1) == {*everywhere, "hand", "pile"}


def test_returning_moving_and_striking_first_have_their_places() -> None:
    """Section 7, the table of actions."""
    for trigger in ("on_win", "end_of_turn"):
        assert _targets(UNIT, trigger, do="return_to_hand") == {"self"}
    for trigger in ("on_play", "on_combat_start", "on_death", "start_of_turn"):
        assert _targets(UNIT, trigger, do="return_to_hand") == set()
    assert _targets(AIMED, "on_play", do="return_to_hand") == {"chosen"}
    assert fault(AIMED, on="on_play", do="move") == fault(AIMED, on="on_play", do="move", adjacent=False) == ""
    assert fault(ITEM, on="on_play", do="move") == fault(UNIT, on="on_play", do="move") == "do"
    assert fault(UNIT, on="on_combat_start", do="strike_first") == ""
    assert fault(UNIT, on="on_win", do="strike_first") == "do"
    twice = pack_with(whetstone={"effects": [{"on": "on_play", "do": "move"}] * 2})
    assert pointer(twice) == "/draft_items/5/effects/1/do"


def test_conditions_and_counters_have_their_places() -> None:
    """A role in combat is for units in combat; an arena's number for what is in an arena."""
    draw: dict[str, JsonValue] = {"do": "draw", "amount": 1}
    for role in ("challenger", "hero"):
        condition: dict[str, JsonValue] = {"if": role}
        for trigger in ("on_combat_start", "on_win"):
            assert fault(UNIT, on=trigger, **draw, **condition) == ""
        for trigger in ("on_play", "on_death", "start_of_turn", "end_of_turn"):
            assert fault(UNIT, on=trigger, **draw, **condition) == "if"
        assert fault(ITEM, on="on_play", **draw, **condition) == "if"
    for card, trigger in ((UNIT, "on_play"), (ITEM, "on_play"), (PERK, "on_buy")):
        for word in ("behind", "three_heroes"):
            assert fault(card, on=trigger, **draw, **{"if": word}) == ""
        for counter in ("own_heroes", "enemy_heroes"):
            assert fault(card, on=trigger, **draw, per=counter) == ""
        assert fault(card, on=trigger, **draw, per="arena") == ("" if card == UNIT else "per")
    assert fault(AIMED, on="on_play", **draw, per="arena") == ""
    assert fault(AIMED, on="on_play", do="move", per="arena") == "per"


def test_amounts_are_one_to_nine_and_only_two_actions_take_negative_ones() -> None:
    """Section 7."""
    bodies: dict[str, dict[str, JsonValue]] = {
        **{do: {"target": "all_own"} for do in ("damage", "heal", "buff_hp", "repair", "buff_attack")},
        **{do: {} for do in ("draw", "gain_mana", "gain_coins", "steal_coins", "gain_points")},
        "cooldown": {"whose": "own"},
        "discard_oldest": {"cooldown": 3},
    }
    for do, body in bodies.items():
        effect: dict[str, JsonValue] = {"on": "on_play", "do": do, **body}
        assert fault(UNIT, **effect) == "amount"
        assert {fault(UNIT, **effect, amount=amount) for amount in (1, 9)} == {""}
        wrong: tuple[JsonValue, ...] = (0, 10, -10, True, "1")
        assert {fault(UNIT, **effect, amount=amount) for amount in wrong} == {"amount"}
        assert fault(UNIT, **effect, amount=-9) == ("" if do in ("cooldown", "buff_attack") else "amount")


def test_parameters_are_those_of_the_action() -> None:
    """Missing ones and ones of other actions."""
    assert fault(UNIT, on="on_play", do="damage", amount=1) == "target"
    assert fault(UNIT, on="on_play", do="draw", amount=1, target="self") == "target"
    assert fault(UNIT, on="on_play", do="cooldown", amount=1) == "whose"
    assert fault(UNIT, on="on_play", do="cooldown", amount=1, whose="all") == "whose"
    assert fault(UNIT, on="on_play", do="cooldown", amount=1, whose="self") == "whose"
    assert fault(UNIT, on="on_death", do="cooldown", amount=1, whose="self") == ""
    assert fault(UNIT, on="on_play", do="discard_oldest", amount=1) == "cooldown"
    assert fault(UNIT, on="on_play", do="discard_oldest", amount=1, cooldown=10) == "cooldown"
    assert fault(UNIT, on="on_play", do="buff_attack", amount=1, target="self", until="leave") == ""
    assert fault(UNIT, on="on_play", do="buff_attack", amount=1, target="self", until="combat") == "until"
    assert fault(UNIT, on="on_combat_start", do="buff_attack", amount=1, target="self", until="combat") == ""
    assert fault(UNIT, on="on_play", do="damage", amount=1, target="self", until="leave") == "until"
    assert fault(UNIT, on="on_combat_start", do="strike_first", amount=1) == "amount"


def test_the_tables_of_a_pack_are_made_once() -> None:
    """Packs are large; every pack that is read uses the same lookup tables."""
    arena = fight(pack=raw_pack())
    pack: Any = arena.truth.options.cards

    assert pack.tables is pack.tables
    assert pack == BUNDLED_PACK
