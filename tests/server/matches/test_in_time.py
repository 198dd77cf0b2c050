"""
A submission is in time if it was read in time, and a phase closes only after what was read has been judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from server.access.intake import READ_AT
from server.matches.commands import Submission
from server.matches.play import deadlines
from server.matches.play.submitting import Attempt
from server.matches.service import Matches
from server.runtime.clock.arrivals import Arrivals
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.world import Client, FakeClock, World, facts
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

FOUR: Json = {"type": "cast", "spell": "4"}
FIVE: Json = {"type": "cast", "spell": "5"}

PHASE_SECONDS = 60


class _Stamped:
    """The application, whose requests were read some seconds ago."""

    def __init__(self, app: ASGIApp, ago: float) -> None:
        self._app = app
        self._ago = ago

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        read_at = asyncio.get_running_loop().time() - self._ago
        await self._app({**scope, "extensions": {READ_AT: {"at": read_at}}}, receive, send)


async def _read_ago(client: Client, seconds: float, match_id: str, move: Json) -> httpx.Response:
    """Return the reply to a submission that was read `seconds` ago and is judged now; None withdraws instead."""
    transport = httpx.ASGITransport(_Stamped(client.world.app, seconds))
    headers = {"Authorization": f"Bearer {client.token}"}
    path = f"/v1/matches/{match_id}/submission"
    async with httpx.AsyncClient(transport=transport, base_url="http://server", headers=headers) as http:
        if move is None:
            return await http.delete(path, params={"phase": 1})
        return await http.put(path, json={"phase": 1, "move": move})


@pytest.mark.parametrize(
    ("late", "ago", "status"),
    [(2, 5, 200), (2, 1, 409), (9, 12, 200), (11, 14, 409)],
    ids=["read in time", "read late", "judged just in time", "judged too late"],
)
async def test_a_submission_counts_by_when_it_was_read(world: World, late: float, ago: float, status: int) -> None:
    ada, _, match_id = await world.ada_and_bo()
    world.clock.advance(PHASE_SECONDS + late)

    reply = await _read_ago(ada, ago, match_id, FOUR)

    assert reply.status_code == status, reply.text
    assert status == 200 or reply.json()["code"] == "phase_closed"


async def test_a_withdrawal_counts_by_when_it_was_read(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, FOUR)
    world.clock.advance(PHASE_SECONDS + 2)

    late = await _read_ago(ada, 1, match_id, None)
    in_time = await _read_ago(ada, 5, match_id, None)

    # A duel has no withdrawal; only callers who are in time are told so.
    assert (late.json()["code"], in_time.json()["code"]) == ("phase_closed", "not_withdrawable")


async def test_a_phase_waits_for_what_was_read_before_its_deadline(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    async with _being_judged(world, match_id) as matches:
        read_at = world.clock.now()
        world.clock.advance(PHASE_SECONDS + 1)
        closing = asyncio.create_task(world.schedule.do_overdue(world.clock.now()))
        seen = await ada.view(match_id)
        player = (await world.app.state.server.admission.by_token(ada.token, "")).player
        receipt = await matches.submit(player, match_id, Submission(1, FOUR), read_at=read_at)

    await closing

    assert seen["phase"]["number"] == 1
    assert not receipt.repeated
    (played,) = (await bo.view(match_id))["view"]["rounds"]
    assert played["spells"]["a"] == "4"


async def test_a_repeat_is_answered_though_its_phase_closes_before_the_receipt_is_made(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, FOUR)
    live = world.app.state.server.streams.repository.find_in_memory(match_id)
    player = (await world.app.state.server.admission.by_token(ada.token, "")).player
    attempt = Attempt(player, Submission(1, FOUR), world.clock.now(), most=10)
    decision = attempt.decide(live, world.clock.now())
    await bo.submit(match_id, 1, FIVE)
    await world.pass_time(PHASE_SECONDS + 1)

    receipt = attempt.receipt(live, "", None)

    assert decision is None
    assert (receipt.phase, receipt.repeated) == (1, True)
    assert (await ada.view(match_id))["phase"]["number"] == 2


async def test_a_request_that_is_never_judged_delays_a_close_for_a_second_only(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    async with _being_judged(world, match_id):
        world.clock.advance(PHASE_SECONDS + 1)

        async with patience():
            await world.schedule.do_overdue(world.clock.now())

        assert (await ada.view(match_id))["phase"]["number"] == 2


async def test_a_request_that_was_read_late_delays_no_close() -> None:
    clock = FakeClock()
    arrivals, deadline = Arrivals(clock), clock.now()

    with arrivals.judging("match", None), arrivals.judging("another", None) as read_at:
        async with patience():
            await arrivals.wait_until_judged("match", deadline, seconds=10**6)

    assert read_at == deadline


async def test_a_close_waits_for_every_request_that_is_being_judged() -> None:
    clock = FakeClock()
    arrivals, deadline = Arrivals(clock), clock.now() + timedelta(seconds=1)
    waiting = asyncio.create_task(arrivals.wait_until_judged("match", deadline, seconds=10**6))

    with arrivals.judging("match", None):
        with arrivals.judging("match", None):
            await asyncio.sleep(0)
            waiting = asyncio.create_task(arrivals.wait_until_judged("match", deadline, seconds=10**6))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done()

    async with patience():
        await waiting


async def test_both_verifiers_accept_submissions_judged_shortly_after_the_deadline() -> None:
    """
    An entry has the time at which it was judged: at most ten seconds after the deadline.
    """
    logs = []
    for late in (timedelta(), deadlines.JUDGED_WITHIN - timedelta(microseconds=1), deadlines.JUDGED_WITHIN):
        match = Scribe("wizards_duel", "colosseum")
        match.start()
        closes_at = match.live.state.closes_at
        assert closes_at is not None
        match.now = closes_at + late
        match.submit("a")
        match.close()
        logs.append(match.log)

    opinions = both([file_of(log) for log in logs])

    assert [opinion.code for _, opinion in opinions] == [0, 0, 1]


async def test_a_stream_tells_of_a_close_after_what_was_judged_late(world: World) -> None:
    _, bo, match_id = await world.ada_and_bo()
    world.clock.advance(PHASE_SECONDS + 2)
    assert (await _read_ago(bo, 5, match_id, FIVE)).status_code == 200

    await world.pass_time(0)

    told = [fact["type"] for fact in facts(await bo.events(match_id))]
    assert told.index("submitted") < told.index("phase_closed")


@asynccontextmanager
async def _being_judged(world: World, match_id: str) -> AsyncIterator[Matches]:
    """Hold a request for this match as read but not judged; yields the service that would judge it."""
    server = world.app.state.server
    with server.arrivals.judging(match_id, None):
        yield server.matches
