"""Accounts in a real browser, with an authenticator of Chromium's own, and with a real OpenID provider."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import httpx

from tests.databases import execute
from tests.openid.provider import NAME, provider
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.people import PATIENCE_MS, TOKEN

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Dialog, Page

_AUTHENTICATOR: Final = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass
class Device:
    """A browser with an authenticator."""

    page: Page
    cdp: CDPSession
    authenticator: str
    home: str

    async def credentials(self) -> list[dict[str, Any]]:
        """Return the passkeys of the authenticator."""
        given = await self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})
        found: list[dict[str, Any]] = given["credentials"]
        return found

    async def keep(self, credential: dict[str, Any]) -> None:
        """Put a passkey into the authenticator."""
        body = {"authenticatorId": self.authenticator, "credential": credential}
        await self.cdp.send("WebAuthn.addCredential", body)

    async def open(self, path: str = "/account") -> None:
        await self.page.goto(self.home + path)

    async def press(self, name: str) -> None:
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def create(self, name: str) -> None:
        """Make an account with a passkey."""
        await self.open()
        await self.page.get_by_role("textbox", name="Name").fill(name)
        await self.press("Create account with a passkey")
        await self.signed_in()

    async def add_passkey(self, name: str) -> None:
        """Add a passkey under this name to the account."""
        await self.page.get_by_label("What is it on?").fill(name)
        await self.press("Add a passkey")
        await self.page.get_by_text(name).wait_for()

    async def use_recovery_code(self, code: str) -> None:
        await self.page.get_by_text("Use a recovery code").click()
        await self.page.get_by_label("Recovery code").fill(code)
        await self.press("Sign in")
        await self.signed_in()

    async def sign_out(self) -> None:
        await self.open()
        await self.press("Sign out")
        await self.page.get_by_role("heading", name="Sign in", exact=True).wait_for()

    async def signed_in(self) -> None:
        """Wait for the account."""
        await self.page.get_by_role("heading", name="Your account", exact=True).wait_for()

    async def fails(self) -> str:
        """Return what the page says about a passkey that failed."""
        told = self.page.locator("form.passkey [role=alert]:not(:empty)").first
        await told.wait_for()
        return await told.text_content() or ""

    async def player_id(self) -> str:
        return await self.page.locator("#name-section code").text_content() or ""


@asynccontextmanager
async def a_device(chromium: Browser, home: str, **settings: Any) -> AsyncIterator[Device]:  # noqa: ANN401
    context = await chromium.new_context(**{"locale": "en-GB", **settings})
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    cdp = await context.new_cdp_session(page)
    await cdp.send("WebAuthn.enable")
    added = await cdp.send("WebAuthn.addVirtualAuthenticator", {"options": _AUTHENTICATOR})
    yield Device(page, cdp, added["authenticatorId"], home)
    await context.close()


async def test_an_account_is_made_left_and_entered_with_a_passkey(chromium: Browser, home: str) -> None:
    async with a_device(chromium, home) as device:
        await device.create("Klotho")
        player_id = await device.player_id()
        await device.sign_out()
        await device.open("/account?next=/docs/access")

        await device.press("Sign in with a passkey")
        await device.page.wait_for_url(f"{home}/docs/access")

        await device.open()
        assert await device.player_id() == player_id
        assert await device.page.get_by_role("textbox", name="Name").input_value() == "Klotho"


async def test_recovery_codes_open_the_account_for_a_new_passkey_and_the_lost_one_is_removed(
    chromium: Browser, sqlite_url: str
) -> None:
    """With codes of a week ago: younger ones would not end a passkey that is older than they are."""
    async with (
        serving(sqlite_url) as (_, url),
        a_device(chromium, home := url.replace("127.0.0.1", "localhost")) as lost,
        a_device(chromium, home) as new,
    ):
        await lost.create("Lachesis")
        player_id = await lost.player_id()
        await lost.press("Make ten codes")
        await lost.page.locator(".codes").wait_for()
        codes = await lost.page.locator(".codes code").all_text_contents()
        await lost.sign_out()

        await new.open()
        await new.use_recovery_code(codes[7])
        await new.press("Remove Chrome, Linux")
        await new.page.get_by_text("Sign in with something older").wait_for()
        await execute(sqlite_url, "UPDATE recoveries SET created_at = '2026-01-01T00:00:00.000000Z'")
        await new.page.get_by_role("link", name="Confirm again who you are").click()
        await new.use_recovery_code(codes[6])
        await new.add_passkey("New phone")
        await new.press("Remove Chrome, Linux")
        await new.page.get_by_text("Chrome, Linux").nth(1).wait_for(state="detached")

        assert await new.player_id() == player_id
        assert "Codes left: 8" in await new.page.inner_text("#recovery")
        await new.press("Remove New phone")
        await new.page.get_by_text("your only way to sign in").wait_for()
        await lost.press("Sign in with a passkey")
        assert "may have been removed" in await lost.fails()


async def test_a_guest_becomes_an_account_and_stays_the_same_player(chromium: Browser, home: str) -> None:
    async with a_device(chromium, home) as device, httpx.AsyncClient(base_url=home, verify=False) as http:
        guest = (await http.post("/v1/players", json={"name": "Atropos"})).json()
        await device.open()
        await device.page.get_by_text("Use the key of your player").click()
        await device.page.get_by_label("Key", exact=True).fill(guest["token"])
        await device.press("Sign in")
        await device.signed_in()
        await device.add_passkey("Laptop")
        await device.sign_out()

        await device.press("Sign in with a passkey")
        await device.signed_in()

        assert await device.player_id() == guest["player_id"]


async def test_the_web_client_opens_the_account_of_its_player_and_no_url_has_the_token(
    chromium: Browser, home: str
) -> None:
    async with a_device(chromium, home) as device, httpx.AsyncClient(base_url=home, verify=False) as http:
        guest = (await http.post("/v1/players", json={"name": "Atropos"})).json()
        kept, urls = json.dumps(json.dumps(guest["token"])), list[str]()
        await device.page.add_init_script(f"localStorage.setItem('moirai token', {kept})")
        device.page.on("request", lambda request: urls.append(request.url))
        await device.open("/")

        await device.page.locator("details.account > summary").click()
        await device.press("Passkeys, recovery codes, programs")
        await device.signed_in()

        assert await device.player_id() == guest["player_id"]
        assert device.page.url == f"{home}/account"
        assert not any(guest["token"].partition(".")[2] in url for url in urls)


async def test_who_signs_in_with_a_passkey_plays_in_that_browser(chromium: Browser, home: str) -> None:
    """Who played there before as somebody else is asked first."""
    async with a_device(chromium, home) as device, httpx.AsyncClient(base_url=home, verify=False) as http:
        guest = (await http.post("/v1/players", json={"name": "Atropos"})).json()
        asked = list[str]()

        async def dismiss(dialog: Dialog) -> None:
            asked.append(dialog.message)
            await dialog.dismiss()

        await device.open("/")
        await device.page.get_by_role("button", name="I have played here").click()
        await device.page.get_by_text("I have an account").click()
        await device.page.get_by_role("link", name="Sign in with a passkey or otherwise").click()
        await device.page.get_by_role("textbox", name="Name").fill("Klotho")
        await device.press("Create account with a passkey")
        await device.signed_in()
        player_id = await device.player_id()

        await device.press("Play in this browser")
        await device.page.locator("details.account", has_text="Klotho").wait_for()
        token = await device.page.evaluate(TOKEN)
        headers = {"Authorization": f"Bearer {token}"}
        me = (await http.get("/v1/me", headers=headers)).json()
        account = (await http.get("/v1/me/tokens", headers=headers)).json()

        assert (me["player_id"], account["code"]) == (player_id, "insufficient_scope")
        await device.page.evaluate(f"localStorage.setItem('moirai token', {json.dumps(json.dumps(guest['token']))})")
        device.page.once("dialog", dismiss)
        await device.open()
        async with device.page.expect_event("dialog"):  # The page is there before its script asks.
            await device.press("Play in this browser")
        await device.page.get_by_role("heading", name="Playing in this browser").wait_for()

        assert "as somebody else" in asked[0]
        assert await device.page.evaluate(TOKEN) == guest["token"]


async def test_a_passkey_is_added_after_a_while_when_who_is_signed_in_has_shown_it_once_more(
    chromium: Browser, sqlite_url: str
) -> None:
    async with (
        serving(sqlite_url) as (_, url),
        a_device(chromium, url.replace("127.0.0.1", "localhost")) as device,
    ):
        await device.create("Klotho")
        player_id = await device.player_id()
        await execute(sqlite_url, "UPDATE sessions SET created_at = '2026-01-01T00:00:00.000000Z'")
        await device.page.get_by_label("What is it on?").fill("Laptop")
        await device.press("Add a passkey")

        await device.page.get_by_role("heading", name="Confirm again who you are").wait_for()
        await device.press("Sign in with a passkey")
        await device.signed_in()
        await device.press("Sign out everywhere and remove newer ways to sign in")
        await device.page.get_by_role("heading", name="You are signed out everywhere else").wait_for()
        await device.open()

        assert await device.player_id() == player_id


async def test_a_copied_passkey_is_noticed_and_stops_working(chromium: Browser, home: str) -> None:
    """The count of signatures of the one falls behind that of the other (WebAuthn, section 6.1.1)."""
    async with a_device(chromium, home) as own, a_device(chromium, home) as thief:
        await own.create("Klotho")
        await own.press("Make ten codes")
        code = await own.page.locator(".codes code").first.text_content()
        await thief.keep((await own.credentials())[0])
        await own.sign_out()
        await own.press("Sign in with a passkey")
        await own.signed_in()
        await own.sign_out()

        await thief.open()
        await thief.press("Sign in with a passkey")
        assert "copies of this passkey" in await thief.fails()

        await own.press("Sign in with a passkey")
        assert "copies of this passkey" in await own.fails()
        await own.use_recovery_code(code or "")
        assert "There are copies of it" in await own.page.inner_text("#passkeys")


async def test_a_passkey_needs_the_person(chromium: Browser, home: str) -> None:
    async with a_device(chromium, home) as device:
        await device.create("Klotho")
        await device.sign_out()
        await device.cdp.send(
            "WebAuthn.setUserVerified", {"authenticatorId": device.authenticator, "isUserVerified": False}
        )

        await device.press("Sign in with a passkey")

        assert "the browser has cancelled" in await device.fails()


async def test_by_an_ip_address_the_page_leads_to_localhost(chromium: Browser, home: str) -> None:
    async with a_device(chromium, home.replace("localhost", "127.0.0.1")) as device:
        await device.open()
        await device.page.get_by_role("link", name="Open this page at localhost.").first.click()

        await device.page.get_by_role("button", name="Sign in with a passkey").wait_for()
        assert device.page.url == f"{home}/account"


async def test_everything_is_done_by_keyboard_alone(chromium: Browser, home: str) -> None:
    async with a_device(chromium, home) as device:
        await device.open()
        await device.page.keyboard.press("Tab")
        assert await device.page.evaluate("document.activeElement.textContent") == "To the content"
        for _ in range(20):
            await device.page.keyboard.press("Tab")
            if await device.page.evaluate("document.activeElement.id") == "new_name":
                break
        await device.page.keyboard.type("Klotho")
        await device.page.keyboard.press("Enter")

        await device.signed_in()


async def test_axe_finds_nothing_wrong_and_everything_fits_in_both_languages(chromium: Browser, home: str) -> None:
    async with a_device(chromium, home, locale="de-DE") as device:
        await device.open()
        for summary in await device.page.locator("summary").all():
            await summary.click()
        await require_fit(device.page, "account-sign-in-de")
        await device.page.get_by_role("textbox", name="Name").fill("Klotho, die den Faden spinnt, und spinnt")
        await device.press("Konto mit einem Passkey anlegen")
        await device.page.get_by_role("heading", name="Dein Konto").wait_for()
        await device.page.locator("summary").click()
        await device.page.get_by_label("Wofür ist er?").fill("Ein Bot, der in jeder Runde für mich zieht")
        await device.page.get_by_label("Spielen").check()
        await device.press("Einen Schlüssel machen")
        await device.page.get_by_text("moirai_").wait_for()
        await require_fit(device.page, "account-token-de")
        await device.open()
        await device.page.locator("summary").click()
        await require_fit(device.page, "account-de")
        await device.press("Zehn Codes machen")
        await device.page.locator(".codes").wait_for()
        await require_fit(device.page, "account-codes-de")
        await device.open("/account/again")
        await require_fit(device.page, "account-again-de")
        await device.open()
        await device.press("Überall abmelden und neuere Wege entfernen")
        await device.page.get_by_role("heading", name="Du bist überall sonst abgemeldet").wait_for()
        await require_fit(device.page, "account-ended-de")

        assert await device.page.evaluate("document.documentElement.lang") == "de"


async def test_a_provider_signs_in_creates_and_is_added_and_removed(chromium: Browser, sqlite_url: str) -> None:
    async with provider() as delphi, serving(sqlite_url, openid_providers=delphi.setting) as (_, url):
        home = url.replace("127.0.0.1", "localhost")
        await delphi.serve(home)
        async with a_device(chromium, home) as device, a_device(chromium, home) as other:
            await device.open("/account?next=/docs/access")
            await device.press(f"Sign in with {NAME}")
            await _be_known_there(device.page, "pythia")
            await device.page.get_by_role("textbox", name="Name").fill("Pythia")
            await device.press("Create account")
            await device.page.wait_for_url(f"{home}/docs/access")
            await device.open()
            player_id = await device.player_id()
            await device.sign_out()

            await device.press(f"Sign in with {NAME}")
            await device.signed_in()
            assert await device.player_id() == player_id

            await device.press(f"Remove {NAME}")
            await device.page.get_by_text("your only way to sign in").wait_for()

            await other.create("Klotho")
            await other.press(f"Add {NAME}")
            await _be_known_there(other.page, "pythia")
            await other.page.get_by_text("Another player of this server uses this account to sign in.").wait_for()

            await device.open()
            await device.add_passkey("Tripod")
            # The session was opened with what is removed, so it ends.
            await device.press(f"Remove {NAME}")
            await device.page.get_by_role("heading", name="Sign in", exact=True).wait_for()
            await device.press("Sign in with a passkey")
            await device.signed_in()
            assert await device.player_id() == player_id
            await device.page.get_by_role("button", name=f"Add {NAME}").wait_for()


async def _be_known_there(page: Page, login: str) -> None:
    """Sign in at the provider, and agree that the server learns who it is."""
    await page.locator("input[name=login]").fill(login)
    await page.locator("input[name=password]").fill("anything")
    await page.locator("button[type=submit]").click()
    await page.get_by_role("button", name="Continue").click()
