"""The consent page: what it shows, where it leads, and who cannot make it lead elsewhere."""

from __future__ import annotations

import re
from html import unescape
from typing import Final
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import pytest

from server.people.oauth.clients import LONGEST_CLIENT_ID
from tests.server.people.oauth.browser import Browser, Program, main_of, signed_in, told, with_program
from tests.server.world import World

pytestmark = pytest.mark.one_server


SHOWN: Final = (
    ("https://app.example/callback", "https://app.example"),
    ("https://app.example:8443/", "https://app.example:8443"),
    ("http://127.0.0.1:49152/callback", "a program on this computer"),
    ("http://[::1]:49152/callback", "a program on this computer"),
    ("http://localhost/", "a program on this computer"),
    ("com.example.app:/oauth2redirect", "com.example.app"),
    ("com.example.app://callback", "com.example.app"),
)


async def test_it_says_who_asks_for_what_and_where_the_answer_goes(world: World) -> None:
    _, browser = await signed_in(world, "Atropos")
    for redirect_uri, shown in SHOWN:
        page = await browser.ask(Program(world, redirect_uri=redirect_uri).request(scope="talk play"))

        text = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", main_of(page))))
        assert page.status_code == 200, redirect_uri
        for said in ("“my bot”", shown, "Atropos", "make moves", "messages"):
            assert said in text
        assert "tournaments and seasons and decide" not in text


async def test_it_speaks_german(world: World) -> None:
    _, browser = await signed_in(world)

    page = await browser.open("/oauth/device", **{"Accept-Language": "de-AT"})

    assert page.headers["content-language"] == "de"
    assert 'lang="de"' in page.text
    assert "Gib den Code ein" in page.text


async def test_where_an_answer_cannot_go_nothing_leads(world: World) -> None:
    _, browser = await signed_in(world)

    page = await browser.ask(Program(world, redirect_uri="javascript:alert(1)").request())

    assert page.status_code == 400
    assert "location" not in page.headers
    assert "<a" not in main_of(page)
    assert "redirect_uri" in page.text


async def test_a_client_has_a_name_that_can_be_shown(world: World) -> None:
    _, browser = await signed_in(world)

    for client_id in ("", "é", " bot", "bot\n", "a" * (LONGEST_CLIENT_ID + 1), None):
        page = await browser.ask(Program(world).request(client_id=client_id))
        assert (page.status_code, "invalid_client" in page.text) == (400, True), client_id


MISTAKES: Final[tuple[tuple[dict[str, str | None], str], ...]] = (
    ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "plain"}, "invalid_request"),
    ({"code_challenge": None}, "invalid_request"),
    ({"code_challenge": "short"}, "invalid_request"),
    ({"response_type": "token"}, "unsupported_response_type"),
    ({"response_type": 'é"'}, "unsupported_response_type"),
    ({"response_type": None}, "unsupported_response_type"),
    ({"scope": None}, "invalid_scope"),
    ({"scope": "play fly"}, "invalid_scope"),
    ({"scope": "account"}, "invalid_scope"),
    ({"scope": "administer"}, "invalid_scope"),
)


async def test_a_mistake_is_told_to_the_client_only_if_the_player_follows_a_link(world: World) -> None:
    """Redirect URIs are not registered, so an error by itself would be an open redirect (RFC 9700, section 4.11.2)."""
    _, browser = await signed_in(world)
    for changed, error in MISTAKES:
        page = await browser.ask(Program(world, redirect_uri="https://app.example/cb").request(**changed))

        assert (page.status_code, "location" in page.headers) == (400, False), changed
        (link,) = re.findall(r'<a href="([^"]*)"', main_of(page))
        where = urlsplit(unescape(link))
        answered = {name: values[0] for name, values in parse_qs(where.query).items()}
        assert (where.scheme, where.netloc, where.path) == ("https", "app.example", "/cb")
        assert (answered["error"], answered["state"], answered["iss"]) == (error, "kept", world.url), changed


