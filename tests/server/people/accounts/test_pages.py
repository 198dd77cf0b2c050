"""The pages of accounts, as attackers call them: forms from elsewhere, planted cookies, open redirects, frames."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import httpx
import pytest

from server.access import codes
from server.access.errors import UnavailableError
from server.access.scopes import SCOPES
from server.api.account.routes import POSTS
from server.api.account.texts import TEXTS
from server.people.accounts.recovery import WRONG_CODES
from server.people.identity.bearers import Bearers
from tests.databases import execute
from tests.server.world import World, running_world

pytestmark = pytest.mark.one_server

SCRIPTS: Final = {
    "/new",
    "/new/options",
    "/passkeys",
    "/passkeys/options",
    "/sign-in/passkey",
    "/sign-in/passkey/options",
}
"""What our script calls, with JSON; everything else is a form."""


class Visitor:
    """A browser without scripts, on the machine of the server."""

    def __init__(self, http: httpx.AsyncClient, home: str) -> None:
        self.http = http
        self.home = home

    async def form_token(self) -> str:
        found = re.search(r'name="form_token" value="(\w+)"', (await self.http.get("/account")).text)
        assert found is not None
        return found[1]

    async def send(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> httpx.Response:
        """Send a form of the page, with other headers if given."""
        told = {"Origin": self.home, **headers}
        data = {"form_token": await self.form_token(), **(fields or {})}
        return await self.http.post(f"/account{path}", data=data, headers={k: v for k, v in told.items() if v})

    async def sign_in(self, token: str, **fields: str) -> httpx.Response:
        return await self.send("/sign-in/token", {"token": token, **fields})

    async def player_id(self) -> str | None:
        """Return who is signed in."""
        found = re.search(r"<code>([0-9a-z]{26})</code>", (await self.http.get("/account")).text)
        return found[1] if found else None


@asynccontextmanager
async def visitor(world: World) -> AsyncIterator[Visitor]:
    home = world.url.replace("127.0.0.1", "localhost")
    async with httpx.AsyncClient(base_url=home, verify=False) as http:
        yield Visitor(http, home)


async def test_no_page_can_be_framed_kept_or_made_to_run_scripts_of_others(world: World) -> None:
    """Clickjacking: a page of an attacker would show ours, and lead the hand of whoever is signed in."""
    player = await world.player()
    async with visitor(world) as browser:
        pages = [await browser.http.get("/account"), await browser.send("/name", {"name": "x"})]
        await browser.sign_in(player.token)
        pages += [
            await browser.http.get("/account"),
            await browser.send("/recovery-codes"),
            await browser.http.get("/account/providers/none/callback"),
            await browser.send("/name", {"name": "Lachesis"}),
        ]

    for page in pages:
        policy = page.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["X-Frame-Options"] == "DENY"
        assert page.headers["Cache-Control"] == "no-store"
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert "<style" not in page.text
        assert not re.search(r"<script(?! type=\"module\" src=\"/account/account.js\"></script>)", page.text)
        assert not re.search(r"\son\w+=", page.text)


@pytest.mark.sampled(least=5)
@pytest.mark.parametrize("path", POSTS)
async def test_nothing_is_taken_that_no_page_of_ours_has_sent(world: World, path: str) -> None:
    """Also signing in: otherwise a page of an attacker could sign others in as the attacker (login CSRF)."""
    player = await world.player()
    fields = {"token": player.token, "name": "Eris", "code": "x"}
    path = path.replace("{name}", "Delphi")
    async with visitor(world) as browser, visitor(world) as attacker:
        await browser.sign_in(player.token)
        own, others = await browser.form_token(), await attacker.form_token()
        for origin, token in (
            ("https://attacker.example", own),
            ("http://localhost:1", own),
            (browser.home.replace("http:", "https:"), own),
            ("null", own),
            (None, own),
            (browser.home, others),
            (browser.home, ""),
            (browser.home, "é"),
        ):
            headers = {"Origin": origin} if origin else {}
            if path in SCRIPTS:
                headers |= {"X-Form-Token": token.encode("latin-1")}  # type: ignore[dict-item]
                reply = await browser.http.post(f"/account{path}", json=fields, headers=headers)
            else:
                reply = await browser.http.post(
                    f"/account{path}", data={"form_token": token, **fields}, headers=headers
                )

            assert reply.status_code == 403, (origin, reply.text)
            assert "set-cookie" not in reply.headers

        assert await browser.player_id() == player.player_id
        assert (await player.get("/v1/me"))["name"] == "Clotho"


async def test_a_token_in_a_header_signs_in_only_from_a_page_of_ours(world: World) -> None:
    player = await world.player()
    headers = {"Authorization": f"Bearer {player.token}"}
    async with visitor(world) as browser:
        for origin in ("https://attacker.example", "null"):
            reply = await browser.http.post("/account/sign-in/token", headers={**headers, "Origin": origin})
            assert (reply.status_code, reply.json()["code"]) == (403, "foreign_form")
        assert await browser.player_id() is None

        reply = await browser.http.post("/account/sign-in/token", headers={**headers, "Origin": browser.home})

        assert reply.status_code == 303
        assert await browser.player_id() == player.player_id


async def test_a_form_is_good_for_the_session_that_it_was_shown_in(world: World) -> None:
    player, other = await world.player(), await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        old = await browser.form_token()
        await browser.sign_in(other.token)

        reply = await browser.send("/name", {"name": "Eris", "form_token": old})

        assert reply.status_code == 403
        assert (await other.get("/v1/me"))["name"] == "Clotho"


async def test_a_planted_cookie_is_worth_nothing_after_signing_in(world: World) -> None:
    """Session fixation: who planted it would be signed in, too."""
    player, attacker = await world.player(), await world.player("Eris")
    async with visitor(world) as thief, visitor(world) as victim:
        await thief.sign_in(attacker.token)
        planted = dict(thief.http.cookies)
        victim.http.cookies = httpx.Cookies(thief.http.cookies)
        assert await victim.player_id() == attacker.player_id

        await victim.sign_in(player.token)

        now = dict(victim.http.cookies)
        assert not planted.items() & now.items()
        assert await victim.player_id() == player.player_id
        assert await thief.player_id() is None


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/docs/access?x=1", "/docs/access?x=1"),
        ("https://attacker.example", "/account"),
        ("//attacker.example", "/account"),
        ("/\\attacker.example", "/account"),
        ("/account\r\nSet-Cookie: a=b", "/account"),
    ],
)
async def test_signing_in_leads_to_no_other_site(world: World, wanted: str, reached: str) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        shown = (await browser.http.get("/account", params={"next": wanted})).text
        reply = await browser.sign_in(player.token, next=wanted)
        again = await browser.http.get("/account", params={"next": wanted})

    assert "attacker" not in shown
    assert reply.headers["Location"] == reached
    assert again.headers.get("Location", "/account") == reached


@pytest.mark.parametrize("token", ["", "x", "\0", "é", "moirai_x.y", "0" * 26 + ".x"])
async def test_a_wrong_token_signs_nobody_in(world: World, token: str) -> None:
    async with visitor(world) as browser:
        reply = await browser.sign_in(token)

        assert reply.status_code == 403
        assert "This key does not work" in reply.text
        assert await browser.player_id() is None


async def test_a_token_that_cannot_be_looked_up_is_not_called_wrong(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails after the session was looked up."""

    async def fail(*_: object) -> None:
        raise UnavailableError(codes.DATABASE_UNAVAILABLE, "The database does not respond.")

    async with visitor(world) as browser:
        monkeypatch.setattr(Bearers, "by_token", fail)
        reply = await browser.sign_in("0" * 26 + ".x")

        assert reply.status_code == 503
        assert "does not work" not in reply.text


