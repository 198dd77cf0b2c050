"""Items and their draft in the options (section 1)."""

from __future__ import annotations

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from tests.engines.table import refused_options
from tests.engines.wizards_duel.duel import ENGINE


@pytest.mark.parametrize(
    ("overrides", "pointer"),
    [
        ({"items": {"excalibur": "a"}}, "/items/excalibur"),
        ({"items": {"hestias_hearth": "spectator"}}, "/items/hestias_hearth"),
        ({"item_draft": ["a", "c"]}, "/item_draft/1"),
        ({"item_draft": ["a", "a", "a", "a"]}, "/item_draft"),
        ({"items": {"hestias_hearth": "a"}, "item_draft": ["a", "b", "a"]}, "/item_draft"),
    ],
)
def test_a_bad_item_is_refused_and_pointed_at(overrides: dict[str, JsonValue], pointer: str) -> None:
    """Unknown items and seats, and more picks than there are unowned items."""
    assert refused_options(ENGINE, overrides) == ("bad_option", pointer)


@pytest.mark.parametrize("items", [{}, {"athenas_wisdom": "b"}])
def test_naming_items_empties_the_draft(items: JsonValue) -> None:
    """Section 1: `items` without `item_draft`."""
    assert ENGINE.options("gods_collide", {"items": items}).item_draft == ()


def test_naming_items_and_a_draft_keeps_both() -> None:
    """Section 1: as many picks as unowned items are allowed."""
    options = ENGINE.options("gods_collide", {"items": {"athenas_wisdom": "b"}, "item_draft": ["a", "b"]})

    assert options.item_draft == ("a", "b")


def test_the_schema_knows_the_items() -> None:
    """Clients can check their options before they send them."""
    schema = Draft202012Validator(ENGINE.options_type.model_json_schema())

    assert schema.is_valid({"items": {"athenas_wisdom": "a"}, "item_draft": ["b", "b"]})
    assert not schema.is_valid({"items": {"sword": "a"}})
