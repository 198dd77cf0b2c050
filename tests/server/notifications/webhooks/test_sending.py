"""Webhooks are sent what their owner's own stream tells, at least once, and nobody waits for a target."""

from __future__ import annotations

import asyncio
from typing import Any

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
from tests.waiting import patience

Json = Any

FIVE = {"type": "cast", "spell": "5"}


async def test_each_fact_of_the_own_stream_is_one_signed_message(hooked: World, targets: Targets) -> None:
    ada, bo, target, made = await ada_and_hooked_bo(hooked, targets)
    await hooked.duel(ada, bo, options={"cast_seconds": 100})

    await send(hooked)

    told = [
        {"player_id": bo.player_id, "cursor": event["cursor"], **{k: v for k, v in fact.items() if k != "type"}}
        for event in await bo.news()
        for fact in event["facts"]
    ]
    sentences = {"match.invited": "A seat is reserved for you.", "match.awaited": "Your move is awaited."}
    by_number = sorted(target.received, key=lambda each: int(each.headers["webhook-id"].rpartition("_")[2]))
    data = [{k: v for k, v in each.said["data"].items() if k != "text"} for each in by_number]
    assert data == told
    said = {each.said["type"]: each.said["data"].get("text") for each in by_number}
    assert said == {**sentences, "match.seated": "You have a seat.", "match.begun": None}
    assert [each.said["type"] for each in by_number] == [
        "match.invited",
        "match.seated",
        "match.begun",
        "match.awaited",
    ]
    assert len({each.headers["webhook-id"] for each in by_number}) == len(told)
    assert all(each.is_signed_by(made["secret"]) for each in by_number)
    assert all(each.headers["Content-Type"] == "application/json" for each in by_number)
    listed = await deliveries(bo, made["webhook_id"])
    assert [(each["n"], each["state"], each["tries"], each["status"]) for each in listed] == [
        (n, "delivered", 1, 200) for n in (4, 3, 2, 1)
    ]


async def test_the_owner_chooses_types(hooked: World, targets: Targets) -> None:
    ada, bo = await hooked.player("Ada"), await hooked.player("Bo")
    one, group, other = (targets.target(name) for name in ("one", "group", "other"))
    await hook(bo, one, types=["match.awaited"])
    await hook(bo, group, types=["match.*"])
    await hook(bo, other, types=["round.*", "tournament.entered"])
    await hooked.duel(ada, bo)

    await send(hooked)

    assert one.types == ["match.awaited"]
    assert len(group.types) == 4
    assert other.types == []


async def test_others_are_told_nothing(hooked: World, targets: Targets) -> None:
    ada, bo, cy = [await hooked.player(name) for name in ("Ada", "Bo", "Cy")]
    await hook(cy, targets.target("cy"))
    await hooked.duel(ada, bo)

    await send(hooked)

    assert targets.target("cy").received == []


async def test_what_was_before_is_not_told(hooked: World, targets: Targets) -> None:
    ada, bo, match_id = await hooked.ada_and_bo(pace="eager")
    await hook(bo, targets.target("bo"))

    for player in (ada, bo):
        await player.submit(match_id, 1, FIVE)
    await send(hooked)

    assert targets.target("bo").types == ["match.awaited"]


async def test_a_target_that_hangs_delays_no_other(database_url: str, targets: Targets) -> None:
    """Twenty webhooks have news; two hang, and all others are told meanwhile, by one process."""
    async with hooked_world(database_url, targets) as hooked:
        players = [await hooked.player(name) for name in ("Ada", "Bo")]
        for player in players:
            for number in range(9):
                await hook(player, targets.target(f"{player.player_id}-{number}"))
            await hook(player, targets.target(f"{player.player_id}-hangs"))
        hangs = [target for name, target in targets.targets.items() if name.endswith("hangs")]
        quick = [target for target in targets.targets.values() if target not in hangs]
        done, told = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            await done.wait()

        async def see() -> None:
            if all(target.types.count("match.awaited") for target in quick):
                told.set()

        for target in targets.targets.values():
            target.before_answer = wait if target in hangs else see

        await hooked.duel(*players)
        await hooked.settle()
        sending = asyncio.create_task(send(hooked))
        async with patience():
            await told.wait()
        done.set()
        await sending

    assert all(target.most_under_way <= 4 for target in targets.targets.values())


async def test_at_most_four_tries_are_under_way(hooked: World, targets: Targets) -> None:
    ada, bo = await hooked.player("Ada"), await hooked.player("Bo")
    target, seen = targets.target("bo"), asyncio.Event()

    async def wait() -> None:
        if target.under_way == 4:
            seen.set()
        await seen.wait()

    target.before_answer = wait
    await hook(bo, target)
    for _ in range(3):
        await hooked.duel(ada, bo)

    await send(hooked)

    assert len(target.received) == 12
    assert target.most_under_way == 4


async def test_several_servers_send_each_message_once(postgres_url: str, targets: Targets) -> None:
    async with hooked_world(postgres_url, targets) as one, hooked_world(postgres_url, targets) as two:
        ada, bo = await one.player("Ada"), await one.player("Bo")
        made = [await hook(bo, targets.target(f"bo{number}")) for number in range(5)]
        for _ in range(5):
            await one.duel(ada, bo)

        await send(one, two)
        await send(one, two)

        listed = [await deliveries(bo, each["webhook_id"]) for each in made]
    for target in targets.targets.values():
        assert len({each.headers["webhook-id"] for each in target.received}) == len(target.received) == 20
    assert {each["state"] for page in listed for each in page} == {"delivered"}


async def test_a_deleted_webhook_is_sent_nothing(hooked: World, targets: Targets) -> None:
    ada, bo, target, made = await ada_and_hooked_bo(hooked, targets)
    target.status = 500
    await hooked.duel(ada, bo)
    await send(hooked)
    tried = len(target.received)

    await bo.delete(f"{PATH}/{made['webhook_id']}", expect=204)
    await hooked.duel(ada, bo)
    await send(hooked, seconds=3600)

    assert tried == len(target.received) == 4
    assert (await bo.get(PATH))["webhooks"] == []


async def test_what_ends_while_others_are_noted_is_noted_too(hooked: World, targets: Targets) -> None:
    """A try that ended during the transaction of another was forgotten, and its webhook stayed held for a minute."""
    bo = await hooked.player("Bo")
    quick, slow, noting = targets.target("quick"), targets.target("slow"), asyncio.Event()
    slow.before_answer = noting.wait  # type: ignore[assignment]  # what it returns is not used
    made = [await hook(bo, target) for target in (quick, slow)]
    outbox = hooked.app.state.server.outbox
    honest = outbox.note_results

    async def note_results(all_served: Json) -> None:
        if all_served and not noting.is_set():
            noting.set()
            await asyncio.sleep(0.3)
        await honest(all_served)

    outbox.note_results = note_results
    async with hooked.app.state.server.deliverers["webhooks"]._sweeping:  # so that both are begun at once
        for each in made:
            await bo.post(f"{PATH}/{each['webhook_id']}/ping", None, expect=202)

    await send(hooked)

    states = [(await deliveries(bo, each["webhook_id"]))[0]["state"] for each in made]
    assert states == ["delivered", "delivered"]
