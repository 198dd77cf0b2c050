"""What the tests of all boards share: a player at a prepared match, a look at the page, and pure functions in Node."""

from __future__ import annotations

import asyncio
import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.clients.node import node
from tests.serving import run
from tests.waiting import patience
from tests.web.people import DESKTOP, PATIENCE_MS, SMALL_PHONE

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

    from moirai_client import Client, Match
    from moirai_client.schemas import ViewReply

WEB: Final = Path(__file__).parents[2] / "clients" / "web"

PICTURES: Final = os.environ.get("MOIRAI_SCREENSHOTS")
"""Where to keep pictures for people to look at; taking them takes as long as finding what is wrong."""

_SMALL: Final = """() => [...document.querySelectorAll(":is(.board, .move) :is(button, summary, label, select)")]
  .filter((part) => part.offsetParent !== null && part.getBoundingClientRect().height < 43.5)
  .map((part) => part.outerHTML.slice(0, 120))"""


_SMALL_IN_PAGE: Final = """() => [...document.querySelectorAll("main :is(button, summary, a.btn, input.field)")]
  .filter((part) => part.offsetParent && part.getBoundingClientRect().height < 43.5)
  .map((part) => part.outerHTML.slice(0, 120))"""

_BROKEN: Final = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken = [];
  const isClipped = (part) => part && (getComputedStyle(part).clipPath !== "none" || isClipped(part.parentElement));
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.checkVisibility() || getComputedStyle(node.parentElement).hyphens === "auto") continue;
    if (node.parentElement.closest("svg, select, textarea, code") || isClipped(node.parentElement)) continue;
    for (const { 0: word, index } of node.data.matchAll(/(?<![\\p{L}\\p{N}])\\p{L}{2,12}(?![\\p{L}\\p{N}])/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(`${word} in ${node.parentElement.outerHTML.slice(0, 80)}`);
    }
  }
  return broken;
}"""
"""Words that would fit into a line of their own, and are broken between two letters."""

_ARRIVED: Final = """() => {
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  return Promise.allSettled(ending.map(({ finished }) => finished));
}"""
"""What slides in is half transparent meanwhile."""


async def moving(match: Match, phase: str, number: int) -> ViewReply:
    """Return the view as soon as this phase is open in the round with this number."""
    async with patience():
        while True:
            view = await match.view()
            if view["phase"] and (view["phase"]["name"], view["phase"]["round"]) == (phase, number):
                return view
            await asyncio.sleep(0.02)


async def at_the_board(
    chromium: Browser,
    server: str,
    player: Client,
    match: Match,
    errors: list[str],
    **settings: Any,  # noqa: ANN401  # as Playwright takes them
) -> Page:
    """Return a page on which this player sees the board of a match; its errors are added to the list."""
    width, height = DESKTOP
    context = await chromium.new_context(
        **{"locale": "en-GB", "service_workers": "block", **settings}, viewport={"width": width, "height": height}
    )
    context.set_default_timeout(PATIENCE_MS)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    # The page keeps values as JSON.
    kept = json.dumps(json.dumps(player.token))
    await context.add_init_script(f"if (location.href !== 'about:blank') localStorage.setItem('moirai token', {kept})")
    page = await context.new_page()
    await page.goto(f"{server}/match/{match.id}")
    await page.wait_for_selector("#board > div", state="attached")
    return page


async def faults_of(page: Page, name: str = "") -> list[str]:
    """
    What axe finds, what is too small to touch or scrolls sideways, and broken words: in both schemes, at both sizes.

    If `PICTURES` is set, a picture of each is kept there, under this name or that of the test's file.
    """
    found: list[str] = []
    name = name or Path(os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]).stem.removeprefix("test_boards_")
    for width, height in (DESKTOP, SMALL_PHONE):
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)
            await page.evaluate(_ARRIVED)
            if PICTURES:
                await page.evaluate("scrollTo(0, 0)")
                await page.screenshot(path=Path(PICTURES) / f"{name}-{width}-{scheme}.png", full_page=True)
            found += [f"{width} {scheme}: {wrong}" for wrong in await violations(page)]
        found += [f"{width}: too small: {part}" for part in await page.evaluate(_SMALL)]
        found += [f"{width}: broken: {part}" for part in await page.evaluate(_BROKEN)]
        wide = await page.evaluate("document.documentElement.scrollWidth")
        found += [f"{width}: the page is {wide} wide"] if wide > width else []
    return found


async def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with a page. What arrives meanwhile does not slide in, half transparent."""
    await page.emulate_media(reduced_motion="reduce")
    await page.evaluate(_ARRIVED)
    await page.evaluate(_axe())
    found = await page.evaluate("axe.run({ resultTypes: ['violations'] }).then((done) => done.violations)")
    await page.emulate_media(reduced_motion="null")
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


async def run_in_node(test: Path, folder: Path) -> None:
    """Bundle a test of pure functions of the client, and run it in Node; it must succeed."""
    bundled = folder / f"{test.stem}.mjs"
    esbuild = WEB / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ("--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={bundled}")
    await run(node(), str(esbuild), str(test), *options, folder=WEB, environment={})
    await run(node(), "--test", str(bundled), folder=folder, environment={})


@cache
def _axe() -> str:
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


async def require_fit(page: Page, name: str) -> None:
    """Find what axe objects to, what is too small to touch, and what scrolls sideways; take pictures of all looks."""
    own = page.viewport_size
    found = [*await faults_of(page, name), *await page.evaluate(_SMALL_IN_PAGE)]
    assert found == [], f"{name}: {found}"
    if own:
        await page.set_viewport_size(own)
