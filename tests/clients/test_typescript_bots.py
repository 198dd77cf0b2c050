"""Bots of the TypeScript package play every game to its end, while the server is killed again and again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from moirai_client import Client
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from tests.clients.node import node
from tests.faults.proxy import proxied
from tests.sampling import Sample
from tests.serving import serving
from tests.short import short_matches
from tests.waiting import patience

Json = Any


MATCHES = short_matches()


async def _play_through_kills(
    database: str, program: Path, task: dict[str, Json], killed_after: Sequence[int]
) -> tuple[list[Json], list[Json], list[str]]:
    """
    Return what the players saw of each match, and from the server all events by player, and the logs.

    After these numbers of moves the server is killed; another one continues with its database.
    """
    async with AsyncExitStack() as servers:
        process, url = await servers.enter_async_context(serving(database))
        proxy, by_proxy = await servers.enter_async_context(proxied(url))
        given = json.dumps({"server": by_proxy, **task})
        playing = await asyncio.create_subprocess_exec(
            node(), str(program), given, stdout=asyncio.subprocess.PIPE, limit=2**26
        )
        assert playing.stdout is not None
        moves, said = 0, {}
        async with patience():
            while line := await playing.stdout.readline():
                said = json.loads(line)
                moves += 1
                if moves in killed_after:
                    process.kill()
                    await process.wait()
                    process, url = await servers.enter_async_context(serving(database))
                    proxy.lead_to(url)
            assert await playing.wait() == 0
        assert moves > max(killed_after)
        events, logs = [], []
        for match in said["matches"]:
            for token in said["tokens"]:
                async with Client(url, token) as client:
                    events.append((await client.match(match["match_id"]).events(limit=500))["events"])
                    log = await client.match(match["match_id"]).log()
            logs.append(log)
    return said["matches"], events, logs


@pytest.mark.sampled
@pytest.mark.parametrize("sockets", [True, False], ids=["sockets", "long polls"])
async def test_bots_play_every_game_though_the_server_is_killed(
    sqlite_url: str, typescript_players: Path, sample: Sample, *, sockets: bool
) -> None:
    """Their streams hand out every event once and in order; what they kept agrees with the log, by both verifiers."""
    games, killed_after = (len(MATCHES), (8, 20, 32)) if sockets and sample.is_whole else (2, (3, 7))
    task = {"matches": MATCHES[:games], "sockets": sockets}

    matches, events, logs = await _play_through_kills(sqlite_url, typescript_players / "play.js", task, killed_after)

    seen = [player for match in matches for player in match["players"]]
    for player, told in zip(seen, events, strict=True):
        assert player["outcome"]
        assert [{name: event[name] for name in told[0]} for event in player["events"]] == told
    assert any("reconnecting" in player["states"] for player in seen)
    assert all(verdict["good"] for match in matches for verdict in match["verdicts"])
    for match, log in zip(matches, logs, strict=True):
        for player in match["players"]:
            kept = Kept(player["kept"]["commitments"], player["kept"]["receipts"])
            assert kept.receipts
            assert judge(read_logs(log.splitlines()), kept).good
