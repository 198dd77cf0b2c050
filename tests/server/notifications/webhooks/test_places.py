"""Whoever has many slow webhooks delays nobody else: places go round by player and by target."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import pytest

from server.runtime.outside import places
from server.runtime.outside.calls import Answer, Outside
from server.runtime.outside.places import QUICK, SLOW
from tests.server.notifications.webhooks.target import PATH, Targets, hook, hooked_world
from tests.server.world import Client, NoPushService, PublicNames, World, outside_world
from tests.waiting import patience, until

Json = Any

Hook: TypeAlias = tuple[Client, str, str]
"""A player, the id of a webhook, and the host of its target."""


class Owners:
    """Targets of many owners, each at a name of its own; those that hang answer when they are let."""

    def __init__(self) -> None:
        self.answering = asyncio.Event()
        self.called: list[str] = []
        self.hanging: set[str] = set()

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        host = urlsplit(url).hostname or ""
        self.called.append(host)
        if host in self.hanging:
            await self.answering.wait()
        return Answer(200)

    def hang(self, hooks: Iterable[Hook]) -> None:
        """From now on, count calls, and do not answer those to these webhooks."""
        self.called.clear()
        self.answering.clear()
        self.hanging.update(host for _, _, host in hooks)

    async def close(self) -> None:
        """There is nothing to close."""


@asynccontextmanager
async def _world(database: str) -> AsyncIterator[tuple[World, Owners]]:
    owners = Owners()
    async with outside_world(database, Outside(NoPushService(), owners, PublicNames())) as world:
        try:
            yield world, owners
        finally:
            owners.answering.set()


async def _hooks(world: World, owners: int) -> list[Hook]:
    """Return webhooks, each of a player and at a target of its own."""
    made = []
    for number in range(owners):
        player, host = await world.player(f"Player {number}"), f"owner{number}.example"
        reply = await player.post(PATH, {"url": f"https://{host}/"}, expect=201)
        made.append((player, reply["webhook_id"], host))
    return made


async def _ping(world: World, *hooks: Hook) -> None:
    """Give these something to send, in this order, before any of it is sent."""
    async with world.app.state.server.deliverers["webhooks"]._sweeping:
        for player, webhook_id, _ in hooks:
            await player.post(f"{PATH}/{webhook_id}/ping", None, expect=202)
            world.clock.advance(0.001)


async def test_many_slow_webhooks_at_one_target_delay_no_other(database_url: str, targets: Targets) -> None:
    """Twelve players have 48 webhooks at one host, which hangs; a neighbour, who comes last, is told meanwhile."""
    targets.names.known["other.example"] = [["127.0.0.1"]]
    done, told = asyncio.Event(), asyncio.Event()
    async with hooked_world(database_url, targets, seconds=600) as hooked:
        crowd = []
        for number in range(12):
            player = await hooked.player(f"Player {number}")
            for each in range(4):
                target = targets.target(f"{number}-{each}")
                target.before_answer = done.wait  # type: ignore[assignment]  # what it returns is not used
                crowd.append((player, (await hook(player, target))["webhook_id"], ""))
        neighbour, quick = await hooked.player("Neighbour"), targets.target("quick", "other.example")

        async def tell() -> None:
            told.set()

        quick.before_answer = tell
        mine = neighbour, (await hook(neighbour, quick))["webhook_id"], ""
        await _ping(hooked, *crowd, mine)
        async with patience():
            await told.wait()
        done.set()

    assert quick.types == ["ping"]


async def test_who_was_slow_waits_behind_who_was_not(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many they are; and until they are quick."""
    async with _world(sqlite_url) as (world, owners):
        *crowd, neighbour = await _hooks(world, SLOW + 6)
        sender = world.app.state.server.deliverers["webhooks"]
        with monkeypatch.context() as patch:
            patch.setattr(places, "SLOW_SECONDS", -1)
            await _ping(world, *crowd)
            await sender.sweep()
        monkeypatch.setattr(places, "SLOW_SECONDS", 3600)
        owners.hang(crowd)

        await _ping(world, *crowd, neighbour)
        await until(lambda: len(owners.called) == SLOW + 1)
        first = owners.called.copy()
        owners.answering.set()
        await sender.sweep()
        owners.hang(crowd)
        await _ping(world, *crowd)
        await until(lambda: len(owners.called) == len(crowd))

    assert neighbour[2] in first


async def test_who_turns_slow_gives_the_place_to_others(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More hang than there are places for quick ones, and nobody knew it before."""
    monkeypatch.setattr(places, "SLOW_SECONDS", 0)
    async with _world(sqlite_url) as (world, owners):
        *crowd, neighbour = await _hooks(world, QUICK + 6)
        owners.hang(crowd)

        await _ping(world, *crowd, neighbour)
        await until(lambda: neighbour[2] in owners.called)