async def test_a_token_needs_every_scope_to_sign_in(world: World) -> None:
    """Otherwise whoever has a lesser one could make a greater one on the page."""
    player = await world.player()
    scopes = [scope for scope in SCOPES if scope != "play"]
    limited = await player.post("/v1/me/tokens", {"name": "Bot", "scopes": scopes}, expect=201)
    async with visitor(world) as browser:
        headers = {"Authorization": f"Bearer {limited['token']}", "Origin": browser.home}
        replies = [
            await browser.sign_in(limited["token"]),
            await browser.http.post("/account/sign-in/token", headers=headers),
        ]

        assert [reply.status_code for reply in replies] == [403, 403]
        assert replies[1].json()["code"] == "wrong_token"
        assert await browser.player_id() is None


@pytest.mark.parametrize("ending", ["withdrawn", "renewed", "expired"])
async def test_a_session_lasts_no_longer_than_the_token_that_opened_it(world: World, ending: str) -> None:
    """Whoever withdraws a stolen token has then locked the thief out of the page, too."""
    player = await world.player()
    body = {"name": "Stolen", "scopes": list(SCOPES), "expires_in_seconds": 3600}
    stolen = await player.post("/v1/me/tokens", body, expect=201)
    async with visitor(world) as thief:
        await thief.sign_in(stolen["token"])
        assert await thief.player_id() == player.player_id

        if ending == "withdrawn":
            await player.delete(f"/v1/me/tokens/{stolen['token_id']}", expect=204)
        elif ending == "renewed":
            world.clock.advance(1)
            await player.post(f"/v1/me/tokens/{stolen['token_id']}/renewal", {})
        else:
            world.clock.advance(3600)

        assert await thief.player_id() is None


