"""What owners can do with their webhooks, and its limits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook

from engines.kit import seat_id
from server.notifications.news.facts import (
    HandedOn,
    MatchOver,
    Seated,
    TournamentEntered,
    encode,
)
from server.notifications.news.inbox import EVENTS, Cause
from server.notifications.webhooks import channel as channel_module
from server.notifications.webhooks import outbox as outbox_module
from server.notifications.webhooks.hooks import BOTH_SIGN, MAX_WEBHOOKS
from server.notifications.webhooks.messages import MAX_BODY_BYTES, body_of
from server.notifications.webhooks.types import TYPE_OF
from tests.server.notifications.webhooks.target import (
    PATH,
    Targets,
    ada_and_hooked_bo,
    deliveries,
    hook,
    hooked_world,
    send,
)
from tests.server.world import World

Json = Any


def test_all_news_has_a_type_of_its_own() -> None:
    assert len(set(TYPE_OF.values())) == len(TYPE_OF)


async def test_the_secret_is_shown_once(hooked: World, targets: Targets) -> None:
    bo = await hooked.player("Bo")

    made = await hook(bo, targets.target("bo"))
    listed = await bo.get(PATH)

    assert made["secret"].startswith("whsec_")
    assert listed == {"webhooks": [{name: value for name, value in made.items() if name != "secret"}]}


async def test_the_package_of_standard_webhooks_verifies_messages(sqlite_url: str, targets: Targets) -> None:
    """With the present time, which it compares."""
    async with hooked_world(sqlite_url, targets) as hooked:
        bo, target = await hooked.player("Bo"), targets.target("bo")
        made = await hook(bo, target)
        hooked.clock.advance((datetime.now(UTC) - hooked.clock.now()).total_seconds())
        await bo.post(f"{PATH}/{made['webhook_id']}/ping", None, expect=202)
        await send(hooked)

    (received,) = target.received
    said = Webhook(made["secret"]).verify(received.body, dict(received.headers))
    assert said == {"type": "ping", "timestamp": said["timestamp"], "data": {"webhook_id": made["webhook_id"]}}


async def test_after_a_rotation_both_secrets_sign_for_a_day(hooked: World, targets: Targets) -> None:
    bo, target = await hooked.player("Bo"), targets.target("bo")
    made = await hook(bo, target)
    path = f"{PATH}/{made['webhook_id']}"

    rotated = await bo.post(f"{path}/rotate", None)
    for seconds in (0, BOTH_SIGN.total_seconds() - 1, 1):
        hooked.clock.advance(seconds)
        await bo.post(f"{path}/ping", None, expect=202)
        await send(hooked)

    by_old = [each.is_signed_by(made["secret"]) for each in target.received]
    assert by_old == [True, True, False]
    assert all(each.is_signed_by(rotated["secret"]) for each in target.received)
    assert [len(each.headers["webhook-signature"].split()) for each in target.received] == [2, 2, 1]


async def test_a_ping_waits_once(hooked: World, targets: Targets) -> None:
    bo, target = await hooked.player("Bo"), targets.target("bo")
    target.status = 500
    made = await hook(bo, target, types=["round.*"])
    path = f"{PATH}/{made['webhook_id']}"

    first = await bo.post(f"{path}/ping", None, expect=202)
    await send(hooked)
    second = await bo.post(f"{path}/ping", None, expect=202)

    assert first["n"] == second["n"] == 1
    assert second["status"] == 500


async def test_a_message_can_be_sent_again(hooked: World, targets: Targets) -> None:
    """Under the same id and with the same body, whether it was delivered or not."""
    ada, bo, target, made = await ada_and_hooked_bo(hooked, targets, types=["match.awaited"])
    path = f"{PATH}/{made['webhook_id']}/deliveries"
    await hooked.duel(ada, bo)
    await send(hooked)

    again = await bo.post(f"{path}/1/replay", None, expect=202)
    await send(hooked)
    unknown = await bo.post(f"{path}/2/replay", None, expect=404)

    first, second = target.received
    assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)
    assert (again["state"], again["tries"]) == ("waiting", 0)
    assert unknown["code"] == "unknown_delivery"
    assert [(each["state"], each["tries"]) for each in await deliveries(bo, made["webhook_id"])] == [("delivered", 1)]


async def test_others_have_no_access(hooked: World, targets: Targets) -> None:
    ada, bo = await hooked.player("Ada"), await hooked.player("Bo")
    made = await hook(bo, targets.target("bo"))
    path = f"{PATH}/{made['webhook_id']}"

    refused = [
        await ada.delete(path, expect=404),
        await ada.post(f"{path}/rotate", None, expect=404),
        await ada.post(f"{path}/ping", None, expect=404),
        await ada.get(f"{path}/deliveries", expect=404),
        await ada.post(f"{path}/deliveries/1/replay", None, expect=404),
    ]

    assert {problem["code"] for problem in refused} == {"unknown_webhook"}
    assert len((await bo.get(PATH))["webhooks"]) == 1


async def test_a_player_has_a_bounded_number_of_webhooks(hooked: World, targets: Targets) -> None:
    bo = await hooked.player("Bo")
    for number in range(MAX_WEBHOOKS):
        await hook(bo, targets.target(f"{number}"))

    refused = await bo.post(PATH, {"url": targets.target("more").url}, expect=409)

    assert refused["code"] == "too_many_webhooks"


@pytest.mark.parametrize(
    "body",
    [
        {"types": ["match.unknown"]},
        {"types": []},
        {"missing_seconds": [9]},
        {"missing_seconds": [7 * 86_400 + 1]},
        {"missing_seconds": [60] * 6},
        {"url": f"https://hooks.example/{'x' * 1000}"},
    ],
)
async def test_other_wishes_are_refused(world: World, body: Json) -> None:
    bo = await world.player("Bo")

    refused = await bo.post(PATH, {"url": "https://hooks.example/", **body}, expect=422)

    assert refused["code"] == "malformed_request"


async def _tell(world: World, player_id: str, count: int, source: str = "m") -> None:
    """Tell a player so many events."""
    inboxes = world.app.state.server.streams.inboxes
    for entry in range(1, count + 1):
        await inboxes.append(
            player_id,
            [
                Cause(
                    HandedOn(source, entry, f"{source}{entry}"),
                    [encode(Seated(f"m{entry}", "wizards_duel", seat_id("a")))],
                )
            ],
        )
    await world.app.state.server.webhooks.followers.note([player_id])


@pytest.mark.parametrize(("before", "others"), [(0, 450), (EVENTS - 3, 10)], ids=["many", "the end of a log"])
async def test_news_of_other_types_stops_nothing(sqlite_url: str, targets: Targets, before: int, others: int) -> None:
    """
    More than is read at once, or up to the end of one of the logs of a stream; what follows was left unread until
    something else happened.
    """
    async with hooked_world(sqlite_url, targets) as hooked:
        bo, target = await hooked.player("Bo"), targets.target("bo")
        await _tell(hooked, bo.player_id, before)
        await hook(bo, target, types=["match.over"])
        deliverer = hooked.app.state.server.deliverers["webhooks"]
        async with deliverer._sweeping:  # so that all of it is there at the first look
            await _tell(hooked, bo.player_id, others, source="others")
            over = encode(MatchOver("m", "wizards_duel", seat_id("a"), "over"))
            await hooked.app.state.server.streams.inboxes.append(
                bo.player_id, [Cause(HandedOn("over", 1, "over"), [over])]
            )

        await send(hooked)

        assert [said["data"]["cursor"] for said in target.said] == [before + others + 1]


async def test_what_waits_is_bounded_and_nothing_is_lost(
    sqlite_url: str, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not fit stays in the own stream, until there is room."""
    monkeypatch.setattr(channel_module, "MOST_WAITING", 250)
    async with hooked_world(sqlite_url, targets) as hooked:
        bo, target = await hooked.player("Bo"), targets.target("bo")
        made = await hook(bo, target)
        target.status, target.headers = 500, {"Retry-After": "86400"}
        outbox, sender = hooked.app.state.server.outbox, hooked.app.state.server.deliverers["webhooks"]
        hooks = hooked.app.state.server.webhooks.followers
        await _tell(hooked, bo.player_id, 300)

        for _ in range(4):  # Each reads 200 events.
            held = [row for row, _ in await hooks.claim()]
            await sender.channel._put_down(held)
            waiting = await outbox.waiting(held)
            hooked.clock.advance(61)
        full = waiting[made["webhook_id"]]
        async with sender._sweeping:  # The server may have made tries by itself, which failed.
            target.received.clear()
            target.status, target.headers = 200, {}
        hooked.clock.advance(86_400)
        await send(hooked)

    assert full == 250
    assert sorted(each["data"]["cursor"] for each in target.said) == list(range(1, 301))


