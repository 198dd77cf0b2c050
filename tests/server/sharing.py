"""
A running server for each test, or one for all tests of a module that is marked `one_server`.

Tests that share a server make their own players, matches and events, and notice none of the others: they neither list
nor count what everyone has, and do not mind how late it is. Those of a marked module that do ask for `own_world`, and
those that ask for `sqlite_url`, the database of their server, have one of their own anyway.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio

from tests.server.world import Json, World, running_world


@pytest.hookimpl
def pytest_itemcollected(item: pytest.Item) -> None:
    """Run tests that share a server in one event loop, that of their module."""
    if _shares(item):
        item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


def _shares(item: pytest.Item) -> bool:
    asks = {*getattr(item, "fixturenames", ())}
    marked = item.get_closest_marker("one_server") is not None
    return marked and bool(asks & {"world", "module_world"}) and "sqlite_url" not in asks


@pytest.fixture(scope="module")
def server_settings() -> Mapping[str, Json]:
    """What tests of a folder or a module change in the settings of their servers."""
    return {}


@pytest.fixture
async def own_world(sqlite_url: str, server_settings: Mapping[str, Json]) -> AsyncIterator[World]:
    """A server on SQLite, for one test that does not depend on the database."""
    async with running_world(sqlite_url, **server_settings) as world:
        yield world


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def module_world(
    tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path, server_settings: Mapping[str, Json]
) -> AsyncIterator[World]:
    """A server on SQLite for all tests of a module."""
    database = shutil.copyfile(sqlite_template, tmp_path_factory.mktemp("shared") / "moirai.db")
    async with running_world(f"sqlite:///{database}", **server_settings) as world:
        yield world


@pytest_asyncio.fixture(loop_scope="module")
async def shared_world(module_world: World) -> AsyncIterator[World]:
    """The server of the module, whose clients are those of one test."""
    yield module_world
    await module_world.close()
    await module_world.settle()


@pytest.fixture
def world(request: pytest.FixtureRequest) -> World:
    """A server on SQLite, for tests that do not depend on the database."""
    return cast("World", request.getfixturevalue("shared_world" if _shares(request.node) else "own_world"))
