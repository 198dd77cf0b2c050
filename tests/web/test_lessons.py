"""Learn by playing: a first match on the real board, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.serving import serving
from tests.web.boards import PICTURES, violations
from tests.web.people import SMALL_PHONE, a_browser_of

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

STEPS: Final = {
    "apocalypse": (
        *("", "Death and Famine", "Hell 1", "Hell 2", "Seal"),
        *("", "Pestilence and War", "Name a pair", "gains and losses", "War and Famine", "Betray", "Seal"),
        *("", "War and Death", "Name a card", "acts twice", "Pestilence", "Famine", "Seal", ""),
    ),
    "divine_intervention": (
        *("", "Deity 1", "Seal"),
        *("", "Room A", "Room Y", "Deity 1", "Seal"),
        *("", "", "", "Room A", "Room T", "Room X", "Deity 2", "Seal", "", "", ""),
    ),
    "hero_of_the_arena": (
        *("", "I am ready", "", "Fallen Seraph", "Arena 1", "Lucky Purse", "Seal"),
        *("", "Fire Pot", "Arena 4", "Duelist", "Arena 4", "Seal"),
        *("", "Shop", "Crowd Favour", "Seal", "", ""),
    ),
    "threads_of_fate": (
        *("", "Hell 1", "Weave a thread to Hell 1", "Seal"),
        *("", "Clotho", "Hell 1", "Cut off Hell 1", "Hell 2", "Weave a thread to Hell 2", "Make it golden", "Seal"),
        *("", "Lachesis", "+3", ">heaven-1>hell-2", ">heaven-2>hell-3", "Seal", "", ""),
    ),
    "wizards_duel": ("", "Firebolt", "Seal", "", "Bless", "Seal", "", "Ray of Frost", "Seal", ""),
}
"""What is lit in each step: a text on it, `>` before what is selected, `+` before a number; nothing: one reads on."""

SAID: Final = {
    "apocalypse": {5: "You have −5 points", 12: "you have 10", 19: "you have 17"},
    "divine_intervention": {
        3: "10 water for you: two of you shared the 20 of Deity 1.",
        8: "Room Y is yours. Room A failed: another shaman tried it, too.",
        16: "Three rooms in one round: A, T and X. You have four.",
    },
    "hero_of_the_arena": {7: "1 : 2", 13: "3 : 4", 17: "8 : 7"},
    "threads_of_fate": {4: "You have a thread to Hell 1", 12: "The cut paid 3 twine", 18: "You and Hell 2 win"},
    "wizards_duel": {3: "the 4 wins", 6: "5 beats 1", 9: "9 beats 8"},
}
"""What comes of each round, by the number of the step from 0."""

COVERED: Final = """(lit) => {
  const { left, right, top, bottom } = lit.getBoundingClientRect();
  const over = [top + 2, (top + bottom) / 2, bottom - 2]
    .map((y) => document.elementFromPoint((left + right) / 2, y))
    .filter((part) => !lit.contains(part));
  return over.map((part) => part ? part.outerHTML.slice(0, 80) : "out of view");
}"""
"""What covers something that is lit: at its top, in its middle, at its bottom."""


@pytest.mark.parametrize("game", STEPS)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_a_stranger_learns_each_game_without_a_name(
    chromium: Browser, sqlite_url: str, game: str, locale: str
) -> None:
    """What a step asks for is in view on a small phone, and neither under the bar nor under what is said."""
    steps, said, faults = STEPS[game], dict[int, str](), list[str]()
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE, locale=locale)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/{game}")
        for at, lit in enumerate(steps):
            await page.locator(f".speech[aria-label*=' {at + 1} '][aria-label$=' {len(steps) + 1}']").wait_for()
            said[at] = await page.locator(".speech .say").inner_text()
            part = page.locator("[data-lit]")
            if lit:
                text = lit if locale == "en-GB" and lit[0] not in "+>" else None
                await part.filter(has_text=text).wait_for()
                await page.evaluate(_DRAWN)
                faults += [f"{at}: {one}" for one in await part.evaluate(COVERED)]
            faults += await violations(page) if at == 1 else []
            if PICTURES:
                await page.screenshot(path=Path(PICTURES) / f"lesson-{game}-{locale}-{at + 1:02}.png")
            await _do(page, lit)
        await page.locator(".speech .btn", has_text="Rules" if locale == "en-GB" else "Regeln").wait_for()
        if PICTURES:
            await page.screenshot(path=Path(PICTURES) / f"lesson-{game}-{locale}-end.png", full_page=True)
        faults += await violations(page)
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await page.locator(".speech a.btn").last.click()
        await page.wait_for_url(f"**/rules/{game}")

    if locale == "en-GB":
        assert {at: line for at, line in SAID[game].items() if line not in said[at]} == {}
    assert faults == []
    assert wide <= SMALL_PHONE[0]
    assert errors == []


_DRAWN: Final = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


async def _do(page: Page, lit: str) -> None:
    """Do what a step asks for."""
    part = page.locator("[data-lit]")
    if not lit:
        await page.locator(".speech .btn.primary").click()
    elif lit.startswith(">"):
        await part.select_option(lit[1:])
    elif lit.startswith("+"):
        for _ in range(int(lit)):
            await part.get_by_role("button").last.click()
    else:
        await part.click()


async def test_only_what_is_lit_can_be_touched(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/wizards_duel")
        await page.get_by_role("button", name="Go on").click()
        await page.locator(".move label", has_text="Charm Person").click()
        refused = await page.locator(".speech .problem").inner_text()

    assert refused == "First do what the lesson asks: it is lit."
    assert errors == []


@pytest.mark.parametrize(("language", "said"), [("en", "no lesson yet"), ("de", "noch keine Lehrpartie")])
async def test_a_game_without_a_lesson_says_so(chromium: Browser, sqlite_url: str, language: str, said: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, locale=language)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/chess")
        await page.get_by_text(said).wait_for()

    assert errors == []
