"""The files that the rooms' docstrings and the page on architecture name exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.docs.printed import DOCS, ROOT

SERVER: Final = ROOT / "server"

ROOMS: Final = [ROOT / "engines", SERVER, *sorted(found.parent for found in SERVER.glob("*/__init__.py"))]

NAMED: Final = re.compile(r"`((?:[\w-]+/)*(?:[\w-]+\.(?:py|md|json|mjs|tsx?|yaml|toml)|[\w-]+/))`")
"""A file or a folder, as texts name it."""

RECIPE: Final = re.compile(r"^To [^\n]+:\n((?:    [^\n]+\n)+)", re.M)

MOST_LINES: Final = 6


def _docstring(room: Path) -> str:
    return (room / "__init__.py").read_text(encoding="utf-8")


def _missing(text: str, *folders: Path) -> list[str]:
    """Return the named files that are in none of these folders."""
    return [name for name in NAMED.findall(text) if not any((folder / name).exists() for folder in folders)]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_files_that_a_room_names_exist_and_its_recipes_are_short(room: Path) -> None:
    text = _docstring(room)
    recipes = RECIPE.findall(text)

    assert _missing(text, room, SERVER, ROOT) == []
    assert len(recipes) == text.count("\nTo ")
    assert [recipe for recipe in recipes if recipe.count("\n") > MOST_LINES] == []


def test_rooms_tell_how_to_make_the_changes_that_people_make_most() -> None:
    assert sum(len(RECIPE.findall(_docstring(room))) for room in ROOMS) >= 20


def test_files_that_the_page_on_architecture_names_exist_and_every_room_is_in_its_table() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")

    assert _missing(text, ROOT, SERVER) == []
    assert [room.name for room in ROOMS[2:] if f"| `{room.name}` |" not in text] == []
