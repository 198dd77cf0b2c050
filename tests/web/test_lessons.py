"""Learn by playing: a first match on the real board, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.serving import serving
from tests.web.boards import PICTURES, violations
from tests.web.people import SMALL_PHONE, a_browser_of

if TYPE_CHECKING:
    from playwright.async_api import Browser

STEPS = (("Firebolt", "the 4 wins"), ("Bless", "5 beats 1"), ("Ray of Frost", "9 beats 8"))
"""What each round asks to touch, and what it then says."""


async def test_a_stranger_learns_the_duel_without_a_name(chromium: Browser, sqlite_url: str) -> None:
    """Each step waits for the one thing that is lit; all other choices are refused."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/wizards_duel")
        await page.get_by_role("button", name="Go on").click()
        await page.locator(".move label", has_text="Charm Person").click()
        refused = await page.locator(".speech .problem").inner_text()
        faults = await violations(page)
        if PICTURES:
            await page.screenshot(path=Path(PICTURES) / "lesson-choice.png")
        for spell, said in STEPS:
            await page.locator("[data-lit]", has_text=spell).click()
            await page.locator("button[data-lit]").click()
            await page.locator(".speech .say", has_text=said).wait_for()
            if PICTURES:
                await page.screenshot(path=Path(PICTURES) / f"lesson-{spell}.png")
            await page.get_by_role("button", name="Go on").click()
        done = await page.locator(".speech .say").inner_text()
        faults += await violations(page)
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await page.get_by_role("link", name="Rules").click()
        await page.wait_for_url("**/rules/wizards_duel")

    assert refused == "First do what the lesson asks: it is lit."
    assert done == "You know it now. Who dares?"
    assert faults == []
    assert wide <= SMALL_PHONE[0]
    assert errors == []


@pytest.mark.parametrize(("language", "said"), [("en", "no lesson yet"), ("de", "noch keine Lehrpartie")])
async def test_a_game_without_a_lesson_says_so(chromium: Browser, sqlite_url: str, language: str, said: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, locale=language)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/chess")
        await page.get_by_text(said).wait_for()

    assert errors == []
