"""Where the processor time of a submission goes, step by step, in one process without sockets."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import pairwise
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Final

from benchmarks.prepared import OPEN_FOR, Prepared, write_from_loop
from benchmarks.report import Row
from engines.kit import HOST, seat_id
from server.database.connection import open_store
from server.log.contract import Append
from server.log.entry import seal
from server.matches import commands
from server.matches.bot_pace import BotPace
from server.matches.repository import MatchKind
from server.matches.submitting import receipt_for
from server.operations.serving.one_process import spare_the_garbage_collector
from server.stream.frames import SubmitFrame, client_frames
from server.stream.submissions import submitted_text

STEPS: Final[Mapping[str, float]] = {
    "frame in": 2.5,
    "judged, fact made": 12,
    "sealed": 6,
    "folded": 5.5,
    "row and marks": 1.5,
    "told": 10,
    "frame out": 2.5,
}
"""The steps of a submission, and the microseconds that each may take (docs/benchmarks.md)."""

_COMMIT: Final = {"SQLite": 35, "PostgreSQL": 20}

_A: Final = seat_id("a")
_MATCHES: Final = 16
"""Submissions that one transaction commits, about as many as under load."""

_ROUNDS: Final = 400


def measure(name: str, database: str) -> list[Row]:
    """Submit in each of some duels in turn, and commit each turn to this migrated database."""
    spare_the_garbage_collector()  # As the server does.
    spent, committed = asyncio.run(_submit_in_turns(database))
    steps = {step: median(spent[step]) for step in STEPS}
    commit = f"committed, {_MATCHES} at once"
    aims = {**STEPS, commit: _COMMIT[name], "all steps": sum(STEPS.values()) + _COMMIT[name]}
    steps[commit] = median(committed) / _MATCHES
    steps["all steps"] = sum(steps.values())
    return [
        Row(f"a submission in process, {name}: {step}", f"{taken / 1e3:.1f} µs", aim=f"≤ {aims[step]:g} µs")
        for step, taken in steps.items()
    ]


async def _submit_in_turns(database: str) -> tuple[dict[str, list[int]], list[int]]:
    """Return the nanoseconds of each step by its name, and the processor time of each commit."""
    seconds = int(OPEN_FOR.total_seconds())
    duels = [Prepared("wizards_duel", "colosseum", datetime.now(UTC), cast_seconds=seconds) for _ in range(_MATCHES)]
    await write_from_loop(database, duels)
    store = open_store(database)
    spent: dict[str, list[int]] = defaultdict(list)
    committed: list[int] = []
    for spell in _spells():
        appends: list[Append] = []
        for duel in duels:
            append, times = _submit(duel, spell)
            appends.append(append)
            for step, (begun, ended) in zip(STEPS, pairwise(times), strict=True):
                spent[step].append(ended - begun)
        begun = process_time_ns()
        verdicts = await store.commit(appends)
        committed.append(process_time_ns() - begun)
        assert set(verdicts) == {"appended"}
    await store.close()
    return spent, committed


def _spells() -> Iterator[str]:
    """Yield spells, each different from the one before."""
    return (str(4 + number % 2) for number in range(_ROUNDS))


def _submit(duel: Prepared, spell: str) -> tuple[Append, list[int]]:
    """Take the steps of a submission, and return what is to be written, and the times between the steps."""
    live, kind, now = duel.live, MatchKind(BotPace(0)), datetime.now(UTC)
    live.projection(HOST)  # Somebody looks on besides the seat.
    sent = {"type": "submit", "match_id": duel.match_id, "phase": 1, "move": {"type": "cast", "spell": spell}}
    text = json.dumps(sent)
    times = [perf_counter_ns()]
    frame = client_frames.validate_json(text)
    times.append(perf_counter_ns())
    assert isinstance(frame, SubmitFrame)
    view = live.projection(_A).game
    decision = commands.submit(live.state, view, _A, commands.Submission(frame.phase, frame.move), by_bot=False)
    times.append(perf_counter_ns())
    assert decision is not None
    entry = seal(duel.match_id, live.head, decision.kind, now, decision.facts, bytes(16))
    times.append(perf_counter_ns())
    step = live.next_step(entry)
    times.append(perf_counter_ns())
    row, marks = kind.row(live.state, step, now), kind.marks(live.state, step)
    times.append(perf_counter_ns())
    live.take(step)
    times.append(perf_counter_ns())
    submitted_text(receipt_for(live, _A, 1, entry, repeated=False), None, entry.at)
    times.append(perf_counter_ns())
    return Append(entry, row, marks=marks), times
