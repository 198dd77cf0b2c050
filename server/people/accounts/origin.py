"""
The origin and the address under which browsers reach this server: one place for cookies, forms, passkeys, redirects and
links.

They are the settings `public_url` and `base_path`. Without the first, only loopback names work, under which everyone
can try a server out: any other name in `Host` could be an attacker's that leads to this machine (DNS rebinding).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from server.access import codes
from server.access.errors import RefusedError

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")

_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Origin:
    """
    An origin: `text` is as browsers send it in the header `Origin`, `host` has no port.

    `base_path` is the path of the server at it, empty or without a slash at its end.
    """

    text: str
    host: str
    base_path: str = ""

    @property
    def address(self) -> str:
        """The public address of the server, without a slash at its end: links are this and a path of the server."""
        return self.text + self.base_path

    @property
    def cookie_path(self) -> str:
        return f"{self.base_path}/"

    def cookie_name(self, name: str) -> str:
        """
        Return the name of a cookie: with a prefix, no page by http can set it, and without a base path no other host.

        See RFC 6265bis, section 4.1.3.
        """
        if not self.secure:
            return name
        return f"__Secure-{name}" if self.base_path else f"__Host-{name}"

    @property
    def secure(self) -> bool:
        """Whether browsers reach it by https."""
        return self.text.startswith("https:")

    @property
    def rp_id(self) -> str | None:
        """The id of the relying party for passkeys, which is never an IP address (WebAuthn, section 5.1.2)."""
        return None if _is_address(self.host) else self.host


class Origins:
    """The origin of requests, by the settings `public_url` and `base_path`."""

    def __init__(self, public_url: str | None, base_path: str) -> None:
        self._base_path = base_path
        self._public = None if public_url is None else replace(origin_in(public_url), base_path=base_path)

    def of(self, request: HTTPConnection) -> Origin:
        """
        Return the origin under which a browser reaches this server.

        Raises:
            RefusedError: The setting is missing, and the name in the URL is not a loopback name.
        """
        if self._public is not None:
            return self._public
        try:
            origin = origin_in(f"{request.scope['scheme']}://{request.headers.get('host', '')}")
        except ValueError:
            origin = None
        if origin is None or origin.host not in LOOPBACK:
            raise RefusedError(
                codes.NO_PUBLIC_URL,
                "Accounts work under the public address of this server, which its operator has not set "
                "(MOIRAI_PUBLIC_URL). On the machine of the server, use http://localhost.",
            )
        return replace(origin, base_path=self._base_path)

    def address_for(self, request: HTTPConnection) -> str | None:
        """Return the address of this server for links; None if it is not known."""
        try:
            return self.of(request).address
        except RefusedError:
            return None


def origin_in(url: str) -> Origin:
    """Return the origin of a URL, in the form of browsers; raises ValueError if it has none."""
    parts = urlsplit(url)
    host, port = parts.hostname, parts.port
    if parts.scheme not in _PORTS or not host:
        raise ValueError("no origin")
    name = f"[{host}]" if ":" in host else host
    shown = "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    return Origin(f"{parts.scheme}://{name}{shown}", host)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
