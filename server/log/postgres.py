"""
The log in PostgreSQL, for any number of processes.

A batch is one statement over arrays, so it costs one round trip and one flush to disk, whatever its size.

No process locks a log. If two processes append after the same head, the primary key of `entries` admits one; the
other waits for its commit and is then refused. Deadlocks are impossible: all transactions first lock the hosts of new
matches, then the keys of replies, then entries, each in sorted order; only the transaction that has the entry writes
rows of other tables. Marks are also deleted by others, which never wait for a lock.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from server.log.contract import UNENDED, Append, Continuation, Hear, LogUnavailableError, Verdict
from server.log.entry import GENESIS, Entry, Head
from server.log.notices import CHANNEL, Listener, notices_of
from server.log.rows import Continuations, entry_of
from server.time_slices import Pace

_Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"

CONNECT_SECONDS = 5

# A database that is silent for longer counts as unavailable; callers must learn this while they still wait.
COMMAND_SECONDS = 10

_GOODBYE_SECONDS = 2

SESSION = {
    # A process that stalls in a transaction must not block others for long.
    "idle_in_transaction_session_timeout": "5000",
    # Independent of the defaults of database and role: what is acknowledged is on disk, and each statement sees what
    # was committed before it.
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
}

_READERS = 4

_NEW = """
new AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
        AS new (log_id, seq, kind, at, facts, nonce, previous, hash)
)"""

# A scalar subquery looks up the head of each entry; with a join the planner might read the whole table.
_BEHIND_HEAD = f"""
CASE WHEN new.seq = 1 THEN '{GENESIS}' ELSE (
    SELECT head.hash FROM entries AS head WHERE head.log_id = new.log_id AND head.seq = new.seq - 1
) END = new.previous"""

# A notice is sent with the commit. It may name an append that was refused, which costs its receivers one read;
# filtering those out would cost each commit more.
_APPEND_ENTRIES = f"""
WITH {_NEW},
appended AS (
    INSERT INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)
    SELECT * FROM new WHERE {_BEHIND_HEAD} ORDER BY log_id
    ON CONFLICT DO NOTHING
    RETURNING log_id
)
SELECT log_id FROM appended
UNION ALL SELECT pg_notify('{CHANNEL}', notice)::text FROM unnest($9::text[]) AS notice
"""

# All parts see the same snapshot. That is enough: an entry is only added if the previous one is in the snapshot, and
# since commits are atomic, so is everything else written for the match until then.
_APPEND_ALL = f"""
WITH {_NEW},
reply AS (
    SELECT * FROM unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::int[], $15::text[], $16::text[])
        AS reply (log_id, player_id, key, request_hash, status, body, created_at)
),
summary AS (
    SELECT * FROM unnest(
        $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::text[],
        $25::int[], $26::text[], $27::text[], $28::text[]
    ) AS summary (
        match_id, game, variant, status, visibility, host_id, created_at, due_at,
        free_seats, search, open_phase, listing
    )
),
seating AS (
    SELECT * FROM unnest($29::text[], $30::text[], $31::text[], $32::bool[])
        AS seating (match_id, seat, player_id, awaited)
),
seed AS (SELECT * FROM unnest($33::text[], $34::text[]) AS seed (match_id, seed)),
mark AS (
    SELECT * FROM unnest($35::text[], $36::int[], $37::text[], $38::text[]) AS mark (log_id, seq, due_at, news)
),
kept AS (
    INSERT INTO kept_replies (player_id, key, request_hash, status, body, created_at)
    SELECT player_id, key, request_hash, status, body, created_at FROM reply ORDER BY player_id, key
    ON CONFLICT DO NOTHING
    RETURNING player_id, key
),
refused AS (
    SELECT reply.log_id FROM reply LEFT JOIN kept USING (player_id, key) WHERE kept.key IS NULL
),
appended AS (
    INSERT INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)
    SELECT * FROM new WHERE {_BEHIND_HEAD} AND log_id NOT IN (SELECT log_id FROM refused) ORDER BY log_id
    ON CONFLICT DO NOTHING
    RETURNING log_id
),
listed AS (
    INSERT INTO matches (
        match_id, game, variant, status, visibility, host_id, created_at, due_at,
        free_seats, search, open_phase, listing
    )
    SELECT summary.* FROM summary JOIN appended ON log_id = match_id
    ON CONFLICT (match_id) DO UPDATE SET
        game = excluded.game, variant = excluded.variant, status = excluded.status, visibility = excluded.visibility,
        host_id = excluded.host_id, created_at = excluded.created_at, due_at = excluded.due_at,
        free_seats = excluded.free_seats, search = excluded.search, open_phase = excluded.open_phase,
        listing = excluded.listing
),
vacated AS (
    DELETE FROM seatings WHERE seatings.match_id IN (SELECT match_id FROM summary JOIN appended ON log_id = match_id)
        AND (seatings.match_id, seatings.seat) NOT IN (SELECT match_id, seat FROM seating)
),
seated AS (
    INSERT INTO seatings (match_id, seat, player_id, awaited)
    SELECT seating.* FROM seating JOIN appended ON log_id = match_id
    ON CONFLICT (match_id, seat) DO UPDATE SET player_id = excluded.player_id, awaited = excluded.awaited
        WHERE (seatings.player_id, seatings.awaited) <> (excluded.player_id, excluded.awaited)
),
seeded AS (
    INSERT INTO seeds (match_id, seed) SELECT seed.* FROM seed JOIN appended ON log_id = match_id
),
marked AS (
    INSERT INTO marks (log_id, seq, due_at, news) SELECT mark.* FROM mark JOIN appended USING (log_id)
    ON CONFLICT (log_id, seq) DO UPDATE SET due_at = excluded.due_at, news = excluded.news
)
SELECT new.log_id, new.log_id IN (SELECT log_id FROM appended) AS appended,
    new.log_id IN (SELECT log_id FROM reply JOIN kept USING (player_id, key)) AS kept
