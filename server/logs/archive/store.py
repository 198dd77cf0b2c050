"""The store of a log with its archive: what is not in the database any more is read from there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from server.access.errors import UnavailableError
from server.logs.archive.archive import Archive
from server.logs.store.contract import (
    Append,
    BrokenLogError,
    Continuation,
    Hear,
    Held,
    InArchiveError,
    LogUnavailableError,
    LostTailError,
    Store,
    Verdict,
)
from server.logs.store.entry import Entry, Head


class ArchivedStore:
    """
    `server.logs.store.contract.Store` over a database and its archive.

    Nothing is asked about logs that are not archived: only their last archived entry says that they are.
    """

    def __init__(self, store: Store, archive: Archive) -> None:
        self._store = store
        self._archive = archive

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        while True:
            found = await self._store.read(log_id, after, limit)
            if not found or not found[0].archived:
                return found
            place, *later = found
            wanted = place.seq - after if limit is None else min(limit, place.seq - after)
            entries = await self._archived(log_id, after, wanted)
            if entries is None or (entries and entries[-1].seq == place.seq and entries[-1].hash != place.hash):
                continue  # It was put back meanwhile.
            return [*entries, *later][:limit]

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        found = dict(await self._store.read_on(heads))
        for log_id, continuation in found.items():
            if isinstance(continuation, InArchiveError):
                found[log_id] = await self._continue(log_id, heads[log_id])
        return found

    async def _continue(self, log_id: str, head: Head) -> Continuation:
        """Return the entries after a head of an archived log, or why they cannot be read."""
        try:
            first, *rest = await self.read(log_id, max(head.seq - 1, 0))
        except BrokenLogError as error:
            return error
        if head.seq == 0:
            return [first, *rest]
        return rest if first.head == head else LostTailError(f"{log_id}: entry {head.seq} is gone")

    async def _archived(self, log_id: str, after: int, most: int) -> list[Entry] | None:
        try:
            return await self._archive.read(log_id, after, most)
        except UnavailableError as error:
            raise LogUnavailableError(error.message) from error

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        return await self._store.commit(batch)

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return await self._store.seeds(match_ids)

    async def try_writing(self) -> None:
        await self._store.try_writing()

    async def listen(self, hear: Hear, held: Held) -> None:
        await self._store.listen(hear, held)

    @property
    def hears(self) -> bool:
        return self._store.hears

    @property
    def epoch(self) -> str:
        return self._store.epoch

    async def close(self) -> None:
        await self._store.close()
