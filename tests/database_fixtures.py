"""Both databases, fresh for each test. What takes long is done once for all processes of a run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.runtime.database.migrating import migrate
from tests.empty_databases import EmptyDatabases, migrated
from tests.locks import locked
from tests.postgres import PostgresServer
from tests.shared_postgres import shared_postgres


@pytest.fixture(scope="session")
def run_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest, run_folder: Path) -> Iterator[PostgresServer]:
    """The PostgreSQL server of this run."""
    worker: str = getattr(request.config, "workerinput", {}).get("workerid", "gw0")
    with shared_postgres(run_folder, int(worker.removeprefix("gw"))) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_databases(postgres_server: PostgresServer, run_folder: Path) -> EmptyDatabases:
    """Migrated databases without rows, for one test after the other."""
    made = postgres_server.folder / "template"
    with locked(run_folder / "migrating"):
        if not made.exists():
            made.write_text(migrated(postgres_server))
    return EmptyDatabases(postgres_server, made.read_text())


@pytest.fixture
def postgres_url(postgres_databases: EmptyDatabases) -> Iterator[str]:
    """A fresh migrated database in PostgreSQL."""
    with postgres_databases.one() as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(run_folder: Path) -> Path:
    """A migrated file to copy."""
    template = run_folder / "template.db"
    with locked(run_folder / "migrating"):
        if not template.exists():
            migrate(f"sqlite:///{template}.new")
            (run_folder / "template.db.new").rename(template)
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
