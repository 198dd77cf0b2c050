"""
Frames of every kind over both WebSockets: each is answered or closes its socket as docs/streams.md says, refused ones
change nothing, and other players are not disturbed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

import psutil
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from server.api.streams.close_codes import STANDARD_CLOSINGS, CloseCode
from server.api.streams.frames import SubmitFrame, client_frames
from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.frames import Frame, frames
from tests.fuzz.ground import Ground, prepared
from tests.fuzz.sight import all_seen
from tests.fuzz.tally import Tally
from tests.sampling import Sample, more
from tests.secrecy.rights.roles import HOST, SEAT
from tests.server.world import Client, FakeClock, World
from tests.serving import overheard
from tests.waiting import patience

Json = Any

COURSES: Final = 20

MOST: Final = 8
"""How many frames are sent between two comparisons."""

DIFFERENT: Final = 60

ROUNDS: Final = 5

GROWN_BYTES: Final = 16 * 2**20
"""More memory than a leak of frames would take by the second round."""

CODES: Final = {*CloseCode, *(closing.close_code for closing in STANDARD_CLOSINGS)}

PLAYERS: Final = ["ada", "bo"]

SOCKETS: Final = [(name, many) for name in [*PLAYERS * 2, "host", "zoe", "administrator"] for many in (False, True)]


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # It would hide a failure with a large frame.
async def test_every_frame_is_answered_as_published_and_changes_nothing_if_refused(
    sqlite_url: str, tally: Tally, sample: Sample
) -> None:
    async with prepared(sqlite_url) as ground:
        await asyncio.to_thread(_fuzz, ground, tally, sample.count(COURSES, least=2))


def _fuzz(ground: Ground, tally: Tally, examples: int) -> None:
    scene, witnessed = ground.scene(SEAT, "running"), ground.scene(HOST, "running")
    courses = st.lists(st.tuples(st.sampled_from(SOCKETS), frames()), min_size=1, max_size=MOST)

    @drawn
    @bounded(examples)
    @given(courses)
    def try_some(course: list[tuple[tuple[str, bool], Frame]]) -> None:
        before = ground.wait_for(all_seen(ground.stage, scene.match_id))
        taken = ground.wait_for(_run(ground, course, scene.match_id, witnessed.match_id, tally))
        after = ground.wait_for(all_seen(ground.stage, scene.match_id))
        changed = {page: (before[page], after[page]) for page in after if before[page] != after[page]}
        assert taken or not changed, f"one of {course} changed {changed}"
        ground.wait_for(_witness(ground, witnessed.match_id))

    try_some()


async def test_frames_do_not_accumulate(sqlite_url: str) -> None:
    """
    A server keeps nothing of answered or refused frames, and none makes it fail.
    """
    some = _some_frames()
    async with overheard(sqlite_url) as server:
        world = World(FastAPI(), FakeClock(), server.url)
        ada, bo = await world.player("Ada"), await world.player("Bo")
        body = {"game": "wizards_duel", "seats": {"a": {}, "b": {"bot": True}}, "autostart": True}
        match_id = (await ada.post("/v1/matches", body | {"options": {"cast_seconds": 86_400}}, expect=201))["match_id"]
        process = psutil.Process(server.process.pid)
        sizes = []
        for _ in range(ROUNDS):
            for many in (False, True):
                await _say_all(bo, many, match_id, some)
            sizes.append(process.memory_info().rss)
        await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
        await world.close()

    if more() > 1:
        print(f"Grew by {(sizes[-1] - sizes[1]) / 2**20:.1f} MB over {2 * len(some) * (ROUNDS - 2)} frames.")
    assert sizes[-1] - sizes[1] < GROWN_BYTES
    assert "failed" not in server.said


def _some_frames() -> list[Frame]:
    """Return frames as drawn elsewhere, to be sent repeatedly."""
    found: list[Frame] = []

    @drawn
    @bounded(DIFFERENT)
    @given(frames())
    def collect(frame: Frame) -> None:
        found.append(frame)

    collect()
    return found


async def _say_all(account: Client, many: bool, match_id: str, some: list[Frame]) -> None:
    rest = iter(some)
    frame = next(rest, None)
    while frame is not None:
        async with _talk(account, many, match_id) as talk:
            while frame is not None and not talk.over:
                await talk.say(frame.named(match_id, match_id))
                frame = next(rest, None)


async def _run(
    ground: Ground, course: list[tuple[tuple[str, bool], Frame]], match_id: str, other: str, tally: Tally
) -> bool:
    """Send the frames, each to its socket; return whether a submission was accepted."""
    taken = False
    async with AsyncExitStack() as stack:
        talks: dict[tuple[str, bool], Talk] = {}
        for (name, many), frame in course:
            talk = talks.get((name, many))
            if talk is None or talk.over:
                account = ground.stage.accounts[name]
                talk = talks[name, many] = await stack.enter_async_context(_talk(account, many, match_id))
            outcomes = await talk.say(frame.named(match_id, other))
            taken = taken or "submitted" in outcomes
            # Other matches may answer after the probe.
            tally.add(frame.kind, "+".join(sorted(outcomes)) or "later")
    return taken


async def _witness(ground: Ground, match_id: str) -> None:
    """Let another player go on playing."""
    await ground.stage.accounts["bo"].submit(match_id, 1, {"type": "cast", "spell": "5"})


class Talk:
    """A socket on which every received frame is checked."""

    def __init__(self, connection: ClientConnection, many: bool, match_id: str) -> None:
        self.over = False
        self._connection = connection
        self._probe = {"type": "submit", "ref": "probe", "phase": 2**31 - 1, "move": None}
        self._probe |= {"match_id": match_id} if many else {}

    async def say(self, frame: Frame) -> set[str]:
        """Send a frame; return the replies to it: types of frames, or a close code."""
        outcomes: set[str] = set()
        awaited = {"probe", *_submitted_by(frame)}
        try:
            async with patience():
                await self._connection.send(frame.data, text=frame.as_text)
                # Refusals do not wait for writes, so a submission may be answered after the probe.
                await self._connection.send(json.dumps(self._probe))
                while awaited:
                    answer = await self.hear()
                    if answer["type"] in ("submitted", "refused") and answer.get("ref") in awaited:
                        awaited.discard(answer["ref"])
                    if answer["type"] not in ("event", "heartbeat") and answer.get("ref") != "probe":
                        outcomes.add(answer["type"])
        except ConnectionClosed:
            self.over = True
            code = self._connection.close_code
            assert code in CODES, f"{frame} closed the socket with {code} {self._connection.close_reason}"
            outcomes.add(str(code))
        return outcomes

    async def hear(self) -> Json:
        """Return the next frame, after checking that it is published."""
        answer = json.loads(await self._connection.recv())
        assert answer.get("status", 0) < 500, answer
        return answer


def _submitted_by(frame: Frame) -> set[str | None]:
    """Return the `ref` of a frame that submits a move; None for others."""
    try:
        read = client_frames.validate_json(frame.data)
    except ValueError:
        return set()
    return {read.ref} if isinstance(read, SubmitFrame) else set()


@asynccontextmanager
async def _talk(account: Client, many: bool, match_id: str) -> AsyncIterator[Talk]:
    path = "/v1/stream" if many else f"/v1/matches/{match_id}/stream"
    async with account.socket(path) as connection:
        talk = Talk(connection, many, match_id)
        for first in ["hello"] if many else ["hello", "subscribed"]:
            assert (await talk.hear())["type"] == first
        yield talk
