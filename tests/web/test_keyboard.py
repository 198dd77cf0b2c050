"""Everything can be done without a mouse."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from engines.catalogue import GAMES
from moirai_client import Client
from tests.serving import serving
from tests.web.boards import at_the_board, faults_of
from tests.web.people import SMALL_PHONE, a_browser_of, come_in, guests, match_for

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

MOST_TABS: Final = 5
"""More do not fit beside each other anywhere."""

_AT: Final = "document.querySelector('.bar .who').textContent + document.querySelector('.happened').textContent"
_DRAFT: Final = "document.querySelector('#move .state-chip')?.textContent === 'draft'"
_REFUSED: Final = "document.querySelector('#move .state-chip')?.textContent === 'not sealed'"
_GOES_ON: Final = f"(before) => document.querySelector('.outcome') || {_REFUSED} || ({_AT} !== before && {_DRAFT})"

_FOCUSED: Final = """() => {
  const here = document.activeElement;
  if (here.matches("#move form button[type=submit]")) return here.ariaDisabled === "true" ? "not ready" : "ready";
  if (here.closest("#move form") === null) return "outside";
  if (here.matches("#move form .form input")) return ["radio", "checkbox"].includes(here.type) ? here.type : "number";
  return here.matches("#move form .form select") ? "select" : "other";
}"""

_CHOSEN_IS_SEEN: Final = """() => {
  const [row, tab] = [".talks", ".talks [aria-selected=true]"].map((part) => document.querySelector(part))
    .map((part) => part.getBoundingClientRect());
  return tab.left >= row.left && tab.right <= row.right;
}"""


async def test_one_can_sign_up_make_a_match_and_move_by_keyboard_alone(chromium: Browser, sqlite_url: str) -> None:
    """The focus is never lost: after sealing, Tab goes on from the move."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium)
        page = await context.new_page()
        await page.goto(url)
        await _tab_to(page, "I have played here")
        await page.keyboard.press("Enter")
        await page.keyboard.type("Ada")
        await page.keyboard.press("Enter")
        await page.locator("#make .games label").first.wait_for()  # The home of strangers has such a button, too.
        await _tab_to(page, "Play now")
        await page.keyboard.press("Enter")
        await page.locator("#move form").wait_for()
        await page.locator("#move input").nth(4).focus()  # Not one that can end a duel at once.
        await page.keyboard.press("Space")
        await _tab_to(page, "Seal it")
        await page.keyboard.press("Enter")

        await page.locator(".happened .say", has_text="round 1").wait_for()
        await page.wait_for_function("() => document.activeElement.closest('#move') !== null")

    assert errors == []


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_whole_match_is_played_by_keyboard_alone(chromium: Browser, sqlite_url: str, game: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, game)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await _tab_to(page, "Sit here")
        await page.keyboard.press("Enter")
        chance = Random(1)
        sealed = 0
        while await _is_asked(page):
            before = await page.evaluate(_AT)
            await _fill_in(page, chance)
            await page.keyboard.press("Enter")
            if await page.locator("#move [role=alert]").is_visible():  # Doing nothing is asked once.
                await page.keyboard.press("Shift+Tab")
                await page.keyboard.press("Enter")
            await page.wait_for_function(_GOES_ON, arg=before)
            sealed += 1
        outcome = await page.locator(".happened .say").text_content()

    assert sealed
    assert outcome
    assert errors == []


async def test_talks_are_tabs_which_arrow_keys_lead_through(chromium: Browser, sqlite_url: str) -> None:
    """Those of a host, who has a line to every seat, are in one row. It shows the chosen one; only that is read."""
    errors: list[str] = []
    async with guests(sqlite_url, "Host", "Bo") as (url, (host, bo)):
        match = await match_for(host, "threads_of_fate", free=1)
        await bo.match(match.id).take_free_seat()
        page = await at_the_board(chromium, url, host, match, errors, bypass_csp=True)
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        await page.get_by_role("navigation").get_by_role("button", name="Talk").click()
        await bo.match(match.id).say("host:heaven-1", "Is there tea?")
        tabs = page.get_by_role("tab")
        all_tabs = await tabs.count()
        line = page.get_by_role("tab", name="Host and Bo 1 new")
        await line.wait_for()
        await page.get_by_role("tab", selected=True).focus()
        await page.keyboard.press("Home")
        for _ in range(all_tabs):
            if await line.evaluate("(tab) => tab === document.activeElement"):
                break
            await page.keyboard.press("ArrowRight")
        unread = await page.locator(".talks .unread").count()
        await page.keyboard.press("Enter")
        await page.get_by_role("tabpanel", name="Host and Bo").get_by_text("Is there tea?").wait_for()
        await page.locator(".talks .unread").wait_for(state="detached")
        chosen = await page.get_by_role("tab", selected=True).all_text_contents()
        seen = await page.evaluate(_CHOSEN_IS_SEEN)
        readers = await page.locator("#talk .ledge").inner_text()
        await page.keyboard.press("End")
        await page.keyboard.press("ArrowRight")
        first = await tabs.first.evaluate("(tab) => tab === document.activeElement")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        left = await page.evaluate("document.activeElement.closest('.talks') === null")

        await tabs.first.click()
        await bo.match(match.id).say("host:heaven-1", "Or coffee?")
        await page.get_by_role("button", name="1 new", exact=True).click()
        await page.get_by_role("tabpanel", name="Host and Bo").get_by_text("Or coffee?").wait_for()
        faults = await faults_of(page, "talks")

    assert all_tabs > MOST_TABS
    assert unread == 1
    assert chosen == ["Host and Bo"]
    assert seen
    assert readers == "Bo reads along."
    assert first
    assert left
    assert faults == []
    assert errors == []


async def _is_asked(page: Page) -> bool:
    """Wait until a move is wanted, or the match is over."""
    await page.wait_for_function(f"() => document.querySelector('.outcome') || {_REFUSED} || {_DRAFT}")
    return await page.locator(".outcome").count() == 0


async def _fill_in(page: Page, chance: Random) -> None:
    """Answer what the form asks by keys alone, back and forth until it can be sealed; the seal has the focus then."""
    # What was refused has to be changed, and the focus is on the seal still.
    key = "Shift+Tab" if await page.evaluate(_REFUSED) else "Tab"
    for _ in range(1000):
        at = await page.evaluate(_FOCUSED)
        if at == "ready" and key == "Tab":
            return
        if at == "not ready":
            key = "Shift+Tab"
        elif at == "outside":
            key = "Tab"
        elif at == "radio" or (at == "checkbox" and chance.random() < 0.5):
            await page.keyboard.press("Space")
        if at in ("radio", "select"):
            for _ in range(chance.randrange(3)):
                await page.keyboard.press("ArrowDown")
        if at == "number" and chance.random() < 0.5:
            await page.keyboard.press(chance.choice(["ArrowUp", "ArrowDown"]))
        await page.keyboard.press(key)
    raise AssertionError(f"by keyboard there is no complete move: {await page.locator('#move').inner_text()}")


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
