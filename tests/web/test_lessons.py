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

COVERED = """(lit) => {
  const { left, right, top, bottom } = lit.getBoundingClientRect();
  const over = [top + 2, (top + bottom) / 2, bottom - 2]
    .map((y) => document.elementFromPoint((left + right) / 2, y))
    .filter((part) => !lit.contains(part));
  return over.map((part) => part ? part.outerHTML.slice(0, 80) : "out of view");
}"""
"""What covers something that is lit: at its top, in its middle, at its bottom."""

THREADS = (
    ("Heaven and hell spin hidden threads", None),
    ("Touch Hell 1", "touch"),
    ("Weave a thread to Hell 1", "touch"),
    ("Seal it", "touch"),
    ("You have a thread to Hell 1", None),
    ("Touch Clotho", "touch"),
    ("Touch Hell 1 again", "touch"),
    ("Cut off Hell 1", "touch"),
    ("Touch Hell 2", "touch"),
    ("Weave a thread to Hell 2", "touch"),
    ("Make it golden", "touch"),
    ("Seal it", "touch"),
    ("The cut paid 3 twine", None),
    ("Touch Lachesis", "touch"),
    ("Give her your 3 twine", "one more"),
    ("Boost a thread", "heaven-1>hell-2"),
    ("Snip a thread", "heaven-2>hell-3"),
    ("Seal it", "touch"),
    ("You and Hell 2 win", None),
    ("A classic match", None),
)
"""What each step of the lesson of the threads says, and what is done: null to read on, or what is touched or chosen."""


async def test_a_stranger_learns_the_threads(chromium: Browser, sqlite_url: str) -> None:
    """Whatever a step asks for is in view on a small phone, and not under the bar or the speech."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/threads_of_fate")
        lit, faults, covered = page.locator("[data-lit]"), [], []
        for at, (said, done) in enumerate(THREADS):
            await page.locator(".speech .say", has_text=said).wait_for()
            await page.get_by_label(f"step {at + 1} of {len(THREADS) + 1}").first.wait_for()
            if done is not None:
                covered += [f"{said}: {part}" for part in await lit.evaluate(COVERED)]
            if at == 1:
                faults += await violations(page)
            if PICTURES:
                await page.screenshot(path=Path(PICTURES) / f"lesson-threads-{at + 1:02}.png")
            if done is None:
                await page.get_by_role("button", name="Go on").click()
            elif done == "touch":
                await lit.click()
            elif ">" in done:
                await lit.select_option(done)
            else:
                for _ in range(3):
                    await lit.get_by_label(done).click()
        done_at_last = await page.locator(".speech .say", has_text="You know it now").inner_text()
        if PICTURES:
            await page.screenshot(path=Path(PICTURES) / "lesson-threads-end.png", full_page=True)
        faults += await violations(page)
        wide = await page.evaluate("document.documentElement.scrollWidth")

    assert done_at_last == "You know it now. Who dares?"
    assert (faults, covered) == ([], [])
    assert wide <= SMALL_PHONE[0]
    assert errors == []


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


APOCALYPSE = (
    ("Death and Famine", "Hell 1", "Hell 2", None, "You have −5 points"),
    ("Pestilence and War", "Name a pair", "gains and losses", "War and Famine", "Betray", None, "you have 10"),
    ("War and Death", "Name a card", "acts twice", "Pestilence", "Famine", None, "you have 17"),
)
"""What each round of The Apocalypse asks to touch, with None for the seal, and what it then says."""


async def test_a_stranger_learns_the_apocalypse(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await context.new_page()
        await page.goto(f"{url}/lesson/apocalypse")
        await page.get_by_role("button", name="Go on").click()
        await page.locator("[data-lit]").wait_for()
        faults = await violations(page)
        for *asked, said in APOCALYPSE:
            for at, name in enumerate(asked):
                if PICTURES:
                    await page.screenshot(path=Path(PICTURES) / f"apocalypse-{asked[0]}-{at}.png")
                lit = page.locator("[data-lit]", has_text=name or "Seal")
                await lit.click()
            await page.locator(".speech .say", has_text=said).wait_for()
            if PICTURES:
                await page.screenshot(path=Path(PICTURES) / f"apocalypse-{asked[0]}-said.png")
            await page.get_by_role("button", name="Go on").click()
        done = await page.locator(".speech .say").inner_text()
        faults += await violations(page)
        wide = await page.evaluate("document.documentElement.scrollWidth")

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
