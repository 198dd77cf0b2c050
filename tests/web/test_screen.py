"""The screen of a venue: everything can be read across the hall, and pages turn by themselves."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from moirai_client import Client
from tests.serving import serving
from tests.waiting import until
from tests.web.boards import faults_of
from tests.web.halls import a_hall, begin_round, decide, drawn_wrongly, require_apart
from tests.web.people import DESKTOP, SMALL_PHONE, a_browser_of

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

PROJECTOR: Final = (1920, 1080)

TURN_MS: Final = 12_000
"""How long a page stays."""

LOOKING_MS: Final = 20_000
"""How long a mouse that was moved holds it."""

ROWS: Final = ".room-sheet ol:not(.tree *) > li:not(:has(li)), .room-sheet .duel"

NAMES: Final = ".room-sheet :is(bdi, .tree-title)"

SCROLLS: Final = """() => [document.querySelector(".room"), document.documentElement].some(
  (part) => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth)"""

FRAMES: Final = (
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn))))"
)

LETTERS: Final = "parseFloat(getComputedStyle(document.querySelector('.room-sheet :is(.sheet, .shrunk)')).fontSize)"


@pytest.mark.parametrize(
    ("entrants", "system", "parts"),
    [
        (8, "double_elimination", {"Announcement", "Round 2", "Upper bracket", "Lower bracket"}),
        (64, "single_elimination", {"Announcement", "Round 2", "Bracket"}),
        (18, "groups", {"Announcement", "Round 2", "Groups after round 1"}),
        (200, "swiss", {"Announcement", "Round 2", "After round 1"}),
    ],
)
async def test_every_table_is_shown_as_a_whole_in_letters_for_a_hall(
    chromium: Browser, sqlite_url: str, entrants: int, system: str, parts: set[str]
) -> None:
    """Of few tables and of a hundred, on a projector, a laptop and a phone, nothing is cut or overlaps."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        groups = {"count": 4, "advance": 2} if system == "groups" else None
        event = await a_hall(dana, url, system, entrants, rounds=5 if system == "swiss" else 0, groups=groups)
        await event.act({"type": "announce", "text": "Dinner is at seven. Round 3 begins when everybody is back."})
        await begin_round(event)
        await decide(event, 1)
        await begin_round(event)
        await decide(event, 2, share=0.5)
        tables = [table["table"] for table in (await event.round(2))["tables"]]
        context, errors = await a_browser_of(chromium, PROJECTOR)
        page = await context.new_page()
        await page.goto(f"{url}/tournament/{event.id}/screen")

        for width, height in (PROJECTOR, DESKTOP, SMALL_PHONE):
            await page.set_viewport_size({"width": width, "height": height})
            titles, numbers = await _read_all(page, 16 if width < height else 0.024 * height)
            assert {re.split(" · ", title)[0] for title in titles} == parts
            assert sorted(numbers) == tables
    assert errors == []


