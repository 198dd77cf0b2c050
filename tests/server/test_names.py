"""Names contain something visible and nothing invisible, and are stored unchanged."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from server.texts import is_readable
from tests.sampling import Sample
from tests.server.world import World

pytestmark = pytest.mark.one_server

READABLE = (
    "Clotho",
    "Łachesis the 2nd",
    "O’Brien",
    "Ада",
    "日本語 ドラ",
    "عمر",
    "נועה",
    "한글",
    "हिन्दी",
    "e\u0301tude",
    "⚔️ Ares ❤️",
    "🇩🇪",
    "※",
)


@pytest.mark.parametrize("name", READABLE)
async def test_a_name_is_stored_unchanged(world: World, name: str) -> None:
    player = await world.player(name)

    assert (await player.get("/v1/me"))["name"] == name


def test_a_name_needs_a_visible_character(sample: Sample) -> None:
    """Marks, separators, control, format, surrogate, private and unassigned characters do not count as visible."""
    let_through = []
    for number in sample.of(range(sys.maxunicode + 1)):
        character = chr(number)
        if unicodedata.category(character)[0] in "MZC" and is_readable(character * 2):
            let_through.append(f"{number:04x}")

    assert let_through == []


async def test_a_pack_has_a_name_that_can_be_read(world: World) -> None:
    ada = await world.player("Ada")
    content = {"name": "\u115f\u1160", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}

    refused = await ada.post("/v1/packs", {"game": "divine_intervention", "content": content}, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_name", "/content/name")
