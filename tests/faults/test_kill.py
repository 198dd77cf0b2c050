"""A real server process, killed in the middle of a phase, on either database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import httpx

from server.cli.logs.logfile import read_logs
from server.cli.logs.seal_checks import look_for
from server.cli.logs.seals import Kept
from tests.published_frames import connect
from tests.serving import overheard, serving
from tests.waiting import PATIENCE_SECONDS, patience


async def _player(url: str, name: str) -> httpx.AsyncClient:
    http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False)
    token = (await http.post("/v1/players", json={"name": name})).json()["token"]
    http.headers["Authorization"] = f"Bearer {token}"
    return http


async def test_a_killed_server_closes_the_phase_on_time_and_has_lost_nothing(database_url: str) -> None:
    async with serving(database_url, sweep_seconds="0.5") as (process, url):
        ada, bo = await _player(url, "Ada"), await _player(url, "Bo")
        body = {"game": "wizards_duel", "options": {"cast_seconds": 10}, "seats": {"a": {}}, "autostart": True}
        match_id = (await ada.post("/v1/matches", json=body)).json()["match_id"]
        await bo.put(f"/v1/matches/{match_id}/seats/b", json={})
        path = f"/v1/matches/{match_id}"
        closes_at = await _running(ada, path)
        receipts = []
        for player, spell in ((ada, "5"), (bo, "1"), (ada, "6")):
            move = {"phase": 1, "move": {"type": "cast", "spell": spell}}
            receipts.append((await player.put(f"{path}/submission", json=move)).json()["receipt"])
        told = (await ada.get(f"{path}/events")).json()["events"]

        process.kill()
        await process.wait()

    async with serving(database_url, sweep_seconds="0.5") as (_, url):
        for player in (ada, bo):
            player.base_url = httpx.URL(url)
        kept = (await ada.get(f"{path}/events")).json()["events"]
        waited = await ada.get(f"{path}/events", params={"after": len(told), "wait": 30})
        (resolved,) = waited.json()["events"]
        await ada.post(f"{path}/actions", json={"type": "void", "reason": "Seen enough."})
        log = (await bo.get(f"{path}/log")).text
        for player in (ada, bo):
            await player.aclose()

    assert kept[: len(told)] == told  # Where starting takes long, the phase is closed by then.
    resolved_at = datetime.fromisoformat(resolved["at"])
    assert resolved_at >= closes_at
    (played,) = [fact for fact in resolved["facts"] if fact["type"] == "wizards_duel.round_played"]
    assert played["spells"] == {"a": "6", "b": "1"}
    findings = look_for(Kept(receipts=receipts), read_logs(log.splitlines()))
    assert not any("no entry" in finding.line for finding in findings)


async def _running(player: httpx.AsyncClient, path: str) -> datetime:
    """Return when the open phase closes, once the match runs."""
    async with patience():
        while True:
            match = (await player.get(path)).json()
            if match["status"] == "running":
                closes_at = datetime.fromisoformat(match["closes_at"])
                assert closes_at > datetime.now(UTC)
                return closes_at


async def test_a_server_that_is_stopped_ends_its_streams_at_once(sqlite_url: str) -> None:
    """
    A stream never ends by itself; a client that is told of the end resumes elsewhere without waiting.
    """
    async with overheard(sqlite_url) as server:
        url, ada = server.url, await _player(server.url, "Ada")
        match_id = (await ada.post("/v1/matches", json={"game": "wizards_duel"})).json()["match_id"]
        events = f"/v1/matches/{match_id}/events"
        token = {"Authorization": ada.headers["Authorization"]}
        polling = asyncio.create_task(ada.get(events, params={"after": 1, "wait": 30}))
        async with (
            ada.stream("GET", events, headers={"Accept": "text/event-stream"}) as reply,
            connect(f"{url.replace('http', 'ws')}/v1/stream", additional_headers=token) as socket,
        ):
            lines = reply.aiter_lines()
            assert (await anext(lines)).startswith("id: host:1")
            await socket.recv()

            server.process.terminate()

            async with patience():
                assert [line async for line in lines][-1] == ""
                await socket.wait_closed()
                assert (await polling).json()["events"] == []
                await server.ended()
        await ada.aclose()

    assert socket.close_code == 1012
    assert "Traceback" not in server.said
