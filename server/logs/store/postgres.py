"""
The log in PostgreSQL, for any number of processes.

A batch is one statement over arrays, so it costs one round trip and one flush to disk, whatever its size. After it,
other processes are notified (`notices.py`).

No process locks a log. If two processes append after the same head, the primary key of `entries` admits one; the
other waits for its commit and is then refused. Deadlocks are impossible: all transactions first lock the owners of new
logs, then the keys of replies, then entries, each in sorted order; only the transaction that has the entry writes
rows of other tables. Marks and owed outcomes are also deleted by others, which never wait for a lock.
"""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import asyncpg

from server.logs.store.contract import Append, Continuation, Hear, Held, Verdict
from server.logs.store.entry import Entry, Head
from server.logs.store.notices import NoticeListener, NoticeSender
from server.logs.store.postgres_connections import Connection, OneConnection, Pool
from server.logs.store.postgres_statements import append_all, append_entries, count_owned
from server.logs.store.rows import Continuations, entries_of
from server.logs.store.summaries import Summary, Tables, Value
from server.runtime.database.epochs import read_postgres_epoch
from server.runtime.database.postgres_hosts import has_ended, note_ended
from server.runtime.database.postgres_session import Closable
from server.runtime.time_slices import Pace

log = logging.getLogger(__name__)

_READERS = 4

_FORGET_REPLIES = """
DELETE FROM kept_replies WHERE (player_id, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
"""

# A lock for each owner, so that the count after it stays valid until the commit, whichever process creates a log.
_LOCK_OWNERS = """
SELECT pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended('moirai ' || owner, 0) AS key FROM unnest($1::text[]) AS owner ORDER BY key
) AS owners
"""

_READ = """
SELECT log_id, seq, kind, at, facts, nonce, previous, body, hash FROM entries
WHERE log_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
"""

_READ_ON = """
SELECT log_id, seq, kind, at, CASE WHEN seq > head THEN facts END, nonce, previous, body, hash
FROM unnest($1::text[], $2::int[]) AS known (log_id, head) JOIN entries USING (log_id)
WHERE seq >= head ORDER BY log_id, seq
"""

_SEEDS = "SELECT match_id, seed FROM seeds WHERE match_id = ANY($1::text[])"

# Refused where nothing can be written, as by a standby; a migration that has locked the row is not waited for.
_WRITE_NOTHING = "SELECT FROM alembic_version FOR UPDATE SKIP LOCKED"


class PostgresStore:
    """`server.logs.store.contract.Store` in PostgreSQL, with asyncpg."""

    def __init__(self, url: str) -> None:
        # Commits have a connection of their own, which reads never occupy.
        self._writer = OneConnection(url, self._note_epoch, failed=self._expire)
        self._readers = Pool(url, self._note_epoch, size=_READERS, failed=self._expire)
        name = secrets.token_hex(4)
        self._listener = NoticeListener(url, name, self._note_epoch)
        self._notifier = OneConnection(url, self._note_epoch, failed=self._expire)
        self._sender = NoticeSender(self._notifier, name)
        self._hear: Hear | None = None
        self.epoch = ""

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        async with self._writer.connection() as connection:
            if any(append.most_owned is not None for append in batch):
                async with connection.transaction():
                    verdicts = await _append_where_owners_have_room(connection, batch)
            else:
                verdicts = await _append(connection, batch)
        self._sender.note(append for append, verdict in zip(batch, verdicts, strict=True) if verdict == "appended")
        return verdicts

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        async with self._readers.connection() as connection:
            rows = await connection.fetch(_READ, log_id, after, limit)
        return await entries_of(rows)

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        async with self._readers.connection() as connection:
            rows = await connection.fetch(_READ_ON, list(heads), [head.seq for head in heads.values()])
        pace, read = Pace(), Continuations(heads)
        for row in rows:
            read.take(row)
            await pace.rest()
        return read.found

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        async with self._readers.connection() as connection:
            rows = await connection.fetch(_SEEDS, list(match_ids))
        return {match_id: bytes.fromhex(seed) for match_id, seed in rows}

    async def try_writing(self) -> None:
        async with self._writer.connection() as connection:
            await connection.execute(_WRITE_NOTHING)

    async def listen(self, hear: Hear, held: Held) -> None:
        self._hear = hear
        await self._listener.listen(hear, held)

    @property
    def hears(self) -> bool:
        return self._listener.hears

    async def close(self) -> None:
        await self._sender.close()
        await self._writer.close()
        await self._readers.close()

    async def _note_epoch(self, connection: Closable) -> str | None:
        """
        Note the epoch of a server to which a connection was opened, before anything is read or written by it.

        Return how far it has written.
        """
        found = await read_postgres_epoch(connection)
        if has_ended(found.id):
            raise asyncpg.TargetServerAttributeNotMatched("The epoch of this server has ended.")
        before, self.epoch = self.epoch, found.id
        if before not in ("", self.epoch):
            note_ended(before, connection)
            await self._readers.expire()
            log.warning("the database is of another epoch: it was restored, or another server has taken over")
            if self._hear is not None:
                self._hear(None)
        return found.written

    async def _expire(self) -> None:
        """Discard all connections: after one timeout, each of them could make a caller wait in vain."""
        self._writer.expire()
        self._notifier.expire()
        await self._readers.expire()


async def _append_where_owners_have_room(connection: Connection, batch: Sequence[Append]) -> list[Verdict]:
    """Refuse new logs that exceed the limit of their owners, and write the rest."""
    full = await _without_room(connection, batch)
    rest = iter(await _append(connection, [append for append in batch if append.entry.log_id not in full]))
    return ["owner_full" if append.entry.log_id in full else next(rest) for append in batch]


