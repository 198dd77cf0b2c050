"""
How long a phone on a slow network waits for the first paint of the web client, compared with a page of one word.

The network and the processor are slowed down by the browser itself, as Lighthouse does for a phone.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.processes import running_process
from benchmarks.report import Row

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

_EMPTY: Final = b"<!doctype html><meta name=viewport content=width=device-width><p>Moirai"

_USABLE: Final = """() => new Promise((done) => {
  const look = () => (document.querySelector("#name") === null ? setTimeout(look, 20) : done(performance.now()));
  look();
})"""
"""When a newcomer can give a name."""

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
        first, usable, empty, again = asyncio.run(_measure(f"http://127.0.0.1:{server.port}/", samples))
    ceiling = f"{empty:.0f} ms, a page of one word"
    return [
        Row("first paint on a phone, nothing in its cache", f"{first:.0f} ms", ceiling, first / empty, "≤ 1,000 ms"),
        Row("a newcomer can give a name", f"{usable:.0f} ms", ceiling, usable / empty),
        Row("first paint on a phone that was there before", f"{again:.0f} ms", ceiling, again / empty),
    ]


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
