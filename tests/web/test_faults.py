"""What goes wrong around a page: servers that die, hostile people, forbidden storage, two windows, no mouse."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from moirai_client import Client
from tests.faults.proxy import proxied
from tests.forks import Fork
from tests.serving import serving
from tests.waiting import patience, patiently
from tests.web.boards import violations
from tests.web.people import (
    DESKTOP,
    PHONE,
    SMALL_PHONE,
    a_browser_of,
    ask_name,
    come_in,
    guests,
    look_at,
    match_for,
    play,
    sit_down,
)

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Route

RUDE: Final = '<b onclick="alert(1)">Bo</b><img src=x>'

LONG: Final = "ש" * 1000 + "W" * 1000

_TWO_FRAMES: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

_FORBID: Final = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });"


async def test_a_page_survives_a_killed_server_says_so_at_once_and_plays_on(chromium: Browser, sqlite_url: str) -> None:
    """The draft that was there before is there afterwards, and is sealed once the server is back."""
    async with serving(sqlite_url) as (process, url), proxied(url) as (proxy, by_proxy):
        async with await Client.sign_up(url, "Host") as host:
            match = await match_for(host, "wizards_duel")
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{by_proxy}/match/{match.id}", "Ada")
        await sit_down(page)
        await play(page, seed=3, moves=1)
        await page.locator("#move label").first.click()
        drafted = await page.locator("#move .read").text_content()

        process.kill()
        await process.wait()
        await page.get_by_text("The server does not reply").wait_for()
        await page.locator("#move .read").wait_for()
        async with serving(sqlite_url) as (_, again):
            proxy.lead_to(again)
            await page.get_by_text("connected", exact=True).wait_for()
            redrafted = await page.locator("#move .read").text_content()
            told = await play(page, seed=4)

    assert redrafted == drafted
    assert told["isOver"], told["page"]
    assert errors == []


async def test_a_page_carries_on_where_the_database_was_set_back(
    chromium: Browser, sqlite_url: str, tmp_path: Path
) -> None:
    """It shows the match as it is there, with the moves that are lost to be made again, without anybody's help."""
    backup = tmp_path / "backup.db"
    async with serving(sqlite_url) as (process, url), proxied(url) as (proxy, by_proxy):
        async with await Client.sign_up(url, "Host") as host:
            match = await match_for(host, "threads_of_fate")  # Two moves end no match of it.
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{by_proxy}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator("#move label").first.wait_for()
        await _run("backup", backup, sqlite_url)
        await play(page, seed=3, moves=2)

        process.terminate()
        await process.wait()
        await _run("restore", backup, sqlite_url)
        async with serving(sqlite_url) as (_, again), Client(again, host.token) as later:
            # So that there are more events than the page knows, and only the epoch says that they are others.
            for _ in range(10):
                await later.match(match.id).act({"type": "pause", "reason": "A restore."})
                await later.match(match.id).act({"type": "resume"})
            proxy.lead_to(again)
            told = await play(page, seed=4)
            details = await later.match(match.id).details()

    assert told["isOver"], told["page"]
    assert details["status"] == "over"
    assert errors == []


