"""Players that record every refusal they receive: problem documents, close reasons, refused frames."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed

from tests.http_client import HttpClient
from tests.prompts import answer
from tests.published_frames import PublishedSocket, connect
from tests.secrecy.outputs.canaries import Canaries
from tests.waiting import PATIENCE_SECONDS, patience

Json = Any

PROBLEM = "application/problem+json"


class House:
    """A server, its canaries, and all refusals that it sent."""

    def __init__(self, url: str, canaries: Canaries) -> None:
        self.url = url
        self.canaries = canaries
        self.refusals: list[str] = []
        self.http = HttpClient(url, timeout=PATIENCE_SECONDS, hook=self._keep)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def guest(self, **terms: Json) -> Guest:
        """Register a new player under a canary's name."""
        name = self.canaries.secret("player's name")
        reply = await self.http.post("/v1/players", json={"name": name, **terms})
        assert reply.status_code == 201, reply.text
        token = self.canaries.secret("token", reply.json()["token"])
        self.canaries.secret("secret of a token", token.partition(".")[2])
        return Guest(self, reply.json()["player_id"], token)

    @asynccontextmanager
    async def socket(self, path: str, **how: Json) -> AsyncIterator[PublishedSocket]:
        """A socket that records its close reason."""
        async with connect(self.url.replace("http", "ws") + path, compression=None, **how) as connection:
            try:
                yield connection
            finally:
                with suppress(ConnectionClosed):
                    async with patience():
                        await connection.close()
                self.refusals.append(f"{connection.close_code} {connection.close_reason}")

    async def close_reason(self, path: str, *frames: str | bytes, **how: Json) -> int | None:
        """Send frames, wait until the server closes the socket, and return its close code."""
        async with self.socket(path, **how) as connection:
            with suppress(ConnectionClosed):
                for frame in frames:
                    await connection.send(frame)
                async with patience():
                    while True:
                        await connection.recv()
            return connection.close_code

    async def _keep(self, reply: httpx.Response) -> None:
        if reply.headers.get("content-type", "").startswith(PROBLEM):
            await reply.aread()
            headers = {name: value for name, value in reply.headers.items() if name != "date"}
            self.refusals.append(json.dumps(_without_pointers(reply.json()), ensure_ascii=False) + str(headers))


class Guest:
    """One player."""

    def __init__(self, house: House, player_id: str, token: str) -> None:
        self.house = house
        self.player_id = player_id
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    async def call(self, method: str, path: str, body: Json = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.house.http.request(method, path, json=body, headers={**self.headers, **named})

    async def get(self, path: str) -> Json:
        reply = await self.call("GET", path)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def ticket(self) -> str:
        """Return a ticket, which is as secret as a token."""
        ticket: str = (await self.call("POST", "/v1/tickets")).json()["ticket"]
        self.house.canaries.secret("ticket", ticket)
        self.house.canaries.secret("secret of a ticket", ticket.partition(".")[2])
        return ticket

    async def invite(self, match_id: str, *, uses: int) -> str:
        """Return the token of an invitation, which is as secret as any other."""
        reply = await self.call("POST", f"/v1/matches/{match_id}/invitations", {"uses": uses})
        token: str = reply.json()["token"]
        self.house.canaries.secret("invitation", token)
        self.house.canaries.secret("secret of an invitation", token.partition(".")[2])
        return token

    async def follow(self, match_id: str) -> int:
        """Read the match over a socket until it ends; return the number of events."""
        async with self.house.socket(f"/v1/matches/{match_id}/stream?ticket={await self.ticket()}") as connection:
            events = 0
            async with patience():
                async for frame in connection:
                    events += json.loads(frame)["type"] == "event"
                    if '"match_ended"' in str(frame):
                        break
        return events

    async def play(self, match_id: str, random: Random) -> None:
        """Answer the prompt of the open phase, after one illegal attempt and one message."""
        canaries = self.house.canaries
        view = await self.get(f"/v1/matches/{match_id}/view")
        if view["status"] != "running" or view["phase"] is None:
            return
        for channel in [channel["channel"] for channel in view["channels"] if channel["open"]][:1]:
            text = {"text": f"ψ {canaries.secret('message')}"}
            await self.call("POST", f"/v1/matches/{match_id}/channels/{channel}/messages", text)
        if view["prompt"] is None or view["submission"] is not None:
            return
        for attempt in range(50):
            move = canaries.move(answer(view["prompt"], random))
            if attempt == 0:
                illegal = {**move, random.choice([*move, "more"]): canaries.secret("illegal move")}
                await self._submit(match_id, view["phase"]["number"], illegal)
            reply = await self._submit(match_id, view["phase"]["number"], move)
            assert reply.status_code in (200, 409, 422), reply.text
            if reply.status_code != 422:
                return
        raise AssertionError("found no legal move")

    async def _submit(self, match_id: str, phase: int, move: Json) -> httpx.Response:
        body = {"phase": phase, "move": move}
        return await self.call("PUT", f"/v1/matches/{match_id}/submission", body)


def _without_pointers(problem: Json) -> Json:
    """Return a problem without its pointers: they repeat the client's own field names and contain nothing else."""
    rest = {name: value for name, value in problem.items() if name not in ("pointer", "errors")}
    return rest | {"errors": [complaint["message"] for complaint in problem.get("errors", [])]}
