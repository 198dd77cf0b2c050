"""Deadlines that rest, and leave, in browsers: makers of events ask for them, and players take leave on their pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from moirai_client import Client
from tests.server.organising.series.seasons import SHORT
from tests.serving import serving
from tests.waiting import until
from tests.web.boards import require_fit
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in, guests

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from moirai_client.schemas import MatchRequest, TournamentRequest

REST: Final[Any] = {
    "time_zone": "Europe/Berlin",
    "night": {"begins": "22:00", "ends": "08:00"},
    "weekdays": ["saturday", "sunday"],
    "dates": [],
}


async def test_a_month_rests_at_night_and_gives_leave_unless_its_maker_changes_it(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE, timezone_id="Europe/Berlin")
        page = await come_in(context, url, "Dana")
        await page.goto(f"{url}/tournament")
        await page.get_by_label("What it is called").fill("Slow Cup")
        await page.get_by_text("a month", exact=True).click()
        await page.get_by_text("When deadlines rest").click()
        await page.get_by_label("to", exact=True).fill("07:30")
        await page.get_by_text("Sunday", exact=True).click()
        await page.get_by_role("button", name="One more date").click()
        await page.get_by_label("Date 1", exact=True).fill("2099-12-24")
        await page.get_by_label("Days of leave for each player").fill("10")
        await require_fit(page, "rests-make")
        await page.get_by_role("button", name="Make a tournament").click()
        await page.get_by_role("button", name="Open entries").wait_for()
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            settings = (await dana.tournament(page.url.rpartition("/")[2]).view())["settings"]

    rest = settings["match"].get("rest")
    assert rest is not None
    assert (rest["time_zone"], rest["weekdays"], rest["dates"]) == ("Europe/Berlin", ["sunday"], ["2099-12-24"])
    assert rest.get("night") == {"begins": "22:00", "ends": "07:30"}
    assert settings.get("leave_days") == 10
    assert errors == []


async def test_a_player_takes_leave_on_the_page_of_a_match(chromium: Browser, sqlite_url: str) -> None:
    """The other one reads who is away until when, and when the clock rests. Ended early, it has two of three days."""
    async with guests(sqlite_url, "Host") as (url, (host,)):
        new: MatchRequest = {"game": "wizards_duel", "options": {"cast_seconds": 3600}, "autostart": True}
        match = await host.create_match({**new, "rest": REST, "leave_days": 5})
        pages = []
        for name, size in (("Ada", SMALL_PHONE), ("Bo", (1280, 900))):
            context, errors = await a_browser_of(chromium, size)
            page = await come_in(context, f"{url}/match/{match.id}", name)
            async with Client(url, await page.evaluate(TOKEN)) as player:
                await player.match(match.id).take_free_seat()
            pages.append((page, errors))
        (ada, ada_errors), (bo, bo_errors) = pages
        await bo.get_by_text("Leave", exact=True).click()
        await bo.get_by_label("Days of leave, 5 at most").fill("3")
        await require_fit(bo, "rests-leave")
        await bo.get_by_role("button", name="Take leave").click()
        await bo.get_by_text("You are on leave until").first.wait_for()
        await ada.get_by_text("Bo is on leave until").wait_for()
        await ada.get_by_text("No time passes from 22:00 to 08:00, on Saturday and Sunday").wait_for()
        await require_fit(ada, "rests-away")
        await require_fit(bo, "rests-on-leave")
        await bo.get_by_role("button", name="End the leave early").click()
        await until(lambda: _days_taken(host, match.id, 2))

    assert ada_errors == bo_errors == []


async def _days_taken(player: Client, match_id: str, days: int) -> bool:
    (away,) = (await player.match(match_id).details())["leaves"]
    return away["leave_days_taken"] == days


async def test_an_entrant_takes_leave_on_the_page_of_a_tournament(chromium: Browser, sqlite_url: str) -> None:
    async with guests(sqlite_url, "Dana", "Ada") as (url, (dana, ada)):
        new: TournamentRequest = {"label": "Slow Cup", "system": "round_robin", "match": {"game": "wizards_duel"}}
        new["match"]["rest"] = REST
        tournament = await dana.create_tournament({**new, "leave_days": 14})
        await tournament.act({"type": "open"})
        await ada.tournament(tournament.id).enter()
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        bo = await come_in(context, f"{url}/tournament/{tournament.id}", "Bo")
        await bo.get_by_role("button", name="Enter", exact=True).click()
        await bo.get_by_text("Leave", exact=True).click()
        await bo.get_by_label("Days of leave, 14 at most").fill("7")
        await bo.get_by_role("button", name="Take leave").click()
        await bo.get_by_text("You are on leave until").first.wait_for()
        await bo.get_by_text("on leave until", exact=False).nth(1).wait_for()
        await bo.get_by_text("No time passes from 22:00 to 08:00, on Saturday and Sunday").wait_for()
        await require_fit(bo, "rests-entrant")

    assert errors == []


async def test_an_entrant_takes_leave_on_the_page_of_a_season(chromium: Browser, sqlite_url: str) -> None:
    """Who looks on reads who is away until when, and when no time passes."""
    async with guests(sqlite_url, "Dana") as (url, (dana,)):
        new: Any = {"label": "Slow Season", **SHORT, "match": {"rest": REST}, "leave_days": 7}
        series = await dana.create_series(new)
        pages = []
        for name, size in (("Ada", SMALL_PHONE), ("Bo", DESKTOP)):
            context, errors = await a_browser_of(chromium, size)
            page = await come_in(context, f"{url}/series/{series.id}", name)
            await page.get_by_role("button", name="Take a place").click()
            pages.append((page, errors))
        (ada, ada_errors), (bo, bo_errors) = pages
        await series.act({"type": "start"})
        await ada.get_by_text("Leave", exact=True).click()
        await ada.get_by_label("Days of leave, 7 at most").fill("3")
        await require_fit(ada, "rests-season-leave")
        await ada.get_by_role("button", name="Take leave").click()
        await ada.get_by_text("You are on leave until").first.wait_for()
        await bo.locator("main").get_by_text("Ada is on leave until").wait_for()
        await bo.get_by_text("No time passes from 22:00 to 08:00, on Saturday and Sunday").wait_for()
        await require_fit(bo, "rests-season-away")
        await require_fit(ada, "rests-season-on-leave")

    assert ada_errors == bo_errors == []


async def test_the_page_says_when_a_rest_ends(chromium: Browser, sqlite_url: str) -> None:
    """A holiday of three days from yesterday on: the clock rests until the morning after, by the time of the match."""
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        today = datetime.now(UTC).date()
        dates = [str(today + timedelta(days=days)) for days in (-1, 0, 1)]
        rest: Any = {"time_zone": "UTC", "dates": dates, "night": {"begins": "22:00", "ends": "08:00"}}
        match = await ada.create_match({"game": "wizards_duel", "options": {"cast_seconds": 3600}, "rest": rest})
        for player in (ada, bo):
            await player.match(match.id).take_free_seat()
        context, errors = await a_browser_of(chromium, SMALL_PHONE, timezone_id="UTC")
        page = await come_in(context, f"{url}/match/{match.id}", "Cy")
        assert await page.get_by_text("The clock rests until").count() == 0, "it has not begun"
        await match.start()
        await page.get_by_text(re.compile(r"The clock rests until \w+ 08:00\. Players can still move\.")).wait_for()
        await require_fit(page, "rests-until")

    assert errors == []