async def test_a_server_that_restarts_is_told_from_one_that_is_gone(chromium: Browser, sqlite_url: str) -> None:
    """In both languages, at the table and at home; the page goes on by itself."""
    async with serving(sqlite_url) as (process, url), proxied(url) as (proxy, by_proxy):
        async with await Client.sign_up(url, "Host") as host:
            match = await match_for(host, "wizards_duel")
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, f"{by_proxy}/match/{match.id}", "Ada")
        home = await context.new_page()
        await home.goto(by_proxy)
        german, german_errors = await a_browser_of(chromium, SMALL_PHONE, locale="de-DE")
        guest = await german.new_page()
        await guest.goto(f"{by_proxy}/match/{match.id}")
        for one, connected in ((page, "connected"), (home, "connected"), (guest, "verbunden")):
            await one.locator(".conn .words", has_text=connected).wait_for()

        process.terminate()
        for one in (page, home):
            await one.locator(".warning", has_text="The server is restarting").wait_for()
            await one.locator(".conn .words", has_text="server restarting").wait_for()
        await guest.locator(".warning", has_text="Der Server startet neu").wait_for()
        await process.wait()
        async with serving(sqlite_url) as (again, address):
            proxy.lead_to(address)
            for one, connected in ((page, "connected"), (home, "connected"), (guest, "verbunden")):
                await one.locator(".conn .words", has_text=connected).wait_for()
                await one.locator(".warning").first.wait_for(state="hidden")

            again.kill()
            await again.wait()
            await page.locator(".warning", has_text="The server does not reply").wait_for()
            await guest.locator(".warning", has_text="Der Server antwortet nicht").wait_for()
        for browser in (context, german):
            await browser.close()

    assert errors == german_errors == []


async def test_names_and_messages_of_others_are_text(chromium: Browser, sqlite_url: str) -> None:
    """Also on the smallest phone, where a message of 2,000 characters without a space does not widen the page."""
    async with (
        serving(sqlite_url) as (_, url),
        await Client.sign_up(url, "Host") as host,
        await Client.sign_up(url, RUDE) as bo,
    ):
        match = await match_for(host, "wizards_duel", free=2)
        await bo.match(match.id).take_free_seat()
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, f"{url}/match/{match.id}", "שרה")
        await sit_down(page)
        await page.wait_for_selector(".move form")
        await look_at(page, "Talk")
        for text in (RUDE, LONG):
            await bo.match(match.id).say("table", text)
        await page.get_by_text(LONG).wait_for()
        said = await page.locator(".msg p").all_text_contents()
        names = await page.locator(".seat bdi").all_text_contents()
        await page.get_by_label("Say to Table").fill(RUDE)
        await page.get_by_role("button", name="Send").click()
        await page.locator(".msg.me").wait_for()

        assert said == [RUDE, LONG]
        assert names == [RUDE, "שרה"]
        assert await page.locator("img").count() == 0
        assert await page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
    assert errors == []


async def test_without_storage_one_can_play_until_the_page_is_closed(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "wizards_duel")
        context, errors = await a_browser_of(chromium)
        await context.add_init_script(_FORBID)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)

        told = await play(page, seed=1, moves=2)

    assert told["sealed"] == 2
    assert errors == []


async def test_a_draft_survives_a_reload_and_a_move_from_another_window_is_told(
    chromium: Browser, sqlite_url: str
) -> None:
    async with guests(sqlite_url, "Host", "Bo") as (url, (host, bo)):
        match = await match_for(host, "wizards_duel", free=2)
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await bo.match(match.id).take_free_seat()
        await page.locator("#move label", has_text="Bless").click()
        await page.reload()
        await page.locator("#move .read", has_text="You cast Bless.").wait_for()
        other = await context.new_page()
        await other.goto(f"{url}/match/{match.id}")
        await other.locator("#move label", has_text="Ray of Frost").click()
        await other.get_by_role("button", name="Seal it").click()
        await other.get_by_text("Can be changed until").wait_for()

        await page.locator("#move .state-chip", has_text="changed elsewhere").wait_for()
        theirs = await page.locator("#move .read").text_content()
        await page.get_by_role("button", name="Keep that one").click()
        await page.get_by_text("Can be changed until").wait_for()

    assert theirs == "You cast Ray of Frost."
    assert errors == []


async def test_a_page_that_was_refused_once_reads_again_when_something_happens(
    chromium: Browser, sqlite_url: str
) -> None:
    """A failure of the server, as for one call in its life, does not leave the page with an old view for good."""
    async with guests(sqlite_url, "Host", "Bo") as (url, (host, bo)):
        match = await match_for(host, "wizards_duel", free=2)
        context, _ = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        refused = asyncio.Event()

        async def refuse(route: Route) -> None:
            await route.fulfill(status=500, body="{}")
            refused.set()

        await page.route("**/view*", refuse, times=1)
        await bo.match(match.id).take_free_seat()
        async with patience():
            await refused.wait()

        await bo.match(match.id).say("table", "Hello?")

        await page.wait_for_selector(".move form")


