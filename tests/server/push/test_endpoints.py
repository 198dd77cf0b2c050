"""A subscription cannot make the server call anything but push services, at public addresses."""

from __future__ import annotations

import pytest

from server.push.delivery import PublicPost
from server.push.endpoints import is_public, push_service
from tests.server.push.service import Browser
from tests.server.world import World

HOSTS = ["fcm.googleapis.com", "notify.windows.com"]


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/a:b",
        "https://wns2-by3p.notify.windows.com/w/?token=x",
        "https://fcm.googleapis.com:443/x",
    ],
)
def test_known_push_services_are_called(endpoint: str) -> None:
    assert push_service(endpoint, HOSTS) is not None


BAD = [
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com:x/",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@127.0.0.1/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://evilfcm.googleapis.com.example.org/x",
    "https://xfcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://2130706433/x",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
    "https:///x",
    "https:fcm.googleapis.com",
    "file:///etc/passwd",
    "https://fcm.googleapis.com\\@127.0.0.1/",
    "https://[fcm.googleapis.com",
    "https://a..notify.windows.com/x",
    "https://.notify.windows.com/x",
    f"https://{'a' * 64}.notify.windows.com/x",
    "https://a%2f.notify.windows.com/x",
    "https://\u00e4.notify.windows.com/x",
    "https://fcm.googleapis.com/a b",
    "https://fcm.googleapis.com\t/x",
    "",
]


@pytest.mark.parametrize("endpoint", BAD)
def test_nothing_else_is_called(endpoint: str) -> None:
    assert push_service(endpoint, HOSTS) is None


async def test_other_addresses_are_refused_with_a_code(world: World) -> None:
    ada = await world.player("Ada")
    body = Browser("phone").subscription()

    refused = [await ada.put("/v1/me/push-subscriptions", {**body, "endpoint": bad}, expect=422) for bad in BAD if bad]
    listed = await ada.get("/v1/me/push-subscriptions")

    assert {problem["code"] for problem in refused} == {"bad_push_endpoint"}
    assert listed["subscriptions"] == []


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1"),
        *("64:ff9b:1::a00:1", "::10.0.0.1", "::ffff:0:10.0.0.1", "fec0::1"),
        *("2002:a00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
    ],
)
def test_addresses_inside_networks_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["142.250.185.106", "2a00:1450:4001:82f::200a"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


async def test_a_name_that_leads_inside_is_not_called() -> None:
    """What the name leads to is checked when it is called, not only when it is stored."""
    post = PublicPost()

    with pytest.raises(OSError, match="cannot be reached"):
        await post("https://localhost/x", b"", {})

    await post.close()
