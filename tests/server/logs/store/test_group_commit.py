"""Group commit: many appends in few transactions, and independent verdicts."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest

from server.logs.store import writer
from server.logs.store.contract import (
    Append,
    Continuation,
    HeadMovedError,
    Hear,
    Held,
    KeyTakenError,
    LogUnavailableError,
    Verdict,
)
from server.logs.store.entry import Entry, Head
from server.logs.store.writer import GroupCommit
from server.runtime.time_slices import SLICE_SECONDS
from tests.server.logs.store.entries import append, chain


class Gate:
    """A store that commits when released, and returns prepared results."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.opened = asyncio.Event()
        self.answers: dict[str, Verdict | Exception] = {}

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        self.batches.append([made.entry.log_id for made in batch])
        await self.opened.wait()
        verdicts: list[Verdict] = []
        for match_id in self.batches[-1]:
            answer = self.answers.get(match_id, "appended")
            if isinstance(answer, Exception):
                raise answer
            verdicts.append(answer)
        return verdicts

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return []

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return {}

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return {}

    hears = True
    epoch = "one"

    async def try_writing(self) -> None: ...

    async def listen(self, hear: Hear, held: Held) -> None: ...

    async def close(self) -> None: ...


def _first(match_id: str) -> Append:
    return append(next(chain(match_id, 1)))


def _own(match_id: str) -> Append:
    """Return an append of the server's own, for which nobody waits."""
    return replace(_first(match_id), urgent=False)


async def _turn() -> None:
    """Let every ready task run."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_appends_during_a_commit_go_into_the_next_one() -> None:
    gate = Gate()
    async with GroupCommit(gate) as log:
        appends = [asyncio.create_task(log.append(_first(str(number)))) for number in range(40)]
        await _turn()
        assert not any(task.done() for task in appends)

        gate.opened.set()
        await asyncio.gather(*appends)

    assert [name for batch in gate.batches for name in batch] == [str(number) for number in range(40)]
    assert len(gate.batches) <= 2


async def test_two_appends_of_one_match_never_share_a_commit() -> None:
    gate = Gate()
    gate.opened.set()
    async with GroupCommit(gate) as log:
        await asyncio.gather(*(log.append(_first(name)) for name in ("a", "b", "a", "c", "a")))

    assert all(len(set(batch)) == len(batch) for batch in gate.batches)
    assert sorted(name for batch in gate.batches for name in batch) == ["a", "a", "a", "b", "c"]


async def test_what_somebody_waits_for_is_written_before_what_the_server_does_by_itself() -> None:
    gate = Gate()
    async with GroupCommit(gate) as log:
        appends = [asyncio.create_task(log.append(_first("begun")))]
        await _turn()
        appends += [asyncio.create_task(log.append(_own(name))) for name in ("close", "news")]
        appends += [asyncio.create_task(log.append(_first("move")))]
        await _turn()

        gate.opened.set()
        await asyncio.gather(*appends)

    assert gate.batches == [["begun"], ["move", "close", "news"]]


async def test_a_batch_has_only_some_of_what_the_server_does_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Who submits meanwhile waits until the whole batch is written.
    """
    monkeypatch.setattr(writer, "_OWN_BYTES", 2 * _own("close 1").size)
    gate = Gate()
    gate.opened.set()
    async with GroupCommit(gate) as log:
        own = [log.append(_own(f"close {number}")) for number in range(1, 6)]
        await asyncio.gather(*own, log.append(_first("move")))

    assert gate.batches == [["move", "close 1", "close 2"], ["close 3", "close 4"], ["close 5"]]


async def test_what_the_server_does_by_itself_is_written_however_much_is_urgent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "MAX_BATCH", 2)
    gate = Gate()
    gate.opened.set()
    async with GroupCommit(gate) as log:
        moves = [log.append(_first(f"move {number}")) for number in range(1, 5)]
        await asyncio.gather(log.append(_own("close")), *moves)

    assert gate.batches == [["move 1", "move 2", "close"], ["move 3", "move 4"]]


async def test_each_caller_hears_its_own_verdict() -> None:
    gate = Gate()
    gate.answers = {"late": "head_moved", "again": "key_taken"}
    gate.opened.set()
    async with GroupCommit(gate) as log:
        said = await asyncio.gather(*(log.append(_first(n)) for n in ("fine", "late", "again")), return_exceptions=True)

    assert [type(result) for result in said] == [type(None), HeadMovedError, KeyTakenError]


async def test_a_failed_commit_fails_its_batch_and_no_later_one() -> None:
    gate = Gate()
    gate.answers = {"bad": OSError("disk on fire")}
    gate.opened.set()
    async with GroupCommit(gate) as log:
        with pytest.raises(LogUnavailableError):
            await log.append(_first("bad"))
        await log.append(_first("good"))


async def test_a_cancelled_caller_does_not_affect_the_others() -> None:
    gate = Gate()
    async with GroupCommit(gate) as log:
        leaving, staying = (asyncio.create_task(log.append(_first(name))) for name in ("leaving", "staying"))
        await _turn()
        leaving.cancel()
        gate.opened.set()
        await staying

    assert leaving.cancelled()


async def test_closing_commits_what_waits_and_takes_no_more() -> None:
    gate = Gate()
    log = GroupCommit(gate)
    waiting = asyncio.create_task(log.append(_first("waiting")))
    await _turn()
    gate.opened.set()

    await log.close()

    await waiting
    with pytest.raises(LogUnavailableError):
        await log.append(_first("later"))


async def test_others_have_their_turn_between_answers_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch may close hundreds of phases, and each of them is told to all of its players."""
    now, order = 0.0, list[str]()
    monkeypatch.setattr(writer, "time", SimpleNamespace(perf_counter=lambda: now))
    gate = Gate()
    gate.opened.set()

    def answer(number: int, _: object) -> None:
        nonlocal now
        now += SLICE_SECONDS
        order.append(f"answer {number}")
        asyncio.get_running_loop().call_soon(order.append, "another")

    async with GroupCommit(gate) as log:
        for number in range(3):
            log.hand_over(_first(f"match-{number}"), partial(answer, number))
        for _ in range(4):
            await _turn()

    assert order == ["answer 0", "another", "answer 1", "another", "answer 2", "another"]
