"""The host's panel: every action that it offers is clicked once, and does what it says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from moirai_client import Client, Match
from tests.serving import serving
from tests.waiting import patience
from tests.web.boards import faults_of
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in, look_at, match_for, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser, Locator, Page, Route


async def test_every_action_of_the_host_panel_works(chromium: Browser, sqlite_url: str) -> None:
    """A match is prepared, played, and decided from the panel; another is called off."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Kay") as kay:
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, url, "Ada")
        token = await page.evaluate(TOKEN)
        async with Client(url, token) as ada:
            earlier = await ada.create_match({"game": "wizards_duel", "seats": {}})
            await kay.match(earlier.id).take_free_seat()
            match = await ada.create_match({"game": "wizards_duel", "options": {"cast_seconds": 600}, "seats": {}})
            await _open(page, url, match)
            await _act(page, "Only invited players may sit")
            await _until(match, "door_open", False)
            await _act(page, "Anybody may sit")
            await _until(match, "door_open", True)
            await page.get_by_label("For whom").select_option("Kay")
            await _act(page, "Reserve a seat", seat="b")
            await page.get_by_text("reserved for Kay").wait_for()
            await page.get_by_role("button", name="Add a bot").first.click()
            await kay.match(match.id).take_seat("b")
            await page.get_by_role("button", name="Start the match").click()
            await _until(match, "status", "running")

            faults = await faults_of(page, "host")
            await page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
            await _act(page, "Pause", {"Reason, for everybody": "points"})
            await _until(match, "status", "paused")
            reasons = [await page.locator(".host-reason q").text_content()]
            await _act(page, "Resume")
            await _until(match, "status", "running")
            await _act(page, "Give more time", {"By how many minutes": "30"})
            await page.locator(".bar [role=timer]", has_text="39:").wait_for()
            await _act(page, "Mute", {"Reason, for everybody": "Shouting"}, seat="b")
            await page.get_by_text("may write only to the host").wait_for()
            await _act(page, "Unmute", seat="b")
            await page.get_by_text("may write only to the host").wait_for(state="detached")
            await _act(page, "Close the phase now", sure=True)
            await page.get_by_text("The host ends the phase.", exact=True).first.wait_for()
            await _act(page, "Replace a player", seat="b")
            await page.locator(".seat bdi", has_text="Kay").wait_for(state="detached")
            await page.locator("#host summary", has_text="Decide the outcome").click()
            await page.locator("#host .group", has_text="b").last.get_by_label("Rank").fill("1")
            await page.locator("#host .group", has_text="b").last.get_by_label("winner").check()
            await _act(page, "Decide the outcome", {"Reason, for everybody": "points"}, sure=True)
            await page.locator(".outcome").wait_for()
            reasons.append(await page.locator(".host-reason q").text_content())
            await page.locator(".happened .then", has_text="The host decides the match: points").wait_for()
            ended = await page.locator("main").inner_text()

            other = await ada.create_match({"game": "wizards_duel", "seats": {}})
            await _open(page, url, other)
            await _act(page, "Call the match off", {"Reason, for everybody": "Nobody came"}, sure=True)
            await _until(other, "status", "void")
            await page.get_by_text("This match was called off. It has no outcome.").wait_for()
    # What a host writes is text, also where it is an id for the game; without one, the game does not make up another.
    assert reasons == ["points", "points"]
    assert "On points" not in ended
    assert "Not by the rules" not in ended
    assert faults == []
    assert errors == []


async def test_a_host_who_plays_bots_alone_is_offered_to_give_up_and_nothing_else(
    chromium: Browser, sqlite_url: str
) -> None:
    """It is asked once, by its name, and ends the match."""
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, url, "Ada")
        async with Client(url, await page.evaluate(TOKEN)) as ada:
            match = await match_for(ada, "wizards_duel")
            await page.goto(f"{url}/match/{match.id}")
            await sit_down(page)
            await look_at(page, "Seats")
            await page.get_by_role("button", name="Give up").click()
            await page.get_by_text("The match ends without an outcome.").wait_for()
            asked = await page.locator("#give-up button").all_text_contents()
            panels = await page.locator("#host").count()
            still = (await match.details())["status"]
            await page.get_by_role("button", name="Give up: yes, do it").click()
            await page.locator(".happened .say", has_text="This match was called off. It has no outcome.").wait_for()

    assert asked == ["Give up: yes, do it", "Cancel"]
    assert (panels, still) == (0, "running")
    assert errors == []


