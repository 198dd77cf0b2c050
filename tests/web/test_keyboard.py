"""Everything can be done without a mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Client
from tests.serving import serving
from tests.web.people import a_browser_of, come_in, match_for

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

_ON_A_CHOICE: Final = "document.activeElement.matches('#move input')"
_AT: Final = "document.querySelector('.bar .who').textContent + document.querySelector('.happened').textContent"
_DRAFT: Final = "document.querySelector('#move .state-chip')?.textContent === 'draft'"
_GOES_ON: Final = f"(before) => document.querySelector('.outcome') || ({_AT} !== before && {_DRAFT})"


async def test_one_can_sign_up_make_a_match_and_move_by_keyboard_alone(chromium: Browser, sqlite_url: str) -> None:
    """The focus is never lost: after sealing, Tab goes on from the move."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium)
        page = await context.new_page()
        await page.goto(url)
        await page.get_by_label("What should we call you?").wait_for()
        await page.keyboard.type("Ada")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Play now").wait_for()
        await _tab_to(page, "Play now")
        await page.keyboard.press("Enter")
        await page.locator("#move form").wait_for()
        await page.locator("#move input").first.focus()
        await page.keyboard.press("Space")
        await _tab_to(page, "Seal it")
        await page.keyboard.press("Enter")

        await page.locator(".happened .course", has_text="Everyone has moved.").wait_for()
        await page.wait_for_function("() => document.activeElement.closest('#move') !== null")

    assert errors == []


@pytest.mark.parametrize("game", ["wizards_duel", "threads_of_fate"])
async def test_a_whole_match_is_played_by_keyboard_alone(chromium: Browser, sqlite_url: str, game: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, game)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await _tab_to(page, "Sit here")
        await page.keyboard.press("Enter")
        await page.locator("#move form").wait_for()
        sealed = 0
        while await page.locator(".outcome").count() == 0:
            before = await page.evaluate(_AT)
            await _tab(page, _ON_A_CHOICE)
            await page.keyboard.press("Space")
            await _tab_to(page, "Seal it")
            await page.keyboard.press("Enter")
            sealed += 1
            await page.wait_for_function(_GOES_ON, arg=before)
        outcome = await page.locator(".happened .say").text_content()

    assert sealed
    assert outcome
    assert errors == []


async def _tab_to(page: Page, name: str) -> None:
    await _tab(
        page, f"document.activeElement.matches('button') && document.activeElement.textContent.includes('{name}')"
    )


async def _tab(page: Page, found: str) -> None:
    """Go from one thing to the next until this is true."""
    for _ in range(80):
        await page.keyboard.press("Tab")
        if await page.evaluate(found):
            return
    raise AssertionError(f"Tab never leads to where {found}")
