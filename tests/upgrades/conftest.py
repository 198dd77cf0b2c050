"""The previous release, and today's code beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from websockets.asyncio.client import connect

from server.runtime.database.migrating import migrate
from tests.locks import locked
from tests.postgres import PostgresServer
from tests.serving import Overheard, overheard
from tests.upgrades.releases import PREVIOUS, Earlier, earlier


@pytest.fixture(autouse=True)
def _as_published_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets of the previous release are as its own document says, not today's."""
    monkeypatch.setattr("tests.faults.players.connect", connect)


@pytest.fixture(scope="session")
def previous(run_folder: Path) -> Earlier:
    """The code of the release before today's."""
    return earlier(PREVIOUS, run_folder)


@pytest.fixture(scope="session")
def previous_template(previous: Earlier, postgres_server: PostgresServer, run_folder: Path) -> str:
    """The name of a database to copy, migrated once for all processes of this run."""
    made = postgres_server.folder / "template-of-previous"
    with locked(run_folder / "migrating-previous"):
        if not made.exists():
            name = postgres_server.create_database()
            previous.migrate(postgres_server.url(name))
            made.write_text(name)
    return made.read_text()


@pytest.fixture
def previous_url(previous_template: str, postgres_server: PostgresServer) -> str:
    """An empty database in PostgreSQL, with the schema of the previous release."""
    return postgres_server.url(postgres_server.create_database(previous_template))


SideBySide: TypeAlias = Callable[..., AbstractAsyncContextManager[tuple[Overheard, Overheard]]]
"""Runs a server of the previous release, migrates the database under it, and runs one of today beside it."""


@pytest.fixture
def side_by_side(previous: Earlier, previous_url: str) -> SideBySide:
    @asynccontextmanager
    async def run(**environment: str) -> AsyncIterator[tuple[Overheard, Overheard]]:
        async with previous.serving(previous_url, environment, heartbeat_seconds="1") as old:
            await asyncio.to_thread(migrate, previous_url)
            async with overheard(previous_url, None, environment or None, heartbeat_seconds="1") as new:
                yield old, new
        for server in (old, new):
            assert " ERROR " not in server.said, server.said
            assert "Traceback" not in server.said, server.said

    return run
