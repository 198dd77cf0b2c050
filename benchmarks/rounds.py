"""
Whole rounds of duels: two players submit, the phase closes, both know. Compared with echoes of the same server.

Players are those of the comparison with other servers (`benchmarks/peers`). A move counts when both players have the
outcome. The echo decodes a frame and sends it back; it takes turns with the rounds, in the same process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median

from benchmarks.peers import moirai
from benchmarks.peers.played import Played
from benchmarks.processes import pin, running_process, unpin
from benchmarks.report import Row

_DUELS = 32
_SLICES = 4


def measure(name: str, database: str, seconds: float) -> list[Row]:
    """Play replaced submissions, then whole rounds, for so long each."""
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        pair = [Played("echo", "–", server, moirai.echoes), Played("Moirai", name, server, moirai.players)]
        return asyncio.run(_measure(pair, seconds / _SLICES))


async def _measure(pair: Sequence[Played], seconds: float) -> list[Row]:
    rows = []
    for eager, what, aim in ((False, "a submission that is replaced", "≤ 4"), (True, "a move of whole rounds", "≤ 10")):
        for one in pair:
            await one.prepare(_DUELS, eager=eager)
        for _ in range(_SLICES):
            for one in pair:
                await one.play(seconds)
        echo, moves = pair
        p99 = 1000 * median(load.quantile(0.99) for load in moves.loads)
        rows.append(
            Row(
                figure=f"{what}, 64 sockets, {moves.kept}: processor time",
                value=f"{1e6 * moves.cost:.0f} µs ({median(moves.rates):,.0f} moves/s, p99 {p99:.0f} ms)",
                ceiling=f"the echo {1e6 * echo.cost:.0f} µs",
                ratio=moves.cost / echo.cost,
                aim=aim,
            )
        )
        for one in pair:
            one.end()
    return rows
