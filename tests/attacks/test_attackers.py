"""
Whatever one client sends, the server refuses nothing to others and holds little memory for the client.

Each attacker has one player's token, a match with thousands of messages to read, and all the connections it gets. How
long others wait meanwhile is measured by `make bench attack`.

Without `server.cli.serving.direct_sockets` and the costs of frames, each flood of WebSockets is free and
unbounded: others waited for seconds, or the process grew by hundreds of MB.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final

import pytest

from benchmarks.prepared import Prepared, duels, write_from_loop
from engines.kit import seat_id
from tests.attacks.attackers import ATTACKERS, EVENTS, FLOODS, Attacker, Target
from tests.attacks.ground import TIMES, Ground, attacked, in_another_process, talk
from tests.attacks.raw_sockets import CONTINUATION, PING, TEXT, RawSocket, frame
from tests.sampling import Run, Sample

SECONDS: Final = 1.0 * TIMES
MIXES: Final = TIMES

MOST_BYTES: Final = 64 * 2**20
"""How much memory the server may gain during one attack, including caches and the interpreter's own reserve."""

LEAST_BYTES: Final = 10_000_000
"""A server holds more, or its memory is not measured."""

HISTORY: Final = 2000
"""The number of events of a match that is replayed to a player of it."""

MOST_GROWN_BYTES: Final = 40_000_000
"""The memory for the maximum number of connections of a player, and for reading history, at any moment of a flood."""


async def _chatty(database: str, messages: int) -> Prepared:
    """Write a match with so many messages."""
    (match,) = duels(1)
    await write_from_loop(database, [talk(match, messages)])
    return match


@asynccontextmanager
async def _target(database: str, **settings: str) -> AsyncIterator[tuple[Ground, Target]]:
    """Run a server with a chatty match; yield it, and a spectator's target."""
    match = await _chatty(database, EVENTS)
    async with attacked(database, **settings) as ground:
        eris = await ground.guest("Eris")
        yield ground, Target(*ground.address, eris.token, match.match_id)


async def _attack(ground: Ground, *attackers: Attacker, target: Target) -> None:
    async with ground.neighbour() as met:
        before = ground.memory()
        await asyncio.gather(*(in_another_process(attacker, target, SECONDS) for attacker in attackers))

    names = ", ".join(attacker.__name__ for attacker in attackers)
    assert met.refused == [], names
    assert before > LEAST_BYTES
    assert ground.memory() - before < MOST_BYTES, names


async def test_others_are_answered_under_each_attack(database_url: str, sample: Sample) -> None:
    """On PostgreSQL two processes share the address, and the kernel chooses one for each client."""
    workers = "1" if database_url.startswith("sqlite") else "2"
    async with _target(database_url, workers=workers) as (ground, target):
        for attacker in sample.of(ATTACKERS, least=3):
            await _attack(ground, attacker, target=target)


async def test_others_are_answered_under_several_attacks_at_once(database_url: str) -> None:
    chance = Random(f"{Run.seed} attacks")
    async with _target(database_url) as (ground, target):
        for _ in range(MIXES):
            await _attack(ground, *chance.sample(ATTACKERS, 3), target=target)


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("flood", FLOODS, ids=lambda flood: flood.__name__)
async def test_others_are_answered_while_a_player_floods_its_sockets(sqlite_url: str, flood: Attacker) -> None:
    match = await _chatty(sqlite_url, HISTORY)
    async with attacked(sqlite_url) as ground, ground.neighbour() as met:
        target = Target(*ground.address, match.tokens[seat_id("a")], match.match_id)
        flooding = asyncio.create_task(in_another_process(flood, target, SECONDS))
        before = peak = ground.memory()
        while not flooding.done():
            await asyncio.wait([flooding], timeout=0.05)
            peak = max(peak, ground.memory())
        await flooding

    assert met.refused == []
    assert peak - before < MOST_GROWN_BYTES


@pytest.mark.parametrize(
    "sent",
    [
        frame(PING) * 65,
        frame(TEXT, b"x", final=False) + frame(CONTINUATION, final=False) * 64,
    ],
    ids=["control frames", "fragments"],
)
async def test_a_client_with_too_many_unpaid_frames_is_told_so(sqlite_url: str, sent: bytes) -> None:
    async with attacked(sqlite_url) as ground:
        mallory = await ground.guest("Mallory")
        code = await in_another_process(_close_code, ground.address, mallory.token, sent)

    assert code == 1008


def _close_code(address: tuple[str, int], token: str, sent: bytes) -> int:
    attacker = RawSocket.patiently(address, token)
    attacker.send(sent, 1)
    return attacker.close_code()
