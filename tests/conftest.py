"""Fixtures of all tests: both databases, fresh for each test, and settings that save time."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.database.schema import migrate
from tests.empty_databases import EmptyDatabases
from tests.postgres import PostgresServer, running_postgres

pytest_plugins = ("pytester", "tests.sampling")

_TESTS = Path(__file__).parent

_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 4 * 2**30

# As the server does: full collections are rare, because each would scan everything that was imported.
gc.set_threshold(2_000, 5, 5_000)

# httpcore tries to import it with every call. Searching for a missing package takes a tenth of the call.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]


def pytest_configure() -> None:
    """Keep the files of tests in memory, if there is room: tests kill servers, but not the machine."""
    if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests that mostly wait among those that compute, so that several at once keep the processors busy."""
    waiting = [item for item in items if item.path.relative_to(_TESTS).parts[0] in ("attacks", "faults")]
    others = [item for item in items if item not in set(waiting)]
    placed = [(number / len(group), item) for group in (waiting, others) for number, item in enumerate(group)]
    items[:] = [item for _, item in sorted(placed, key=lambda one: one[0])]


def pytest_itemcollected(item: pytest.Item) -> None:
    """`make test` looks for timed tests in one folder, because collecting all takes long."""
    if item.get_closest_marker("timed") and item.path.parent.name != "attacks":
        raise pytest.UsageError(f"{item.nodeid} is timed, but not in tests/attacks.")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for the whole run."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_databases(postgres_server: PostgresServer) -> EmptyDatabases:
    """Migrated databases without rows, for one test after the other."""
    return EmptyDatabases(postgres_server)


@pytest.fixture
def postgres_url(postgres_databases: EmptyDatabases) -> Iterator[str]:
    """A fresh migrated database in PostgreSQL."""
    with postgres_databases.one() as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    template = tmp_path_factory.mktemp("sqlite") / "template.db"
    migrate(f"sqlite:///{template}")
    return template


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A fresh migrated SQLite file."""
    return f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path / 'moirai.db')}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh migrated database of either kind; the test runs once with each."""
    # Asked for by name, so that PostgreSQL is not started for SQLite alone.
    return str(request.getfixturevalue(f"{request.param}_url"))
