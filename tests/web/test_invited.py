"""Directors make links to private tournaments and seasons, and newcomers come by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from moirai_client import Client
from tests.server.organising.series.seasons import SHORT
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    from moirai_client.schemas import TournamentRequest

CUP: Final[TournamentRequest] = {
    "label": "Lantern Cup",
    "system": "swiss",
    "match": {"game": "wizards_duel"},
    "schedule": {"times": ["2099-12-31T20:00:00Z"]},
    "visibility": "private",
}

SEASON: Final[Any] = {"label": "Night of the Fates", **SHORT, "visibility": "private"}


async def test_a_newcomer_enters_a_private_tournament_and_a_season_by_links_until_they_are_withdrawn(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        (desk, errors), (phone, more_errors) = await a_browser_of(chromium, DESKTOP), await a_browser_of(chromium)
        director = await come_in(desk, url, "Dana")
        guest = await phone.new_page()
        await guest.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            cup, season = await dana.create_tournament(CUP), await dana.create_series(SEASON)
        await director.goto(f"{url}/tournament/{cup.id}")
        cup_link = await _made(director)
        await require_fit(director, "tournament-links")
        await guest.goto(cup_link)
        await guest.get_by_text("Entries are not open yet.").wait_for()
        await director.get_by_role("button", name="Open entries").click()
        await director.get_by_text("entries open").wait_for()

        await guest.goto(cup_link)
        await guest.get_by_role("heading", name="Dana invites you to a tournament").wait_for()
        await guest.get_by_role("heading", name="Lantern Cup").wait_for()
        await guest.get_by_text("Round 1 starts").wait_for()
        await require_fit(guest, "invitation-tournament")
        await guest.get_by_label("What should we call you?").fill("Bo")
        await guest.get_by_role("button", name="Enter").click()
        await guest.get_by_text("You have entered.").wait_for()
        await director.get_by_text("1 of 2 accepted").wait_for()

        await director.goto(f"{url}/series/{season.id}")
        season_link = await _made(director)
        await require_fit(director, "season-links")
        await guest.goto(season_link)
        await guest.get_by_role("heading", name="Dana invites you to a season").wait_for()
        await require_fit(guest, "invitation-season")
        await guest.get_by_role("button", name="Enter as Bo").click()
        await guest.get_by_text("You have a place.").wait_for()
        await director.get_by_text("1 of 2 accepted").wait_for()
        await director.get_by_role("button", name="Withdraw: A place").click()
        await director.get_by_text("withdrawn").wait_for()
        await guest.goto(season_link)
        await guest.get_by_text("This invitation was withdrawn.").wait_for()
    assert errors == more_errors == []


async def _made(director: Page) -> str:
    """Make a link for two on the page of an event; return it."""
    await director.get_by_label("For how many people").fill("2")
    await director.get_by_role("button", name="Make a link").click()
    return await director.get_by_label("Link to send").input_value()
