"""The page as an app: on the home screen, without a network, and in colours and a language that somebody has chosen."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import httpx

from moirai_client import Client
from tests.serving import serving
from tests.web.boards import faults_of
from tests.web.people import PHONE, a_browser_of, come_in

if TYPE_CHECKING:
    from playwright.async_api import Browser

_IS_KEPT: Final = """async () => {
  await navigator.serviceWorker.ready;
  const cache = await caches.open("moirai 1");
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = loaded.filter((name) => name.includes("/assets/") || name.includes("/v1/games"));
  const kept = await Promise.all([location.origin + "/", ...files].map((name) => cache.match(name)));
  return navigator.serviceWorker.controller !== null && kept.every(Boolean);
}"""
"""Whether the page and all that it has loaded would be there without a network."""

_PAPER: Final = "getComputedStyle(document.body).backgroundColor"

_DARK: Final = "rgb(22, 19, 15)"
_LIGHT: Final = "rgb(250, 247, 240)"


async def test_phones_find_what_they_need_to_put_it_on_the_home_screen(chromium: Browser, home: str) -> None:
    """Chromium itself reads the manifest; each icon is a picture of the size that it says."""
    context, errors = await a_browser_of(chromium, PHONE)
    page = await context.new_page()
    await page.goto(home)
    devtools = await context.new_cdp_session(page)
    read = await devtools.send("Page.getAppManifest")
    async with httpx.AsyncClient(base_url=home) as http:
        manifest = (await http.get("/manifest.webmanifest")).json()
        touch = await page.locator("link[rel=apple-touch-icon]").get_attribute("href")
        pictures = {
            one["sizes"]: await http.get(f"/{one['src']}") for one in manifest["icons"] if one["sizes"] != "any"
        }
        pictures["180x180"] = await http.get(touch or "")

    assert read["errors"] == []
    assert manifest["display"] == "standalone"
    assert {one["purpose"] for one in manifest["icons"]} == {"any", "maskable"}
    for size, picture in pictures.items():
        assert picture.headers["content-type"] == "image/png"
        assert "{}x{}".format(*struct.unpack(">II", picture.content[16:24])) == size
    assert errors == []


async def test_without_a_server_the_home_shows_my_matches_as_last_seen(chromium: Browser, sqlite_url: str) -> None:
    """Opened anew: the page, its files and the names of games were kept; of others it claims nothing."""
    async with serving(sqlite_url) as (process, url), await Client.sign_up(url, "Bo") as bo:
        context, errors = await a_browser_of(chromium, PHONE, service_workers="allow")
        page = await come_in(context, url, "Ada")
        ada = Client(url, await page.evaluate("JSON.parse(localStorage.getItem('moirai token'))"))
        async with ada:
            match = await ada.create_match({"game": "wizards_duel", "autostart": True, "label": "With Bo"})
            await match.take_seat("a")
            await bo.match(match.id).take_seat("b")
        await page.locator(".wait", has_text="Cast").wait_for()
        await page.wait_for_function(_IS_KEPT)

        process.kill()
        await process.wait()
        await page.reload()
        await page.get_by_text("These are your matches as last seen").wait_for()
        await page.locator(".wait", has_text="Wizard's Duel").wait_for()
        seen = await page.locator(".wait").inner_text()
        others = await page.locator("#open").inner_text()

    assert "With Bo" in seen
    assert "One moment" in others
    assert errors == []


async def test_colours_language_and_sound_are_chosen_in_one_menu_and_remembered(chromium: Browser, home: str) -> None:
    """With or without a name; the page of the account has the same colours."""
    context, errors = await a_browser_of(chromium, PHONE, color_scheme="light", bypass_csp=True, has_touch=True)
    page = await context.new_page()
    await page.goto(home)
    await page.locator(".account > summary").click()
    await page.locator(".settings label", has_text="dark").click()
    chosen = await page.evaluate(_PAPER)
    await page.locator(".settings label", has_text="Deutsch").click()
    await page.get_by_role("heading", name="Fünf Spiele").wait_for()
    reloaded = await page.evaluate(_PAPER)
    await page.get_by_role("button", name="Schon hier gespielt").click()
    await page.locator("#name").fill("Ada")
    await page.locator(".entry .btn.primary").click()
    await page.locator(".account > summary").click()
    await page.get_by_label("Ton", exact=True).check()
    faults = await faults_of(page, "menu")
    sound = await page.evaluate("localStorage.getItem('moirai sound')")
    await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await page.get_by_role("button", name="Menü schließen").tap()
    is_open = await page.locator(".account .menu").is_visible()
    await page.goto(f"{home}/account")
    account = await page.evaluate(_PAPER)
    await page.emulate_media(color_scheme="light")
    await page.goto(home)
    await page.locator(".account > summary").click()
    await page.locator(".settings label", has_text="wie mein Gerät").click()
    again = await page.evaluate(_PAPER)

    assert (chosen, reloaded, account) == (_DARK, _DARK, _DARK)
    assert again == _LIGHT
    assert sound == "true"
    assert not is_open
    assert faults == []
    assert errors == []
