"""`moirai migrate`: bring databases to the schema of this version, or say what that would do."""

from __future__ import annotations

from typing import Final

import typer

from server.cli.terminal import complain, failures, say, settings_of
from server.runtime.database.connection import database_errors
from server.runtime.database.migrating import migrate as migrate_database
from server.runtime.database.planning import Plan, Step, plan

TO_DO: Final = 3
"""The exit code of `--check` if there is something to migrate."""


def migrate(database: str | None, *, check: bool) -> None:
    """Migrate all databases of the settings, or only say what would be done."""
    settings = settings_of(database=database)
    with failures(settings), database_errors():
        if check:
            plans = [plan(url) for url in settings.databases]
        else:
            for url in settings.databases:
                migrate_database(url, complain)
    if not check:
        say("The database has all migrations of this version.")
        return
    for name, each in zip(("The database", "The database of own streams"), plans, strict=False):
        _tell(name, each)
    if any(each.steps for each in plans):
        raise typer.Exit(TO_DO)


def _tell(name: str, wanted: Plan) -> None:
    if not wanted.steps:
        say(f"{name} has all migrations of this version: nothing to do.")
        return
    if wanted.revision is None:
        say(f"{name} has no tables yet: {len(wanted.steps)} migrations create them.")
        return
    say(f"{name} is at revision {wanted.revision}. To apply:")
    for step in wanted.steps:
        say(f"  {step.revision}  {step.title}{_work(step)}")
    say(f"It may take {_duration(wanted.seconds)}, by the numbers of rows: an estimate for a slow disk.")
    if wanted.servers_go_on:
        say("Servers can go on meanwhile, and beside those of this version.")
    else:
        say("Stop all servers before you migrate.")


def _work(step: Step) -> str:
    named = [f"{count:,} rows of {table}" for table, count in step.rows if count]
    return f" ({', '.join(named)}: {_duration(step.seconds)})" if named else ""


def _duration(seconds: float) -> str:
    if seconds < 1:
        return "a second"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
