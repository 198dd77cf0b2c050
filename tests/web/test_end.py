"""The end of a match: where everyone goes on, the own points through it, a picture, and a link to every moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.web.boards import require_fit
from tests.web.people import a_browser_of, come_in, guests, play, sit_down

if TYPE_CHECKING:
    from playwright.async_api import Browser

ROUNDS: Final = 6

_BEFORE: Final = (
    "Boolean(document.querySelector('.got').compareDocumentPosition(document.querySelector('.crossing')) & 4)"
)


async def test_the_end_shows_where_everyone_goes_on_and_opens_every_moment(chromium: Browser, sqlite_url: str) -> None:
    async with guests(sqlite_url, "Host") as (url, (host,)):
        seats = [f"{realm}-{number}" for realm in ("heaven", "hell") for number in (1, 2, 3)]
        match = await host.create_match(
            {
                "game": "apocalypse",
                "variant": "skirmish",
                "options": {"reveal_at_end": "full"},
                "seats": {seat: {"bot": True} for seat in seats[1:]},
                "pace": "eager",
                "autostart": True,
            }
        )
        context, errors = await a_browser_of(chromium)
        page = await come_in(context, f"{url}/match/{match.id}", "Ada")
        await sit_down(page)
        await play(page, seed=3)
        await page.locator(".crossing").wait_for()
        points = await page.locator(".got dd b").inner_text()
        is_first = await page.evaluate(_BEFORE)
        ranks = await page.locator(".fates ol .rank").all_inner_texts()
        goes = await page.locator(".fates ol .who .vh").all_inner_texts()
        crossing = await page.locator(".fates .ways path").count()
        mine = await page.locator(".fates .ways path.mine").count()
        outcome = (await match.details())["outcome"]
        course = await page.locator(".course-line svg").get_attribute("aria-label")
        turn = await page.locator(".turn-note").inner_text()
        async with page.expect_download() as downloading:
            await page.get_by_role("button", name="Keep a picture").click()
        picture = (await (await downloading.value).path()).read_bytes()
        await require_fit(page, "the end")
        await page.get_by_role("button", name="Look at this moment").click()
        await page.locator(".past-note").wait_for()
        link = await page.get_by_label("A link to this moment").input_value()
        watching, more_errors = await a_browser_of(chromium)
        other = await watching.new_page()
        await other.goto(link)
        note = await other.locator(".past-note").inner_text()

    assert outcome is not None
    ascending = [seat for seat, met in outcome["consequences"].items() if "ascends" in met]
    assert len(ranks) == crossing == len(seats)
    assert [("heaven" in place) for place in goes] == [True] * len(ascending) + [False] * (len(seats) - len(ascending))
    assert mine == 1
    assert points.replace("−", "-").lstrip("-").isdigit()
    assert is_first, "What somebody got comes before where that leads."
    assert course is not None
    assert course.startswith("Ada")
    assert len(course.partition(": ")[2].split(", ")) == ROUNDS
    assert "Your biggest turn" in turn
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert "#as=heaven-1&at=" in link
    assert "what Ada knew" in note
    assert errors == more_errors == []
