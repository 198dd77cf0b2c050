"""A real browser, and the web client as it is built from the sources."""

from __future__ import annotations

import fcntl
import runpy
import shutil
from collections.abc import AsyncIterator, Generator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
import pytest_asyncio

from engines.catalogue import GAMES
from tests.serving import serving

if TYPE_CHECKING:
    from playwright.async_api import Browser

ROOT: Final = Path(__file__).parents[2]
WEB: Final = ROOT / "clients" / "web"

GROUPS: Final = {
    "boards": [f"boards_{game}" for game in GAMES],
    "accounts": ["account", "alerts", "app", "base_path", "friends", "names", "oauth", "people"],
    "events": [
        "arena",
        "brackets",
        "embedded",
        "evening",
        "invited",
        "making",
        "notes",
        "print",
        "rests",
        "rosters",
        "screen",
        "seasons",
        "standings",
        "tournaments",
    ],
    "the page of a match": [
        "devices",
        "end",
        "fairness",
        "faults",
        "heights",
        "host_panel",
        "match_page",
        "opening",
        "packs",
        "rules",
        "seal_bar",
        "setbacks",
        "talk",
    ],
    "whole matches": ["keyboard", "lessons", "matches", "newcomers"],
}
"""What the journeys are about, by module."""

_FAILED: Final = pytest.StashKey[bool]()
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def built_client() -> Path:
    """The folder with the built client; it is built if a source is younger."""
    index = WEB / "dist" / "index.html"
    sources = [
        ROOT / "openapi" / "openapi.json",
        WEB / "build.mjs",
        WEB / "icons.mjs",
        ROOT / "clients" / "typescript" / "generate.mjs",
    ]
    sources += [path for folder in ("web", "typescript") for path in _sources(WEB.parent / folder)]
    with (WEB / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Other processes of this run want to build it, too.
        if not index.exists() or index.stat().st_mtime < max(path.stat().st_mtime for path in sources):
            runpy.run_path(str(WEB / "build.py"))["build"]()
    return index.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all tests with a browser run in the event loop that it belongs to; a short run plays some of each group."""
    group_of = {f"test_{module}": group for group, modules in GROUPS.items() for module in modules}
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.sampled(of=group_of[item.path.stem]))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def _started_chromium(built_client: Path) -> AsyncIterator[Browser]:
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None or find_spec("playwright") is None:
        pytest.skip("NO BROWSER: install chromium and the Python package playwright to test the web client")
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def chromium(_started_chromium: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Browser]:
    """A browser without contexts, started once because that is slow; without one installed, the test is skipped.

    When the test fails, its report has what each page says.
    """
    yield _started_chromium
    for context in _started_chromium.contexts:
        if request.node.stash.get(_FAILED, False):
            for page in context.pages:
                text = await page.locator("body").inner_text()
                request.node.add_report_section("teardown", f"page {page.url}", text)
        await context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note on the test whether it failed, for the fixture of its browser."""
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


@pytest_asyncio.fixture(loop_scope="session")
async def home(sqlite_url: str) -> AsyncIterator[str]:
    """The origin of a server, as a browser on the same machine reaches it."""
    async with serving(sqlite_url) as (_, url):
        yield url.replace("127.0.0.1", "localhost")


def _sources(folder: Path) -> list[Path]:
    return [path for path in (folder / "source").rglob("*") if path.is_file()]
