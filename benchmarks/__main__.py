"""`python -m benchmarks [submissions|broadcast|simulation|timing …]`: measure and print one table."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import broadcast, simulation, submissions, timing
from benchmarks.processes import unpin
from benchmarks.report import Row, show
from server.database.schema import migrate
from tests.postgres import running_postgres

ALL = ["submissions", "broadcast", "simulation", "timing"]


def main(
    which: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(ALL)}; all, if none is named.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement of a rate lasts.")] = 24,
    sockets: Annotated[int, typer.Option(help="How many listen to a broadcast.")] = 1000,
    rounds: Annotated[int, typer.Option(help="How many rounds are broadcast.")] = 15,
    answers: Annotated[int, typer.Option(help="How many answers are timed in each situation.")] = 2000,
) -> None:
    """Measure and print one table."""
    chosen = which or ALL
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="moirai-bench-") as folder:
        if "submissions" in chosen:
            rows.append(submissions.measure("SQLite", _sqlite(Path(folder) / "submissions.db"), seconds))
            unpin()
            with running_postgres() as postgres:
                url = postgres.url(postgres.create_database())
                migrate(url)
                rows.append(submissions.measure("PostgreSQL", url, seconds))
        if "broadcast" in chosen:
            rows += broadcast.measure(_sqlite(Path(folder) / "broadcast.db"), sockets, rounds)
        if "simulation" in chosen:
            rows += simulation.measure(seconds / 8)
        if "timing" in chosen:
            rows += timing.measure(_sqlite(Path(folder) / "timing.db"), answers)
    show(rows)


def _sqlite(path: Path) -> str:
    url = f"sqlite:///{path}"
    migrate(url)
    return url


if __name__ == "__main__":
    typer.run(main)
