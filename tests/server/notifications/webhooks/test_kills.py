"""Whatever a process is killed at, another goes on: each message comes at least once, under one id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import pytest

from server.notifications.delivery.deliverer import Deliverer
from server.notifications.delivery.followers import HOLD, Followers
from server.notifications.webhooks.channel import WebhookChannel
from server.notifications.webhooks.outbox import Outbox
from tests.server.notifications.webhooks.target import (
    Target,
    Targets,
    ada_and_hooked_bo,
    deliveries,
    hooked_world,
    send,
)
from tests.waiting import patience

Json = Any

STEPS: Final[tuple[tuple[type, str], ...]] = (
    (Followers, "claim"),
    (Outbox, "waiting"),
    (Outbox, "put_down"),
    (Outbox, "due"),
    (WebhookChannel, "_serve"),
    (WebhookChannel, "_try"),
    (Outbox, "note_results"),
)


def _killing(method: Callable[..., Any], *, after: bool, dead: list[bool]) -> Callable[..., Any]:
    """Return a method at which everything ends when it is called for the first time, before or after what it does."""

    async def call(*args: Json, **named: Json) -> Json:
        if dead[0]:
            return await method(*args, **named)
        dead[0] = True
        if after:
            await method(*args, **named)
        raise asyncio.CancelledError

    return call


@pytest.mark.sampled(least=3, each=lambda of: of["database_url"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("owner", "name"), STEPS, ids=[name for _, name in STEPS])
async def test_a_kill_at_any_step_loses_and_doubles_nothing(
    database_url: str,
    targets: Targets,
    monkeypatch: pytest.MonkeyPatch,
    owner: type,
    name: str,
    after: bool,
) -> None:
    async with hooked_world(database_url, targets) as hooked:
        ada, bo, target, made = await ada_and_hooked_bo(hooked, targets)
        await hooked.settle()
        dead = [True]
        monkeypatch.setattr(owner, name, _killing(getattr(owner, name), after=after, dead=dead))
        async with hooked.app.state.server.deliverers["webhooks"]._sweeping:  # so that the killed sweep is ours
            await hooked.duel(ada, bo)
            dead[0] = False
        await _sweep_until_killed(hooked.app.state.server.deliverers["webhooks"], dead)

        for _ in range(3):
            await send(hooked, seconds=HOLD.total_seconds() + 1)
        listed = await deliveries(bo, made["webhook_id"])
        told = [fact["type"] for event in await bo.news() for fact in event["facts"]]

    assert len(_ids(target)) == len(listed) == len(told) == 4
    assert {each["state"] for each in listed} == {"delivered"}
    assert len({(each.headers["webhook-id"], each.body) for each in target.received}) == 4


async def _sweep_until_killed(sender: Deliverer[Any, Any], dead: list[bool]) -> None:
    """Sweep until the step has come at which everything ends; the sweep of the server itself may meet it first."""
    async with patience():
        while not dead[0]:
            sweeping = asyncio.create_task(sender.sweep())
            await asyncio.wait([sweeping])


def _ids(target: Target) -> set[str]:
    return {each.headers["webhook-id"] for each in target.received}
