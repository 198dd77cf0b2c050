"""A sixth game with a pack works without any change to the server: it is published, played, replayed and verified."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from engines.catalogue import GAMES
from tests.prompts import answer
from tests.sampling import Run
from tests.serving import run, serving
from tests.waiting import PATIENCE_SECONDS

Json = Any

OF_ALL_GAMES = (
    "tests/engines/test_conformance.py",
    "tests/fuzz/test_moves.py",
    "tests/secrecy/twins/test_noninterference.py",
    "tests/secrecy/twins/test_what_games_tell.py",
    "tests/secrecy/wire/test_wire.py",
    "tests/server/matches/test_full_matches.py",
    "tests/server/api/streams/test_http_streams.py",
)

PACK = {"name": "Three-fingered", "fingers": [1, 2, 3]}


async def _player(url: str, name: str) -> httpx.AsyncClient:
    http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False)
    token = (await http.post("/v1/players", json={"name": name})).json()["token"]
    http.headers["Authorization"] = f"Bearer {token}"
    return http


@pytest.mark.sampled(of="whole installations")
async def test_a_new_game_is_served_played_and_verified_as_any_other(sqlite_url: str, tmp_path: Path) -> None:
    async with serving(sqlite_url, module="tests.sixth_game") as (_, url):
        host, odd, even = [await _player(url, name) for name in ("Host", "Odd", "Even")]
        document = (await host.get("/openapi.json")).json()
        game = (await host.get("/v1/games/odds_and_evens", params={"language": "de"})).json()
        Draft202012Validator(game["pack_schema"]).validate(PACK)
        pack = (await host.post("/v1/packs", json={"game": "odds_and_evens", "content": PACK})).json()["pack"]
        body = {"game": "odds_and_evens", "options": {"pack": pack}}
        match_id = (await host.post("/v1/matches", json=body)).json()["match_id"]
        path = f"/v1/matches/{match_id}"
        for seat, player in (("odd", odd), ("even", even)):
            await player.put(f"{path}/seats/{seat}", json={})
        await host.post(f"{path}/start")
        for phase in (1, 2):
            for player in (odd, even):
                await _throw(player, path, phase)
        await _wait_until(odd, path, lambda view: view["status"] == "over")
        events = (await odd.get(f"{path}/events")).json()["events"]
        log = await host.get(f"{path}/log")
        for player in (host, odd, even):
            await player.aclose()

    assert {"Thrown", "ThrowMove", "OddsAndEvensView"} <= document["components"]["schemas"].keys()
    assert "An odd sum" in game["rules"]
    assert game["rules_language"] == "en"
    told = [fact["type"] for event in events for fact in event["facts"]]
    assert told.count("odds_and_evens.thrown") == 2
    assert told.count("match_ended") == 1
    exported = tmp_path / "match.ndjson"
    exported.write_text(log.text)
    command = (sys.executable, "-m", "tests.sixth_game")
    assert "good" in await run(*command, "verify", str(exported), folder=Path.cwd(), environment=os.environ)
    assert "Odd shows" in await run(*command, "replay", str(exported), folder=Path.cwd(), environment=os.environ)
    assert "odds_and_evens" not in GAMES


async def _throw(player: httpx.AsyncClient, path: str, phase: int) -> None:
    """Answer the prompt of a phase, once it is open."""
    view = await _wait_until(player, path, lambda view: view["phase"] and view["phase"]["number"] == phase)
    submitted = await player.put(
        f"{path}/submission", json={"phase": phase, "move": answer(view["prompt"], Random(phase))}
    )
    assert submitted.status_code == 200, submitted.text


async def _wait_until(player: httpx.AsyncClient, path: str, reached: Callable[[Json], bool]) -> Json:
    """Wait until the player's view meets a condition, and return it."""
    while not reached(view := (await player.get(f"{path}/view")).json()):
        await player.get(f"{path}/events", params={"after": view["cursor"], "wait": 30})
    return view


@pytest.mark.sampled(of="whole installations")
async def test_the_tests_of_all_games_cover_it_by_themselves() -> None:
    """It is in the catalogue and has a table of information; no test knows its name."""
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.sixth_game.in_catalogue")

    said = await run(
        *(*command, "--depth", str(Run.depth), "--seed", Run.seed, "-k", "odds_and_evens", *OF_ALL_GAMES),
        folder=Path.cwd(),
        environment=os.environ,
    )

    passed = re.search(r"(\d+) passed", said)
    assert passed, said
    assert int(passed[1]) >= len(OF_ALL_GAMES)
