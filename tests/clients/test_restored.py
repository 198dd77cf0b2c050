"""Both packages carry on by themselves when the database of the server was set back."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any, cast

import pytest

from moirai_client import Client, Match, Stream, TamperingWarning
from moirai_client.schemas import EventFrame
from tests.clients.node import node
from tests.faults.proxy import proxied
from tests.forks import Fork
from tests.serving import serving
from tests.waiting import patience, patiently

Json = Any


async def test_streams_begin_anew_when_the_database_was_set_back(
    sqlite_url: str, tmp_path: Path, typescript_players: Path
) -> None:
    """
    When they come back, other events have the numbers of those that they were told, and there are more: nothing but the
    epoch says so. The record of the client keeps what the server has taken back, and warns.
    """
    backup = tmp_path / "backup.db"
    terms: Json = {"game": "wizards_duel", "seats": {"a": {}, "b": {"bot": True}}, "autostart": True}
    async with AsyncExitStack() as first, proxied("http://127.0.0.1:1") as (proxy, by_proxy):
        _, url = await first.enter_async_context(serving(sqlite_url))
        proxy.lead_to(url)
        async with await Client.sign_up(url, "Ada") as ada:
            match = await ada.create_match(terms)
            await _run("backup", backup, sqlite_url)
            await _say(match, "lost", 3)
            before = (await match.events())["events"]
        async with Client(by_proxy, ada.token) as away, away.match(match.id).follow() as python:
            task = {"server": by_proxy, "token": ada.token, "match_id": match.id, "count": 999, "sockets": True}
            async with aclosing(_printed(typescript_players / "follow.js", task)) as typescript:
                told = await _of_python(python, len(before)), await _of_typescript(typescript, len(before))
                assert told == (before, before)
                epoch = python.epoch
                await proxy.refuse()
                await first.aclose()
                await _run("restore", backup, sqlite_url)

                async with serving(sqlite_url) as (_, again), Client(again, ada.token) as here:
                    await _say(here.match(match.id), "new", 5)
                    after = (await here.match(match.id).events())["events"]
                    proxy.lead_to(again)
                    await proxy.open()
                    with pytest.warns(TamperingWarning, match="two different events"):
                        again_told = await _of_python(python, len(after))
                    told = again_told, await _of_typescript(typescript, len(after))

    assert told == (after, after)
    assert len(after) > len(before)
    assert python.epoch != epoch


async def _say(match: Match, text: str, times: int) -> None:
    for _ in range(times):
        await match.say("table", text)


async def _run(command: str, backup: Path, database: str) -> None:
    process = await Fork.start((command, str(backup), "--database", database), os.environ)
    said, _ = await patiently(process.communicate())
    assert process.returncode == 0, said


async def _of_python(stream: Stream[EventFrame], count: int) -> list[Json]:
    async with patience():
        events = [cast("dict[str, Json]", await anext(stream)) for _ in range(count)]
    return [_as_in_a_page(event) for event in events]


async def _of_typescript(printed: AsyncIterator[Json], count: int) -> list[Json]:
    events: list[Json] = []
    async with patience():
        while len(events) < count:
            line = await anext(printed)
            if "event" in line:
                events.append(_as_in_a_page(line["event"]))
    return events


def _as_in_a_page(event: dict[str, Json]) -> Json:
    return {name: value for name, value in event.items() if name not in ("server_now", "viewer")}


async def _printed(player: Path, task: Json) -> AsyncGenerator[Json, None]:
    """Yield what a player prints, and end it."""
    process = await asyncio.create_subprocess_exec(
        node(), str(player), json.dumps(task), stdout=asyncio.subprocess.PIPE, limit=2**20, env=os.environ
    )
    assert process.stdout is not None
    try:
        while line := await process.stdout.readline():
            yield json.loads(line)
    finally:
        process.kill()
        await process.wait()
