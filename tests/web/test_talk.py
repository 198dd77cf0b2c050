"""Talk: a reaction is one tap, and who may read it sees it as a sign with a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.boards import faults_of
from tests.web.people import SMALL_PHONE, a_browser_of, come_in, guests, look_at, sit_down

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
