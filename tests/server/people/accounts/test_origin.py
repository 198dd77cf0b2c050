"""The address under which browsers reach the server, which cookies, passkeys and redirects depend on."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from starlette.requests import Request

from server.access.errors import RefusedError
from server.people.accounts.next_path import local_path
from server.people.accounts.origin import Origins
from server.runtime.settings import Settings


def _request(host: str | None, scheme: str = "http") -> Request:
    headers = [] if host is None else [(b"host", host.encode())]
    return Request({"type": "http", "scheme": scheme, "headers": headers, "path": "/"})


@pytest.mark.parametrize(
    ("host", "origin", "rp_id"),
    [
        ("localhost:8000", "http://localhost:8000", "localhost"),
        ("LOCALHOST", "http://localhost", "localhost"),
        ("localhost:80", "http://localhost", "localhost"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", None),
        ("[::1]:8000", "http://[::1]:8000", None),
    ],
)
def test_without_a_setting_it_is_the_loopback_name_of_the_request(host: str, origin: str, rp_id: str | None) -> None:
    found = Origins(None, "").of(_request(host))

    assert (found.text, found.rp_id, found.secure) == (origin, rp_id, False)


@pytest.mark.parametrize(
    "host",
    [None, "", "games.example", "localhost.attacker.example", "192.0.2.1:8000", "[::1", "localhost:x", "@localhost@a"],
)
def test_without_a_setting_no_other_name_is_trusted(host: str | None) -> None:
    """A name of an attacker can lead to this machine (DNS rebinding)."""
    with pytest.raises(RefusedError) as refused:
        Origins(None, "").of(_request(host))

    assert refused.value.code.name == "no_public_url"


def test_with_the_setting_it_is_that_whatever_a_request_says() -> None:
    found = Origins("https://games.example", "").of(_request("attacker.example"))

    assert (found.text, found.rp_id, found.secure) == ("https://games.example", "games.example", True)


@pytest.mark.parametrize("url", ["https://games.example", "https://games.example:8443", "http://localhost:8000"])
def test_the_setting_takes_origins(url: str) -> None:
    assert Origins(Settings(public_url=url).public_url, "").of(_request(None)).text == url


@pytest.mark.parametrize(
    "url",
    ["http://games.example", "https://games.example/", "https://a@b", "games.example", "https://Games.example", ""],
)
def test_the_setting_takes_nothing_else(url: str) -> None:
    """Browsers offer passkeys by https only, except on loopback names."""
    with pytest.raises(ValidationError):
        Settings(public_url=url)


@pytest.mark.parametrize(
    ("url", "base_path", "name"),
    [
        ("https://games.example", "", "__Host-session"),
        ("https://games.example", "/moirai", "__Secure-session"),
        ("http://localhost", "/moirai", "session"),
    ],
)
def test_cookies_and_links_belong_to_the_path_of_the_server(url: str, base_path: str, name: str) -> None:
    """Browsers refuse `__Host-` with another path than `/` (RFC 6265bis, section 4.1.3.2)."""
    origin = Origins(url, base_path).of(_request(None))

    assert origin.address == url + base_path
    assert origin.cookie_path == f"{base_path}/"
    assert origin.cookie_name("session") == name


@pytest.mark.parametrize("path", ["/", "/account", "/match/0?seat=a&b=%2F#top", "/oauth/authorize?redirect_uri=a://b"])
def test_a_page_goes_on_to_a_path_of_this_server(path: str) -> None:
    assert local_path(path) == path


@pytest.mark.parametrize(
    "path",
    [
        None,
        "",
        "account",
        "//attacker.example",
        "/\\attacker.example",
        "/\t/attacker.example",
        "/\n/attacker.example",
        "/a\\b",
        "https://attacker.example",
        "javascript:alert(1)",
        " /account",
        "/ü",
        "/" + "a" * 4000,
    ],
)
def test_no_page_goes_on_to_anywhere_else(path: str | None) -> None:
    """An open redirect would lend our name to a page of an attacker."""
    assert local_path(path) == "/account"
