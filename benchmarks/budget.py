"""Where the processor time of a submission goes, step by step, in one process without sockets."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
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
from server.log.entry import receipt_of, seal
from server.matches import commands
from server.matches.bot_pace import BotPace
from server.matches.repository import MatchKind
from server.operations.serving.one_process import spare_the_garbage_collector
from server.stream.frames import SubmitFrame, SubmittedFrame, client_frames

STEPS: Final = ("frame in", "judged, fact made", "sealed", "folded", "row and marks", "told", "frame out")

_A: Final = seat_id("a")
_MATCHES: Final = 16
"""Submissions that one transaction commits, about as many as under load."""

_ROUNDS: Final = 400


def measure(name: str, database: str) -> list[Row]:
    """Submit in each of some duels in turn, and commit each turn to this migrated database."""
    spare_the_garbage_collector()  # As the server does.
    spent, committed = asyncio.run(_submit_in_turns(database))
    steps = {step: median(spent[step]) for step in STEPS}
    rows = [
        Row(f"a submission in process, {name}: {step}", f"{seconds / 1e3:.1f} µs") for step, seconds in steps.items()
    ]
    commit = median(committed) / _MATCHES
    return [
        *rows,
        Row(f"a submission in process, {name}: committed, {_MATCHES} at once", f"{commit / 1e3:.1f} µs"),
        Row(f"a submission in process, {name}: all steps", f"{(sum(steps.values()) + commit) / 1e3:.0f} µs"),
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
    answer = SubmittedFrame(
        ref=None,
        match_id=duel.match_id,
        seat=_A,
        phase=1,
        accepted_at=entry.at,
        receipt=receipt_of(entry),
        cursor=live.cursor_of(_A, entry),
        repeated=False,
        server_now=entry.at,
    )
    answer.model_dump_json()
    times.append(perf_counter_ns())
    return Append(entry, row, marks=marks), times
