"""Programs of others in a real browser: from a link to a player who has signed in, and pages that cannot be framed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from tests.server.people.oauth.browser import challenge_of, new_verifier
from tests.waiting import patience
from tests.web.boards import require_fit
from tests.web.test_account import a_device

if TYPE_CHECKING:
    from playwright.async_api import Browser


class Listener:
    """A program on this computer that waits for an answer, and shows a page to whoever opens its address."""

    def __init__(self) -> None:
        self.url = ""
        self.page = "<!doctype html><title>Back</title>You can close this page."
        self._asked: asyncio.Queue[str] = asyncio.Queue()

    async def answer(self) -> dict[str, str]:
        """Return the parameters of the answer."""
        async with patience():
            while "code=" not in (path := await self._asked.get()) and "error=" not in path:
                pass
        return {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self._asked.put_nowait(head.split(" ")[1])
        body = self.page.encode()
        begin = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
        writer.write(f"{begin}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def listening() -> AsyncIterator[Listener]:
    """Listen on a free port, as RFC 8252 says."""
    listener = Listener()
    server = await asyncio.start_server(listener.serve, "127.0.0.1", 0)
    listener.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield listener


def _asking(redirect_uri: str, verifier: str, **changed: str) -> str:
    """Return the address at which a program asks."""
    asked = {
        "response_type": "code",
        "client_id": "Loom",
        "redirect_uri": redirect_uri,
        "scope": "watch play",
        "state": "kept",
        "code_challenge": challenge_of(verifier),
        "code_challenge_method": "S256",
        **changed,
    }
    return f"/oauth/authorize?{urlencode(asked)}"


async def test_somebody_new_makes_an_account_allows_a_program_and_it_plays(chromium: Browser, home: str) -> None:
    verifier = new_verifier()
    async with (
        listening() as program,
        a_device(chromium, home) as device,
        httpx.AsyncClient(base_url=home, verify=False) as http,
    ):
        redirect_uri = f"{program.url}/signed-in"
        await device.open(_asking(redirect_uri, verifier))
        await device.page.get_by_label("Name").fill("Klotho")
        await device.press("Create account with a passkey")
        await device.page.get_by_text("Take and leave seats").wait_for()
        await require_fit(device.page, "oauth-consent")
        await device.press("Allow")
        told = await program.answer()
        await device.page.get_by_text("You can close this page.").wait_for()

        redeemed = {
            "grant_type": "authorization_code",
            "code": told["code"],
            "redirect_uri": redirect_uri,
            "client_id": "Loom",
            "code_verifier": verifier,
        }
        tokens = (await http.post("/oauth/token", data=redeemed)).json()
        me = await http.get("/v1/me", headers={"Authorization": f"Bearer {tokens['access_token']}"})

        assert (told["state"], told["iss"]) == ("kept", home)
        assert me.json()["name"] == "Klotho"

        await device.open(_asking(redirect_uri, verifier))
        await device.press("Deny")
        assert (await program.answer())["error"] == "access_denied"


async def test_a_device_is_allowed_by_its_code(chromium: Browser, home: str) -> None:
    async with (
        a_device(chromium, home, locale="de-DE") as device,
        httpx.AsyncClient(base_url=home, verify=False) as http,
    ):
        asked = {"client_id": "Spindle", "scope": "watch play talk"}
        codes: dict[str, Any] = (await http.post("/oauth/device_authorization", data=asked)).json()
        await device.open("/oauth/device")
        await device.page.get_by_label("Name").fill("Lachesis")
        await device.press("Konto mit einem Passkey anlegen")
        await device.page.get_by_label("Code").fill("BBBB-BBBB")
        await device.press("Weiter")
        await device.page.get_by_text("Kein Programm wartet auf diesen Code.").wait_for()
        await require_fit(device.page, "oauth-device-de")

        await device.page.get_by_label("Code").fill(codes["user_code"].lower())
        await device.press("Weiter")
        await device.page.get_by_text("„Spindle“").wait_for()
        await require_fit(device.page, "oauth-device-asks-de")
        await device.press("Erlauben")
        await device.page.get_by_role("heading", name="Erlaubt").wait_for()

        polled = {
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": codes["device_code"],
            "client_id": "Spindle",
        }
        assert (await http.post("/oauth/token", data=polled)).json()["scope"] == "watch play talk"


async def test_a_consent_page_in_a_frame_shows_nothing(chromium: Browser, home: str) -> None:
    """Clickjacking: another site shows the page invisibly below a button of its own."""
    async with listening() as evil, a_device(chromium, home) as device:
        await device.create("Klotho")
        asked = _asking("https://evil.example/", new_verifier()).replace("&", "&amp;")
        evil.page = f'<!doctype html><title>Win</title><iframe src="{home}{asked}"></iframe>'

        await device.page.goto(evil.url)
        await device.page.wait_for_load_state("networkidle")

        frame = device.page.frames[1]
        assert await frame.locator("form").count() == 0
        assert "Loom" not in await frame.content()