async def test_a_player_gives_up_and_a_bot_plays_on(chromium: Browser, sqlite_url: str) -> None:
    """The others read it, and whoever gave up watches."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Bo") as bo:
        match = await match_for(bo, "wizards_duel", free=2)
        await match.take_free_seat()
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await look_at(page, "Seats")
        await page.get_by_role("button", name="Give up").click()
        await page.get_by_text("A bot takes your seat and plays on.").wait_for()
        await page.get_by_role("button", name="Give up: yes, do it").click()
        await page.get_by_text("You watch. You see what everybody may see.").wait_for()
        seats = (await match.details())["seats"]

    assert [(seat["bot"], seat["player"] and seat["player"]["name"]) for seat in seats] == [(False, "Bo"), (True, None)]
    assert errors == []


async def test_a_host_who_plays_is_offered_only_what_does_not_decide_the_match(
    chromium: Browser, sqlite_url: str
) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Bo") as bo:
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, url, "Ada")
        async with Client(url, await page.evaluate(TOKEN)) as ada:
            match = await match_for(ada, "wizards_duel", free=2)
            await match.take_free_seat()
        await bo.match(match.id).take_free_seat()
        await page.goto(f"{url}/match/{match.id}")
        await page.wait_for_selector(".seat.me")
        await page.locator("#move form").wait_for()
        await page.locator("#host > summary").click()
        await page.locator("#host").get_by_text("You play in this match").wait_for()
        offered = await page.locator("#host form.action .row button:last-of-type").all_text_contents()
        seats = await page.locator("#host").get_by_label("Seat").locator("option").all_text_contents()
        why = await page.locator("#host").inner_text()

    assert offered == ["Pause", "Give more time", "Replace a player", "Call the match off"]
    assert seats == ["Wizard A: Ada"]
    assert "You play in this match" in why
    assert errors == []


async def test_a_host_proposes_newer_rules_and_players_agree_on_the_page(chromium: Browser, sqlite_url: str) -> None:
    """Everybody reads what is proposed and who has not agreed yet."""
    async with (
        serving(sqlite_url, module="tests.web.older_rules") as (_, url),
        await Client.sign_up(url, "Bo") as bo,
    ):
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, url, "Ada")
        async with Client(url, await page.evaluate(TOKEN)) as ada:
            match = await match_for(ada, "wizards_duel", free=2)
            await match.take_free_seat()
            await bo.match(match.id).take_free_seat()
            await _until(match, "status", "running")
            await _open(page, url, match)
            await _act(page, "Propose to play by the newer rules")
            said = page.locator(".host-reason")
            await said.get_by_text("Not agreed yet: Ada (you) and Bo.").wait_for()
            await _act(page, "Withdraw the proposal")
            await said.wait_for(state="detached")
            await _act(page, "Propose to play by the newer rules")
            faults = await faults_of(page, "rules")
            await said.get_by_role("button", name="Agree").click()
            await said.get_by_text("Not agreed yet: Bo.").wait_for()
            await bo.match(match.id).agree_to_rules(2)
            await said.get_by_text("From the next phase, this match is played by version 2 of the rules.").wait_for()
    assert faults == []
    assert errors == []


async def test_a_match_that_begins_while_its_page_is_read_has_the_panel_of_a_running_one(
    chromium: Browser, sqlite_url: str
) -> None:
    """The match begins after the page may have been told its details, and before it is told the view."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Bo") as bo:
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, url, "Ada")
        async with Client(url, await page.evaluate(TOKEN)) as ada:
            match = await match_for(ada, "wizards_duel", free=2)
            await match.take_free_seat()
            told: list[asyncio.Task[None]] = []

            async def tell(route: Route) -> None:
                told.append(asyncio.create_task(_pass_on(route)))
                await told[-1]

            async def begin_and_tell(route: Route) -> None:
                await asyncio.gather(*told)
                await bo.match(match.id).take_free_seat()
                while not (await match.view())["phase"]:  # noqa: ASYNC110  # Other events would be read anew.
                    await asyncio.sleep(0.01)
                await route.continue_()

            await page.route(f"**/v1/matches/{match.id}", tell)
            await page.route(f"**/v1/matches/{match.id}/view*", begin_and_tell, times=1)
            await page.goto(f"{url}/match/{match.id}")
            await page.locator("#move form").wait_for()
            await page.locator("#host > summary").click()
            await page.locator("#host").get_by_text("You play in this match").wait_for()

    assert errors == []


async def _pass_on(route: Route) -> None:
    await route.fulfill(response=await route.fetch())


async def _open(page: Page, url: str, match: Match) -> None:
    await page.goto(f"{url}/match/{match.id}")
    await page.locator("#host > summary").click()


async def _act(
    page: Page, name: str, given: dict[str, str] | None = None, *, seat: str | None = None, sure: bool = False
) -> None:
    """Fill in an action's form, and press its button; whatever cannot be undone asks again."""
    form: Locator = page.locator("#host form.action").filter(has=page.get_by_role("button", name=name, exact=True))
    if seat is not None:
        await form.get_by_label("Seat").select_option(seat)
    for label, text in (given or {}).items():
        await form.get_by_label(label).fill(text)
    await form.get_by_role("button", name=name, exact=True).click()
    if sure:
        await page.get_by_role("button", name=f"{name}: Yes, do it").click()


async def _until(match: Match, field: str, value: object) -> None:
    async with patience():
        while True:
            if {**await match.details()}[field] == value:
                return
            await asyncio.sleep(0.05)
