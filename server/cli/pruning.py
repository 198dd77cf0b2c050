"""`moirai prune`: ends at once what is no longer kept, or says what that is (docs/running.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack

from server.app import open_server
from server.cli.terminal import failures, say, settings_of
from server.runtime.clock.clock import SystemClock
from server.runtime.database.connection import database_errors, sqlite_path
from server.runtime.database.sole_use import sole_use
from server.runtime.outside.calls import REAL
from server.runtime.retention import Due
from server.runtime.settings import Settings


def prune(database: str | None, *, dry_run: bool) -> None:
    """End what is no longer kept, or only show it."""
    settings = settings_of(database=database)
    with ExitStack() as using, failures(settings), database_errors():
        for path in filter(None, map(sqlite_path, settings.databases)):
            if not dry_run:
                using.enter_context(sole_use(path))
        for line in asyncio.run(_prune(settings, dry_run=dry_run)):
            say(line)


async def _prune(settings: Settings, *, dry_run: bool) -> Sequence[str]:
    async with AsyncExitStack() as ending:
        retention = (await open_server(settings, SystemClock(), REAL, ending)).retention
        if dry_run:
            lines = [f"{due.rule}: {due.count} would end{_some(due)}" for due in await retention.due()]
        else:
            lines = [f"{rule}: {count} ended" for rule, count in (await retention.prune()).items()]
        return [*lines, *(f"{rule.name}: kept for ever" for rule in retention.rules if rule.keep is None)]
    raise AssertionError("nothing is suppressed")


def _some(due: Due) -> str:
    """Return some ids of what is due, as the end of a line."""
    more = ", …" if due.count > len(due.examples) else ""
    return f": {', '.join(due.examples)}{more}" if due.examples else ""
