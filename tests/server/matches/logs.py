"""The log of a match without a database, and what reads it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from server.logs.aggregates.memory import Recent
from server.logs.store.contract import Append, Continuation, Log, OnVerdict
from server.logs.store.entry import Entry, Head
from server.matches.play.bot_pace import BotPace
from server.matches.repository import MatchKind, MatchRepository
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.world import FakeClock


class WrittenByOthers:
    """What all logs here have in common: this process only reads them."""

    hears = True
    epoch = "one"

    async def append(self, append: Append) -> None:
        raise AssertionError("others write")

    def hand_over(self, append: Append, on_verdict: OnVerdict) -> None:
        raise AssertionError("others write")


class Shelf(WrittenByOthers):
    """The log of one match, by default a duel that has begun; it answers at once, without a turn for anybody else."""

    def __init__(self, duel: Scribe | None = None) -> None:
        self.duel = duel or chatty(0)

    @property
    def match_id(self) -> str:
        return self.duel.match_id

    def stored(self) -> Sequence[Entry]:
        return self.duel.log

    async def before_answer(self) -> None:
        """Wait for what a test waits for, after the log was looked at."""

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        found = list(self.stored()[after:][:limit])
        await self.before_answer()
        return found

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        found: dict[str, Continuation] = {match_id: list(self.stored()[head.seq :]) for match_id, head in heads.items()}
        await self.before_answer()
        return found

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return dict.fromkeys(match_ids, self.duel.seed)


def chatty(messages: int, text: str = "Well?", terms: Mapping[str, int] | None = None) -> Scribe:
    """Return a duel of a week in which both talk."""
    duel = Scribe("wizards_duel", "colosseum", {"cast_seconds": 604_800}, terms)
    duel.start()
    for number in range(messages):
        duel.wait(seconds=4)
        duel.say("ab"[number % 2], "table", text)
    return duel


def repository_of(log: Log, most: int = 1) -> MatchRepository:
    """Return what reads the log, and keeps so many matches in memory."""
    return MatchRepository(MatchKind(BotPace(0)), log, FakeClock(), Recent(most, 10**9))
