"""The client that the page on streams prints continues after every way in which a stream can end."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests.docs.printed import DOCS, files

Json = Any


class Script:
    """A server that sends scripted frames on each connection, and then closes with a code."""

    def __init__(self, *connections: tuple[list[Json], int]) -> None:
        self.asked_after: list[int] = []
        self._connections = iter(connections)

    async def __call__(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.asked_after.append(int(parse_qs(urlsplit(connection.request.path).query)["after"][0]))
        frames, code = next(self._connections)
        for frame in ({"type": "hello", "heartbeat_seconds": 25}, *frames):
            await connection.send(json.dumps(frame))
        await connection.close(code)


def _subscribed(viewer: str) -> Json:
    return {"type": "subscribed", "epoch": "one", "viewer": viewer}


def _event(cursor: int, fact: str = "submitted") -> Json:
    return {"type": "event", "cursor": cursor, "facts": [{"type": fact}]}


async def _follow(script: Script, tmp_path: Path) -> list[Json]:
    """Return what the printed client received; "forgotten" where it discarded everything before."""
    file = tmp_path / "follow.py"
    file.write_text(files(DOCS / "streams.md")["follow.py"], encoding="utf-8")
    follow = runpy.run_path(str(file))["follow"]
    told: list[Json] = []

    def take_in(event: Json) -> bool:
        told.append(event["cursor"])
        return bool(event["facts"][0]["type"] == "match_ended")

    async def renew(old: str | None) -> str | None:
        return next(tokens, None)

    tokens = iter(("first", "second"))
    async with serve(script, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        await follow(f"ws://127.0.0.1:{port}", "m", renew, take_in, lambda: told.append("forgotten"))
    return told


async def test_it_resumes_after_its_cursor(tmp_path: Path) -> None:
    script = Script(
        ([_subscribed("a"), _event(1), _event(2)], 1012),
        ([_subscribed("a"), _event(3, "match_ended")], 1000),
    )

    assert await _follow(script, tmp_path) == [1, 2, 3]
    assert script.asked_after == [0, 2]


@pytest.mark.parametrize("code", [4409, 4410, 4411, 4413])
async def test_it_restarts_when_its_events_are_void(code: int, tmp_path: Path) -> None:
    script = Script(
        ([_subscribed("spectator"), _event(1)], code),
        ([_subscribed("a"), _event(1), _event(2, "match_ended")], 1000),
    )

    assert await _follow(script, tmp_path) == [1, "forgotten", 1, 2]
    assert script.asked_after == [0, 0]


async def test_it_notices_that_the_viewer_changed_while_it_was_away(tmp_path: Path) -> None:
    script = Script(
        ([_subscribed("spectator"), _event(1)], 1012),
        ([_subscribed("a"), _event(2)], 1012),
        ([_subscribed("a"), _event(1, "match_ended")], 1000),
    )

    assert await _follow(script, tmp_path) == [1, "forgotten", 1]
    assert script.asked_after == [0, 1, 0]


async def test_it_renews_its_token_as_often_as_it_can(tmp_path: Path) -> None:
    """An access token works for an hour."""
    renewed = Script(([_subscribed("a"), _event(1)], 4412), ([_subscribed("a"), _event(2, "match_ended")], 1000))
    spent = Script(*(([_subscribed("a"), _event(1)], 4412) for _ in range(2)))

    assert await _follow(renewed, tmp_path) == [1, 2]
    with pytest.raises(ConnectionError, match="4412"):
        await _follow(spent, tmp_path)
