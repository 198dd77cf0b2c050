"""What goes wrong on the side of people: sleeping pages, wrong clocks, several devices, seats and tokens lost."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from moirai_client import Client, Match
from moirai_client.schemas import JsonValue
from tests.faults.proxy import proxied
from tests.serving import serving
from tests.web.boards import at_the_board, moving
from tests.web.people import DESKTOP, a_browser_of, ask_name, come_in, guests, match_for, play, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser

DAY: Final = timedelta(days=1)

SLOW: Final[dict[str, JsonValue]] = {"cast_seconds": 86_400}
"""For a phase that stays open while the machine is busy."""


async def test_a_page_that_slept_for_an_hour_shows_what_happened_meanwhile_and_plays_on(
    chromium: Browser, sqlite_url: str
) -> None:
    """
    A sleeping machine runs no timers, its connections die, and its clock has gone on when it wakes up.

    That nothing can be received for so long is what the proxy is for: the server itself runs on.
    """
    async with (
        serving(sqlite_url) as (_, url),
        proxied(url) as (proxy, by_proxy),
        await Client.sign_up(url, "Ada") as ada,
        await Client.sign_up(url, "Bo") as bo,
    ):
        match, errors = await _duel(ada, bo), list[str]()
        page = await at_the_board(chromium, by_proxy, ada, match, errors)
        await page.clock.install()
        await page.reload()
        await page.locator("#move label").first.wait_for()
        await page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
        await proxy.refuse()
        for own in (match, bo.match(match.id)):
            await own.submit(1, {"type": "cast", "spell": "3" if own is match else "5"})
        await moving(match, "cast", 2)

        await proxy.open()
        await page.clock.set_system_time(datetime.now(UTC) + timedelta(hours=1))
        await page.clock.resume()
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        await page.get_by_text("connected", exact=True).wait_for()
        await page.locator(".bar .who", has_text="Round 2").wait_for()
        left = await page.locator(".bar [role=timer]").text_content()
        told = await play(page, seed=1, moves=1)

    assert _seconds(left) > 23.9 * 3600
    assert told["sealed"] == 1
    assert errors == []


async def test_with_a_clock_that_is_wrong_by_a_day_the_countdown_is_right(chromium: Browser, sqlite_url: str) -> None:
    """What the page calls tomorrow is what that clock will call so."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "apocalypse")
        context, errors = await a_browser_of(chromium)
        page = await context.new_page()
        await page.clock.install()
        for moved in (DAY, -DAY):
            await page.clock.set_system_time(datetime.now(UTC) + moved)
            if moved == DAY:
                await come_in(context, f"{url}/match/{match.id}", "Ada", page)
                await sit_down(page)
            else:
                await page.reload()
            await page.locator(".bar [role=timer]").wait_for()
            left = await page.locator(".bar [role=timer]").text_content()
            closes = await page.locator(".bar .time span").first.text_content()
            told = await play(page, seed=1, moves=1)

            assert _seconds(left) > 23.9 * 3600
            assert closes is not None
            assert closes.startswith("closes tomorrow")
            assert told["sealed"] == 1
    assert errors == []


async def test_whoever_loses_a_seat_while_the_page_is_open_goes_on_watching(chromium: Browser, sqlite_url: str) -> None:
    async with guests(sqlite_url, "Host", "Bo") as (url, (host, bo)):
        match = await match_for(host, "wizards_duel", free=2)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await bo.match(match.id).take_free_seat()
        await page.locator("#move label").first.click()

        await match.act({"type": "replace_player", "seat": "a", "player_id": None})
        await page.get_by_text("You watch. You see what everybody may see.").wait_for()

        assert await page.locator("#move form").count() == 0
        assert await page.locator(".seat.me").count() == 0
        await page.get_by_text("connected", exact=True).wait_for()
    assert errors == []


async def test_on_two_devices_the_later_move_counts_and_both_say_so(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Bo") as (url, (ada, bo)):
        match = await _duel(ada, bo)
        desk, phone = [await at_the_board(chromium, url, ada, match, errors) for _ in range(2)]
        for page, spell in ((desk, "Bless"), (phone, "Ray of Frost")):
            await page.locator("#move label", has_text=spell).click()
        await desk.get_by_role("button", name="Seal it").click()
        await phone.locator("#move .state-chip", has_text="changed elsewhere").wait_for()
        theirs = await phone.locator("#move .read").text_content()
        await phone.get_by_role("button", name="Seal my draft instead").click()
        await phone.get_by_text("Can be changed until").wait_for()
        await desk.locator("#move .state-chip", has_text="changed elsewhere").wait_for()
        mine = await desk.locator("#move .read").text_content()
        await desk.get_by_role("button", name="Keep that one").click()
        await desk.get_by_text("Can be changed until").wait_for()
        sealed = (await match.view())["submission"]

    assert theirs is not None
    assert "Bless" in theirs
    assert mine is not None
    assert "Ray of Frost" in mine
    assert sealed is not None
    assert sealed["move"] == {"type": "cast", "spell": "7"}
    assert errors == []


async def test_a_dead_server_is_told_at_once_and_the_page_goes_on_by_itself(chromium: Browser, sqlite_url: str) -> None:
    """Also to a newcomer, and when the page itself still came from the server or its cache."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Ada") as ada:
        match = await match_for(ada, "wizards_duel")
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, url, "Ada")
        await context.route("**/v1/**", lambda route: route.abort())
        for place in ("", f"match/{match.id}"):
            await page.goto(f"{url}/{place}")
            await page.get_by_text("The server does not reply").first.wait_for()
        fresh, more_errors = await a_browser_of(chromium, DESKTOP)
        await fresh.route("**/v1/**", lambda route: route.abort())
        newcomer = await fresh.new_page()
        await newcomer.goto(url)
        await (await ask_name(newcomer)).fill("Bo")
        await newcomer.get_by_role("button", name="Come in").click()
        await newcomer.get_by_text("The server does not reply").wait_for()

        await context.unroute_all()
        await page.locator(".frame").wait_for()
    assert errors + more_errors == []


async def _duel(ada: Client, bo: Client) -> Match:
    """Return a duel in which Ada has seat a and Bo seat b."""
    match = await ada.create_match(
        {"game": "wizards_duel", "options": SLOW, "seats": {}, "pace": "eager", "autostart": True}
    )
    await match.take_seat("a")
    await bo.match(match.id).take_seat("b")
    await moving(match, "cast", 1)
    return match


def _seconds(left: str | None) -> int:
    found = re.fullmatch(r"(\d+):(\d+):(\d+)", left or "")
    assert found, left
    hours, minutes, seconds = map(int, found.groups())
    return hours * 3600 + minutes * 60 + seconds
