"""An arena in browsers: a director starts it, people meet, sit out and come back, and a screen shows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Client
from tests.serving import serving
from tests.waiting import until
from tests.web.boards import require_fit
from tests.web.halls import a_hall
from tests.web.people import SMALL_PHONE, TOKEN, a_browser_of, come_in

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from moirai_client import Tournament

PROJECTOR: Final = (1920, 1080)


async def _win(arena: Tournament, winner: str) -> None:
    """Let an entrant win the next table; as long as there is none, tables of others are won by the first one."""

    async def has_won() -> bool:
        tables = [table for table in (await arena.round(1))["tables"] if not table["result"]]
        own = [table for table in tables if winner in table["entrants"]]
        for table in (own or tables)[:1]:
            first = winner if own else table["entrants"][0]
            points = [2 if entrant == first else 0 for entrant in table["entrants"]]
            await arena.act({"type": "correct_result", "round": 1, "table": table["table"], "points": points})
        return bool(own)

    await until(has_won)


async def test_people_meet_whoever_is_free_and_sit_out_while_they_like(chromium: Browser, sqlite_url: str) -> None:
    """A flame and doubled points show who has won twice in a row; nothing is too small, too wide or unnamed."""
    async with serving(sqlite_url) as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium), await a_browser_of(chromium, SMALL_PHONE)
        director = await come_in(desk, url, "Dana")
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            await director.goto(f"{url}/tournament")
            await director.get_by_label("What it is called").fill("Evening arena")
            await director.get_by_text("arena", exact=True).click()
            await director.get_by_label("Minutes that the arena lasts").fill("45")
            await require_fit(director, "arena-make")
            await director.get_by_role("button", name="Make a tournament").click()
            await director.get_by_role("button", name="Open entries").click()
            place = director.url
            arena = dana.tournament(place.rpartition("/")[2])
            ada = await come_in(phone, place, "Ada")
            await ada.get_by_role("button", name="Enter", exact=True).click()
            await ada.get_by_text("You have entered.").wait_for()
            async with await Client.sign_up(url, "Bo") as bo, await Client.sign_up(url, "Cyra") as cyra:
                await bo.tournament(arena.id).enter()
                await cyra.tournament(arena.id).enter()
            await director.get_by_role("button", name="Pair round 1").click()
            await director.get_by_role("button", name="Start the arena").click()

            await ada.get_by_role("timer", name="Time left").wait_for()
            await ada.get_by_text(re.compile("My table: 1|You are free")).wait_for()
            for _ in range(3):
                await _win(arena, "e1")
            row = ada.locator(".arena-stand tr", has_text="Ada")
            await row.get_by_text("3 wins in a row: tables count double").wait_for(state="attached")
            assert await row.locator("td b").inner_text() == "8"
            await require_fit(ada, "arena-mine")
            await director.get_by_text("No table is open. Those who are free meet by themselves.").wait_for()
            assert await director.get_by_role("link", name="Watch the match of table 1").inner_text() == "Match"
            await require_fit(director, "arena-director")

            screen = await desk.new_page()
            await screen.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
            await screen.goto(f"{place}/screen")
            await screen.keyboard.press("ArrowRight")
            await screen.locator(".room-standings:not(.measured) li", has_text="Ada").locator("svg").wait_for()
            await require_fit(screen, "arena-flame")

            await ada.get_by_role("button", name="Sit out").click()
            await ada.get_by_text("You sit out.").wait_for()
            await ada.get_by_role("button", name="I am back").click()
            await ada.get_by_role("button", name="Sit out").wait_for()
    assert errors + more_errors == []


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_screen_shows_open_tables_standings_and_the_time(
    chromium: Browser, sqlite_url: str, language: str
) -> None:
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        arena = await a_hall(dana, url, "arena", 12, arena={"minutes": 30})
        await arena.act({"type": "pair"})
        await arena.act({"type": "start_round"})
        for table in (1, 2):
            await arena.act({"type": "correct_result", "round": 1, "table": table, "points": [2, 0]})
        context, errors = await a_browser_of(chromium, PROJECTOR, locale={"en": "en-GB", "de": "de-DE"}[language])
        page = await context.new_page()
        await page.goto(f"{url}/tournament/{arena.id}/screen")
        await page.get_by_role("heading", name={"en": "Tables", "de": "Tische"}[language], exact=True).wait_for()

        assert await page.locator(".room-tables:not(.measured) li").count() >= 4
        assert await page.locator(".ahead b").count() == 1
        await require_fit(page, f"arena-screen-{language}")
        await page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
        await page.keyboard.press("ArrowRight")
        await page.get_by_role("heading", name={"en": "Standings", "de": "Tabelle"}[language], exact=True).wait_for()
        assert await page.locator(".room-standings:not(.measured) li").count() == 12
    assert errors == []