async def test_old_messages_are_deleted(sqlite_url: str, targets: Targets, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some days, and beyond the last ones; not what waits."""
    monkeypatch.setattr(outbox_module, "MOST_KEPT", 100)
    async with hooked_world(sqlite_url, targets) as hooked:
        bo, target = await hooked.player("Bo"), targets.target("bo")
        made = await hook(bo, target)
        keeping = hooked.app.state.server.retention
        await _tell(hooked, bo.player_id, 110)
        await send(hooked)
        await keeping.look()
        oldest = await deliveries(bo, made["webhook_id"], before=61)
        target.status = 500
        await bo.post(f"{PATH}/{made['webhook_id']}/ping", None, expect=202)
        await send(hooked)
        hooked.clock.advance(7 * 86_400)
        await keeping.look()
        kept = await deliveries(bo, made["webhook_id"])
        hooked.clock.advance(1)
        await keeping.look()
        left = await deliveries(bo, made["webhook_id"])

    assert oldest[-1]["n"] == 11
    assert len(kept) == 50
    assert [(each["type"], each["state"]) for each in left] == [("ping", "waiting")]


def test_a_body_is_bounded() -> None:
    """No fact comes near it; one that does would be told by its ids."""
    largest = encode(TournamentEntered("t" * 26, "\U0001f300" * 100, "e1000", waiting=True)).text
    body = body_of("x", "y", {"player_id": "p", "cursor": 7, "match_id": "m", "label": "\U0001f300" * MAX_BODY_BYTES})

    assert len(largest) * 4 < MAX_BODY_BYTES
    assert body == '{"type":"x","timestamp":"y","data":{"player_id":"p","cursor":7,"match_id":"m"}}'
