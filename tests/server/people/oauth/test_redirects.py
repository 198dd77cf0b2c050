"""Redirect URIs: where answers may go (RFC 8252, section 7; RFC 9700, section 4.1)."""

from __future__ import annotations

from typing import Final

from server.people.oauth.clients import LONGEST_REDIRECT, redirect_of

REFUSED: Final = (
    "http://app.example/callback",
    "https://app.example/callback#fragment",
    "https://good.example@evil.example/",
    "https://good.example\\@evil.example/",
    "https://evil.example\\.good.example/",
    "https://",
    "https:///callback",
    "https://[::1/",
    "https://app.example:99999/",
    "https://app.example:/",
    "https://äpp.example/",
    "https://app.example/a b",
    "https://app.example/\n",
    "//app.example/callback",
    "/account",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,hello",
    "myapp:/callback",
    "http://127.0.0.1.evil.example/",
    "http://localhost.evil.example/",
    "http://10.0.0.1/",
    f"https://app.example/{'a' * LONGEST_REDIRECT}",
)


def test_answers_never_go_where_nobody_can_be_sure_who_reads_them() -> None:
    assert [uri for uri in REFUSED if redirect_of(uri) is not None] == []
