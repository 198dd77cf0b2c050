"""
The latency of a neighbour while one client attacks: the 99th percentile of its calls, as a ratio to a quiet server.
"""

from __future__ import annotations

import asyncio
import time
from statistics import median

from benchmarks.prepared import Prepared, duels, write
from benchmarks.report import Row
from tests.attacks.attackers import ATTACKERS, EVENTS, Target
from tests.attacks.ground import Ground, attacked, in_another_process

_SLICES = 3


def measure(database: str, seconds: float) -> list[Row]:
    """Return a row for each kind of attack, each as many seconds long as the quiet time before it."""
    (match,) = duels(1)
    for number in range(EVENTS):
        match.say(tuple(match.players)[number % 2], "table", f"Message {number}, as long as most of them are.")
    write(database, [match])
    return asyncio.run(_measure(database, match, seconds))


async def _measure(database: str, match: Prepared, seconds: float) -> list[Row]:
    async with attacked(database) as ground:
        eris = await ground.guest("Eris")
        target = Target(*ground.address, eris.token, match.match_id)
        rows = []
        for attacker in ATTACKERS:
            quiet, attack = [], []
            for _ in range(_SLICES):
                quiet.append(await _attack_latency(ground, time.sleep, seconds / _SLICES))
                attack.append(await _attack_latency(ground, attacker, target, seconds / _SLICES))
            ratio = median(attack) / median(quiet)
            rows.append(
                Row(
                    f"a neighbour's p99 under attack: {attacker.__name__.replace('_', ' ')}",
                    f"{1000 * median(attack):.1f} ms",
                    f"quiet {1000 * median(quiet):.1f} ms",
                    ratio,
                    "≤ 3",
                )
            )
        return rows


async def _attack_latency(ground: Ground, attack: object, *args: object) -> float:
    """Return the 99th percentile of a neighbour's calls during an attack, in seconds."""
    async with ground.neighbour() as met:
        await in_another_process(attack, *args)  # type: ignore[arg-type]  # Any attack with what it takes.
    return met.p99
