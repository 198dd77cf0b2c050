"""`python -m benchmarks [WHICH …]`: measure and print one table."""

from __future__ import annotations

from typing import Annotated

import typer

from benchmarks import (
    archive,
    archived_sizes,
    attack,
    broadcast,
    bulk,
    cold,
    failover,
    faults,
    first_paint,
    footprint,
    growth,
    idle,
    migration,
    notification,
    pairing,
    queueing,
    rounds,
    rounds_of_ten,
    secret_events,
    simulation,
    startup,
    storm,
    submissions,
    timing,
    tournament,
    tournament_rounds,
    two_processes,
    waiting_sockets,
)
from benchmarks.databases import durable_databases
from benchmarks.report import Row, show

ALL = [
    "submissions",
    "processes",
    "broadcast",
    "tournament",
    "bulk",
    "pairing",
    "rounds",
    "starting",
    "idle",
    "simulation",
    "timing",
    "growth",
    "cold",
    "archive",
    "storm",
    "sockets",
    "attack",
    "faults",
    "migration",
    "paint",
]
SCALING = ["queueing", "notification", "failover"]  # For docs/scaling.md, run only by name.


def main(
    which: Annotated[
        list[str] | None,
        typer.Argument(help=f"Of {', '.join(ALL)} (all, if none is named), {', '.join(SCALING)}."),
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement of a rate lasts.")] = 16,
    sockets: Annotated[int, typer.Option(help="How many listen to a broadcast.")] = 1000,
    broadcasts: Annotated[int, typer.Option(help="How many rounds are broadcast.")] = 15,
    duels: Annotated[int, typer.Option(help="How many duels a tournament has.")] = 500,
    entrants: Annotated[int, typer.Option(help="How many entrants are paired.")] = 1000,
    answers: Annotated[int, typer.Option(help="How many answers are timed in each situation.")] = 2000,
    matches: Annotated[int, typer.Option(help="How many live matches, and entries of one.")] = 10_000,
    due: Annotated[int, typer.Option(help="How many deadlines are due at once at a start.")] = 2500,
    entries: Annotated[int, typer.Option(help="How many entries a database has that is migrated.")] = 1_000_000,
    archived: Annotated[int, typer.Option(help="How many matches are archived; in full, 10000.")] = 1000,
    waiting: Annotated[int, typer.Option(help="How many sockets wait; in full, 10000.")] = 1000,
    tens: Annotated[int, typer.Option(help="How many matches of ten have one deadline; in full, 10000.")] = 1000,
) -> None:
    """Measure and print one table."""
    chosen = which or ALL
    rows: list[Row] = []
    profile = ""
    with durable_databases() as databases:
        sqlite, postgresql = databases.sqlite, databases.postgresql
        if "submissions" in chosen:
            rows += submissions.measure("SQLite", sqlite("submissions"), seconds)
            rows += submissions.measure("PostgreSQL", postgresql(), seconds)
        if "processes" in chosen:
            rows += two_processes.measure(postgresql(), 2 * seconds)
        if "broadcast" in chosen:
            rows += broadcast.measure(sqlite("broadcast"), sockets, broadcasts)
        if "tournament" in chosen:
            rows += tournament.measure(postgresql(), duels)
        if "pairing" in chosen:
            rows += pairing.measure(sqlite("pairing"), entrants)
        if "rounds" in chosen:
            rows += rounds.measure("SQLite", sqlite("rounds"), seconds)
            rows += rounds.measure("PostgreSQL", postgresql(), seconds)
            rows += rounds_of_ten.measure("SQLite", sqlite("ten"))
            rows += rounds_of_ten.measure("PostgreSQL", postgresql())
        if "starting" in chosen:
            rows += tournament_rounds.measure("PostgreSQL", postgresql(), postgresql(), duels)
        if "idle" in chosen:
            rows += idle.measure({"SQLite": sqlite("idle"), "PostgreSQL": postgresql()}, 60)
        if "bulk" in chosen:
            rows += bulk.measure("SQLite", sqlite("bulk"))
            rows += bulk.measure("PostgreSQL", postgresql())
        if "simulation" in chosen:
            simulated, profile = simulation.measure(seconds / 8)
            rows += simulated
        if "timing" in chosen:
            rows += timing.measure(sqlite("timing"), answers)
            rows += secret_events.measure(sqlite("secret"), postgresql(), max(1, answers // 20))
        if "growth" in chosen:
            rows += growth.measure([sqlite("few"), sqlite("many"), sqlite("long")], matches, calls=1200)
            rows += footprint.measure(sqlite("footprint"), matches=1000, connections=300)
            rows += startup.measure({"SQLite": sqlite("startup"), "PostgreSQL": postgresql()}, matches, due)
        if "cold" in chosen:
            rows += cold.measure(sqlite, answers // 20)
        if "archive" in chosen:
            rows += archived_sizes.measure(postgresql)
            rows += archive.measure({"SQLite": sqlite, "PostgreSQL": lambda _: postgresql()}, archived, 4 * seconds)
        if "storm" in chosen:
            rows += storm.measure({"SQLite": sqlite("storm"), "PostgreSQL": postgresql()}, tens)
        if "sockets" in chosen:
            rows += waiting_sockets.measure("SQLite", sqlite("sockets"), waiting, 3 * seconds)
            rows += waiting_sockets.measure("PostgreSQL", postgresql(), waiting, 3 * seconds)
        if "attack" in chosen:
            rows += attack.measure(sqlite, seconds / 2)
        if "faults" in chosen:
            rows += faults.measure(postgresql, sockets)
        if "migration" in chosen:
            rows += migration.measure(databases, entries)
        if "paint" in chosen:
            rows += first_paint.measure(sqlite("paint"))
        if "queueing" in chosen:
            rows += queueing.measure(databases.postgres, postgresql(), seconds)
        if "notification" in chosen:
            rows += notification.measure(databases.postgres, seconds / 16)
        if "failover" in chosen:
            rows += failover.measure()
    show(rows)
    print(profile, end="\n" if profile else "")


if __name__ == "__main__":
    typer.run(main)
