"""Notes of directors on tables and matches: on their page, and on nothing that others look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from moirai_client import Client
from tests.server.organising.series.seasons import SHORT
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.halls import a_hall, begin_round
from tests.web.people import SMALL_PHONE, TOKEN, a_browser_of, come_in, sign_up

if TYPE_CHECKING:
    from playwright.async_api import Browser

NOTE: Final = "Both asked for a quiet table, away from the door."


async def test_a_director_notes_something_about_a_table_and_nobody_else_sees_it(
    chromium: Browser, sqlite_url: str
) -> None:
    """Neither a player's page, nor the screen of a hall that the director opens, nor what the director prints."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium), await a_browser_of(chromium, SMALL_PHONE)
        director = await come_in(desk, url, "Dana")
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            event = await a_hall(dana, url, "swiss", 3, rounds=1)
            place = f"{url}/tournament/{event.id}"
            bo = await come_in(phone, place, "Bo")
            await bo.get_by_role("button", name="Enter", exact=True).click()
            await bo.get_by_text("You have entered.").wait_for()
            await begin_round(event)
        await director.goto(place)
        first = director.locator(".tb").first
        await first.get_by_label("More for Table 1").click()
        await first.get_by_label("Note on this table").fill(f" {NOTE} ")

        await first.get_by_role("button", name="Save the note").click()

        note = first.locator(".note", has_text=NOTE)
        await note.wait_for()
        assert await director.locator(".note").count() == 1
        await require_fit(director, "tournament-note")
        await director.emulate_media(media="print")
        assert await first.locator(".pl").is_visible()
        assert not await note.is_visible()
        await director.emulate_media(media="screen")
        await bo.locator(".tb").nth(1).wait_for()
        screen = await desk.new_page()
        await screen.goto(f"{place}/screen")
        await screen.get_by_text("Bo").first.wait_for()
        for page in (bo, screen):
            assert NOTE not in await page.content()

        await first.get_by_label("Note on this table").fill("")
        await first.get_by_role("button", name="Save the note").click()

        await note.wait_for(state="detached")
    assert errors + more_errors == []


async def test_a_director_notes_something_about_a_match_of_a_season_and_nobody_else_sees_it(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url, rate_per_address="0") as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium, SMALL_PHONE), await a_browser_of(chromium)
        director = await come_in(desk, url, "Dana")
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            players = [await sign_up(url, name) for name in ("Ada", "Bo", "Cy", "Di")]
            plan: Any = {**SHORT, "label": "Night of the Fates", "players": players}
            series = await dana.create_series(plan)
            place = f"{url}/series/{series.id}"
            ed = await come_in(phone, place, "Ed")
            await ed.get_by_role("button", name="Take a place").click()
            await ed.get_by_text("5 of 5 places are taken.").wait_for()
            await series.act({"type": "start"})
        await director.goto(place)
        await director.get_by_label("Note: Episode 1, Main match").click()
        await director.get_by_label("Note on this match").fill(f" {NOTE} ")

        await director.get_by_role("button", name="Save the note").click()

        note = director.locator(".episode .note", has_text=NOTE)
        await note.wait_for()
        assert await director.get_by_text(NOTE).count() == 1
        await require_fit(director, "season-note")
        await director.emulate_media(media="print")
        assert not await note.is_visible()
        await director.emulate_media(media="screen")
        await ed.get_by_role("heading", name="Episode 1").wait_for()
        assert NOTE not in await ed.content()

        await director.get_by_label("Note on this match").fill("")
        await director.get_by_role("button", name="Save the note").click()

        await note.wait_for(state="detached")
    assert errors + more_errors == []
