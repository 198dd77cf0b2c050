"""Tournaments are made in browsers: what the form asks, and what it sets by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.people import SMALL_PHONE, TOKEN, a_browser_of, come_in, sign_up

if TYPE_CHECKING:
    from playwright.async_api import Browser


async def test_a_tournament_is_made_and_the_screen_shows_no_secret_pairing(chromium: Browser, sqlite_url: str) -> None:
    """A pairing under review is on the director's page, but not on the screen in the same browser."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        helper, guest = [await sign_up(url, name) for name in ("Hedda", "Gil")]
        page = await come_in(context, url, "Dana")
        await page.get_by_role("link", name="Make a tournament").click()
        await page.get_by_label("What it is called").fill("Lantern Cup")
        await page.get_by_label("What people should know").fill("Bring a lamp.")
        await page.get_by_label("Minutes to look at a pairing").fill("60")
        await page.get_by_label("Rounds", exact=True).fill("40")
        await page.get_by_label("Round 1").fill("2099-12-31T20:00")
        await page.get_by_text("the table is lost").click()
        await page.get_by_text("who has the link").click()
        await page.get_by_text("the points of a draw", exact=True).click()
        await page.get_by_text("3, 1, 0", exact=True).click()
        await page.get_by_text("a draw", exact=True).click()
        await page.get_by_label("So many rounds at the beginning").fill("2")
        await page.get_by_text("All settings of the matches").click()
        await page.get_by_label("Wins needed").fill("2")
        await page.get_by_text("Tie-breaks", exact=True).click()
        for code in ("SB · ", "BH/C2 · ", "WIN · "):
            await page.get_by_text(code).click()
        await page.get_by_text("WIN · ").click()
        for director in (helper, guest):
            await page.get_by_label("A player").fill(director)
            await page.get_by_role("button", name="Add a director").click()
        await page.get_by_role("button", name=f"Not {guest}").click()
        await require_fit(page, "tournament-make")
        await page.get_by_role("button", name="Make a tournament").click()
        await page.get_by_text("Some may have no pairing in which nobody meets twice.").wait_for()
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            settings = (await dana.tournament(page.url.rpartition("/")[2]).view())["settings"]
        await page.get_by_role("button", name="Open entries").click()
        await page.get_by_role("button", name="Open check-in").wait_for()
        await page.get_by_label("How many", exact=True).fill("4")
        await page.get_by_role("button", name="Add bots").click()
        await page.locator(".entrants").get_by_text("Bot 4").wait_for()
        await page.get_by_role("button", name="Pair round 1").click()
        await page.locator(".tb").first.wait_for()

        screen = await context.new_page()
        await screen.goto(f"{page.url}/screen")
        await screen.get_by_text("Bot 4").wait_for()
        assert await screen.locator(".room-tables").count() == 0
        await page.get_by_role("button", name="Publish").click()
        await screen.locator(".room-tables li").nth(1).wait_for()
        await page.goto(url)
        await page.get_by_role("link", name="Open: Lantern Cup").wait_for()
    assert (settings.get("description"), settings["match"]["options"]["wins_needed"]) == ("Bring a lamp.", 2)
    assert (settings["late"], settings["tie_breaks"]) == ("half_bye", ["SB", "BH/C2"])
    assert settings.get("scores") == {"win": 6, "draw": 2, "loss": 0, "bye": 2}
    assert (settings.get("clubs_apart"), settings.get("accelerated")) == (2, None)
    assert [each["player_id"] for each in settings["directors"]] == [helper]
    assert errors == []


async def test_groups_are_made_with_their_number_and_nobody_pairs_them_by_hand(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Dana")
        await page.goto(f"{url}/tournament")
        await page.get_by_label("What it is called").fill("Lantern Cup")
        assert await page.get_by_label("How many groups there are").count() == 0
        await page.get_by_text("groups, then a bracket", exact=True).click()
        assert await page.get_by_label("Rounds", exact=True).count() == 0
        await page.get_by_label("How many groups there are").fill("2")
        await page.get_by_label("How many of each group go on").fill("1")
        await require_fit(page, "tournament-make-groups")
        await page.get_by_role("button", name="Make a tournament").click()
        await page.get_by_role("button", name="Open entries").click()
        await page.get_by_label("How many", exact=True).fill("5")
        await page.get_by_role("button", name="Add bots").click()
        await page.locator(".entrants").get_by_text("Bot 5").wait_for()
        by_hand = await page.get_by_role("button", name="Pair by hand").count()
        await page.get_by_role("button", name="Pair round 1").click()
        await page.locator("#groups .cross").nth(1).wait_for()
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            settings = (await dana.tournament(page.url.rpartition("/")[2]).view())["settings"]
    assert settings.get("groups") == {"count": 2, "advance": 1}
    assert by_hand == 0
    assert errors == []


async def test_an_evening_a_weekend_and_a_month_are_one_choice_each(chromium: Browser, sqlite_url: str) -> None:
    """It sets rounds and their times, time to think, and what comes of who is away; all of it can be changed."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Dana")
        found = {}
        for span in ("an evening", "a weekend", "a month"):
            await page.goto(f"{url}/tournament")
            await page.get_by_label("What it is called").fill(span)
            await page.get_by_text(span, exact=True).click()
            if span == "a month":
                await page.get_by_label("Rounds", exact=True).fill("3")
            await page.get_by_role("button", name="Make a tournament").click()
            await page.get_by_role("button", name="Open entries").wait_for()
            async with Client(url, await page.evaluate(TOKEN)) as dana:
                settings = (await dana.tournament(page.url.rpartition("/")[2]).view())["settings"]
            found[span] = (
                settings["rounds"],
                len(settings["schedule"]["times"]),
                settings["schedule"]["start"],
                settings["schedule"]["review_seconds"],
                settings["match"]["options"]["cast_seconds"],
                settings["absence"]["ready_seconds"],
                settings["absence"]["in_play"],
            )
        await page.goto(f"{url}/tournament")
        await page.get_by_text("a weekend", exact=True).click()
        await require_fit(page, "tournament-make-weekend")

    def away(then: str, grace: int, excused: int) -> dict[str, object]:
        return {"then": then, "grace_seconds": grace, "excused_phases": excused}

    assert found == {
        "an evening": (5, 1, "when_done", 60, 60, 300, away("bot", 60, 1)),
        "a weekend": (6, 6, "when_done", 300, 120, 600, away("bot", 120, 1)),
        "a month": (3, 3, "when_done", 7200, 43_200, 0, away("bot", 43_200, 2)),
    }
    assert errors == []
