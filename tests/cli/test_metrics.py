"""Metrics follow the activity of a process; they are served on an address of their own only."""

from __future__ import annotations

from functools import partial

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.published_frames import connect
from tests.serving import overheard
from tests.waiting import PATIENCE_SECONDS, patiently, until


async def test_the_figures_of_a_process_move_with_what_it_does(database_url: str) -> None:
    async with (
        overheard(database_url, metrics_port="0") as server,
        httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_SECONDS, verify=False) as http,
    ):
        (where,) = await server.metrics()
        before = await _metrics(where)
        token = (await http.post("/v1/players", json={"name": "Ada"})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        http.headers.update(bearer)
        seats = {"a": {}, "b": {"bot": True}}
        body = {"game": "wizards_duel", "options": {"cast_seconds": 10}, "seats": seats, "autostart": True}
        path = f"/v1/matches/{(await http.post('/v1/matches', json=body)).json()['match_id']}"
        move = {"phase": 1, "move": {"type": "cast", "spell": "5"}}
        async with connect(f"{server.url.replace('http', 'ws')}{path}/stream", additional_headers=bearer) as socket:
            await socket.recv()
            open_now = await _metrics(where)
            taken = await http.put(f"{path}/submission", json=move)
            await http.put(f"{path}/submission", json={**move, "phase": 9})
            await http.get("/v1/nothing/of/the/kind")
            while '"phase_closed"' not in str(await patiently(socket.recv())):
                pass
        after = await _metrics(where)
        await until(partial(_nothing_waits, where))
        on_the_way_of_players = await http.get("/metrics")

    assert taken.status_code == 200
    assert before["moirai_live_matches"] == 0
    assert open_now["moirai_sockets"] == after["moirai_live_matches"] == 1
    assert after['moirai_reply_seconds_count{operation="submit",status="2xx"}'] == 1
    assert after['moirai_reply_seconds_count{operation="submit",status="4xx"}'] == 1
    assert after['moirai_reply_seconds_count{operation="other",status="4xx"}'] == 1
    assert after["moirai_phase_lag_seconds_count"] == 1
    assert after["moirai_phase_lag_seconds_sum"] > 0
    assert 3 <= after["moirai_commit_entries_sum"] >= after["moirai_commit_entries_count"] > 0
    assert after["moirai_commit_seconds_sum"] > 0
    assert after["moirai_loop_lag_seconds_count"] > before["moirai_loop_lag_seconds_count"] >= 0
    assert after["moirai_catch_ups_total"] > 0
    assert after["moirai_refused_appends_total"] == 0
    assert {"moirai_texts_waiting", "moirai_texts_waiting_for_one", "process_resident_memory_bytes"} <= after.keys()
    assert on_the_way_of_players.status_code == 404


@pytest.mark.sampled(of="several workers")
async def test_every_worker_shows_its_own(postgres_url: str) -> None:
    async with overheard(postgres_url, workers="2", metrics_port="0") as server:
        calls = 20
        for _ in range(calls):  # Each on a separate connection, so that the kernel distributes them.
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_SECONDS, verify=False) as http:
                await http.get("/v1/games")
        shown = [await _metrics(where) for where in await server.metrics(processes=2)]

    counted = [one.get('moirai_reply_seconds_count{operation="listGames",status="2xx"}', 0) for one in shown]
    assert sum(counted) == calls


async def _nothing_waits(where: str) -> bool:
    """Whether no append waits to be committed; the bot plays on after the phase."""
    return (await _metrics(where))["moirai_appends_waiting"] == 0


async def _metrics(where: str) -> dict[str, float]:
    """Return all samples of a scrape, by name and labels as written."""
    async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, verify=False) as http:
        scraped = await http.get(where)
    assert scraped.status_code == 200
    families = text_string_to_metric_families(scraped.text)
    return {_sample_name(sample.name, sample.labels): sample.value for family in families for sample in family.samples}


def _sample_name(name: str, labels: dict[str, str]) -> str:
    return name + ("{" + ",".join(f'{label}="{value}"' for label, value in labels.items()) + "}" if labels else "")
