"""
Which addresses the server calls.

A name comes from a client, so it could lead anywhere: into the network of the server, or to the machine itself. So an
address is judged after the name was resolved, and only that address is connected to.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

HTTPS: Final = 443

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

_UNICAST: Final = IPv6Network("2000::/3")
"""The public addresses of IPv6. A network may translate some of the others to IPv4 ones, private ones too."""

_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Addresses that a network translates to the IPv4 address in their last 32 bits (NAT64, RFC 6052)."""


class Reach:
    """Which addresses may be called: those of the public internet by https, and those that the operator allows."""

    def __init__(self, allowed: str = "") -> None:
        """
        Args:
            allowed: Networks of which any port may be called, separated by commas.

        Raises:
            ValueError: One of them is not a network.
        """
        self._allowed = networks(allowed)

    def allows(self, text: str, port: int) -> bool:
        """Whether an IP address may be called at this port."""
        address = ip_address(text)
        if port == HTTPS and _is_public(address):
            return True
        return all(any(one in network for network in self._allowed) for one in _reached_by(address))


def networks(text: str) -> tuple[Network, ...]:
    """Parse networks. Raises ValueError if an item is not a network."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public internet, and of a single machine."""
    return _is_public(ip_address(text))


def _is_public(address: Address) -> bool:
    return all(
        one.is_global and not one.is_multicast and (isinstance(one, IPv4Address) or one in _UNICAST)
        for one in _reached_by(address)
    )


def _reached_by(address: Address) -> tuple[Address, ...]:
    """Return the IPv4 addresses to which an IPv6 one leads through a tunnel or a translation; else the address."""
    if isinstance(address, IPv4Address):
        return (address,)
    if address.teredo is not None:
        return address.teredo
    if address in _TRANSLATED:
        return (IPv4Address(int(address) & 0xFFFFFFFF),)
    return (address.ipv4_mapped or address.sixtofour or address,)
