"""Somebody who was given only the address plays: how many clicks it takes, and what a screen reader is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import pytest

from tests.serving import serving
from tests.web.people import DESKTOP, SMALL_PHONE, a_browser_of

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page

NAME: Final = "אברהם בן־יצחק הגדול מכולם ומעולם ועד עול"
"""As long as a name may be, and from right to left."""

_LISTEN: Final = """() => {
  window.said = [];
  const note = (changes) => {
    for (const { target } of changes) {
      const region = (target.parentElement ?? target).closest?.('[aria-live=polite], [role=status]');
      if (region?.isConnected && region.textContent.trim()) window.said.push(region.textContent.trim());
    }
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a screen reader says: changes of live regions that were there before."""


class Person:
    """Somebody who looks, thinks and touches, as slowly as people do, and counts the touches."""

    THINKS_SECONDS = 0.2

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    async def touch(self, thing: Locator) -> None:
        """Touch something that is on the screen without scrolling."""
        await thing.wait_for()
        box, size = await thing.bounding_box(), self.page.viewport_size
        assert box
        assert size
        assert box["y"] + box["height"] <= size["height"], f"{thing} is below the screen"
        await asyncio.sleep(self.THINKS_SECONDS)
        await thing.click()
        self.touches += 1


@pytest.mark.parametrize("size", [SMALL_PHONE, DESKTOP])
async def test_a_newcomer_seals_a_move_against_bots_with_three_touches(
    chromium: Browser, sqlite_url: str, size: tuple[int, int]
) -> None:
    """Every thing to touch is on the first screen. Then the result is announced, and the focus is at the move."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, size)
        page = await context.new_page()
        await page.goto(url)
        ada = Person(page)
        await page.get_by_label("What should we call you?").wait_for()
        await page.keyboard.type(NAME)  # the focus is there
        await ada.touch(page.get_by_role("button", name="Play at once against bots"))
        await ada.touch(page.locator("#move label:has(input[type=radio])").first)
        await page.evaluate(_LISTEN)
        title_before = await page.title()
        await page.get_by_role("button", name="Seal it").scroll_into_view_if_needed()
        await ada.touch(page.get_by_role("button", name="Seal it"))
        await page.locator(".happened .course", has_text="Everyone has moved.").wait_for()
        await page.locator("#move p[role=status]").wait_for(
            state="attached"
        )  # A bot may have something to decide alone.

        said: list[str] = await page.evaluate("window.said")
        tree = await page.locator("#move").aria_snapshot()
        place = await page.evaluate("document.activeElement.closest('#move') !== null")
        width = await page.evaluate("document.documentElement.scrollWidth")

    assert ada.touches == 3
    assert any("Everyone has moved." in text for text in said), said
    assert place
    assert "status" in tree
    assert title_before == "Your move: Wizard's Duel · Moirai"
    assert width <= size[0]
    assert errors == []


async def test_at_home_one_touch_begins_each_game(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await context.new_page()
        await page.goto(url)
        ada = Person(page)
        await page.get_by_label("What should we call you?").fill("Ada")
        await ada.touch(page.get_by_role("button", name="Come in"))
        await ada.touch(page.get_by_role("group", name="Play at once").get_by_role("button", name="The Apocalypse"))
        await page.locator("#move form").wait_for()

    assert ada.touches == 2
    assert errors == []
