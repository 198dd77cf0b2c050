"""Crowds of subscribers, and the duels that they follow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from websockets.asyncio.client import connect as unchecked
from websockets.exceptions import WebSocketException

from tests.faults.players import Addresses, Caller
from tests.waiting import patience

Json = Any


class Follower:
    """One socket of a crowd, which was told everything up to a cursor before."""

    def __init__(self, match_id: str, begun: int) -> None:
        self.match_id = match_id
        self.begun = begun
        self.told: list[Json] = []

    @property
    def cursor(self) -> int:
        return self.begun + len(self.told)

    async def follow(self, url: str, reader: Caller) -> None:
        """Record the stream until the server is gone."""
        while True:
            try:
                await self._listen(f"{stream_of(url, self.match_id)}?after={self.cursor}", reader)
            except ConnectionRefusedError:
                return
            except (OSError, WebSocketException):
                await asyncio.sleep(0.5)  # On a busy machine the server may disconnect it for not reading.

    async def _listen(self, url: str, reader: Caller) -> None:
        # Not checked against the document as elsewhere: all frames are alike, and checking would be most of the load.
        async with unchecked(
            url,
            additional_headers=reader.authorization,
            compression=None,
            open_timeout=None,  # `all_told` has one timeout for all of them together.
            ping_interval=None,
        ) as stream:
            async for text in stream:
                frame = json.loads(text)
                if frame["type"] == "event":
                    del frame["server_now"]  # A page of events contains it once.
                    self.told.append(frame)


async def all_told(crowd: Sequence[Follower], cursor: int) -> None:
    """Wait until all have been told up to a cursor."""
    async with patience():
        while not all(one.cursor >= cursor for one in crowd):  # noqa: ASYNC110  # Many sockets, one condition.
            await asyncio.sleep(0.05)


async def people(addresses: Addresses, number: int) -> list[Caller]:
    callers = [Caller(addresses) for _ in range(number)]
    for index, person in enumerate(callers):
        await person.sign_up(f"Person {index}")
    return callers


async def leave(*callers: Caller) -> None:
    for person in callers:
        await person.close()
    assert not [complaint for person in callers for complaint in person.complaints]


async def duel(ada: Caller, bo: Caller) -> str:
    options = {"cast_seconds": 3600}  # No phase ends by its deadline, however slow the machine is.
    body = {"game": "wizards_duel", "options": options, "pace": "eager", "seats": {"a": {}}, "autostart": True}
    match_id: str = (await ada.call("POST", "/v1/matches", body)).reply.json()["match_id"]
    await bo.call("PUT", f"/v1/matches/{match_id}/seats/b", {})
    return match_id


async def play(ada: Caller, bo: Caller, match_id: str, rounds: range) -> None:
    """Play rounds whose spells let the duel go on."""
    for phase in rounds:
        cast = {"phase": phase, "move": {"type": "cast", "spell": "34567"[phase - 1]}}
        for player in (ada, bo):
            reply = (await player.call("PUT", f"/v1/matches/{match_id}/submission", cast)).reply
            assert reply.status_code == 200, reply.text
        await _until_told(ada, match_id, phase + 1)


async def _until_told(player: Caller, match_id: str, phase: int) -> None:
    """Wait until a phase is open."""
    async with patience():
        while (await player.get(f"/v1/matches/{match_id}/view"))["phase"]["number"] < phase:  # noqa: ASYNC110  # An event in another process.
            await asyncio.sleep(0.01)


def stream_of(url: str, match_id: str | None = None) -> str:
    path = "/v1/stream" if match_id is None else f"/v1/matches/{match_id}/stream"
    return url.replace("http", "ws", 1) + path
