"""
Whatever one client sends, the server refuses nothing to others and holds little memory for the client.

Each attacker has one player's token, a match with thousands of messages to read, and all the connections it gets. How
long others wait meanwhile is measured by `make bench attack`.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from benchmarks.prepared import Prepared, duels, write
from tests.attacks.attackers import ATTACKERS, EVENTS, Attacker, Target
from tests.attacks.ground import TIMES, Ground, attacked, in_another_process
from tests.sampling import Run, Sample

SECONDS: Final = 1.0 * TIMES
MIXES: Final = TIMES

MOST_BYTES: Final = 64 * 2**20
"""How much memory the server may gain during one attack, including caches and the interpreter's own reserve."""


def _chatty() -> Prepared:
    (match,) = duels(1)
    for number in range(EVENTS):
        match.say(tuple(match.players)[number % 2], "table", f"Message {number}, as long as most of them are.")
    return match


async def _attack(ground: Ground, *attackers: Attacker, target: Target) -> None:
    async with ground.neighbour() as met:
        before = ground.memory()
        await asyncio.gather(*(in_another_process(attacker, target, SECONDS) for attacker in attackers))

    names = ", ".join(attacker.__name__ for attacker in attackers)
    assert met.refused == [], names
    assert ground.memory() - before < MOST_BYTES, names


async def test_others_are_answered_under_each_attack(database_url: str, sample: Sample) -> None:
    """On PostgreSQL two processes share the address, and the kernel chooses one for each client."""
    workers = "1" if database_url.startswith("sqlite") else "2"
    match = _chatty()
    await asyncio.to_thread(write, database_url, [match])
    async with attacked(database_url, workers=workers) as ground:
        eris = await ground.guest("Eris")
        target = Target(*ground.address, eris.token, match.match_id)
        for attacker in sample.of(ATTACKERS, least=3):
            await _attack(ground, attacker, target=target)


async def test_others_are_answered_under_several_attacks_at_once(database_url: str) -> None:
    chance = Random(f"{Run.seed} attacks")
    match = _chatty()
    await asyncio.to_thread(write, database_url, [match])
    async with attacked(database_url) as ground:
        eris = await ground.guest("Eris")
        target = Target(*ground.address, eris.token, match.match_id)
        for _ in range(MIXES):
            await _attack(ground, *chance.sample(ATTACKERS, 3), target=target)
