"""A subscription cannot make the server call anything but push services, at public addresses."""

from __future__ import annotations

import pytest

from server.notifications.push.endpoints import push_service
from tests.server.notifications.push.service import Browser
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
