"""The bar with which a move is sealed: in every game it is in reach, and nothing is sealed by accident."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import at_the_board, faults_of
from tests.web.people import DESKTOP, SMALL_PHONE

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    from moirai_client import Match

SEATS: Final = {
    "apocalypse": "heaven-1",
    "divine_intervention": "hell-1",
    "hero_of_the_arena": "heaven-1",
    "threads_of_fate": "heaven-1",
    "wizards_duel": "a",
}
"""By game: where something is asked at the beginning."""

EMPTY: Final = {
    "divine_intervention": ("Pray to nobody", "You pray to nobody."),
    "threads_of_fate": ("Do nothing this round", "You do nothing this round."),
}
"""By game in which nothing can be done at the beginning: how that is named, and what is asked."""

_SEAL: Final = "#move button[type=submit]"

_REACHED: Final = f"""() => {{
  const [seal, strip] = ["{_SEAL}", ".strip"].map((part) => document.querySelector(part).getBoundingClientRect());
  const top = document.elementFromPoint(seal.left + seal.width / 2, seal.top + seal.height / 2);
  return seal.top >= 0 && seal.bottom <= (strip.height ? strip.top : innerHeight) && top?.closest("{_SEAL}") !== null;
}}"""
"""Whether the button is on the screen, above the strip of a phone, and nothing lies over it."""


@pytest.mark.parametrize("game", SEATS)
async def test_the_seal_is_in_reach_wherever_one_looks(chromium: Browser, sqlite_url: str, game: str) -> None:
    """Also after a choice, which makes the page longer, at the end of the page, and in the talk of a phone."""
    errors: list[str] = []
    missed: list[str] = []

    async def look(page: Page, where: str) -> None:
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if not await page.evaluate(_REACHED):
            missed.append(where)

    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _seated(ada, game)
        page = await at_the_board(chromium, url, ada, match, errors)
        for width, height in (DESKTOP, SMALL_PHONE):
            await page.set_viewport_size({"width": width, "height": height})
            await page.locator(_SEAL).wait_for()
            await page.evaluate("scrollTo(0, 0)")
            await look(page, f"{width}: at the beginning")
            choices = page.locator("#move .form label:visible:has(input:enabled)")
            for at in range(min(3, await choices.count())):
                await choices.nth(at).click()
                await look(page, f"{width}: after choice {at}")
            await page.evaluate("scrollTo(0, document.body.scrollHeight)")
            await look(page, f"{width}: at the end")
        await page.get_by_role("navigation", name="Parts of the match").get_by_role("button", name="Talk").click()
        await look(page, "in the talk")
        form = await page.locator("#move .form").is_visible()

    assert missed == []
    assert not form, "A phone shows one part of the match at a time."
    assert errors == []


@pytest.mark.parametrize("game", SEATS)
async def test_nothing_chosen_is_never_ready(chromium: Browser, sqlite_url: str, game: str) -> None:
    """A thumb that presses twice where the seal was has sealed nothing; whoever means it is asked once."""
    errors: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await _seated(ada, game)
        page = await at_the_board(chromium, url, ada, match, errors)
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        seal = page.locator(_SEAL)
        await seal.wait_for()
        looks = await seal.get_attribute("class"), await seal.get_attribute("aria-disabled")
        if game == "hero_of_the_arena":
            name, asked, faults = await seal.inner_text(), "", []
        elif game not in EMPTY:
            name, asked, faults = "", "", await faults_of(page, f"{game}-empty")
            await seal.click(force=True)
        else:
            name = await seal.inner_text()
            await seal.dblclick()
            await seal.click()
            asked = await page.locator("#move [role=alert]").inner_text()
            faults = await faults_of(page, f"{game}-asked")
        sealed = (await match.view())["submission"]
        if game in EMPTY:
            await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
            await page.get_by_role("button", name="No, go back").click()
            await page.locator("#move [role=alert]").wait_for(state="detached")

    expected = ("btn nothing", "false") if game in {*EMPTY, "hero_of_the_arena"} else ("btn primary", "true")
    assert looks == expected
    assert sealed is None
    if game in EMPTY:
        assert (name.strip(), asked) == (EMPTY[game][0], f"{EMPTY[game][1]} Do you mean that?")
    assert faults == []
    assert errors == []


async def _seated(ada: Client, game: str) -> Match:
    """Return a match against bots in which this player has something to decide."""
    seats = [seat["id"] for seat in (await ada.game(game))["variants"][0]["seats"]]
    match = await ada.create_match(
        {
            "game": game,
            "seats": {seat: {"bot": True} for seat in seats if seat != SEATS[game]},
            "pace": "eager",
            "autostart": True,
        }
    )
    await match.take_seat(SEATS[game])
    return match
