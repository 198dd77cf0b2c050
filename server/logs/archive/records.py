"""
The rows about files of the archive.

A file is named before it is written, and again before it is deleted, so that none is left over when a process is killed
in between. No two files have the same name: so what one process deletes is never what another has just written.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Executable, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import record
from server.logs.archive.files import PackedFile
from server.logs.store.contract import BrokenLogError
from server.logs.store.entry import Entry, Head
from server.logs.store.rows import ARCHIVED
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import execute, fetch, overwrite
from server.runtime.database.tables import ArchivedLogRow, ArchiveLeftoverRow, EntryRow
from server.runtime.times import parse_timestamp, timestamp

_entries, _logs, _leftovers = EntryRow.__table__, ArchivedLogRow.__table__, ArchiveLeftoverRow.__table__

BUSY: Final = timedelta(minutes=5)
"""How long a file may be written. After that, the process is taken for dead, and the file is deleted."""


@record
class Archived:
    """
    A log in the archive.

    `head` is its last entry in `file`, whose SHA-256 is `sha256`; later entries are in the database. `bytes` is the
    size of the file, and `people` the ids of players whose names are in it, with spaces between them.
    """

    log_id: str
    file: str
    sha256: str
    entries: int
    head_hash: str
    bytes: int
    people: str
    archived_at: str

    @property
    def head(self) -> Head:
        return Head(self.entries, self.head_hash)


@record
class Measure:
    """
    What of the rows of a log changes if anything does: entries are only added, and redacted ones are shorter.
    """

    entries: int
    size: int


class Records:
    """The rows of one database."""

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    async def find(self, log_id: str) -> Archived | None:
        """Return the file of a log; raises UnavailableError, as all others here do."""
        row = (await fetch(self._engine, select(_logs).where(_logs.c.log_id == log_id))).first()
        return None if row is None else Archived(*row)

    async def page(self, after: str, most: int, *also: ColumnElement[bool]) -> list[Archived]:
        """Return the files of logs with ids after this one, in order, if they fulfil these conditions."""
        query = select(_logs).where(_logs.c.log_id > after, *also).order_by(_logs.c.log_id).limit(most)
        return [Archived(*row) for row in await fetch(self._engine, query)]

    async def measure(self, log_id: str) -> Measure:
        """Measure the rows of a log, before they are read."""
        return Measure(*(await fetch(self._engine, _measuring(log_id))).one())

    async def is_busy(self, log_id: str) -> bool:
        """Whether a process seems to be writing a file of this log."""
        since = timestamp(self._clock.now() - BUSY)
        query = select(_leftovers.c.file).where(_leftovers.c.log_id == log_id, _leftovers.c.at > since)
        return (await fetch(self._engine, query.limit(1))).first() is not None

    async def begin(self, log_id: str, kind: str, created_at: str) -> str:
        """Return the name of a new file, after noting that it will be written."""
        year, month = created_at[:4], created_at[5:7]
        name = f"{kind}/{year}/{month}/{log_id}-{secrets.token_hex(4)}.ndjson.zst"
        now = timestamp(self._clock.now())
        await execute(self._engine, insert(_leftovers).values(file=name, log_id=log_id, at=now, unwanted=False))
        return name

    async def take_out(self, log_id: str, name: str, packed: PackedFile, measure: Measure) -> bool:
        """
        Replace the rows of a log by its file, in one transaction; return whether it was as it was measured.

        The last entry stays as its place in the chain: so an entry that is appended at the same time, or later, follows
        it as ever, and waits for nobody.
        """
        of_log = _entries.c.log_id == log_id
        ours = and_(_leftovers.c.file == name, _leftovers.c.unwanted.is_(False))
        row = {
            "log_id": log_id,
            "file": name,
            "sha256": packed.sha256,
            "entries": packed.head.seq,
            "head": packed.head.hash,
            "bytes": len(packed.content),
            "people": " ".join(packed.people),
            "archived_at": timestamp(self._clock.now()),
        }

        def replace_rows(connection: Connection) -> bool:
            if not connection.execute(delete(_leftovers).where(ours)).rowcount:
                return False
            connection.execute(select(_entries.c.seq).where(of_log).with_for_update())
            found = Measure(*connection.execute(_measuring(log_id)).one())
            if found != measure or measure.entries != packed.head.seq:
                connection.rollback()
                return False
            connection.execute(insert(_logs).values(row))
            connection.execute(delete(_entries).where(of_log, _entries.c.seq < packed.head.seq))
            last = update(_entries).where(of_log, _entries.c.seq == packed.head.seq)
            connection.execute(last.values(facts=ARCHIVED, nonce="", body=None))
            return True

        return await overwrite(self._engine, replace_rows)

    async def put_back(self, archived: Archived, entries: Sequence[Entry]) -> bool:
        """Replace the file of a log by its rows, in one transaction; return whether it was still this file."""
        *before, last = [_row_of(entry) for entry in entries]
        now = timestamp(self._clock.now())
        same = and_(_logs.c.log_id == archived.log_id, _logs.c.file == archived.file)
        place = and_(_entries.c.log_id == archived.log_id, _entries.c.seq == archived.entries)
        leftover = {"file": archived.file, "log_id": archived.log_id, "at": now, "unwanted": True}

        def replace_file(connection: Connection) -> bool:
            if not connection.execute(delete(_logs).where(same)).rowcount:
                return False
            same_head = update(_entries).where(place, _entries.c.hash == archived.head_hash)
            if not connection.execute(same_head.values(last)).rowcount:
                raise BrokenLogError(f"{archived.log_id}: entry {archived.entries} is not the one in the archive")
            if before:
                connection.execute(insert(_entries), before)
            connection.execute(insert(_leftovers).values(leftover))
            return True

        return await overwrite(self._engine, replace_file)

    async def next_unused(self) -> datetime | None:
        """Return when a file is to be deleted next, unless it comes into use, or was to be; None: no file is noted."""
        query = select(_leftovers.c.unwanted, func.min(_leftovers.c.at)).group_by(_leftovers.c.unwanted)
        found = (await fetch(self._engine, query)).all()
        return min((parse_timestamp(at) + (timedelta() if unwanted else BUSY) for unwanted, at in found), default=None)

    async def doom(self, most: int) -> list[str]:
        """Return some files that are to be deleted: from now on, they cannot come into use."""
        dead = _leftovers.c.at <= timestamp(self._clock.now() - BUSY)
        await execute(self._engine, update(_leftovers).where(dead).values(unwanted=True))
        query = select(_leftovers.c.file).where(_leftovers.c.unwanted).order_by(_leftovers.c.at).limit(most)
        return list((await fetch(self._engine, query)).scalars())

    async def give_up(self, name: str) -> None:
        """Note that a file is to be deleted, if it did not come into use."""
        await execute(self._engine, update(_leftovers).where(_leftovers.c.file == name).values(unwanted=True))

    async def forget(self, name: str) -> None:
        """Delete the row of a file that was deleted."""
        await execute(self._engine, delete(_leftovers).where(_leftovers.c.file == name, _leftovers.c.unwanted))


def _measuring(log_id: str) -> Executable:
    size = func.coalesce(func.sum(func.length(_entries.c.facts) + func.length(_entries.c.nonce)), 0)
    return select(func.count(), size).where(_entries.c.log_id == log_id)


def _row_of(entry: Entry) -> dict[str, Any]:
    return {
        "log_id": entry.log_id,
        "seq": entry.seq,
        "kind": entry.kind,
        "at": entry.at,
        "facts": entry.facts_text(),
        "nonce": entry.nonce,
        "previous": entry.previous,
        "hash": entry.hash,
        "body": entry.body,
    }
