"""How tall a page is on a phone that asks for a move: what one needs is on it, and nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import at_the_board
from tests.web.people import PHONE, SMALL_PHONE, play

if TYPE_CHECKING:
    from playwright.async_api import Browser

MOST: Final = {
    "apocalypse": 1500,
    "divine_intervention": 1400,
    "hero_of_the_arena": 1500,
    "threads_of_fate": 1400,
    "wizards_duel": 1150,
}
"""In pixels, with the parts that the phone folds opened one after another: half of what it was before they were folded.

The screens have 740 and 844. What stands there differs from match to match, by up to 100.
"""

MOVES: Final = {
    ("wizards_duel", "genius_3_3", "a"): 4,
    ("wizards_duel", "gods_collide", "a"): 5,
    ("apocalypse", "classic", "heaven-1"): 6,
    ("threads_of_fate", "classic", "heaven-1"): 4,
    ("divine_intervention", "standard", "heaven-1"): 4,
    ("divine_intervention", "standard", "hell-1"): 4,
    ("hero_of_the_arena", "standard", "heaven-1"): 6,
    ("hero_of_the_arena", "standard", "hell-1"): 8,
}
"""By game, variant and seat: how many moves are made, so that each kind of phase is seen, with some history."""


@pytest.mark.parametrize(("game", "variant", "seat"), MOVES)
async def test_no_move_needs_a_taller_page_than_this(
    chromium: Browser, sqlite_url: str, game: str, variant: str, seat: str
) -> None:
    """Before anything is chosen, and with a move that was chosen at random."""
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        (seats,) = (
            [one["id"] for one in found["seats"]]
            for found in (await ada.game(game))["variants"]
            if found["variant"] == variant
        )
        match = await ada.create_match(
            {
                "game": game,
                "variant": variant,
                "seats": {other: {"bot": True} for other in seats if other != seat},
                "pace": "eager",
                "autostart": True,
            }
        )
        await match.take_seat(seat)
        page = await at_the_board(chromium, url, ada, match, errors)
        tallest: dict[str, int] = {}
        for width, height in (SMALL_PHONE, PHONE):
            await page.set_viewport_size({"width": width, "height": height})
            await page.reload()
            await page.wait_for_selector("#board > div", state="attached")
            told = await play(page, seed=17, moves=-(-MOVES[game, variant, seat] // 2), is_measured=True)
            tallest |= {f"{width}: {phase}": tall for phase, tall in told["tallest"].items()}

    assert tallest
    assert {phase: tall for phase, tall in tallest.items() if tall > MOST[game]} == {}
    assert errors == []
