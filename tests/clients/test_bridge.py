"""The example of a bridge plays a whole season between a fake chat and a server; each secret stays with its person."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from tests.docs.printed import ROOT
from tests.server.notifications.webhooks.target import HOST, hooked_world, running_targets, serving
from tests.server.people.bridging import through
from tests.server.world import Client
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

EXAMPLE: Final = ROOT / "clients" / "examples" / "bridge.py"
MOST_LINES: Final = 300
FIVE: Final = ("Ada", "Bo", "Cy", "Di", "Ed")


def _example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bridge", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


async def test_a_season_is_played_in_a_chat(sqlite_url: str, tmp_path: Path) -> None:
    example = _example()
    async with running_targets(tmp_path) as targets, hooked_world(sqlite_url, targets) as world:
        host = await world.player("Chat bridge")
        chat = example.Chat()
        bridge = example.Bridge(world.url, host.token, "", chat, lambda: world.clock.now().timestamp())
        server = await asyncio.start_server(bridge.answer, "127.0.0.1", 0, ssl=serving(tmp_path))
        bridge.address = f"https://{HOST}:{server.sockets[0].getsockname()[1]}"
        async with server, patience():
            await example.play(bridge, dict.fromkeys(FIVE, example.agreeable))
        await bridge.http.aclose()
        season = await host.get(f"/v1/series/{bridge.series}/view")
        both = [match for episode in season["episodes"] for match in (episode["main"], episode["death"])]
        matches = [match["match_id"] for match in both if match is not None]
        played = await _played(host, matches, {player_id: person for person, player_id in bridge.players.items()})
        known = {person: await _told(through(host, player_id), matches) for person, player_id in bridge.players.items()}
        public = await _lines(await world.player("Stranger"), f"/v1/series/{bridge.series}/events")

    assert (season["status"], len(matches)) == ("over", 4)
    assert played.keys() == set(FIVE)
    for person in FIVE:
        assert _are_among(played[person], _typed(chat.said[person]))
        told = [line for text in chat.told[person] for line in text.split("\n")[1:-1]]
        assert told
        assert set(told) <= known[person]
    assert {line for text in chat.channel for line in text.split("\n")} <= public
    assert any("Ada" in text for text in chat.channel)


async def test_what_nobody_has_signed_is_not_passed_on() -> None:
    example = _example()
    bridge = example.Bridge("http://localhost", "token", "https://localhost", example.Chat(), lambda: 1000.0)
    bridge.secrets["/channel"] = "whsec_c2VjcmV0"
    headers = {"webhook-id": "msg_1", "webhook-timestamp": "1000", "webhook-signature": "v1,Zm9yZ2Vk"}

    statuses = [await bridge.receive(path, headers, b"{}") for path in ("/channel", "/people/nobody")]
    await bridge.http.aclose()

    assert statuses == [401, 401]
    assert bridge.inbox.empty()


def _typed(said: list[str]) -> list[Json]:
    """Return the moves that a person has written."""
    return [json.loads(text.removeprefix("move ")) for text in said if text.startswith("move ")]


def _are_among(logged: list[Json], typed: list[Json]) -> bool:
    """Whether what was submitted are some of the moves that were written, in this order, with what they omit."""
    left = iter(typed)
    return all(any(_says(move, written) for written in left) for move in logged)


def _says(logged: Json, written: Json) -> bool:
    """Whether a move is what was written: that may omit fields."""
    if isinstance(written, dict):
        return all(_says(logged[name], value) for name, value in written.items())
    if isinstance(written, list):
        return len(logged) == len(written) and all(map(_says, logged, written))
    return bool(logged == written)


async def _played(host: Client, matches: list[str], people: dict[str, str]) -> dict[str, list[Json]]:
    """Return what was submitted for each person, in order, by the logs; all of it through the bridge."""
    found: dict[str, list[Json]] = {}
    for match_id in matches:
        sitting: dict[str, str] = {}
        for line in (await host.http.get(f"/v1/matches/{match_id}/log")).text.splitlines():
            for told in json.loads(line)["facts"]:
                fact = told["fact"]
                if fact["type"] == "seat_taken" and fact["player"] is not None:
                    sitting[fact["seat"]] = people[fact["player"]["player_id"]]
                if fact["type"] == "submitted":
                    assert fact["through"] == host.player_id
                    found.setdefault(sitting[fact["seat"]], []).append(fact["move"])
    return found


async def _told(acting: Client, matches: list[str]) -> set[str]:
    """Return all sentences of these matches that a player may read."""
    return {line for match_id in matches for line in await _lines(acting, f"/v1/matches/{match_id}/events")}


async def _lines(reader: Client, path: str) -> set[str]:
    page = await reader.get(path, limit=500, lines="en")
    return {line for event in page["events"] for line in event["lines"]}
