"""
How long players wait in a fault: for a deadline whose server was killed, for a database that was silent, and for the
next round while a crowd comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

from benchmarks.report import Row
from server.logs.aggregates.schedule import STAND_IN_SECONDS
from server.runtime.database.postgres_session import COMMAND_SECONDS, CONNECT_SECONDS
from server.runtime.settings import Settings
from tests.faults.crowd import Follower, all_told, duel, leave, people, play
from tests.faults.fleet import fleet
from tests.faults.history import lateness
from tests.faults.load import playing
from tests.faults.players import Addresses, Caller
from tests.faults.proxy import proxied

_BEFORE: Final = 30
"""Submissions that are acknowledged before a fault."""

_TABLES: Final = 6

_MATCHES: Final = 20
"""Matches that a crowd follows."""


def measure(postgresql: Callable[[], str], crowd: int) -> list[Row]:
    """Return a row for each fault; `postgresql` returns a new migrated database, `crowd` is how many come back."""
    return [
        asyncio.run(_killed(postgresql())),
        asyncio.run(_silent(postgresql())),
        asyncio.run(_crowded(postgresql(), crowd)),
    ]


async def _killed(database: str) -> Row:
    """Of two servers, the one that set all deadlines is killed: the other looks for overdue phases."""
    async with fleet(database, 2) as servers:
        setter, other = servers.servers
        addresses = Addresses(setter.url)
        async with playing(addresses, eager=0, timed=_TABLES) as load:
            await load.progress(_BEFORE)
            addresses.urls = [other.url]
            await servers.kill(setter)
    latest = max(seconds for seen in load.evidence for seconds in lateness(seen))
    usual = STAND_IN_SECONDS + Settings().sweep_seconds
    return _row("the latest deadline after its server was killed", latest, "another server steps in", usual, "≤ 2")


async def _silent(database: str) -> Row:
    """Nothing tells the servers that their connections are dead."""
    async with (
        proxied(database) as (proxy, by_proxy),
        fleet(by_proxy, 2) as servers,
        playing(servers.addresses, eager=_TABLES) as load,
    ):
        await load.progress(_BEFORE)
        proxy.fall_silent()
        await load.refusals(1)
        await proxy.open()
        began = monotonic()
        await load.progress(1)
        waited = monotonic() - began
    limit = COMMAND_SECONDS + CONNECT_SECONDS
    return _row("the first submission after a silence of the database", waited, "its time limits", limit, "≤ 1")


async def _crowded(database: str, size: int) -> Row:
    """The server is killed that all of a crowd have followed, and all come to the one that is left."""
    async with fleet(database, 2) as servers:
        falling, staying = servers.servers
        ada, bo, watcher = await people(Addresses(staying.url), 3)
        matches = [await duel(ada, bo) for _ in range(_MATCHES)]
        quiet = await _round(ada, bo, matches, 1)
        random = Random(1)
        crowd = [Follower(random.choice(matches), 0) for _ in range(size)]
        following = [asyncio.create_task(one.follow(falling.url, watcher)) for one in crowd]
        await all_told(crowd, 1)
        await servers.kill(falling)
        await asyncio.gather(*following)
        following = [asyncio.create_task(one.follow(staying.url, watcher)) for one in crowd]
        crowded = await _round(ada, bo, matches, 2)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        await leave(ada, bo, watcher)
    return _row(f"a round while {size:,} come back", crowded, "a quiet round", quiet, "–")


async def _round(ada: Caller, bo: Caller, matches: Sequence[str], number: int) -> float:
    """Return the seconds of one round in each match, one after the other."""
    began = monotonic()
    for match_id in matches:
        await play(ada, bo, match_id, rounds=range(number, number + 1))
    return (monotonic() - began) / len(matches)


def _row(figure: str, seconds: float, ceiling: str, ceiling_seconds: float, aim: str) -> Row:
    return Row(figure, f"{seconds:.2f} s", f"{ceiling} {ceiling_seconds:.2f} s", seconds / ceiling_seconds, aim)
