"""People in browsers: they come to a match by its link, give their name, sit down and play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from moirai_client import Client, Match
from moirai_client.schemas import JsonValue, SeatRequest
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Locator, Page

PHONE: Final = (390, 844)
SMALL_PHONE: Final = (360, 740)
DESKTOP: Final = (1280, 900)

SHORT: Final[dict[str, dict[str, JsonValue]]] = {
    "wizards_duel": {"wins_needed": 1},
    "threads_of_fate": {"rounds": 3},
    "divine_intervention": {"last_round": 5},
    "hero_of_the_arena": {"rounds": 1},
}
"""For matches of moderate length."""

PATIENCE_MS: Final = 1000 * PATIENCE_SECONDS

TOKEN: Final = "JSON.parse(localStorage.getItem('moirai token'))"
"""The token of its player, in a page."""

_PLAYER: Final = (Path(__file__).parent / "player.js").read_text(encoding="utf-8")


@asynccontextmanager
async def guests(database: str, *names: str) -> AsyncIterator[tuple[str, list[Client]]]:
    """Run a server over this database; yield its address, and a client of each of these new players."""
    async with serving(database) as (_, url), AsyncExitStack() as stack:
        yield url, [await stack.enter_async_context(await Client.sign_up(url, name)) for name in names]


async def a_browser_of(
    chromium: Browser,
    size: tuple[int, int] = DESKTOP,
    **settings: Any,  # noqa: ANN401  # as Playwright takes them
) -> tuple[BrowserContext, list[str]]:
    """
    Return a browser of somebody's own, and the list of errors that its pages will have.

    Without service workers unless the settings allow them: requests that go through one cannot be intercepted.
    """
    width, height = size
    given = {"locale": "en-GB", "service_workers": "block", **settings}
    context = await chromium.new_context(viewport={"width": width, "height": height}, **given)
    context.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    return context, errors


async def come_in(context: BrowserContext, address: str, name: str, page: Page | None = None) -> Page:
    """Open an address as a newcomer, in a new page unless one is given, and give a name."""
    page = page or await context.new_page()
    await page.goto(address)
    asked = await ask_name(page)
    await asked.fill(name)
    await page.get_by_role("button", name="Come in").click()
    await asked.wait_for(state="detached")  # A match is in its frame before.
    await page.wait_for_selector(".frame")
    return page


async def sign_up(url: str, name: str) -> str:
    """Create a player, and return the id."""
    async with await Client.sign_up(url, name) as player:
        return (await player.me())["player_id"]


async def ask_name(page: Page) -> Locator:
    """Return the field for the name of a newcomer; the home of a stranger shows it when it is asked for."""
    asked, door = page.get_by_label("What should we call you?"), page.get_by_role("button", name="I have played here")
    await asked.or_(door).first.wait_for()
    if await door.is_visible():
        await door.click()
        await asked.wait_for()
    return asked


async def sit_down(page: Page) -> None:
    """Take the first free seat of the match that the page shows; others must have sat down before it was opened."""
    await page.get_by_role("button", name="Sit here").first.click()
    await page.wait_for_selector(".seat.me", state="attached")  # A phone shows seats apart.


async def look_at(page: Page, part: str) -> None:
    """Choose a part of a match that is played, on a phone, which shows one at a time."""
    await page.keyboard.press("Escape")  # Puts away the sheet with what was opened.
    await page.get_by_role("navigation", name="Parts of the match").get_by_role("button", name=part).click()


async def open_part(page: Page, part: str) -> None:
    """Unfold a part of a long move, of which a phone shows one at a time."""
    await page.locator("#move .fold-head", has_text=part).click()


async def play(page: Page, seed: int, moves: int = 1000, *, is_measured: bool = False) -> Any:  # noqa: ANN401  # JSON
    """Play at random through the form until the match is over, or so many moves are sealed."""
    wanted = {"seed": seed, "moves": moves, "patience": PATIENCE_MS, "isMeasured": is_measured}
    return await page.evaluate(_PLAYER, wanted)


async def match_for(host: Client, game: str, free: int = 1) -> Match:
    """Return a match in which the first seats are free, and bots have the others."""
    seats = [seat["id"] for seat in (await host.game(game))["variants"][0]["seats"]]
    bot: SeatRequest = {"bot": True}
    return await host.create_match(
        {
            "game": game,
            "options": SHORT.get(game, {}),
            "seats": dict.fromkeys(seats[free:], bot),
            "pace": "eager",
            "autostart": True,
        }
    )
