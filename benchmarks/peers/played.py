"""A server on which duels are played, and what that costs it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle

from benchmarks.http_load import Caller, Load, drive
from benchmarks.peers.player import Player, Round
from benchmarks.processes import Running

_PATIENCE_SECONDS = 10
_HAND = "1234567x8"
"""The spells of a duel, in an order in which none changes the course: every round is drawn."""


@dataclass(slots=True)
class Played:
    """
    A server under test.

    Attributes:
        name, kept: What it is, and where it keeps moves.
        loads: What was played, one by one.
    """

    name: str
    kept: str
    process: Running
    players: Callable[..., Awaitable[list[Player]]]
    loads: list[Load] = field(default_factory=list)
    _callers: list[Caller] = field(default_factory=list)
    _supplies: list[Iterator[bytes]] = field(default_factory=list)
    _cpu_seconds: float = 0.0
    _moves: int = 1

    async def prepare(self, duels: int, *, eager: bool) -> None:
        """Begin new duels: of whole rounds if `eager`, otherwise of submissions that replace each other."""
        players = await self.players(self.process.port, duels, eager=eager)
        pairs = zip(players[::2], players[1::2], strict=True)
        self._callers = [Round(*pair) for pair in pairs] if eager else list(players)
        self._supplies = [cycle([spell.encode() for spell in (_HAND if eager else "45")]) for _ in self._callers]
        self.loads, self._cpu_seconds, self._moves = [], 0.0, 2 if eager else 1

    async def play(self, seconds: float) -> None:
        """Play on for so long."""
        used = self.process.cpu_seconds()
        async with asyncio.timeout(seconds + _PATIENCE_SECONDS):  # A refused move has no reply that is awaited.
            self.loads.append(await drive(self._callers, self._supplies, bool, seconds))
        self._cpu_seconds += self.process.cpu_seconds() - used

    @property
    def rates(self) -> list[float]:
        """Moves a second, each time that it was played."""
        return [self._moves * load.rate for load in self.loads]

    @property
    def cost(self) -> float:
        """The processor time that a move takes the server, in seconds."""
        return self._cpu_seconds / sum(self._moves * len(load.latencies) for load in self.loads)

    def end(self) -> None:
        for caller in self._callers:
            caller.close()