async def _append(connection: Connection, batch: Sequence[Append]) -> list[Verdict]:
    if not batch:
        return []
    if any(append.reply is not None for append in batch):
        async with connection.transaction():
            return await _append_with_replies(connection, batch)
    if any(
        append.summary is not None or append.seed or append.marks or append.settles or append.then for append in batch
    ):
        return _verdicts(batch, *await _append_all(connection, batch))
    return await _append_entries(connection, batch)


async def _append_entries(connection: Connection, batch: Sequence[Append]) -> list[Verdict]:
    rows = await connection.fetch(append_entries(), *_entry_columns([append.entry for append in batch]))
    appended = {log_id for (log_id,) in rows}
    return ["appended" if append.entry.log_id in appended else "head_moved" for append in batch]


async def _without_room(connection: Connection, batch: Sequence[Append]) -> set[str]:
    """Return the new logs of a batch that would exceed the limit of their owners, counting in batch order."""
    new: dict[Tables, list[tuple[str, str, int]]] = {}
    for append in batch:
        if append.most_owned is not None and append.summary is not None:
            log = (append.entry.log_id, append.summary.owner, append.most_owned)
            new.setdefault(append.summary.tables, []).append(log)
    await connection.execute(_LOCK_OWNERS, [f"{tables.logs} {log[1]}" for tables, logs in new.items() for log in logs])
    full = set()
    for tables, logs in new.items():
        mosts = {owner: most for _, owner, most in logs}
        rows = await connection.fetch(count_owned(tables), list(mosts), list(mosts.values()), list(tables.unended))
        owned = Counter({row["owner"]: row["owned"] for row in rows})
        for log_id, owner, most in logs:
            if owned[owner] >= most:
                full.add(log_id)
            else:
                owned[owner] += 1
    return full


async def _append_with_replies(connection: Connection, batch: Sequence[Append]) -> list[Verdict]:
    appended, kept = await _append_all(connection, batch)
    in_vain = [append.reply for append in batch if append.reply and append.entry.log_id in kept - appended]
    if in_vain:
        await connection.execute(_FORGET_REPLIES, [reply.player_id for reply in in_vain], [r.key for r in in_vain])
    return _verdicts(batch, appended, kept)


async def _append_all(connection: Connection, batch: Sequence[Append]) -> tuple[set[str], set[str]]:
    """Write the batch; return the logs with a new entry, and those with a reply whose key was free."""
    replies = [(append.entry.log_id, append.reply) for append in batch if append.reply is not None]
    seeds = [(append.entry.log_id, append.seed) for append in batch if append.seed is not None]
    marks = [mark for append in batch for mark in append.marks]
    summaries: dict[Tables, list[tuple[str, Summary]]] = {}
    for append in batch:
        if append.summary is not None:
            summaries.setdefault(append.summary.tables, []).append((append.entry.log_id, append.summary))
    # In a fixed order, because each order is a statement to prepare.
    kinds = tuple(sorted(summaries, key=lambda tables: tables.logs))
    owed = [(append.entry.log_id, append.owes) for append in batch if append.owes is not None]
    settled = [(log_id, append.entry.log_id) for append in batch for log_id in append.settles]
    rows = await connection.fetch(
        append_all(kinds, with_owed=bool(owed or settled)),
        *_entry_columns([append.entry for append in batch]),
        *_entry_columns([entry for append in batch for entry in append.then]),
        [log_id for log_id, _ in replies],
        [reply.player_id for _, reply in replies],
        [reply.key for _, reply in replies],
        [reply.request_hash for _, reply in replies],
        [reply.status for _, reply in replies],
        [reply.body for _, reply in replies],
        [reply.created_at for _, reply in replies],
        [log_id for log_id, _ in seeds],
        [seed for _, seed in seeds],
        [mark.log_id for mark in marks],
        [mark.seq for mark in marks],
        [mark.due_at for mark in marks],
        [mark.news for mark in marks],
        *(column for tables in kinds for column in _summary_columns(tables, summaries[tables])),
        *((*_columns(owed, 2), *_columns(settled, 2)) if owed or settled else ()),
    )
    appended = {log_id for log_id, is_appended, _ in rows if is_appended}
    kept = {log_id for log_id, _, is_kept in rows if is_kept}
    return appended, kept


def _verdicts(batch: Sequence[Append], appended: set[str], kept: set[str]) -> list[Verdict]:
    return [_verdict(append, appended, kept) for append in batch]


def _verdict(append: Append, appended: set[str], kept: set[str]) -> Verdict:
    if append.entry.log_id in appended:
        return "appended"
    return "key_taken" if append.reply is not None and append.entry.log_id not in kept else "head_moved"


def _entry_columns(entries: Sequence[Entry]) -> tuple[Sequence[str | int], ...]:
    return (
        [entry.log_id for entry in entries],
        [entry.seq for entry in entries],
        [entry.kind for entry in entries],
        [entry.at for entry in entries],
        [entry.facts_text() for entry in entries],
        [entry.nonce for entry in entries],
        [entry.previous for entry in entries],
        [entry.hash for entry in entries],
    )


def _summary_columns(tables: Tables, summaries: Sequence[tuple[str, Summary]]) -> Iterator[Sequence[Value]]:
    """Yield the columns of the rows of logs, the ids of logs whose people are given, and the columns of people."""
    people = {log_id: rows for log_id, summary in summaries if (rows := summary.people_rows()) is not None}
    yield from _columns([summary.row() for _, summary in summaries], len(tables.log_columns))
    yield list(people)
    yield from _columns([row for rows in people.values() for row in rows], len(tables.people_columns))


def _columns(rows: Sequence[Sequence[Value]], width: int) -> Sequence[Sequence[Value]]:
    return list(zip(*rows, strict=True)) if rows else [()] * width
