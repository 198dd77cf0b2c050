"""`moirai archive` and `moirai restore-from-archive`: moving logs, while servers run or not (docs/archive.md)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import typer

from server.cli.terminal import complain, fail, failures, say, settings_of
from server.logs.archive.archive import Archive, Moved, open_archive
from server.logs.archive.archivist import FAILURES, Archivist
from server.logs.archive.due import DueLogs
from server.logs.archive.records import Archived
from server.logs.store.opening import open_store
from server.logs.store.replica import open_replica
from server.matches.repository import MatchKind
from server.organising.series.kind import SERIES
from server.organising.tournaments.kind import TOURNAMENTS
from server.runtime.clock.clock import SystemClock
from server.runtime.database.connection import check_replica, database_errors, open_engine
from server.runtime.database.schema import check_schema
from server.runtime.settings import Settings

_PAGE: Final = 200

_Work: TypeAlias = Callable[[Archive, DueLogs], Awaitable[bool]]
"""What a command does; returns whether all of it could be done."""


def archive(days: float | None, database: str | None, *, dry_run: bool, check: bool) -> None:
    """Move what has long been over to the archive; exit with 1 if something stays that was due, or is damaged."""
    settings = settings_of(database=database)
    if check:
        _run(settings, lambda archive, _: _check(archive))
        return
    after = settings.archive_after if days is None else days
    if days is None and not after:
        fail("Set MOIRAI_ARCHIVE_AFTER, or give --days.", 2)
    _run(settings, lambda archive, due: _archive(archive, due, after, dry_run=dry_run))


def restore_from_archive(log_id: str | None, database: str | None, *, everything: bool) -> None:
    """Put a log, or all, from the archive back into the database; exit with 1 if one stays."""
    if (log_id is None) is not everything:
        fail("Give the id of a log, or --all.", 2)
    _run(settings_of(database=database), lambda archive, _: _restore(archive, log_id))


async def _archive(archive: Archive, due: DueLogs, days: float, *, dry_run: bool) -> bool:
    archivist, counted, failed = Archivist(archive, due, days, SystemClock()), Counter[str](), False
    await archive.tidy()
    async for kind, log_id in archivist.find(days):
        if dry_run:
            say(f"{kind} {log_id}")
            counted[kind] += 1
            continue
        try:
            moved = await archive.move(log_id, kind)
        except FAILURES as error:
            failed = True
            complain(f"{kind} {log_id} stays: {error}")
            continue
        if moved is Moved.ARCHIVED:
            counted[kind] += 1
        else:
            failed = True
            complain(f"{kind} {log_id} stays: it is {moved.value}")
    what = ", ".join(f"{number} {kind}" for kind, number in sorted(counted.items())) or "nothing"
    say(f"Due: {what}." if dry_run else f"Archived: {what}.")
    return not failed


async def _check(archive: Archive) -> bool:
    good = damaged = 0
    async for archived in _all(archive):
        try:
            await archive.check(archived)
            good += 1
        except FAILURES as error:
            damaged += 1
            complain(str(error))
    say(f"{good} files are good, {damaged} are not.")
    return not damaged


async def _restore(archive: Archive, log_id: str | None) -> bool:
    if log_id is not None:
        if not await _put_back(archive, log_id):
            return False
        say("The log is in the database.")
        return True
    restored, failed = 0, False
    async for archived in _all(archive):
        if await _put_back(archive, archived.log_id):
            restored += 1
        else:
            failed = True
    say(f"{restored} logs were put back.")
    return not failed


async def _put_back(archive: Archive, log_id: str) -> bool:
    try:
        if await archive.put_back(log_id):
            return True
        complain(f"{log_id} is not in the archive.")
    except FAILURES as error:
        complain(f"{log_id} stays: {error}")
    return False


async def _all(archive: Archive) -> AsyncIterator[Archived]:
    after = ""
    while page := await archive.records.page(after, _PAGE):
        for archived in page:
            yield archived
        after = page[-1].log_id


def _run(settings: Settings, work: _Work) -> None:
    """Do it on the database of the settings; exit with 1 if not all could be done."""
    if settings.archive is None:
        fail("Set MOIRAI_ARCHIVE to the place of the archive.", 2)

    async def run() -> bool:
        if settings.replica is not None:
            check_replica(settings.replica, settings.database)
        async with _opened(settings) as (archive, due):
            return await work(archive, due)

    with failures(settings), database_errors():
        if not asyncio.run(run()):
            raise typer.Exit(1)


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[tuple[Archive, DueLogs]]:
    engine = open_engine(settings.database)
    try:
        await check_schema(engine)
        due = DueLogs(engine, (TOURNAMENTS.tables, SERIES.tables, MatchKind.tables))
        replica = open_replica(settings.database, engine, settings.replica)
        store = open_store(settings.database, replica, due.kinds)
        try:
            yield open_archive(store, engine, settings.archive, SystemClock()), due
        finally:
            await store.close()
            await replica.close()
    finally:
        await engine.dispose()
