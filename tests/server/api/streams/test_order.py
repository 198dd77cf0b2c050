"""Submissions that come while an entry of their match is being committed: their order, and their deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from server.logs.store.entry import Entry
from server.matches.match import Match
from server.matches.play.submitting import Attempt, ReceiptReply
from tests.server.stores import SlowStore
from tests.server.world import Stream, World
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

FOUR, FIVE = [{"type": "cast", "spell": spell} for spell in "45"]


@contextmanager
def _slow(world: World) -> Iterator[SlowStore]:
    """Let commits wait; in the end, all go on."""
    log = world.app.state.server.log
    log._store = slow = SlowStore(log._store)
    try:
        yield slow
    finally:
        slow.may_go_on.set()


async def _send(stream: Stream, ref: str, move: Json) -> None:
    await stream.send({"type": "submit", "ref": ref, "phase": 1, "move": move})


async def _is_read(stream: Stream) -> None:
    """Wait until the server has read what was sent before."""
    await stream.send({"type": "ping"})
    while (await stream.frame())["type"] != "pong":
        pass


async def _answers(stream: Stream, count: int) -> list[Json]:
    answers: list[Json] = []
    while len(answers) < count:
        frame = await stream.frame()
        if frame["type"] in ("submitted", "refused"):
            answers.append(frame)
    return answers


async def _close_waits(world: World, match_id: str) -> None:
    """Wait until the close of a phase waits for what was read, or for its turn."""
    server = world.app.state.server
    live = server.streams.repository.find_in_memory(match_id)
    for _ in range(10_000):
        if not live.turn.has_line or any(one.judged for one in server.arrivals._by_match.get(match_id, ())):
            return
        await asyncio.sleep(0)
    raise AssertionError("the close does not begin")


@pytest.mark.parametrize("moves", [[FIVE, FOUR], [FIVE, FIVE, FOUR], [FIVE, FOUR, FOUR]])
async def test_those_of_one_socket_count_in_their_order(world: World, moves: list[Json]) -> None:
    """The last is what stands already: it must not be called a repetition of that while another takes its place."""
    ada, _, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, FOUR)

    async with ada.stream(match_id, 3) as stream, patience():
        with _slow(world) as slow:
            for number, move in enumerate(moves):
                await _send(stream, str(number), move)
                await slow.begun.wait()
            await _is_read(stream)
        answers = await _answers(stream, len(moves))

    assert [answer["ref"] for answer in answers] == [str(number) for number in range(len(moves))]
    assert (await ada.view(match_id))["submission"]["move"] == FOUR


async def test_what_was_read_before_the_deadline_counts_though_it_waits_for_a_commit(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()

    async with ada.stream(match_id, 3) as hers, bo.stream(match_id, 3) as his, patience():
        with _slow(world) as slow:
            await _send(hers, "hers", FOUR)
            await slow.begun.wait()
            await _send(his, "his", FIVE)
            await _is_read(his)
            world.clock.advance(60 + 1)
            closing = asyncio.create_task(world.schedule.do_overdue(world.clock.now()))
            await _close_waits(world, match_id)
        (answer,) = await _answers(his, 1)
        await closing

    assert answer["type"] == "submitted", answer
    (played,) = (await bo.view(match_id))["view"]["rounds"]
    assert played["spells"] == {"a": "4", "b": "5"}


async def test_a_submission_is_answered_though_the_view_of_its_seat_failed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its place would stay taken, and each later one of the socket would wait for it."""
    ada, _, match_id = await world.ada_and_bo()
    receipt, failed = Attempt.receipt, list[str]()

    def fail_once(attempt: Attempt, live: Match, epoch: str, entry: Entry | None) -> ReceiptReply:
        if not failed:
            failed.append(match_id)
            raise RuntimeError("the view fails")
        return receipt(attempt, live, epoch, entry)

    monkeypatch.setattr(Attempt, "receipt", fail_once)
    async with ada.stream(match_id, 3) as stream, patience():
        for number, move in enumerate([FOUR, FIVE]):
            await _send(stream, str(number), move)
        answers = await _answers(stream, 2)

    assert failed
    assert [(answer["ref"], answer["type"]) for answer in answers] == [("0", "submitted"), ("1", "submitted")]