async def test_pages_turn_and_follow_the_stream_without_an_account(chromium: Browser, sqlite_url: str) -> None:
    """Not while somebody points at them or has stopped them; arrows turn them at any time."""
    start = datetime.now(UTC) + timedelta(minutes=90)
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        event = await a_hall(dana, url, "swiss", 8, rounds=2, schedule={"times": [start.isoformat()]})
        context, errors = await a_browser_of(chromium, PROJECTOR)
        page = await context.new_page()
        await page.clock.install()
        await page.goto(f"{url}/tournament/{event.id}/screen")
        await page.get_by_role("heading", name="8 entrants").wait_for()
        await page.locator(".ahead b", has_text=re.compile(r"^1:\d\d:\d\d$")).wait_for()
        await page.locator(".ahead", has_text="Round 1 at ").wait_for()

        await begin_round(event)
        await page.locator(".room-tables li").nth(3).wait_for()
        await page.get_by_text("Round 2 begins when the director says so.").wait_for()
        await decide(event, 1)
        await page.get_by_text("1 / 2").wait_for()
        await _is_on(page, "Round 1")
        await page.clock.fast_forward(TURN_MS)
        await _is_on(page, "After round 1")
        await page.clock.fast_forward(TURN_MS)
        await _is_on(page, "Round 1")

        await page.mouse.move(400, 400)
        await page.mouse.move(420, 400)
        await page.clock.fast_forward(TURN_MS + 1000)
        await _is_on(page, "Round 1")
        await page.clock.fast_forward(LOOKING_MS)
        await page.clock.fast_forward(TURN_MS)
        await _is_on(page, "After round 1")
        await page.keyboard.press("ArrowLeft")
        await _is_on(page, "Round 1")
        await page.keyboard.press("ArrowLeft")
        await _is_on(page, "After round 1")
        await page.get_by_role("button", name="Turn pages").click()
        await page.mouse.move(0, 0)
        await page.clock.fast_forward(LOOKING_MS)
        await page.clock.fast_forward(TURN_MS)
        await _is_on(page, "After round 1")
        await page.get_by_role("button", name="Next page").click()
        await _is_on(page, "Round 1")

        await event.act({"type": "announce", "text": "Come in by the garden."})
        await page.get_by_text("2 / 3").wait_for()
        await page.keyboard.press("ArrowLeft")
        await page.get_by_text("Come in by the garden.").wait_for()
        assert await faults_of(page, "screen-said") == []
        await page.keyboard.press("ArrowRight")
        assert await faults_of(page, "screen-tables") == []
        await page.keyboard.press("ArrowRight")
        assert await faults_of(page, "screen-standings") == []
        await event.act({"type": "finish"})
        await page.locator(".ahead", has_text=re.compile(r"(won|share the first place)\.$")).wait_for()
    assert errors == []


async def test_where_less_motion_is_asked_for_a_button_turns_pages_in_every_language(
    chromium: Browser, sqlite_url: str
) -> None:
    """Nothing moves by itself before somebody says so."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        event = await a_hall(dana, url, "single_elimination", 5)
        await begin_round(event)
        settings: dict[str, Any] = {"locale": "de-DE", "reduced_motion": "reduce"}
        context, errors = await a_browser_of(chromium, DESKTOP, **settings)
        page = await context.new_page()
        await page.clock.install()
        await page.goto(f"{url}/tournament/{event.id}/screen")
        await _is_on(page, "Runde 1")
        await page.clock.fast_forward(TURN_MS)
        await page.clock.fast_forward(TURN_MS)
        await _is_on(page, "Runde 1")

        await page.get_by_role("button", name="Nächste Seite").click()
        await _is_on(page, "Turnierbaum")
        assert await faults_of(page, "screen-bracket") == []
        await page.get_by_role("button", name="Blättern").click()
        await page.mouse.move(0, 0)
        await page.clock.fast_forward(LOOKING_MS)
        await page.clock.fast_forward(TURN_MS)
        await _is_on(page, "Runde 1")
    assert errors == []


async def _is_on(page: Page, title: str) -> None:
    await page.locator("#room-title", has_text=re.compile(f"^{title}$")).wait_for()


async def _read_all(page: Page, least: float) -> tuple[set[str], list[int]]:
    """Turn through all pages, of which nothing may be cut or too small; return their titles, and the tables on them."""
    count = page.locator(".room-turn span")
    await count.wait_for()
    await page.wait_for_function(
        f"document.querySelector('.room-sheet .sheet, .room-sheet .shrunk') && {LETTERS} >= {least}"
    )
    # What was drawn for another size of the window is drawn anew.
    await page.evaluate(FRAMES)
    await until(lambda: _fits(page))
    titles: list[str] = []
    numbers: list[int] = []
    while True:
        title = await page.locator("#room-title").inner_text()
        if title in titles:
            return set(titles), numbers
        titles.append(title)
        await require_apart(page, ROWS, NAMES, ".room-sheet")
        assert not await page.evaluate(SCROLLS), title
        assert await page.locator(".measured").count() == 0
        if "racket" in title:
            assert await page.evaluate(LETTERS) >= least * 0.75, title
        else:
            assert await page.evaluate(LETTERS) >= least, title
        numbers += [int(number) for number in await page.locator(".room-tables .no").all_inner_texts()]
        await page.keyboard.press("ArrowRight")
        await page.wait_for_function("was => document.querySelector('#room-title').textContent !== was", arg=title)


async def _fits(page: Page) -> bool:
    wrong, _ = await drawn_wrongly(page, ROWS, NAMES, ".room-sheet")
    return wrong == []
