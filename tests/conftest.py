"""Fixtures of all tests: both databases, fresh for each test, and two settings that save a tenth of the time."""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.database.schema import migrate
from tests.postgres import PostgresServer, running_postgres

# As the server does: exclude imported modules from garbage collection.
gc.set_threshold(10_000, 5, 1000)

# httpcore tries to import it with every call. Searching for a missing package takes a tenth of the call.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for the whole run."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_template(postgres_server: PostgresServer) -> str:
    """A migrated database to copy from, which is faster than to migrate each time."""
    template = postgres_server.create_database()
    migrate(postgres_server.url(template))
    return template


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, postgres_template: str) -> Iterator[str]:
    """A fresh migrated database in PostgreSQL."""
    database = postgres_server.create_database(postgres_template)
    yield postgres_server.url(database)
    postgres_server.drop_database(database)


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
