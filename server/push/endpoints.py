"""
Which addresses of push services the server calls (docs/running.md).

An address comes from a client, so it could lead anywhere: into the network of the server, or to somebody's machine
that the client wants to bother. Only known push services are called, and only at public addresses.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

_WRITTEN: Final = re.compile(r"https://((?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63})(?::443)?(?:[/?][!-~]*)?")
"""How browsers write addresses. Others could have hosts that no resolver takes, or be read in two ways."""

_UNICAST: Final = IPv6Network("2000::/3")
"""The public addresses of IPv6. A network may translate some of the others to IPv4 ones, private ones too."""


def push_service(endpoint: str, hosts: Collection[str]) -> str | None:
    """Return the host of a subscription's address; None if it is none of these hosts, nor below one of them."""
    written = _WRITTEN.fullmatch(endpoint)
    if written is None:
        return None
    host = written[1]
    return host if any(host == known or host.endswith(f".{known}") for known in hosts) else None


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public internet, and of a single machine."""
    address: IPv4Address | IPv6Address = ip_address(text)
    if isinstance(address, IPv6Address) and (address.sixtofour or address.teredo or address not in _UNICAST):
        return False
    return address.is_global and not address.is_multicast
