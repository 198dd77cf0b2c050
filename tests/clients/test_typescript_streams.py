"""The TypeScript package on a real server: calls that take effect once, streams that resume, logs that are verified."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from moirai_client import Bot, Client
from moirai_client.schemas import MatchRequest, MatchTermsRequest
from server.runtime.request_ids import REQUEST_ID_PATTERN
from tests.clients.duels import against_a_bot
from tests.clients.lossy import losing
from tests.clients.node import node
from tests.faults.proxy import proxied
from tests.server.world import World
from tests.serving import run, serving
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any


async def _said(player: Path, task: Json) -> Json:
    """Run a player; return the last thing that it prints."""
    said = await run(node(), str(player), json.dumps(task), folder=player.parent, environment=os.environ)
    return json.loads(said.splitlines()[-1])


async def _lines(player: Path, task: Json) -> AsyncIterator[Json]:
    """Yield what a player prints, while it runs."""
    process = await asyncio.create_subprocess_exec(
        node(), str(player), json.dumps(task), stdout=asyncio.subprocess.PIPE, limit=2**20
    )
    assert process.stdout is not None
    async with patience():
        while line := await process.stdout.readline():
            yield json.loads(line)
        assert await process.wait() == 0


async def test_calls_whose_replies_were_lost_take_effect_once(world: World, typescript_players: Path) -> None:
    """Also with a clock that is wrong by a day: the server lives in 2040, and only its time counts."""
    async with await Client.sign_up(world.url, "Ada") as ada, losing(world.url, 4) as (line, by_line):
        match = await against_a_bot(world, ada)
        given = {"server": by_line, "token": ada.token, "match_id": match.id}

        said = await _said(typescript_players / "once.js", given)

        events = (await match.events())["events"]
    assert line.to_lose == 0
    assert said["receipt"]["repeated"]
    types = [fact["type"] for event in events for fact in event["facts"]]
    assert [types.count(name) for name in ("submitted", "message_sent")] == [1, 1]
    assert said["left"] == pytest.approx(said["phase"]["seconds"], abs=5)
    assert said["local"] == pytest.approx(1000 * said["phase"]["seconds"], abs=5000)
    refusal = said["refusal"]
    assert (refusal["status"], refusal["code"], refusal["pointer"]) == (422, "wisdom_not_yours", "/move/spell")
    assert re.fullmatch(REQUEST_ID_PATTERN, refusal["requestId"])
    assert refusal["detail"]


@pytest.mark.parametrize(("how", "sockets"), [("cut", True), ("silent", True), ("cut", False)])
async def test_a_stream_whose_connections_are_lost_gives_every_event_once(
    world: World, typescript_players: Path, how: str, *, sockets: bool
) -> None:
    async with proxied(world.url) as (proxy, by_proxy), await Client.sign_up(world.url, "Ada") as ada:
        match = await against_a_bot(world, ada)
        given = {"server": by_proxy, "token": ada.token, "match_id": match.id, "count": 5, "sockets": sockets}
        told, states = [], []

        async for line in _lines(typescript_players / "follow.js", given):
            if "state" in line:
                states.append(line["state"])
                continue
            told.append(line["event"])
            if 2 <= len(told) < 5:
                if how == "cut":
                    await proxy.refuse()
                else:
                    proxy.fall_silent()
                await match.say("table", f"Are you there? {len(told)}")
                await proxy.open()

        assert [event.pop("viewer") for event in told] == ["a"] * 5
        assert told == (await match.events())["events"]
        # A connection that was lost between two long polls is not missed.
        assert states.count("reconnecting") >= (2 if sockets else 0)
        assert states[-1] == "closed"


@pytest.mark.parametrize("sockets", [True, False], ids=["sockets", "long polls"])
async def test_a_stream_begins_anew_for_whoever_takes_a_seat(
    world: World, typescript_players: Path, *, sockets: bool
) -> None:
    """From then on the player looks from the seat, and its events have numbers of their own."""
    async with await Client.sign_up(world.url, "Ada") as ada, await Client.sign_up(world.url, "Bo") as bo:
        match = await ada.create_match({"game": "wizards_duel"})
        given = {"server": world.url, "token": bo.token, "match_id": match.id, "count": 4, "sockets": sockets}
        told: list[Json] = []

        async for line in _lines(typescript_players / "follow.js", given):
            if "event" in line:
                told.append(line["event"])
                if len(told) == 1:
                    await bo.match(match.id).take_seat("b")
                if told[-1]["viewer"] == "b" and told[-1]["cursor"] == 2:
                    await ada.match(match.id).take_seat("a")
                    # Whether the old viewer is told of the seat before it goes is all one.
                    await ada.match(match.id).leave_seat("a")

        as_bo = (await bo.match(match.id).events())["events"]
    seen = [(event.pop("viewer"), event) for event in told]
    assert seen[0][0] == "spectator"
    assert [event for viewer, event in seen if viewer == "b"] == as_bo[: sum(viewer == "b" for viewer, _ in seen)]
    assert seen[-1][0] == "b"


async def test_a_tournament_and_its_matches_are_told_once_though_connections_are_lost(
    world: World, typescript_players: Path
) -> None:
    """Its director hears of each table what everyone may know, and directs by the same client."""
    async with AsyncExitStack() as people:
        proxy, by_proxy = await people.enter_async_context(proxied(world.url))
        dana, *players = [
            await people.enter_async_context(await Client.sign_up(world.url, name))
            for name in ("Dana", "Ada", "Bo", "Cyra", "Edo")
        ]
        duels: MatchTermsRequest = {"game": "wizards_duel"}
        tournament = await dana.create_tournament({"label": "Cup", "system": "swiss", "rounds": 1, "match": duels})
        await tournament.act({"type": "open"})
        for player in players:
            await player.tournament(tournament.id).enter()
        given = {"server": by_proxy, "token": dana.token, "tournament_id": tournament.id}
        told: list[Json] = []

        async for line in _lines(typescript_players / "tournament.js", given):
            told.append(line)
            if (line.get("of"), line.get("cursor")) == ("tournament", 6):
                await tournament.act({"type": "pair"})
                await tournament.act({"type": "start_round"})
            elif line.get("cursor") == 2:
                await proxy.refuse()
                await proxy.open()
                if [line.get("cursor") for line in told].count(2) == 3:
                    await tournament.act({"type": "end_round"})

        events = (await tournament.events())["events"]
    end = told.pop()
    by_log: dict[str, list[int]] = {}
    for line in told:
        by_log.setdefault(line["of"], []).append(line["cursor"])
    assert by_log["tournament"] == [event["cursor"] for event in events]
    assert len(by_log) == 3
    assert all(cursors == list(range(1, len(cursors) + 1)) for cursors in by_log.values())
    assert {line["viewer"] for line in told} == {"host", "director"}
    assert end == {"places": 4, "rows": 4}


async def test_people_come_by_links_watch_look_back_and_play_again(world: World, typescript_players: Path) -> None:
    said = await _said(typescript_players / "people.js", {"server": world.url})

    news = said.pop("news")
    assert said == {
        "shown": ["b", "private", True],
        "entered": [True, True, [[1, 2]]],
        "listed": [[0, True], [1, False]],
        "waiting": ["The long table"],
        "lobby": [True, True],
        "awaiting": [True],
        "seen": "spectator",
        "closed": "missing_token",
        "back": ["a", 2],
        "lines": [True, True, True],
        "again": True,
    }
    assert news[:4] == ["seated", "seated", "match_begun", "awaited"]
    assert "match_over" in news


@pytest.mark.parametrize("sockets", [True, False], ids=["sockets", "long polls"])
async def test_a_player_is_told_everything_once_though_the_server_is_killed(
    sqlite_url: str, typescript_players: Path, *, sockets: bool
) -> None:
    told, states = [], []
    async with AsyncExitStack() as servers:
        process, url = await servers.enter_async_context(serving(sqlite_url))
        proxy, by_proxy = await servers.enter_async_context(proxied(url))
        ada = await servers.enter_async_context(await Client.sign_up(by_proxy, "Ada"))
        given = {"server": by_proxy, "token": ada.token, "after": 1, "count": 4, "sockets": sockets}
        seated: MatchRequest = {"game": "wizards_duel", "seats": {"a": {}}}
        await ada.create_match(seated)
        await ada.create_match(seated)

        async for line in _lines(typescript_players / "own.js", given):
            if "state" in line:
                states.append(line["state"])
                continue
            told.append(line["event"])
            await ada.create_match(seated)
            if len(told) == 2:
                process.kill()  # Whether it has told of the new seat or not.
                await process.wait()
                process, url = await servers.enter_async_context(serving(sqlite_url))
                proxy.lead_to(url)

        events = (await ada.events(1, limit=4))["events"]
    assert [event["cursor"] for event in told] == [2, 3, 4, 5]
    assert told == events
    assert states[-1] == "closed"


async def test_a_log_is_good_and_whatever_was_changed_in_it_is_found(
    world: World, typescript_players: Path, tmp_path: Path
) -> None:
    """As by `moirai verify`: the log itself, and what was kept of it."""
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada, options={"wins_needed": 1}, pace="eager", open_log=True)
        bot = Bot(ada)
        await bot.run(match.id)
        log = await match.log()
    assert bot.kept is not None
    kept = {"match_id": match.id, "commitments": bot.kept.commitments, "receipts": bot.kept.receipts}
    another = re.sub('"spell":"[0-9x]"', '"spell":"w"', log, count=1)
    shortened = "\n".join(log.splitlines()[:-1])
    tasks = [
        {"log": log, "kept": kept},
        {"log": another},
        {"log": shortened},
        {"log": log, "kept": {**kept, "receipts": ["0" * 64]}},
        {"log": "{}"},
        {"log": log, "kept": {"match_id": 7}},
    ]
    (tmp_path / "logs.json").write_text(json.dumps(tasks))

    found = await _said(typescript_players / "verify.js", str(tmp_path / "logs.json"))

    good, changed, short, foreign, unreadable, strange = found

    assert (good["good"], good["matches"][0]["faults"]) == (True, [])
    assert good["matches"][0]["rules"].startswith("wizards_duel, version")
    assert good["matches"][0]["lastHash"] == json.loads(log.splitlines()[-1])["hash"]
    assert len(good["findings"]) == len(kept["commitments"]) + len(kept["receipts"])
    assert "its hash does not fit its content" in changed["matches"][0]["faults"][0]["line"]
    assert not changed["good"]
    assert short["matches"][0]["unchecked"]
    assert not foreign["good"]
    assert [finding["good"] for finding in foreign["findings"]].count(False) == 1
    assert unreadable == {"unreadable": "Line 1 is not an entry of a log."}
    assert strange == {"unreadable": "What was kept was not written by a client."}
