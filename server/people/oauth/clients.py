"""
Clients: programs of others. They are public and not registered, so nothing is known of one but what it says.

Its `client_id` is what it calls itself. What a player can judge is where the answer goes: that is on the consent page.

A `client_id` that is the id of a player is a bridge: a confidential client, whose secret is a token of this player.
What others agree to is done by this player, with that token, and the consent page shows the player's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from server.access.scopes import read_scopes, scope_text
from server.runtime.ids import is_id

SECRET_METHOD: Final = "client_secret_post"
"""How bridges authenticate."""

LONGEST_CLIENT_ID: Final = 80
LONGEST_REDIRECT: Final = 1000

_CLIENT_ID: Final = re.compile(r"[!-~](?:[ -~]*[!-~])?")
"""Visible characters of ASCII, with spaces between them (RFC 6749, appendix A.1)."""

_URI: Final = re.compile(r"[a-z][a-z0-9+.-]*:[A-Za-z0-9._~:/?\[\]@!$&'()*+,;=%-]*")
"""Characters of a URI without a fragment (RFC 3986); no backslash, which browsers read as a slash."""

_HOST: Final = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.?")

RedirectKind: TypeAlias = Literal["web", "computer", "app"]


@dataclass(frozen=True, slots=True)
class Redirect:
    """
    Where an answer goes: to a web site, a program on the computer of the browser, or an app that has a scheme.

    `shown` is what a player can judge: an origin, or the scheme.
    """

    kind: RedirectKind
    shown: str


def redirect_of(uri: str) -> Redirect | None:
    """
    Return where a redirect URI leads; None if answers are not sent there.

    Allowed are `https`, `http` to loopback addresses (RFC 8252, section 7.3), and private-use schemes that contain a
    dot, as reversed domain names do (section 7.1): so neither `javascript` nor `data` is one.
    """
    if len(uri) > LONGEST_REDIRECT or not _URI.fullmatch(uri):
        return None
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    # Parameters are added later: what would change by it, or is read differently by others, is refused.
    if urlunsplit(parts) != uri or "@" in parts.netloc:
        return None
    if "." in parts.scheme:
        return Redirect("app", parts.scheme)
    name = f"[{host}]" if ":" in host else host
    origin = f"{parts.scheme}://{name}" + (f":{port}" if port is not None else "")
    if parts.netloc.lower() != origin.removeprefix(f"{parts.scheme}://"):
        return None
    if parts.scheme == "http" and _is_loopback(host):
        return Redirect("computer", origin)
    if parts.scheme == "https" and _HOST.fullmatch(host):
        return Redirect("web", origin)
    return None


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Client:
    """A client, with what Authlib asks about it; `opens` says whether a text is the secret of a bridge with this id."""

    client_id: str
    opens: Callable[[str, str], bool] | None = None

    @property
    def bridge_id(self) -> str | None:
        """The player who is the client; None: a client that is not registered."""
        return self.client_id if is_id(self.client_id) else None

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> None:
        """There is no default: every request names its own."""

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_of(redirect_uri) is not None

    def get_allowed_scope(self, scope: str) -> str:
        """Return the scopes of a request that was checked, in their order."""
        return scope_text(read_scopes(scope))

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == ("none" if self.bridge_id is None else SECRET_METHOD)

    def check_client_secret(self, client_secret: str) -> bool:
        return self.bridge_id is not None and self.opens is not None and self.opens(self.bridge_id, client_secret)

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return True


def client_of(client_id: str, opens: Callable[[str, str], bool] | None = None) -> Client | None:
    """Return the client that calls itself so; None if it cannot."""
    if len(client_id) > LONGEST_CLIENT_ID or not _CLIENT_ID.fullmatch(client_id):
        return None
    return Client(client_id, opens)
