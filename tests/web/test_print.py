"""What a director prints: a slip for each table of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import PICTURES
from tests.web.halls import a_hall, begin_round, require_apart
from tests.web.people import DESKTOP, a_browser_of

if TYPE_CHECKING:
    from playwright.async_api import Browser

PAPER: Final = (718, 1047)
"""An A4 sheet within its margins, in pixels."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
async def test_slips_are_printed_one_for_each_table_and_nothing_else(
    chromium: Browser, sqlite_url: str, locale: str
) -> None:
    """Names, table, round, and a box for the result of each; who has a bye needs none. Several are on a sheet."""
    slips, player = {"en-GB": ("Print slips of round 1", "Table"), "de-DE": ("Zettel der Runde 1 drucken", "Tisch")}[
        locale
    ]
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        event = await a_hall(dana, url, "swiss", 17, rounds=2)
        await begin_round(event)
        tables = [table for table in (await event.round(1))["tables"] if len(table["entrants"]) == 2]
        context, errors = await a_browser_of(chromium, DESKTOP, locale=locale)
        page = await context.new_page()
        # Nobody can press a button of the browser's own dialog.
        await page.add_init_script("window.print = () => dispatchEvent(new Event('asked to print'))")
        await page.goto(f"{url}/tournament/{event.id}")
        await page.locator(".exports summary").click()
        await page.get_by_role("button", name=slips).click()
        await page.locator(".slip").nth(7).wait_for(state="attached")
        assert not await page.locator(".slip").first.is_visible()

        await page.set_viewport_size({"width": PAPER[0], "height": PAPER[1]})
        await page.emulate_media(media="print")
        shown = await page.locator("body").inner_text()
        heads = await page.locator(".slip-table").all_inner_texts()
        boxes = await page.locator(".slip").first.locator(".slip-box").count()
        await require_apart(page, ".slip", ".slip :is(p, td, tbody th)", ".slips")
        heights = await page.locator(".slip").evaluate_all("slips => slips.map((slip) => slip.offsetHeight)")
        if PICTURES:
            await page.screenshot(path=f"{PICTURES}/slips-{locale}.png", full_page=True)
        await page.evaluate("dispatchEvent(new Event('afterprint'))")
        await page.emulate_media(media="screen")
        await page.locator(".slips").wait_for(state="detached")
        await page.locator(".tb").first.wait_for()
    assert heads == [f"{player} {table['table']}" for table in tables]
    assert boxes == 2
    assert "Lantern Cup" in shown
    assert slips not in shown
    assert max(heights) * 3 < PAPER[1]
    assert errors == []
