"""Names contain something visible and nothing invisible, and are stored unchanged."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from server.access.texts import is_readable
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
    "علی\u200cرضا",
    "کار\u200cآموز",
    "ශ්\u200dරී",
    "ക്\u200cഷ",
    "കണ്ണന്\u200d",
    "क्\u200dष",
    "র\u200d্যাচেল",
    "ᠬᠠ\u180eᠳ\u180b",
    "渡邉\U000e0102",
    "史蒂夫·乔布斯",
    "Gal·la",
    "👩🏽\u200d🚀",
    "❤️\u200d🔥",
    "👨\u200d👩\u200d👧\u200d👦",
    "1️⃣",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)

HIDING = (
    "A\u200dda",
    "Ada\u200c",
    "Ad\u200ba",
    "A\u00adda",
    "A\ufe0fda",
    "A\U000e0100da",
    "\u200dعلی",
    "علی\u200c\u200cرضا",
    "علی\u200c",
    "علی\u200c رضا",
    "क\u200dष",
    "क्\u200d\u200dष",
    "❤️\ufe0f",
    "❤️\u200d",
    "\u200d",
    "·Ada",
    "Ada·",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067",
    "A\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)
"""With an invisible character where no script needs it, or a dot that divides nothing."""


@pytest.mark.parametrize("name", READABLE)
async def test_a_name_is_stored_unchanged(world: World, name: str) -> None:
    player = await world.player(name)

    assert (await player.get("/v1/me"))["name"] == name


@pytest.mark.parametrize("name", HIDING, ids=ascii)
def test_a_name_hides_nothing(name: str) -> None:
    assert not is_readable(name)


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
