"""
Forms of our pages, and the proof that a page of ours sent them (CSRF, also of signing in).

Each browser has a secret of its own, the visitor, in a cookie. A form contains a token made of it and of the session;
a call from another site has neither the token nor our `Origin`. Both are checked: either would do in current browsers.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from server.access import codes
from server.access.errors import RefusedError
from server.people.accounts.origin import Origin
from server.people.accounts.sessions import cookie_of
from server.runtime.credentials import hash_of, is_same, new_secret

FORM_TOKEN: Final = "form_token"
"""The name of the field with the token."""

FORM_TOKEN_HEADER: Final = "X-Form-Token"
"""The header with the token, for calls of our scripts."""

_COOKIE: Final = "moirai_visitor"
_SECRET: Final = re.compile(r"[\w-]{43}", re.ASCII)
_MAX_FIELDS: Final = 40


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser, known or new."""

    secret: str = field(repr=False)

    @property
    def hash(self) -> str:
        """What is stored to recognise the browser."""
        return hashlib.sha256(f"visitor {self.secret}".encode()).hexdigest()


def visitor_of(request: HTTPConnection, origin: Origin) -> Visitor:
    """Return the browser that sent a call; a new one, if it has no cookie yet."""
    secret = request.cookies.get(origin.cookie_name(_COOKIE), "")
    return Visitor(secret if _SECRET.fullmatch(secret) else new_secret())


def keep_visitor(response: Response, origin: Origin, visitor: Visitor) -> None:
    """Let the browser keep its secret until it is closed."""
    response.set_cookie(
        origin.cookie_name(_COOKIE),
        visitor.secret,
        path=origin.cookie_path,
        secure=origin.secure,
        httponly=True,
        samesite="lax",
    )


def form_token(request: HTTPConnection, origin: Origin, visitor: Visitor) -> str:
    """Return the token for forms that are shown to this browser in its session."""
    told = f"form {visitor.secret} {cookie_of(request, origin)}"
    return hashlib.sha256(told.encode(errors="surrogatepass")).hexdigest()


def require_own_page(request: HTTPConnection, origin: Origin) -> None:
    """
    Refuse a call that no page of this origin has made. Browsers send `Origin` with each POST.

    Raises:
        RefusedError: Another origin made it, or none.
    """
    if request.headers.get("origin") != origin.text:
        raise foreign_form()


def require_form(request: HTTPConnection, origin: Origin, token: str) -> Visitor:
    """
    Return the browser that sent a form of ours, with its token.

    Raises:
        RefusedError: The form comes from elsewhere, or was shown to another browser or in another session.
    """
    require_own_page(request, origin)
    visitor = visitor_of(request, origin)
    if not is_same(hash_of(token), hash_of(form_token(request, origin, visitor))):
        raise foreign_form()
    return visitor


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a form."""

    pairs: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def one(self, name: str) -> str:
        """Return the value of a field; empty if it is missing."""
        return next((value for given, value in self.pairs if given == name), "")

    def all(self, name: str) -> list[str]:
        """Return all values of a field, such as boxes that are ticked."""
        return [value for given, value in self.pairs if given == name]


async def fields_of(request: Request) -> Fields:
    """Return the fields of a form; none if the body is no form."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        return Fields()
    try:
        pairs = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError:
        return Fields()
    # No database holds this character.
    return Fields(tuple((name, value.replace("\0", "\ufffd")) for name, value in pairs))


def foreign_form() -> RefusedError:
    return RefusedError(codes.FOREIGN_FORM, "This form was not sent by a page of this server. Open the page again.")