async def test_no_parameter_comes_twice(world: World) -> None:
    _, browser = await signed_in(world)
    query = "&".join(f"{key}={value}" for key, value in Program(world).request(scope="play").items())

    for name in ("response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge"):
        page = await browser.open(f"/oauth/authorize?{query}&{name}=other")
        assert (page.status_code, "location" in page.headers) == (400, False), name


async def test_parameters_that_nobody_knows_are_ignored(world: World) -> None:
    """RFC 6749, section 3.1."""
    _, browser = await signed_in(world)

    assert (await browser.ask(Program(world).request(prompt="none", nonce="1"))).status_code == 200


async def test_what_a_client_says_is_text(world: World) -> None:
    _, browser = await signed_in(world)

    page = await browser.ask(Program(world, '<script>alert("1")</script>').request(state="<b>"))

    assert "<script" not in main_of(page)
    assert "<b>" not in main_of(page)
    assert "&lt;script&gt;" in main_of(page)


async def test_who_is_not_signed_in_signs_in_first_and_comes_back(world: World) -> None:
    browser = Browser(world)
    request = Program(world).request(state="a b&c=d")

    led = await browser.ask(request)

    assert led.status_code == 303
    path, _, query = led.headers["location"].partition("?next=")
    assert path == "/account"
    back = urlsplit(unquote(query))
    assert back.path == "/oauth/authorize"
    assert {name: values[0] for name, values in parse_qs(back.query).items()} == request


async def test_a_request_is_not_so_long_that_nobody_could_come_back_to_it(world: World) -> None:
    _, browser = await signed_in(world)

    page = await browser.ask(Program(world).request(state="a" * 4000))

    assert page.status_code == 400


async def test_no_page_can_be_framed_or_kept(world: World) -> None:
    """Clickjacking: RFC 9700, section 4.16."""
    _, browser = await signed_in(world)
    pages = [await browser.ask(Program(world).request()), await browser.open("/oauth/authorize")]
    pages.append(await browser.open("/oauth/device"))

    for page in pages:
        policy = page.headers["content-security-policy"].split("; ")
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert page.headers["x-frame-options"] == "DENY"
        assert page.headers["cache-control"] == "no-store"


async def test_a_form_from_elsewhere_decides_nothing(world: World) -> None:
    _, browser = await signed_in(world)
    page = await browser.ask(Program(world).request())

    wrong = [
        await browser.press(page, answer="allow", origin="https://evil.example"),
        await browser.press(page, answer="allow", origin="null"),
        await browser.press(page, answer="allow", form_token=""),
        await browser.press(page, answer="allow", form_token="0" * 64),
    ]

    assert [reply.status_code for reply in wrong] == [403] * 4
    assert (await browser.press(page, answer="allow")).status_code == 303


async def test_a_form_that_another_player_was_shown_decides_nothing(world: World) -> None:
    """Who signs in as somebody else in between must look again."""
    _, browser = await signed_in(world)
    page = await browser.ask(Program(world).request())
    await browser.sign_in(await world.player("Lachesis"))

    assert (await browser.press(page, answer="allow")).status_code == 403


async def test_what_was_not_allowed_is_denied(world: World) -> None:
    _, browser = await signed_in(world)
    page = await browser.ask(Program(world).request())

    assert told(await browser.press(page))["error"] == "access_denied"
    assert told(await browser.press(page, answer="Allow"))["error"] == "access_denied"


async def test_a_request_is_checked_again_when_it_is_decided(world: World) -> None:
    """The form is sent to the address of its page, which anybody could change."""
    _, browser, program = await with_program(world)
    page = await browser.ask(program.request())
    changed = urlencode(program.request(code_challenge_method="plain"))

    refused = await browser.press(page, answer="allow", action=f"/oauth/authorize?{changed}")

    assert refused.status_code == 400
    assert "location" not in refused.headers