FROM new
UNION ALL SELECT pg_notify('{CHANNEL}', notice)::text, false, false FROM unnest($9::text[]) AS notice
"""

_FORGET_REPLIES = """
DELETE FROM kept_replies WHERE (player_id, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
"""

# A lock for each host, so that the count after it stays valid until the commit, whichever process creates a match.
_LOCK_HOSTS = """
SELECT pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended('moirai host ' || host_id, 0) AS key FROM unnest($1::text[]) AS host_id
    ORDER BY key
) AS hosts
"""

_COUNT_HOSTED = """
SELECT host_id, (
    SELECT count(*) FROM (
        SELECT 1 FROM matches WHERE matches.host_id = hosts.host_id AND status = ANY($3::text[]) LIMIT hosts.most
    ) AS hosted
) AS hosted FROM unnest($1::text[], $2::int[]) AS hosts (host_id, most)
"""

_READ = """
SELECT log_id, seq, kind, at, facts, nonce, previous, hash FROM entries
WHERE log_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
"""

_READ_ON = """
SELECT log_id, seq, kind, at, CASE WHEN seq > head THEN facts END, nonce, previous, hash
FROM unnest($1::text[], $2::int[]) AS known (log_id, head) JOIN entries USING (log_id)
WHERE seq >= head ORDER BY log_id, seq
"""


class PostgresStore:
    """`server.log.contract.Store` in PostgreSQL, with asyncpg."""

    def __init__(self, url: str) -> None:
        # A pool of one connection for commits: it reconnects by itself, and reads never occupy it.
        self._writer = _LazyPool(url, size=1, failed=self._expire)
        self._readers = _LazyPool(url, size=_READERS, failed=self._expire)
        self._listener = Listener(url, secrets.token_hex(4))

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        async with self._writer.connection() as connection:
            if any(append.most_hosted is not None for append in batch):
                async with connection.transaction():
                    return await self._commit_where_hosts_have_room(connection, batch)
            return await self._commit(connection, batch)

    async def _commit_where_hosts_have_room(self, connection: _Connection, batch: Sequence[Append]) -> list[Verdict]:
        """Refuse new matches that exceed the limit of their hosts, and write the rest."""
        full = await _without_room(connection, batch)
        rest = iter(await self._commit(connection, [append for append in batch if append.entry.log_id not in full]))
        return ["host_full" if append.entry.log_id in full else next(rest) for append in batch]

    async def _commit(self, connection: _Connection, batch: Sequence[Append]) -> list[Verdict]:
        if not batch:
            return []
        notices = notices_of(self._listener.name, batch)
        if any(append.reply is not None for append in batch):
            async with connection.transaction():
                return await _append_with_replies(connection, batch, notices)
        if any(append.summary is not None or append.seed is not None or append.marks for append in batch):
            return _verdicts(batch, *await _append_all(connection, batch, notices))
        return await _append_entries(connection, batch, notices)

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        async with self._readers.connection() as connection:
            rows = await connection.fetch(_READ, log_id, after, limit)
        pace, entries = Pace(), list[Entry]()
        for row in rows:
            entries.append(entry_of(row))
            await pace.rest()
        return entries

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        async with self._readers.connection() as connection:
            rows = await connection.fetch(_READ_ON, list(heads), [head.seq for head in heads.values()])
        pace, read = Pace(), Continuations(heads)
        for row in rows:
            read.take(row)
            await pace.rest()
        return read.found

    async def seed(self, match_id: str) -> bytes:
        async with self._readers.connection() as connection:
            return bytes.fromhex(await connection.fetchval("SELECT seed FROM seeds WHERE match_id = $1", match_id))

    async def listen(self, hear: Hear) -> None:
        await self._listener.listen(hear)

    @property
    def hears(self) -> bool:
        return self._listener.hears

    async def close(self) -> None:
        await self._writer.close()
        await self._readers.close()

    async def _expire(self) -> None:
        """Discard all connections: after one timeout, each of them could make a caller wait in vain."""
        await self._writer.expire()
        await self._readers.expire()


class Closable(asyncpg.Connection):
    """A connection with a short timeout for closing, so that a shutdown does not wait for an answer."""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncpg's own.
        with suppress(TimeoutError):  # then the connection is terminated
            await super().close(timeout=_GOODBYE_SECONDS if timeout is None else timeout)


class _LazyPool:
    """A connection pool that belongs to the event loop of its first use."""

    def __init__(self, url: str, size: int, failed: Callable[[], Awaitable[None]]) -> None:
        """`failed` is awaited after a connection has failed."""
        self._url = url
        self._size = size
        self._failed = failed
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[_Connection]:
        """
        Provide a connection for one use.

        Raises:
            LogUnavailableError: On any driver error.
        """
        try:
            pool = await self._get()
            async with pool.acquire(timeout=COMMAND_SECONDS) as connection:
                try:
                    yield connection
                except (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError):
                    # Interrupted, the connection may be in any state, so it must not be reused.
                    connection.terminate()
                    await self._failed()
                    raise
        except (
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,
            OSError,
            TimeoutError,
        ) as error:
            raise _unavailable(error) from error

    async def _get(self) -> asyncpg.Pool[asyncpg.Record]:
        if self._pool is None:
            async with self._lock:
                if self._pool is None:
                    self._pool = await asyncpg.create_pool(
                        self._url,
                        min_size=0,
                        max_size=self._size,
                        connection_class=Closable,
                        reset=_keep,
                        timeout=CONNECT_SECONDS,
                        command_timeout=COMMAND_SECONDS,
                        server_settings=SESSION,
                    )
        return self._pool

    async def expire(self) -> None:
        """Replace every connection before its next use."""
        if self._pool is not None:
            await self._pool.expire_connections()

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()


async def _keep(_: object) -> None:
    """Replaces the reset after each use, which costs a round trip; we change no session state."""


async def _append_entries(connection: _Connection, batch: Sequence[Append], notices: list[str]) -> list[Verdict]:
    rows = await connection.fetch(_APPEND_ENTRIES, *_entry_columns(batch), notices)
    appended = {log_id for (log_id,) in rows}
    return ["appended" if append.entry.log_id in appended else "head_moved" for append in batch]


async def _without_room(connection: _Connection, batch: Sequence[Append]) -> set[str]:
    """Return the new matches of a batch that would exceed the limit of their hosts, counting in batch order."""
    new = [
        (append.entry.log_id, append.summary.host_id, append.most_hosted)
        for append in batch
        if append.most_hosted is not None and append.summary is not None
    ]
    mosts = {host_id: most for _, host_id, most in new}
    await connection.execute(_LOCK_HOSTS, list(mosts))
    rows = await connection.fetch(_COUNT_HOSTED, list(mosts), list(mosts.values()), list(UNENDED))
    hosted = Counter({row["host_id"]: row["hosted"] for row in rows})
    full = set()
    for match_id, host_id, most in new:
        if hosted[host_id] >= most:
            full.add(match_id)
        else:
            hosted[host_id] += 1
    return full


async def _append_with_replies(connection: _Connection, batch: Sequence[Append], notices: list[str]) -> list[Verdict]:
    appended, kept = await _append_all(connection, batch, notices)
    in_vain = [append.reply for append in batch if append.reply and append.entry.log_id in kept - appended]
    if in_vain:
        await connection.execute(_FORGET_REPLIES, [reply.player_id for reply in in_vain], [r.key for r in in_vain])
    return _verdicts(batch, appended, kept)


async def _append_all(
    connection: _Connection, batch: Sequence[Append], notices: list[str]
) -> tuple[set[str], set[str]]:
    """Write the batch; return the logs with a new entry, and those with a reply whose key was free."""
    replies = [(append.entry.log_id, append.reply) for append in batch if append.reply is not None]
    summaries = [append.summary for append in batch if append.summary is not None]
    seats = [
        (summary.match_id, seat, player_id, seat in summary.awaited)
        for summary in summaries
        for seat, player_id in summary.players.items()
    ]
    seeds = [(append.entry.log_id, append.seed) for append in batch if append.seed is not None]
    marks = [mark for append in batch for mark in append.marks]
    rows = await connection.fetch(
        _APPEND_ALL,
        *_entry_columns(batch),
        notices,
        [log_id for log_id, _ in replies],
        [reply.player_id for _, reply in replies],
        [reply.key for _, reply in replies],
        [reply.request_hash for _, reply in replies],
        [reply.status for _, reply in replies],
        [reply.body for _, reply in replies],
        [reply.created_at for _, reply in replies],
        [summary.match_id for summary in summaries],
        [summary.game for summary in summaries],
        [summary.variant for summary in summaries],
        [summary.status for summary in summaries],
        [summary.visibility for summary in summaries],
        [summary.host_id for summary in summaries],
        [summary.created_at for summary in summaries],
        [summary.due_at for summary in summaries],
        [summary.free_seats for summary in summaries],
        [summary.search for summary in summaries],
        [summary.open_phase for summary in summaries],
        [summary.listing for summary in summaries],
        [match_id for match_id, _, _, _ in seats],
        [seat for _, seat, _, _ in seats],
        [player_id for _, _, player_id, _ in seats],
        [awaited for _, _, _, awaited in seats],
        [match_id for match_id, _ in seeds],
        [seed for _, seed in seeds],
        [mark.log_id for mark in marks],
        [mark.seq for mark in marks],
        [mark.due_at for mark in marks],
        [mark.news for mark in marks],
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


def _entry_columns(batch: Sequence[Append]) -> tuple[Sequence[str | int], ...]:
    entries = [append.entry for append in batch]
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


def _unavailable(error: Exception) -> LogUnavailableError:
    # Only the type of the error: a driver's message may quote the row, and so a move.
    return LogUnavailableError(f"PostgreSQL: {type(error).__name__}")
