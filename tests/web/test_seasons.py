"""Seasons in browsers: a director and two players through an episode, its death match, and what comes next."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

from moirai_client import Bot, Client
from tests.server.organising.series.seasons import DUEL, FINAL
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    from moirai_client import Series

_PLAN: Final[Any] = {
    "label": "Night of the Fates",
    "realms": {"heaven": 2, "hell": 3},
    "pick": {"seconds": 3600},
    "deaths": {"duel": {**DUEL, "options": {"wins_needed": 1}}},
    "episodes": [
        {
            "game": "threads_of_fate",
            "variant": "quick",
            "options": {"hell_size": 3},
            "heaven": "stays",
            "death": "duel",
        },
        {"game": "hero_of_the_arena", "finalists": "winner"},
        FINAL,
    ],
}
"""Five players to one; the test plays the first episode."""


async def test_three_pages_go_through_an_episode_its_death_match_and_what_comes_next(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        (desk, *faults), *phones = [await a_browser_of(chromium, size) for size in (DESKTOP, SMALL_PHONE, SMALL_PHONE)]
        director = await come_in(desk, url, "Dana")
        async with Client(url, await director.evaluate(TOKEN)) as dana:
            series = await dana.create_series(_PLAN)
            place = f"{url}/series/{series.id}"
            await director.goto(place)
            await director.get_by_text("heaven stays (2); of 5, 2 in heaven and 1 leaves: 2 in hell").wait_for()
            ada, bo = [
                await _take_a_place(await come_in(context, place, name))
                for (context, _), name in zip(phones, ("Ada", "Bo"), strict=True)
            ]
            for name in ("Cy", "Di", "Ed"):
                await _enter(series, url, name)
            await director.get_by_text("5 of 5 places are taken.").wait_for()
            await require_fit(director, "season-open")

            await _set_heaven(director, "Di", "Ed")
            await director.get_by_role("button", name="Start the season").click()
            await ada.get_by_text("You are in hell.").wait_for()
            await ada.get_by_role("link", name="To my match").click()
            await ada.get_by_role("main").get_by_role("link", name="Night of the Fates").click()
            await _end_main(dana, series, "e1")

            await ada.get_by_text("Whom do you pick as the opponent in your death match?").wait_for()
            await require_fit(ada, "season-decision")
            await bo.get_by_text("Ada decides.").wait_for()
            await ada.locator(".decision").get_by_text("Bo", exact=True).click()
            await ada.get_by_role("button", name="Decide").click()
            links = [await _way_to_the_death_match(page) for page in (ada, bo)]
            await asyncio.gather(*(_play_as(page, url, links[0]) for page in (ada, bo)))

            await director.get_by_role("heading", name="Before episode 2").wait_for()
            (loser,) = (await series.view())["episodes"][0]["left"]
            gone, stays = (ada, bo) if loser == "e1" else (bo, ada)
            await gone.get_by_text("You left in episode 1: lost the death match.").wait_for()
            await stays.get_by_text("Episode 2 comes next, when a director begins it.").wait_for()
            await director.get_by_text("lost, and leaves the season.").wait_for()
            await director.get_by_role("button", name="Begin episode 2").wait_for()
            await director.get_by_text("How the season goes").click()
            await director.get_by_text("two win, all others leave").wait_for()
            await require_fit(director, "season-next")
            # In this season heaven stays, whoever ascends by the rules of the game.
            await director.locator(".side-of.hell").get_by_text("winner").wait_for()
            on_the_page = await director.get_by_role("main").inner_text()
            await director.get_by_role("link", name="Episode 1: Main match").click()
            await director.locator(".outcome").get_by_text("winner", exact=True).wait_for()
            at_the_table = await director.get_by_role("main").inner_text()
            await require_fit(stays, "season-stays")
    assert links[0] == links[1]
    assert [text for text in (on_the_page, at_the_table) if re.search("[Hh]eaven next|ascend|eliminated", text)] == []
    assert [error for found in (*faults, *(found for _, found in phones)) for error in found] == []


async def test_whoever_makes_a_season_chooses_how_long_and_sees_at_once_what_comes_of_the_plan(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url):
        context, faults = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Dana")
        await page.get_by_role("link", name="Make a season").click()
        await page.get_by_role("heading", name="4 matches").wait_for()
        await page.get_by_text("a month", exact=True).click()
        await page.get_by_role("heading", name="16 matches").wait_for()
        await page.get_by_text("my own plan").click()
        plan = page.get_by_label("The plan, as JSON")
        await plan.fill((await plan.input_value()).replace('"hell": 8', '"hell": 7'))
        await page.get_by_text("/episodes/0: ").wait_for()
        refused = await page.get_by_role("button", name="Make a season").get_attribute("aria-disabled")
        await plan.fill("{")
        await page.get_by_text("This is no JSON yet.").wait_for()
        await page.get_by_text("an evening", exact=True).click()
        await page.get_by_role("heading", name="4 matches").wait_for()
        await page.locator("summary", has_text="Episode 1: Threads of Fate").click()
        await page.get_by_label("Rounds (3 to 14)", exact=False).fill("4")
        await page.locator("summary", has_text="Death match: Wizard's Duel").click()
        await page.get_by_label("Wins needed").fill("3")
        await page.get_by_label("Minutes to decide").fill("2")
        await require_fit(page, "season-make")

        await page.get_by_label("What it is called").fill("Short Night")
        await page.get_by_role("button", name="Make a season").click()
        await page.get_by_text("0 of 5 places are taken.").wait_for()
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            settings = (await dana.series(page.url.rpartition("/")[2]).view())["settings"]
        await page.locator("a.home").click()
        await page.get_by_text("Short Night").wait_for()
    first, *_, final = (episode["match"]["options"] for episode in settings["episodes"])
    assert (first["rounds"], first["round_seconds"], final["cast_seconds"]) == (4, 300, 60)
    (duel,) = settings["deaths"].values()
    assert duel["match"]["options"]["wins_needed"] == 3
    assert settings["pick"]["seconds"] == 120
    assert settings["matches"]["in_play"]["then"] == "bot"
    assert refused == "true"
    assert faults == []


async def test_a_director_changes_the_settings_of_a_season_on_its_page(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, faults = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Dana")
        async with Client(url, await page.evaluate(TOKEN)) as dana:
            series = await dana.create_series(_PLAN)
            await page.goto(f"{url}/series/{series.id}")
            await page.get_by_text("Settings", exact=True).click()
            save = page.get_by_role("button", name="Change the settings")
            before = await save.get_attribute("aria-disabled")
            await page.get_by_label("What it is called").fill("Dawn of the Fates")
            await page.get_by_text("by a director's word").click()
            await page.get_by_text("When deadlines rest").click()
            await page.get_by_label("Every night").check()
            await page.get_by_label("Days of leave for each player").fill("5")
            await page.get_by_label("Reason, for everybody").fill("It takes longer")
            await require_fit(page, "season-settings")
            await save.click()
            await page.get_by_role("heading", name="Dawn of the Fates").wait_for()
            await page.get_by_text("No time passes from 22:00 to 08:00").wait_for()
            settings = (await series.view())["settings"]

    assert (settings["start"], settings.get("leave_days"), before) == ("by_word", 5, "true")
    assert faults == []


async def _take_a_place(page: Page) -> Page:
    await page.get_by_role("button", name="Take a place").click()
    await page.get_by_text("You have a place.").wait_for()
    return page


async def _enter(series: Series, url: str, name: str) -> None:
    """Give a place to a new player, who never comes."""
    async with await Client.sign_up(url, name) as player:
        await series.enter((await player.me())["player_id"])


async def _set_heaven(director: Page, *names: str) -> None:
    await director.get_by_label("More for directors").click()
    await director.get_by_role("button", name="Set heaven and hell").click()
    for name in names:
        await director.locator(".asking").get_by_text(name, exact=True).click()
    await director.get_by_role("button", name="Set heaven and hell: yes, do it").click()
    await director.get_by_role("heading", name="Before episode 1").wait_for()


async def _end_main(host: Client, series: Series, candidate: str) -> None:
    """End the main match as its host, with this candidate for elimination, and somebody of hell who ascends."""
    match = (await series.view())["episodes"][0]["main"]
    seats = sorted(match["seats"], key=lambda seat: match["seats"][seat] == candidate)
    rank = {seat: place for place, seat in enumerate(seats, 1)}
    risen = next(seat for seat in seats if seat.startswith("hell"))
    consequences: Any = {risen: ["winner", "ascends"], seats[-1]: ["elimination_candidate"]}
    await host.match(match["match_id"]).act(
        {"type": "adjudicate", "reason": "Seen at the table.", "rank": rank, "consequences": consequences}
    )


async def _way_to_the_death_match(page: Page) -> str:
    link = await page.get_by_role("link", name="To my death match").get_attribute("href")
    return (link or "").rpartition("/")[2]


async def _play_as(page: Page, url: str, match_id: str) -> None:
    """Play the duel as a person would, for less."""
    async with Client(url, await page.evaluate(TOKEN)) as player:
        await Bot(player).run(match_id)
