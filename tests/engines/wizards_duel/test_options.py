"""The option table of section 1."""

from __future__ import annotations

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.kit import BadOptionsError
from tests.engines.wizards_duel.duel import ENGINE

# Variant: killer, wins_needed, tied_duel, advantage_seat, timeout, item_draft, theme, cast_, charm_, break_seconds
TABLE: dict[str, list[JsonValue]] = {
    "genius_3_3": [False, 2, "holder_wins", "b", "random_penalty", [], "wizards", 60, 60, 0],
    "colosseum": [False, 2, "replay", None, "random_penalty", [], "wizards", 60, 60, 0],
    "archwizard": [True, 3, "draw", "b", "lose_duel", [], "wizards", 90, 30, 90],
    "puzzler": [False, 2, "draw", "b", "lose_duel", [], "wizards", 90, 30, 0],
    "gods_collide": [False, 2, "holder_wins", None, "lose_duel", ["a", "a", "a"], "olympians", 90, 30, 0],
}
DIFFERING = [
    "phantasmal_killer",
    "wins_needed",
    "tied_duel",
    "advantage_seat",
    "timeout",
    "item_draft",
    "theme",
    "cast_seconds",
    "charm_seconds",
    "break_seconds",
]
COMMON = {
    "max_restarts": 3,
    "max_replays": 3,
    "items": {"athenas_wisdom": None, "hestias_hearth": None, "apollos_daybreak": None},
    "daybreak_uses": 1,
    "hidden_reveal": "match_end",
    "daybreak_seconds": 30,
    "draft_seconds": 60,
    "early_close": False,
    "table_talk": True,
}


@pytest.mark.parametrize("variant", TABLE)
def test_a_variant_has_the_defaults_of_its_column(variant: str) -> None:
    """Section 1."""
    options = ENGINE.options(variant, {}).model_dump(mode="json")

    assert options == {"variant": variant, **dict(zip(DIFFERING, TABLE[variant], strict=True)), **COMMON}


def test_genius_is_the_default_variant_and_its_defaults_are_the_schemas() -> None:
    """Section 1."""
    assert next(iter(ENGINE.variants)) == "genius_3_3"
    assert ENGINE.options("genius_3_3", {}) == ENGINE.options_type()


@pytest.mark.parametrize("variant", TABLE)
def test_every_option_can_be_overridden_in_every_variant(variant: str) -> None:
    """Section 1; `variant` itself can only be repeated."""
    overrides: dict[str, JsonValue] = {
        "variant": variant,
        "phantasmal_killer": True,
        "wins_needed": 5,
        "tied_duel": "draw",
        "advantage_seat": "a",
        "timeout": "lose_duel",
        "max_restarts": 0,
        "max_replays": 10,
        "items": {"athenas_wisdom": "b", "hestias_hearth": None, "apollos_daybreak": None},
        "item_draft": ["b", "a"],
        "daybreak_uses": 5,
        "hidden_reveal": "never",
        "theme": "olympians",
        "cast_seconds": 10,
        "charm_seconds": 604_800,
        "daybreak_seconds": 10,
        "draft_seconds": 10,
        "break_seconds": 604_800,
        "early_close": True,
        "table_talk": False,
    }

    options = ENGINE.options(variant, overrides)

    assert options.model_dump(mode="json") == overrides


@pytest.mark.parametrize(
    ("overrides", "pointer"),
    [
        ({"wins": 2}, "/wins"),
        ({"variant": "colosseum"}, "/variant"),
        ({"variant": None}, "/variant"),
        ({"phantasmal_killer": 1}, "/phantasmal_killer"),
        ({"phantasmal_killer": "true"}, "/phantasmal_killer"),
        ({"wins_needed": 0}, "/wins_needed"),
        ({"wins_needed": 6}, "/wins_needed"),
        ({"wins_needed": True}, "/wins_needed"),
        ({"wins_needed": 2.0}, "/wins_needed"),
        ({"wins_needed": "2"}, "/wins_needed"),
        ({"wins_needed": 10**5000}, "/wins_needed"),
        ({"tied_duel": "coin"}, "/tied_duel"),
        ({"advantage_seat": "c"}, "/advantage_seat"),
        ({"timeout": None}, "/timeout"),
        ({"max_restarts": 11}, "/max_restarts"),
        ({"max_replays": -1}, "/max_replays"),
        ({"items": []}, "/items"),
        ({"items": None}, "/items"),
        ({"items": {"excalibur": "a"}}, "/items/excalibur"),
        ({"items": {"hestias_hearth": "spectator"}}, "/items/hestias_hearth"),
        ({"item_draft": "ab"}, "/item_draft"),
        ({"item_draft": {"a": 1}}, "/item_draft"),
        ({"item_draft": ["a", "c"]}, "/item_draft/1"),
        ({"item_draft": ["a", "a", "a", "a"]}, "/item_draft"),
        ({"items": {"hestias_hearth": "a"}, "item_draft": ["a", "b", "a"]}, "/item_draft"),
        ({"daybreak_uses": 0}, "/daybreak_uses"),
        ({"hidden_reveal": "round_end"}, "/hidden_reveal"),
        ({"theme": "norse"}, "/theme"),
        ({"cast_seconds": 9}, "/cast_seconds"),
        ({"charm_seconds": 604_801}, "/charm_seconds"),
        ({"break_seconds": -1}, "/break_seconds"),
        ({"early_close": 0}, "/early_close"),
        ({"table_talk": None}, "/table_talk"),
    ],
)
def test_a_bad_option_is_refused_and_pointed_at(overrides: dict[str, JsonValue], pointer: str) -> None:
    """Section 1: unknown, wrong type, out of bounds."""
    with pytest.raises(BadOptionsError) as caught:
        ENGINE.options("genius_3_3", overrides)

    assert (caught.value.code.name, caught.value.pointer) == ("bad_option", pointer)


@pytest.mark.parametrize("items", [{}, {"athenas_wisdom": "b"}])
def test_naming_items_empties_the_draft(items: JsonValue) -> None:
    """Section 1: `items` without `item_draft`."""
    assert ENGINE.options("gods_collide", {"items": items}).item_draft == ()


def test_naming_items_and_a_draft_keeps_both() -> None:
    """Section 1: as many picks as unowned items are allowed."""
    options = ENGINE.options("gods_collide", {"items": {"athenas_wisdom": "b"}, "item_draft": ["a", "b"]})

    assert options.item_draft == ("a", "b")


def test_the_options_schema_accepts_what_the_engine_accepts() -> None:
    """Clients can check their options before they send them."""
    schema = Draft202012Validator(ENGINE.options_type.model_json_schema())

    for variant in ENGINE.variants:
        assert schema.is_valid(ENGINE.options(variant, {}).model_dump(mode="json"))
    assert schema.is_valid({"items": {"athenas_wisdom": "a"}, "item_draft": ["b", "b"]})
    for bad in ({"wins_needed": 6}, {"cast_seconds": 9}, {"theme": "norse"}, {"wins": 1}, {"items": {"sword": "a"}}):
        assert not schema.is_valid(bad)
    assert all("description" in field for field in ENGINE.options_type.model_json_schema()["properties"].values())