async def test_a_sealed_move_is_never_shown_as_a_draft_again(chromium: Browser, sqlite_url: str) -> None:
    """The server has accepted it, and what the page knows of the match is older."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, "wizards_duel", free=2)
        await host.match(match.id).take_free_seat()
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await page.locator("#move label").first.click()
        late = asyncio.Event()

        async def tell_late(route: Route) -> None:
            await late.wait()
            await route.continue_()

        await page.route("**/view*", tell_late)
        async with page.expect_response("**/submission"):
            await page.get_by_role("button", name="Seal it").click()
        await page.evaluate(_TWO_FRAMES)
        before = await page.locator(".state-chip").text_content()
        late.set()
        await page.locator(".state-chip", has_text="sealed").wait_for()

    assert before == "sending"
    assert errors == []


async def test_the_page_speaks_the_language_of_the_browser(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium, locale="de-AT")
        page = await context.new_page()
        await page.goto(url)
        await page.get_by_role("button", name="Schon hier gespielt").click()
        await page.get_by_label("Wie sollen wir dich nennen?").fill("Ada")
        await page.get_by_role("button", name="Eintreten").click()
        await page.get_by_role("heading", name="Partie eröffnen").wait_for()
        await page.get_by_text("Alle Einstellungen").click()
        settings = await page.locator("#make .form, .side .form").first.inner_text()

        assert await page.evaluate("document.documentElement.lang") == "de"
        assert "The " not in settings, settings
        assert "Sekunden, die zum ersten Zaubern jedes weiteren Duells dazukommen." in settings
    assert errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_wrong_at_home_and_at_the_table(
    chromium: Browser, sqlite_url: str, scheme: str
) -> None:
    wrong: list[str] = []
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        for game, size in (("wizards_duel", PHONE), ("apocalypse", DESKTOP)):
            match = await match_for(host, game)
            await host.create_match({"game": game, "seats": {}})
            context, _ = await a_browser_of(chromium, size, color_scheme=scheme, bypass_csp=True)
            page = await context.new_page()
            for place in ("welcome", "home", "open", "table", "past"):
                if place == "welcome":
                    await page.goto(url)
                    await (await ask_name(page)).fill("Ada")
                elif place == "home":
                    await page.get_by_role("button", name="Come in").click()
                    await page.locator(".games").wait_for()
                    await page.get_by_text("All settings").click()
                    await page.locator(".account > summary").click()
                elif place == "open":
                    await page.goto(f"{url}/match/{match.id}")
                    await page.wait_for_selector(".starting")
                elif place == "table":
                    await sit_down(page)
                    await play(page, seed=1, moves=1)
                    await _open_rules(page)
                else:
                    if size == PHONE:
                        await look_at(page, "History")
                    await page.get_by_role("button", name="Earlier").click()
                    await page.locator(".past-note").wait_for()
                wrong += [f"{place}: {each}" for each in await violations(page)]

    assert wrong == []


async def _open_rules(page: Page) -> None:
    """Open the rules, for which a phone has a part of its own; a result may take it from there, just now."""
    parts = page.get_by_role("navigation", name="Parts of the match")
    async with patience():
        while not await page.locator("#rules[open]").is_visible():
            if await parts.is_visible():
                await look_at(page, "Rules")
            await page.locator("#rules").evaluate("(rules) => { rules.open = true; }")


async def _run(command: str, backup: Path, database: str) -> None:
    process = await Fork.start((command, str(backup), "--database", database), os.environ)
    said, _ = await patiently(process.communicate())
    assert process.returncode == 0, said
