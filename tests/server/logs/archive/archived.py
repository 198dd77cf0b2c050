"""A database with an archive, for tests of moving logs between both."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.archive.archive import Archive
from server.logs.archive.places import Folder, Place
from server.logs.archive.records import Records
from server.logs.archive.store import ArchivedStore
from server.logs.store.contract import Store
from server.logs.store.entry import Entry
from server.runtime.database.connection import open_engine
from server.runtime.database.queries import fetch
from server.runtime.database.tables import ArchivedLogRow, EntryRow
from tests.server.logs.store.entries import append, chain
from tests.server.stores import opened

KIND = "matches"


class SetClock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = datetime(2041, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def advance(self, passed: timedelta) -> None:
        self.time += passed


@dataclass
class ArchivedWorld:
    """A database, its archive, and the store over both."""

    engine: AsyncEngine
    hot: Store
    archive: Archive
    store: ArchivedStore
    folder: Path
    clock: SetClock

    def with_place(self, place: Place | None) -> ArchivedWorld:
        """Return another process with the same database, and its archive in this place."""
        archive = Archive(self.hot, Records(self.engine, self.clock), place)
        return ArchivedWorld(self.engine, self.hot, archive, ArchivedStore(self.hot, archive), self.folder, self.clock)

    def again(self) -> ArchivedWorld:
        """Return another process with the same database and folder, which remembers nothing."""
        return self.with_place(Folder(self.folder))

    @property
    def files(self) -> Sequence[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    async def write(self, log_id: str, length: int) -> list[Entry]:
        """Append a log to the database."""
        made = list(chain(log_id, length))
        for entry in made:
            assert await self.store.commit([append(entry)]) == ["appended"]
        return made

    async def rows(self, log_id: str) -> list[tuple[Any, ...]]:
        """Return the rows of a log in the database, whole."""
        entries = EntryRow.__table__
        query = select(*entries.c).where(entries.c.log_id == log_id).order_by(entries.c.seq)
        return [tuple(row) for row in await fetch(self.engine, query)]

    async def listed(self) -> list[str]:
        """Return the ids of the logs that are archived."""
        return list((await fetch(self.engine, select(ArchivedLogRow.__table__.c.log_id))).scalars())

    async def leftovers(self) -> int:
        """Return how many files are being written, or are to be deleted."""
        return int((await fetch(self.engine, text("SELECT count(*) FROM archive_leftovers"))).scalar_one())


@asynccontextmanager
async def opened_archive(url: str, folder: Path) -> AsyncIterator[ArchivedWorld]:
    """Open a database with an archive in a folder."""
    engine, clock = open_engine(url), SetClock()
    try:
        async with opened(url) as hot:
            archive = Archive(hot, Records(engine, clock), Folder(folder))
            yield ArchivedWorld(engine, hot, archive, ArchivedStore(hot, archive), folder, clock)
    finally:
        await engine.dispose()