async def test_a_suspended_player_is_signed_out(world: World, sqlite_url: str) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)

        statement = "UPDATE players SET suspended_at = '2040-01-01T00:00:00.000000Z' WHERE id = :id"
        await execute(sqlite_url, statement, id=player.player_id)

        assert await browser.player_id() is None


async def test_tokens_are_made_shown_and_withdrawn(world: World) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)

        made = await browser.send("/tokens", {"name": "Bot", "scope": "play", "days": "30"})

        found = re.search(r"<code>(moirai_\S+)</code>", made.text)
        assert found is not None
        bot = world.connect(player.player_id, found[1])
        token = (await bot.get("/v1/me"))["token"]
        assert (token["name"], token["scopes"]) == ("Bot", ["play"])
        assert "Bot" in (await browser.http.get("/account")).text
        assert found[1] not in (await browser.http.get("/account")).text
        for wrong in (
            {"scope": "play"},
            {"days": "30"},
            {"days": "30", "scope": "all"},
            {"days": "31", "scope": "play"},
        ):
            assert (await browser.send("/tokens", {"name": "Bot", **wrong})).status_code == 422

        await browser.send("/tokens/withdraw", {"token_id": token["token_id"]})

        await bot.get("/v1/me", expect=401)
        await player.get("/v1/me")


async def test_all_tokens_are_withdrawn_at_once(world: World) -> None:
    """The session that a token has opened ends with it; one of a recovery code goes on."""
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        codes_shown = (await browser.send("/recovery-codes")).text
        code = re.findall(r"<code>([0-9a-z-]{23})</code>", codes_shown)[0]
        await browser.send("/sign-in/recovery-code", {"code": code})

        await browser.send("/tokens/withdraw")

        await player.get("/v1/me", expect=401)
        assert await browser.player_id() == player.player_id


async def test_guessing_recovery_codes_ends_in_a_pause_that_says_how_long(world: World) -> None:
    async with visitor(world) as browser:
        for _ in range(WRONG_CODES):
            assert (await browser.send("/sign-in/recovery-code", {"code": "abcde-1"})).status_code in (403, 429)

        reply = await browser.send("/sign-in/recovery-code", {"code": "abcde-1"})

    assert (reply.status_code, int(reply.headers["Retry-After"]) > 0) == (429, True)
    assert "Wait before you try another one" in reply.text


async def test_what_is_wrong_is_said_in_the_language_of_the_reader(world: World) -> None:
    async with visitor(world) as browser:
        reply = await browser.send("/sign-in/recovery-code", {"code": "zzzzz"}, **{"Accept-Language": "de"})
        said = await browser.http.post(
            "/account/new/options",
            json={"name": " "},
            headers={
                "Origin": browser.home,
                "X-Form-Token": await browser.form_token(),
                "Accept-Language": "de-AT, en;q=0.5",
            },
        )

    assert reply.headers["Content-Language"] == "de"
    assert "Das ging nicht" in reply.text
    assert (said.status_code, said.json()["detail"]) == (422, TEXTS["de"]["error.bad_name"])


