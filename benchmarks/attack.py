"""
The latency of a neighbour while one client attacks: the 99th percentile of its calls, as a ratio to a quiet server.

The attacks are those of the tests: over HTTP and sockets, floods of frames, hostile packs, reads of long histories, and
floods of what is made for callers, such as calendars, standings and searches.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import TypeAlias

from benchmarks.prepared import Prepared, duels, write
from benchmarks.report import Row
from tests.attacks.attackers import ATTACKERS, EVENTS, FLOODS, Target
from tests.attacks.ground import Ground, attacked, in_another_process, talk
from tests.attacks.services import FLOODS as SERVICES
from tests.attacks.services import Flood
from tests.attacks.test_history import ATTACKS as READS
from tests.attacks.test_history import Asked, keep_asking
from tests.attacks.test_hostile_packs import fight_for

_SLICES = 3

Attack: TypeAlias = Callable[[float], object]
"""Attacks for some seconds, in a process of its own."""


def measure(sqlite: Callable[[str], str], seconds: float) -> list[Row]:
    """
    Return a row for each kind of attack, each as many seconds long as the quiet time before it.

    `sqlite` returns a new migrated database.
    """
    (match,) = duels(1)
    database = sqlite("attack")
    write(database, [talk(match, EVENTS)])
    rows = asyncio.run(_attack_one_match(database, match, seconds))
    for name, (prepare, ask, settings) in READS.items():
        database, matches = sqlite(name), prepare()
        write(database, matches)
        rows += asyncio.run(_read_histories(database, name, partial(ask, matches), settings, seconds))
    for flood in SERVICES:
        rows += asyncio.run(_flood_a_service(sqlite(flood.__name__), flood, seconds))
    return rows + asyncio.run(_fight_with_packs(sqlite("packs"), seconds))


async def _attack_one_match(database: str, match: Prepared, seconds: float) -> list[Row]:
    async with attacked(database) as ground:
        eris = await ground.guest("Eris")
        target = Target(*ground.address, eris.token, match.match_id)
        attackers = dict.fromkeys((*ATTACKERS, *FLOODS))
        return [await _row(ground, each.__name__, partial(each, target), seconds) for each in attackers]


async def _read_histories(
    database: str, name: str, ask: Callable[[str], list[Asked]], settings: dict[str, str], seconds: float
) -> list[Row]:
    async with attacked(database, **settings) as ground:
        spectator = await ground.guest("Arachne")
        return [await _row(ground, name, partial(keep_asking, ground.url, ask(spectator.token)), seconds)]


async def _flood_a_service(database: str, flood: Flood, seconds: float) -> list[Row]:
    async with attacked(database) as ground:
        asked = await flood(ground, await ground.guest("Host"), await ground.guest("Eris"))
        return [await _row(ground, flood.__name__, partial(keep_asking, ground.url, asked), seconds)]


async def _fight_with_packs(database: str, seconds: float) -> list[Row]:
    async with attacked(database) as ground:
        return [await _row(ground, "hostile packs", partial(fight_for, ground.url), seconds)]


async def _row(ground: Ground, name: str, attack: Attack, seconds: float) -> Row:
    quiet, under = [], []
    for _ in range(_SLICES):
        quiet.append(await _latency(ground, time.sleep, seconds / _SLICES))
        under.append(await _latency(ground, attack, seconds / _SLICES))
    return Row(
        f"a neighbour's p99 under attack: {name.strip('_').replace('_', ' ')}",
        f"{1000 * median(under):.1f} ms",
        f"quiet {1000 * median(quiet):.1f} ms",
        median(under) / median(quiet),
        "≤ 3",
    )


async def _latency(ground: Ground, attack: Attack, seconds: float) -> float:
    """Return the 99th percentile of a neighbour's calls during an attack, in seconds."""
    async with ground.neighbour() as met:
        await in_another_process(attack, seconds)
        return met.p99
