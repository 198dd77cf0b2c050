"""
The first view of a match that is not in memory: its log is read and folded, then the view of one seat.

In the process of the benchmark, without HTTP; processor time, in which the thread that reads is included.
"""

from __future__ import annotations

import asyncio
import gc
from datetime import UTC, datetime, timedelta
from statistics import median
from time import process_time

from benchmarks.prepared import Prepared, write_from_loop
from benchmarks.report import Row
from engines.catalogue import GAMES
from server.aggregates.memory import Recent
from server.clock.clock import SystemClock
from server.database.connection import open_store
from server.log.writer import GroupCommit
from server.matches.bot_pace import BotPace
from server.matches.repository import MatchKind, MatchRepository

_LONG_AGO = timedelta(days=400)
_TIMES = 25


def measure(name: str, database: str) -> list[Row]:
    """Play a match of each game to its end, and read it from this migrated database again and again."""
    matches = [Prepared(game, next(iter(GAMES[game].variants)), datetime.now(UTC) - _LONG_AGO) for game in GAMES]
    for match in matches:
        match.play_out()
    return asyncio.run(_measure(name, database, matches))


async def _measure(name: str, database: str, matches: list[Prepared]) -> list[Row]:
    await write_from_loop(database, matches)
    gc.freeze()
    store = open_store(database)
    async with GroupCommit(store) as log:
        rows = [_row(name, match, [await _look(log, match) for _ in range(_TIMES)]) for match in matches]
    await store.close()
    return rows


async def _look(log: GroupCommit, match: Prepared) -> tuple[float, float]:
    """Return the seconds of reading the match, and of making the first view."""
    repository = MatchRepository(MatchKind(BotPace(0)), log, SystemClock(), Recent(1, 10**9))
    seat = next(iter(match.tokens))
    begun = process_time()
    live = await repository.get(match.match_id)
    read = process_time()
    await live.prepare(seat)
    return read - begun, process_time() - read


def _row(name: str, match: Prepared, looks: list[tuple[float, float]]) -> Row:
    entries = match.live.entries
    read, view = (1000 * median(times) for times in zip(*looks, strict=True))
    what = f"{match.live.state.created.game} at its end, {len(entries)} entries, {entries.bytes // 1000} kB, {name}"
    return Row(f"cold, first view: {what}", f"{read + view:.1f} ms", f"of which reading {read:.1f} ms", aim="≤ 3 ms")