async def test_what_people_wrote_is_text_and_never_markup(world: World) -> None:
    player = await world.player("<b>\"'&")
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        shown = (await browser.http.get("/account")).text

    assert "<b>" not in shown
    assert "&lt;b&gt;&#34;&#39;&amp;" in shown


async def test_a_signed_out_browser_changes_nothing(world: World) -> None:
    async with visitor(world) as browser:
        for path in ("/name", "/recovery-codes", "/passkeys/remove", "/provider-accounts/remove", "/sessions/end"):
            reply = await browser.send(path, {"name": "Eris"})

            assert reply.status_code == 403
            assert "not signed in" in reply.text


async def test_signing_out_ends_the_session_for_whoever_has_its_cookie(world: World) -> None:
    player = await world.player()
    async with visitor(world) as browser, visitor(world) as copy:
        await browser.sign_in(player.token)
        copy.http.cookies = httpx.Cookies(browser.http.cookies)

        await browser.send("/sign-out")

        assert await browser.player_id() is None
        assert await copy.player_id() is None


async def test_all_other_browsers_are_signed_out_at_once(world: World) -> None:
    player = await world.player()
    async with visitor(world) as here, visitor(world) as there:
        await here.sign_in(player.token)
        await there.sign_in(player.token)

        await here.send("/sessions/end")

        assert await here.player_id() == player.player_id
        assert await there.player_id() is None


async def test_a_name_is_changed_as_a_new_one_is_checked(world: World) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        for wrong in ("", " ", "a\u200bb", "x" * 41):
            reply = await browser.send("/name", {"name": wrong})
            assert reply.status_code == 422
            assert "1 to 40 visible characters" in reply.text

        await browser.send("/name", {"name": "Lachesis"})

        assert 'value="Lachesis"' in (await browser.http.get("/account")).text


@pytest.mark.parametrize("host", ["games.example", "localhost.attacker.example", "192.0.2.1"])
async def test_without_a_public_address_no_other_name_shows_the_page(world: World, host: str) -> None:
    """An attacker's name that leads to this machine would be a page of the attacker (DNS rebinding)."""
    async with visitor(world) as browser:
        reply = await browser.http.get("/account", headers={"Host": host})

    assert reply.status_code == 421
    assert "MOIRAI_PUBLIC_URL" in reply.text


async def test_by_https_cookies_are_for_this_host_alone(sqlite_url: str) -> None:
    async with running_world(sqlite_url, public_url="https://games.example") as running:
        player = await running.player()
        async with httpx.AsyncClient(base_url=running.url, verify=False) as http:
            shown = await http.get("/account")
            cookies = shown.headers.get_list("set-cookie")
            given = {cookie.partition("=")[0]: cookie.partition("=")[2].partition(";")[0] for cookie in cookies}
            found = re.search(r'name="form_token" value="(\w+)"', shown.text)
            assert found is not None
            reply = await http.post(
                "/account/sign-in/token",
                data={"form_token": found[1], "token": player.token},
                headers={
                    "Origin": "https://games.example",
                    "Cookie": "; ".join(f"{name}={value}" for name, value in given.items()),
                },
            )
            foreign = await http.post(
                "/account/sign-in/token",
                headers={"Origin": running.url, "Authorization": f"Bearer {player.token}"},
            )

    assert reply.status_code == 303
    assert foreign.status_code == 403
    for cookie in (*cookies, *reply.headers.get_list("set-cookie")):
        assert re.fullmatch(r"__Host-moirai_\w+=\S+; HttpOnly; (Max-Age=\d+; )?Path=/; SameSite=lax; Secure", cookie)


def test_every_text_is_there_in_every_language_with_the_same_gaps() -> None:
    gaps = {
        language: {key: sorted(re.findall(r"\{(\w+)\}", text)) for key, text in texts.items()}
        for language, texts in TEXTS.items()
    }

    assert gaps["en"] == gaps["de"]
    assert {f"error.{code.name}" for code in codes.AREAS["Accounts"]} <= gaps["en"].keys()
