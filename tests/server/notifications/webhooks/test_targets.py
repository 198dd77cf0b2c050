"""A webhook cannot make the server call anything inside a network, whatever a name leads to and whenever it changes."""

from __future__ import annotations

import pytest

from server.notifications.webhooks.targets import parse_target
from tests.server.notifications.webhooks.target import (
    HOST,
    PATH,
    Targets,
    ada_and_hooked_bo,
    deliveries,
    hook,
    hooked_world,
    send,
)
from tests.server.world import World

GOOD = [
    "https://a.example",
    "https://a.example/",
    "https://A.example/x?y=1",
    "https://a.example:443/",
    "https://[2a00::1]/x",
]
UNWRITABLE = [
    "http://a.example/",
    "https://user@a.example/",
    "https://user:word@a.example/",
    "https://a.example/#part",
    "https:///x",
    "https:a.example",
    "https://a..example/",
    "https://a.example\\@127.0.0.1/",
    "https://a.example:0/",
    "https://a.example:x/",
    "https://a.example/a b",
    "https://a%2f.example/",
    "https://\u00e4.example/",
    "https://[a.example]/",
    "https://a.example\n/",
    f"https://{'a' * 64}.example/",
    "ftp://a.example/",
    "file:///etc/passwd",
]
INSIDE = [
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://10.0.0.1/",
    "https://169.254.169.254/",
]


@pytest.mark.parametrize("url", GOOD)
def test_targets_are_written_like_that(url: str) -> None:
    assert parse_target(url) is not None


@pytest.mark.parametrize("url", UNWRITABLE)
def test_other_urls_are_no_targets(url: str) -> None:
    assert parse_target(url) is None


async def test_what_is_inside_or_unknown_is_refused_alike(sqlite_url: str, targets: Targets) -> None:
    """Also a name that leads outside and inside, and a port that is not that of https."""
    targets.names.known |= {
        "inside.example": [["10.0.0.1"]],
        "both.example": [["93.184.215.14", "10.0.0.1"]],
        "outside.example": [["93.184.215.14", "2a00:1450:4001:82f::200a"]],
        "nowhere.example": [[]],
    }
    hosts = ["inside.example", "both.example", "nowhere.example", "unknown.example", "outside.example:8443"]
    async with hooked_world(sqlite_url, targets, webhook_allow="") as hooked:
        bo = await hooked.player("Bo")
        urls = [*INSIDE, *(f"https://{host}/x" for host in hosts)]
        refused = [await bo.post(PATH, {"url": url}, expect=422) for url in urls]
        malformed = [await bo.post(PATH, {"url": url}, expect=422) for url in UNWRITABLE]
        made = await bo.post(PATH, {"url": "https://outside.example/x"}, expect=201)

    assert {(problem["code"], problem["pointer"]) for problem in [*refused, *malformed]} == {("target_refused", "/url")}
    assert len({problem["detail"] for problem in refused}) == 1
    assert made["url"] == "https://outside.example/x"


@pytest.mark.parametrize("later", [["93.184.215.14", "10.0.0.1"], ["10.0.0.1"], ["::1"], []])
async def test_a_name_that_changes_after_the_check_is_not_called(
    sqlite_url: str, targets: Targets, later: list[str]
) -> None:
    """A name that led where the server may call leads elsewhere, or also elsewhere, when it is called."""
    async with hooked_world(sqlite_url, targets) as hooked:
        ada, bo, target, made = await ada_and_hooked_bo(hooked, targets, types=["match.awaited"])
        targets.names.known[HOST] = [later]
        await hooked.duel(ada, bo)
        await send(hooked)
        (delivery,) = await deliveries(bo, made["webhook_id"])
        targets.names.known[HOST] = [["127.0.0.1"]]
        await send(hooked, seconds=6)
        (again,) = await deliveries(bo, made["webhook_id"])

    assert (delivery["state"], delivery["status"], delivery["tries"]) == ("waiting", None, 1)
    assert (again["state"], len(target.received)) == ("delivered", 1)


async def test_the_address_checked_is_the_one_connected_to(sqlite_url: str, targets: Targets) -> None:
    """A name with another address at each question is asked once for each try."""
    async with hooked_world(sqlite_url, targets) as hooked:
        ada, bo, target, _ = await ada_and_hooked_bo(hooked, targets, types=["match.awaited"])
        targets.names.asked.clear()
        targets.names.known[HOST] = [["127.0.0.1"], ["10.0.0.1"]]
        await hooked.duel(ada, bo)
        await send(hooked)

    assert targets.names.asked == [HOST]
    assert len(target.received) == 1


async def test_a_target_must_have_a_certificate_for_its_name(sqlite_url: str, targets: Targets) -> None:
    targets.names.known["wrong.example"] = [["127.0.0.1"]]
    async with hooked_world(sqlite_url, targets) as hooked:
        ada, bo = await hooked.player("Ada"), await hooked.player("Bo")
        target = targets.target("bo", "wrong.example")
        made = await hook(bo, target, types=["match.awaited"])
        await hooked.duel(ada, bo)
        await send(hooked)
        (delivery,) = await deliveries(bo, made["webhook_id"])

    assert (delivery["state"], delivery["status"], target.received) == ("waiting", None, [])


async def test_proxies_of_the_environment_are_not_used(
    hooked: World, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    bo = await hooked.player("Bo")
    target = targets.target("bo")
    made = await hook(bo, target)

    await bo.post(f"{PATH}/{made['webhook_id']}/ping", None, expect=202)
    await send(hooked)

    assert target.types == ["ping"]
