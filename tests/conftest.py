"""Databases for all tests: a migrated one for each, SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.database.schema import migrate
from tests.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL for the whole run."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: Postgres) -> str:
    """The name of a migrated database, of which tests get copies."""
    url = asyncio.run(postgres_server.create_database())
    migrate(url)
    return url.rpartition("/")[2]


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file, of which tests get copies."""
    path = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def postgres_url(postgres_server: Postgres, migrated_postgres: str) -> str:
    """A migrated PostgreSQL database of the test's own."""
    return asyncio.run(postgres_server.create_database(migrated_postgres))


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    """A migrated SQLite file of the test's own."""
    path = tmp_path / "moirai.db"
    shutil.copyfile(migrated_sqlite, path)
    return f"sqlite:///{path}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated database of the test's own, once of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
