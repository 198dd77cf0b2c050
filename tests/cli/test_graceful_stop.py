"""A server that is stopped under load reports it, answers the requests in progress, and loses no acknowledged entry."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle

import httpx
from websockets.exceptions import ConnectionClosed

from server.cli.logs.logfile import read_logs
from server.cli.logs.seal_checks import look_for
from server.cli.logs.seals import Kept
from tests.published_frames import connect
from tests.serving import overheard, serving
from tests.waiting import PATIENCE_SECONDS, patience

MATCHES = 4


@dataclass
class Duellist:
    """A player who resubmits as fast as the server accepts it, and records the replies."""

    http: httpx.AsyncClient
    match_id: str = ""
    receipts: list[str] = field(default_factory=list)
    refusals: list[int] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match_id}"

    async def submit(self) -> None:
        """Submit until the server is gone."""
        with suppress(httpx.HTTPError):
            for spell in cycle("456"):
                body = {"phase": 1, "move": {"type": "cast", "spell": spell}}
                reply = await self.http.put(f"{self.path}/submission", json=body)
                if reply.status_code == 200:
                    self.receipts.append(reply.json()["receipt"])
                else:
                    self.refusals.append(reply.status_code)


async def test_a_stop_under_load_loses_nothing(database_url: str) -> None:
    async with overheard(database_url, drain_seconds="2") as server, _duellists(server.url) as duellists:
        submitting = [asyncio.create_task(duellist.submit()) for duellist in duellists]
        watched = duellists[0]
        streaming = f"{server.url.replace('http', 'ws')}{watched.path}/stream"
        bearer = {"Authorization": watched.http.headers["Authorization"]}
        async with connect(streaming, additional_headers=bearer) as socket:
            await _until_each_has(duellists, 5)

            server.process.terminate()
            refused = await _refusal_of_readiness(server.url)
            so_far = min(len(duellist.receipts) for duellist in duellists)
            await _until_each_has(duellists, so_far + 2)
            async with patience():
                with suppress(ConnectionClosed):
                    while True:
                        await socket.recv()
            await asyncio.gather(*submitting)
            await server.ended()

        assert refused == "stopping"
        assert socket.close_code == 1012
        assert "Traceback" not in server.said
        assert "ERROR" not in server.said
        assert [duellist.refusals for duellist in duellists] == [[]] * len(duellists)
        await _assert_that_all_was_kept(database_url, duellists)


async def _assert_that_all_was_kept(database_url: str, duellists: list[Duellist]) -> None:
    """Every acknowledged submission is in the log, and none that was not acknowledged."""
    async with serving(database_url) as (_, url):
        for one, other in zip(duellists[::2], duellists[1::2], strict=True):
            one.http.base_url = httpx.URL(url)
            await one.http.post(f"{one.path}/actions", json={"type": "void", "reason": "Seen enough."})
            log = read_logs((await one.http.get(f"{one.path}/log")).text.splitlines())
            receipts = one.receipts + other.receipts
            entries = [entry for entry in log[one.match_id] if entry.kind == "submitted"]

            assert not any("no entry" in finding.line for finding in look_for(Kept(receipts=receipts), log))
            assert len(entries) == len(set(receipts))


@asynccontextmanager
async def _duellists(url: str) -> AsyncIterator[list[Duellist]]:
    """Return players, paired in running matches."""
    duellists = [Duellist(await _player(url, f"Player {number}")) for number in range(2 * MATCHES)]
    for one, other in zip(duellists[::2], duellists[1::2], strict=True):
        body = {"game": "wizards_duel", "seats": {"a": {}}, "open_log": True}
        one.match_id = other.match_id = (await one.http.post("/v1/matches", json=body)).json()["match_id"]
        await other.http.put(f"{one.path}/seats/b", json={})
        assert (await one.http.post(f"{one.path}/start")).status_code == 200
    try:
        yield duellists
    finally:
        for duellist in duellists:
            await duellist.http.aclose()


async def _player(url: str, name: str) -> httpx.AsyncClient:
    http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False)
    token = (await http.post("/v1/players", json={"name": name})).json()["token"]
    http.headers["Authorization"] = f"Bearer {token}"
    return http


async def _until_each_has(duellists: list[Duellist], receipts: int) -> None:
    async with patience():
        while True:
            if all(len(duellist.receipts) >= receipts for duellist in duellists):
                return
            await asyncio.sleep(0.01)


async def _refusal_of_readiness(url: str) -> str:
    """
    Return the code with which the server reports that it is not ready, once it does; it still accepts connections.
    """
    async with patience():
        while True:
            async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False) as http:
                reply = await http.get("/readyz")
            if reply.status_code == 503:
                return str(reply.json()["code"])
