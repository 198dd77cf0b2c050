"""What clients name leads to the public internet, or nowhere."""

from __future__ import annotations

import pytest

from server.runtime.outside.addresses import Reach, is_public
from server.runtime.outside.names import SystemNames
from server.runtime.outside.post import PublicPost

INSIDE = [
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("255.255.255.255", "::1", "::", "fe80::1", "fe80::1%1", "fd00::1", "ff02::1", "::10.0.0.1", "fec0::1"),
    *("::ffff:10.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:a00:1::", "2001:db8::1"),
    # Teredo: the client, and the server, are inside.
    *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:0:a00:1:0:0:f5ff:fffe"),
]
OUTSIDE = [
    "142.250.185.106",
    "2a00:1450:4001:82f::200a",
    "::ffff:142.250.185.106",
    "64:ff9b::8efa:b96a",
    "2002:8efa:b96a::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_networks_are_not_public(address: str) -> None:
    assert not is_public(address)
    assert not Reach().allows(address, 443)


@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    """IPv6 addresses that a tunnel or translation leads to IPv4 ones are judged by those."""
    assert is_public(address)
    assert Reach().allows(address, 443)
    assert not Reach().allows(address, 8443)


def test_the_operator_allows_networks_with_all_ports() -> None:
    reach = Reach("127.0.0.0/8, fd00::/8")

    assert reach.allows("127.0.0.1", 8443)
    assert reach.allows("::ffff:127.0.0.1", 443)
    assert reach.allows("fd00::7", 443)
    assert not reach.allows("10.0.0.1", 443)


@pytest.mark.parametrize(
    "url", ["https://localhost/x", "https://127.0.0.1/x", "https://[::1]/x", "https://2130706433/x", "https://0x7f.1/"]
)
async def test_an_address_inside_is_not_called(url: str) -> None:
    """However it is written: as a name, or as an address that is not looked up."""
    post = PublicPost(Reach(), SystemNames(), seconds=5, keeps=False)

    with pytest.raises(OSError, match="cannot be called"):
        await post(url, b"", {})

    await post.close()
