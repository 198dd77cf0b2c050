"""Benchmarks measure databases that have on disk what they acknowledge, and no others."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import benchmarks
from benchmarks.databases import ForgetfulPostgresError, durable_databases, read_settings, require_durable
from tests.postgres import PostgresServer


def test_the_postgresql_of_the_benchmarks_syncs_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with durable_databases() as databases:
        settings = asyncio.run(read_settings(databases.postgresql()))
        printed = capsys.readouterr().out

    assert settings == {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
    assert re.search(r"fsync = on, .*synchronous_commit = on; a flush takes [\d.]+ ms", printed)


def test_benchmarks_refuse_the_postgresql_of_the_tests(postgres_server: PostgresServer) -> None:
    with pytest.raises(ForgetfulPostgresError, match="this one has fsync = off"):
        require_durable(postgres_server)


def test_no_benchmark_starts_a_postgresql_by_itself() -> None:
    """Otherwise nothing would check whether it syncs."""
    sources = Path(benchmarks.__file__).parent.rglob("*.py")

    starting = [source.name for source in sources if "running_postgres" in source.read_text(encoding="utf-8")]

    assert starting == ["databases.py"]
