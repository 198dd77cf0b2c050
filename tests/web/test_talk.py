"""Talk: a reaction is one tap, shown as a sign with a word; a report reaches who can do something about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moirai_client import Client
from tests.web.boards import faults_of
from tests.web.people import DESKTOP, SMALL_PHONE, TOKEN, a_browser_of, come_in, guests, look_at, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser


async def test_a_reaction_is_one_tap_and_the_other_sees_it(chromium: Browser, sqlite_url: str) -> None:
    """The line to the host has a field for texts, and no signs."""
    async with guests(sqlite_url, "Bo") as (url, (bo,)):
        match = await bo.create_match(
            {"game": "wizards_duel", "options": {"cast_seconds": 86_400}, "seats": {"b": {}}, "autostart": True}
        )
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await look_at(page, "Talk")
        signs = page.get_by_role("group", name="React").get_by_role("button")
        await signs.first.wait_for()
        named = [await sign.get_attribute("aria-label") for sign in await signs.all()]
        boxes = [await sign.bounding_box() for sign in await signs.all()]

        await page.get_by_role("button", name="Good luck").click()
        await page.locator(".msg.me .reaction", has_text="Good luck").wait_for()
        await bo.match(match.id).react("table", "thanks")
        await page.locator(".msg:not(.me) .reaction", has_text="Thank you").wait_for()
        heard = (await bo.match(match.id).messages("table"))["messages"]
        faults = await faults_of(page, "talk")
        await page.get_by_role("tab", name="Host").click()
        await page.get_by_label("Say to").wait_for()
        to_host = await signs.count()

    assert named == ["Well played", "Thank you", "Good luck", "Ha ha", "What a surprise", "I doubt it"]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert [(message["sender"], message.get("sign")) for message in heard] == [("a", "good_luck"), ("b", "thanks")]
    assert to_host == 0
    assert faults == []
    assert errors == []


async def test_a_report_reaches_the_panel_of_the_host(chromium: Browser, sqlite_url: str) -> None:
    """With a way to the moment; whoever is reported sees the same page as before."""
    async with guests(sqlite_url, "Bo") as (url, (bo,)):
        context, errors = await a_browser_of(chromium, SMALL_PHONE)
        host = await come_in(context, url, "Kay")
        async with Client(url, await host.evaluate(TOKEN)) as kay:
            match = await kay.create_match(
                {"game": "wizards_duel", "options": {"cast_seconds": 86_400}, "seats": {}, "autostart": True}
            )
        await bo.match(match.id).take_seat("b")
        player, more = await a_browser_of(chromium, SMALL_PHONE)
        page = await come_in(player, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await bo.match(match.id).say("table", "You fool.")
        before = (await bo.match(match.id).view())["cursor"]
        await look_at(page, "Talk")
        await page.locator(".msg", has_text="You fool.").get_by_role("button", name="Report").click()
        await page.get_by_label("What has").fill("Insults me")
        faults = await faults_of(page, "report")
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        await page.locator(".report").get_by_role("button", name="Report").click()
        await page.get_by_text("Reported to the host and to the administrators of this server.").wait_for()
        await look_at(page, "Seats")
        seats = await page.locator(".seat").get_by_role("button", name="Report").count()
        after = (await bo.match(match.id).view())["cursor"]

        await host.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        await host.goto(f"{url}/match/{match.id}")
        await host.locator("#host > summary").click()
        await host.locator(".reports", has_text="Insults me").wait_for()
        faults += await faults_of(host, "reports")
        await host.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        listed = await host.locator(".reports li").inner_text()
        await host.get_by_role("link", name="See the moment").click()
        await host.wait_for_url("**#at=*")

    assert "Ada reports Bo:" in listed
    assert seats == 1  # Nobody reports themselves.
    assert before == after
    assert faults == []
    assert errors == more == []
