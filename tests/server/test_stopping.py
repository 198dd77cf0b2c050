"""A server that stops finishes what it has begun."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.matches.lists.directory import Directory
from tests.server.world import running_world


async def test_the_database_is_closed_when_the_sweep_has_ended(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A connection that is returned to a closed database might wait for ever, and the process with it.
    """
    started, sweeping = asyncio.Event(), asyncio.Event()
    done: list[str] = []
    dispose = AsyncEngine.dispose

    async def look_slowly(*_: object) -> Sequence[str]:
        if not started.is_set():
            started.set()
            return []
        sweeping.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.2)
            done.append("swept")
        return []

    async def note(engine: AsyncEngine, *how: Any) -> None:  # noqa: ANN401
        done.append("closed")
        await dispose(engine, *how)

    monkeypatch.setattr(Directory, "overdue", look_slowly)
    monkeypatch.setattr(AsyncEngine, "dispose", note)
    async with running_world(sqlite_url, sweep_seconds=0.01):
        await sweeping.wait()

    assert done == ["swept", "closed"]
