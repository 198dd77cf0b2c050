"""
The archive of one database: reading logs from it, moving them there, and putting them back.

Only what was read back and verified is deleted, here as there. Everything may be done twice, by several processes at
once, and is complete or undone when a process is killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from datetime import datetime
from enum import Enum
from typing import Final

import orjson
from sqlalchemy.ext.asyncio import AsyncEngine

from server.logs.archive.files import Packer, TooLargeError, lines_of, require_same, require_whole
from server.logs.archive.places import NoFileError, Place, PlaceUnavailableError, open_place
from server.logs.archive.records import Archived, Records
from server.logs.store.contract import BrokenLogError, InArchiveError, Store
from server.logs.store.entry import Entry, parse_entry
from server.runtime.clock.clock import Clock
from server.runtime.metrics import metrics
from server.runtime.time_slices import Pace

_READ_AT_ONCE: Final = 200

_REMEMBERED_BYTES: Final = 16 * 2**20
"""Memory of files that were read last: a log is read in several steps, and often soon again."""

_DELETED_AT_ONCE: Final = 100

_SLOW: Final = "is in the archive, which does not respond. Try again in a moment."
_DAMAGED: Final = "is in the archive, in a file that is damaged. Its operator has been told."
_NOWHERE: Final = "is in the archive, which this server does not know. Its operator has been told."

log = logging.getLogger(__name__)


class Moved(Enum):
    """What became of a log that was to be archived."""

    ARCHIVED = "archived"
    BUSY = "being moved by another process, or was when that was killed: wait five minutes"
    CHANGED = "changed meanwhile"
    TOO_LARGE = "too large"


class Archive:
    """The archived logs of one database. `store` is the database without its archive; `place` is None if unknown."""

    def __init__(self, store: Store, records: Records, place: Place | None) -> None:
        self._store = store
        self.records = records
        self._place = place
        self._remembered: OrderedDict[str, bytes] = OrderedDict()

    async def read(self, log_id: str, after: int, limit: int | None) -> list[Entry] | None:
        """
        Return up to `limit` entries in the file of a log with numbers above `after`; None if it is not archived.

        Raises:
            InArchiveError: The file cannot be had now, or is damaged.
            UnavailableError: The database does not respond.
        """
        while (archived := await self.records.find(log_id)) is not None:
            try:
                content = await self._content(archived)
            except NoFileError:
                if await self.records.find(log_id) == archived:
                    raise self._damaged(archived, "is missing") from None
                continue  # It was put back, or moved again, meanwhile.
            try:
                return [entry async for entry in _entries_of(content, after, limit)]
            except BrokenLogError as error:
                raise self._damaged(archived, str(error)) from error
        return None

    async def move(self, log_id: str, kind: str) -> Moved:
        """
        Move a log to the archive.

        Raises:
            BrokenLogError, LogUnavailableError, PlaceUnavailableError, UnavailableError: It stays where it is.
        """
        if await self.records.is_busy(log_id):
            return Moved.BUSY
        if await self._is_whole_in_file(log_id) and await self.read(log_id, 0, 1):  # Which verifies the file.
            return Moved.ARCHIVED
        await self.put_back(log_id)  # Entries were added since it was archived: the new file has them all.
        measure = await self.records.measure(log_id)
        packer, created_at = Packer(log_id), ""
        try:
            async for entries in self._stored(log_id):
                created_at = created_at or entries[0].at
                await asyncio.to_thread(packer.add, entries)
        except TooLargeError:
            return Moved.TOO_LARGE
        except BrokenLogError:
            if await self._is_moved_by_others(log_id):
                return Moved.CHANGED
            raise
        packed = await asyncio.to_thread(packer.finish)
        place = self._known_place(log_id)
        name = await self.records.begin(log_id, kind, created_at)
        try:
            await place.put(name, packed.content)
            try:
                content = await place.get(name)
            except NoFileError as error:
                raise PlaceUnavailableError("it does not return what it has stored") from error
            await asyncio.to_thread(require_whole, log_id, content, packed.sha256, packed.head)
            if await self.records.take_out(log_id, name, packed, measure):
                metrics.archived += 1
                return Moved.ARCHIVED
        except Exception:
            await self.records.give_up(name)
            raise
        await self.records.give_up(name)
        return Moved.CHANGED

    async def put_back(self, log_id: str) -> bool:
        """
        Put a log back into the database, and delete its file; return whether it was in the archive.

        Raises:
            InArchiveError: The file cannot be had now, or is damaged.
            UnavailableError: The database does not respond.
        """
        while (archived := await self.records.find(log_id)) is not None:
            entries = await self.read(log_id, 0, None)
            if entries is None or not entries or entries[-1].head != archived.head:
                if await self.records.find(log_id) == archived:
                    raise self._damaged(archived, "contains another log")
                continue
            if await self.records.put_back(archived, entries):
                self._remembered.pop(archived.file, None)
                await self._delete(archived.file)
                return True
        return False

    async def tidy(self) -> datetime | None:
        """
        Delete files that are not needed any more; return when more may have to be deleted, None if nothing is noted.

        Raises:
            UnavailableError: The database does not respond.
        """
        if await self.records.next_unused() is None:
            return None
        for name in await self.records.doom(_DELETED_AT_ONCE):
            await self._delete(name)
        return await self.records.next_unused()

    async def check(self, archived: Archived) -> None:
        """Read the file of a log, and verify it; raises InArchiveError if it is damaged or cannot be had."""
        self._remembered.pop(archived.file, None)
        try:
            content = await self._content(archived)
            await asyncio.to_thread(require_whole, archived.log_id, content, archived.sha256, archived.head)
        except NoFileError:
            raise self._damaged(archived, "is missing") from None
        except BrokenLogError as error:
            raise error if isinstance(error, InArchiveError) else self._damaged(archived, str(error)) from error

    async def _is_whole_in_file(self, log_id: str) -> bool:
        """Whether a log is archived and has not grown since: of its rows, only its place in the chain is left."""
        return await self.records.find(log_id) is not None and (await self.records.measure(log_id)).entries == 1

    async def _is_moved_by_others(self, log_id: str) -> bool:
        """Whether another process takes out a log or puts it back, so that its rows were not all there."""
        return await self.records.is_busy(log_id) or await self.records.find(log_id) is not None

    async def _stored(self, log_id: str) -> AsyncIterator[list[Entry]]:
        """Yield the entries in the database, some at once."""
        after = 0
        while entries := await self._store.read(log_id, after, _READ_AT_ONCE):
            yield entries
            after = entries[-1].seq

    async def _content(self, archived: Archived) -> bytes:
        """Return a file, of which the hash was checked; raises NoFileError or InArchiveError."""
        name = archived.file
        content = self._remembered.pop(name, None)
        if content is None:
            try:
                content = await self._known_place(archived.log_id).get(name)
            except PlaceUnavailableError as error:
                raise self._unreadable(archived, str(error), _SLOW) from error
            try:
                require_same(archived.log_id, content, archived.sha256)
            except BrokenLogError as error:
                raise self._damaged(archived, str(error)) from error
        self._remembered[name] = content
        while sum(map(len, self._remembered.values())) > _REMEMBERED_BYTES:
            self._remembered.popitem(last=False)
        return content

    async def _delete(self, name: str) -> None:
        """Delete a file that nothing refers to; if that fails, it is tried again later."""
        if self._place is None:
            return
        try:
            await self._place.delete(name)
        except PlaceUnavailableError as error:
            log.warning("%s is not deleted from the archive yet: %s", name, error)
        else:
            await self.records.forget(name)

    def _known_place(self, log_id: str) -> Place:
        if self._place is None:
            raise InArchiveError(log_id, "is in the archive: set MOIRAI_ARCHIVE", _NOWHERE)
        return self._place

    def _damaged(self, archived: Archived, why: str) -> InArchiveError:
        return self._unreadable(archived, why, _DAMAGED)

    def _unreadable(self, archived: Archived, why: str, sentence: str) -> InArchiveError:
        """Name the file for the operator, who has no other way to know."""
        metrics.archive_failures += 1
        error = InArchiveError(archived.log_id, f"cannot be read from {archived.file}: {why}", sentence)
        log.error("%s", error)
        return error


def open_archive(store: Store, engine: AsyncEngine, place: str | None, clock: Clock) -> Archive:
    """
    Return the archive of a database in the place that a URL names.

    Raises:
        PlaceNameError: The URL names no place.
    """
    return Archive(store, Records(engine, clock), open_place(place) if place else None)


async def _entries_of(content: bytes, after: int, limit: int | None) -> AsyncIterator[Entry]:
    """Yield entries of a file, without blocking others for long."""
    pace = Pace()
    for seq, line in enumerate(lines_of(content), start=1):
        if limit is not None and seq > after + limit:
            return
        if seq > after:
            try:
                yield parse_entry(orjson.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise BrokenLogError(f"line {seq} of the file is not an entry") from error
        await pace.rest()
