"""
What a phone on a slow network has of the web client: how long it waits for the first paint, compared with a page of one
word; how much moves without its user; and which task keeps it from reacting longest, at home and in each game.

The network and the processor are slowed down by the browser itself, as Lighthouse does for a phone.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import httpx

from benchmarks.processes import running_process
from benchmarks.report import Row
from engines.catalogue import GAMES
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

BROWSER: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
"""Milliseconds for a round trip, and bytes a second: slow 4G."""

SLOWER: Final = 4
"""How many times slower the processor of a phone is."""

_LOOKS_MS: Final = 5_000
"""So long somebody looks at a page, to which more comes meanwhile."""

_EMPTY: Final = b"<!doctype html><meta name=viewport content=width=device-width><p>Moirai"

_USABLE: Final = """() => new Promise((done) => {
  const begins = () => document.querySelector(".stranger .primary");
  const look = () => (begins() === null ? setTimeout(look, 20) : done(performance.now()));
  look();
})"""
"""When a newcomer can begin a lesson or a match."""

_PLAYER: Final = (Path(__file__).parents[1] / "tests" / "web" / "player.js").read_text(encoding="utf-8")
"""Fills in forms at random."""

_OBSERVED: Final = """
window.seen = { shift: 0, longest: 0 };
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.seen.shift += value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.seen.longest = Math.max(window.seen.longest, duration);
}).observe({ type: "longtask", buffered: true });
"""
"""Notes how much moves without the user (Cumulative Layout Shift), and the longest task of more than 50 ms."""

_LONGEST: Final = "() => { const { longest } = window.seen; window.seen.longest = 0; return longest; }"

_PAINTED: Final = """() => new Promise((done) => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const look = () => (painted() === undefined ? setTimeout(look, 20) : done(painted()));
  look();
})"""


def measure(database: str, samples: int = 9) -> list[Row]:
    """Open the home page as a newcomer, again, and the empty page, so many times in turns, if there is a browser."""
    if BROWSER is None or find_spec("playwright") is None:
        return []
    with running_process("benchmarks.moirai_server", database) as server:
        client = f"http://127.0.0.1:{server.port}/"
        first, usable, empty, again = asyncio.run(_measure(client, samples))
        most, tasks = asyncio.run(_look(client))
    ceiling = f"{empty:.0f} ms, a page of one word"
    return [
        Row("first paint on a phone, nothing in its cache", f"{first:.0f} ms", ceiling, first / empty, "≤ 1,000 ms"),
        Row("a newcomer can begin", f"{usable:.0f} ms", ceiling, usable / empty),
        Row("first paint on a phone that was there before", f"{again:.0f} ms", ceiling, again / empty),
        Row("what moves in pages without their users, at most", f"{most:.3f}", aim="< 0.1"),
        *(
            Row(f"the longest task on a phone: {place}", f"{longest:.0f} ms" if longest else "–", aim="≤ 50 ms")
            for place, longest in tasks.items()
        ),
    ]


async def _look(client: str) -> tuple[float, dict[str, float]]:
    """Open a stranger's home, and a match of each game for two moves; return the most that moved, and longest tasks."""
    from playwright.async_api import async_playwright

    tasks: dict[str, float] = {}
    shifts = []
    async with async_playwright() as playwright, httpx.AsyncClient(base_url=client) as host:
        browser = await playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        context, page = await _phone(browser)
        await page.add_init_script(_OBSERVED)
        await page.goto(client)
        await page.evaluate(_USABLE)
        await page.wait_for_timeout(_LOOKS_MS)
        shifts.append(await page.evaluate("window.seen.shift"))
        tasks["the home of a stranger"] = await page.evaluate(_LONGEST)
        await context.close()
        token = (await host.post("v1/players", json={"name": "Ada"})).json()["token"]
        host.headers["authorization"] = f"Bearer {token}"
        for game in GAMES:
            match = await _match_against_bots(host, game)
            context, page = await _phone(browser)
            await page.add_init_script(f"localStorage.setItem('moirai token', '{json.dumps(token)}');{_OBSERVED}")
            await page.goto(f"{client}match/{match}")
            # Whoever asks the page whether it is there makes it busy.
            await page.wait_for_timeout(_LOOKS_MS)
            await page.locator("#move form").wait_for(state="attached", timeout=120_000)
            shifts.append(await page.evaluate("window.seen.shift"))
            tasks[f"{game}, opened"] = await page.evaluate(_LONGEST)
            await page.evaluate(_PLAYER, {"seed": 7, "moves": 2, "patience": 1000 * PATIENCE_SECONDS})
            tasks[f"{game}, two moves"] = await page.evaluate(_LONGEST)
            await context.close()
        await browser.close()
    return max(shifts), tasks


async def _match_against_bots(host: httpx.AsyncClient, game: str) -> str:
    """Return the id of a match in which the host has the first seat, and bots the others."""
    seats = [seat["id"] for seat in (await host.get(f"v1/games/{game}")).json()["variants"][0]["seats"]]
    bots = {seat: {"bot": True} for seat in seats[1:]}
    made = await host.post("v1/matches", json={"game": game, "seats": bots, "pace": "eager", "autostart": True})
    match: str = made.json()["match_id"]
    await host.put(f"v1/matches/{match}/seats/{seats[0]}", json={})
    return match


async def _measure(client: str, samples: int) -> list[float]:
    from playwright.async_api import async_playwright

    times: list[tuple[float, ...]] = []
    async with async_playwright() as playwright, _empty_page() as empty:
        browser = await playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(samples):
            context, page = await _phone(browser)
            first = await _painted(page, client)
            usable = float(await page.evaluate(_USABLE))
            again = await _painted(page, client)
            await context.close()
            context, page = await _phone(browser)
            times.append((first, usable, await _painted(page, empty), again))
            await context.close()
        await browser.close()
    return [median(column) for column in zip(*times, strict=True)]


async def _phone(browser: Browser) -> tuple[BrowserContext, Page]:
    context = await browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True)
    page = await context.new_page()
    tools = await context.new_cdp_session(page)
    await tools.send("Network.enable")
    await tools.send("Network.emulateNetworkConditions", NETWORK)
    await tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return context, page


async def _painted(page: Page, address: str) -> float:
    await page.goto(address)
    return float(await page.evaluate(_PAINTED))


@asynccontextmanager
async def _empty_page() -> AsyncIterator[str]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = (
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(_EMPTY)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + _EMPTY)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
