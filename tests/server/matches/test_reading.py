"""Reading a match from its log into memory."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from datetime import timedelta

from server.aggregates.memory import Recent
from server.log.contract import Append, Continuation, Told
from server.log.entry import Entry, Head
from server.matches.bot_pace import BotPace
from server.matches.repository import MatchKind, MatchRepository
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.world import FakeClock


class _Shelf:
    """A log that answers at once, so that reading it gives nobody else a turn."""

    def __init__(self, duel: Scribe) -> None:
        self._duel = duel

    async def append(self, append: Append) -> None:
        raise AssertionError("nothing is to be written")

    def hand_over(self, append: Append, told: Told) -> None:
        raise AssertionError("nothing is to be written")

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return self._duel.log[after:][:limit]

    hears = True

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        raise AssertionError("one match is to be read")

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return dict.fromkeys(match_ids, self._duel.seed)


async def test_others_have_their_turn_while_a_long_match_is_read() -> None:
    """
    Ten thousand messages take a fifth of a second to fold; no phase of another match may close later because of it.
    """
    duel = Scribe("wizards_duel", "colosseum", {"cast_seconds": 604_800})
    duel.start()
    for number in range(1000):
        duel.now += timedelta(seconds=5)
        duel.say("ab"[number % 2], "table", "Well?")
    repository = MatchRepository(MatchKind(BotPace(0)), _Shelf(duel), FakeClock(), Recent(1, 10**9))
    turns = 0

    reading = asyncio.create_task(repository.get(duel.match_id))
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)

    live = await reading
    assert list(live.entries) == duel.log
    assert turns >= 5
