"""
The log in an SQLite file.

One thread writes and one reads, each with its own connection: with write-ahead logging, a read sees the last commit and
does not wait for the one in progress. The event loop never waits for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from server.log.contract import Append, Continuation, Hear, KeptReply, LogUnavailableError, Verdict
from server.log.entry import GENESIS, Entry, Head
from server.log.rows import Continuations, entry_of
from server.log.summaries import Summary, Tables, insert

_Result = TypeVar("_Result")

_BUSY_MS = 10_000  # There are other writers (players, tickets, a second process); their writes are short.

# One statement checks and inserts; `rowcount` shows whether it inserted.
_INSERT_ENTRY = f"""
INSERT INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
WHERE CASE WHEN ?2 = 1 THEN '{GENESIS}'
      ELSE (SELECT hash FROM entries WHERE log_id = ?1 AND seq = ?2 - 1) END = ?7
ON CONFLICT DO NOTHING
"""

_INSERT_REPLY = """
INSERT INTO kept_replies (player_id, key, request_hash, status, body, created_at) VALUES (?, ?, ?, ?, ?, ?)
"""

_UPSERT_MARK = """
INSERT INTO marks (log_id, seq, due_at, news) VALUES (?, ?, ?, ?)
ON CONFLICT (log_id, seq) DO UPDATE SET due_at = excluded.due_at, news = excluded.news
"""

_READ = """
SELECT log_id, seq, kind, at, facts, nonce, previous, hash FROM entries
WHERE log_id = ? AND seq > ? ORDER BY seq LIMIT ?
"""

_READ_ON = """
SELECT log_id, seq, kind, at, CASE WHEN seq > ?2 THEN facts END, nonce, previous, hash FROM entries
WHERE log_id = ?1 AND seq >= ?2 ORDER BY seq
"""

_NO_LIMIT = -1


def configure(execute: Callable[[str], object]) -> None:
    """
    Configure a new connection to the file.

    The busy timeout comes first: even enabling write-ahead logging may have to wait for another process.
    """
    execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    execute("PRAGMA journal_mode = WAL")
    # With NORMAL, a power failure could lose the last commits, which have been acknowledged.
    execute("PRAGMA synchronous = FULL")


class SqliteStore:
    """`server.log.contract.Store` in one file, for one process."""

    hears: Final = True

    def __init__(self, path: Path) -> None:
        self._writer = _Thread(path, "log-writer")
        self._reader = _Thread(path, "log-reader")

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        return await self._writer.run(lambda connection: _commit(connection, batch))

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        position = (log_id, after, _NO_LIMIT if limit is None else limit)
        return await self._reader.run(lambda connection: _read(connection, position))

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return await self._reader.run(lambda connection: _read_on(connection, heads))

    async def seed(self, match_id: str) -> bytes:
        return await self._reader.run(lambda connection: _seed(connection, match_id))

    async def listen(self, hear: Hear) -> None:
        """Return at once: SQLite is for one process, so there are no others."""

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()


class _Thread:
    """A thread with its own connection, opened with the first call."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._connection: sqlite3.Connection | None = None

    async def run(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._work, work)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._executor, self._disconnect)
        self._executor.shutdown()

    def _work(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        try:
            if self._connection is None:
                self._connection = self._connect()
            return work(self._connection)
        except sqlite3.Error as error:
            # Reconnect, so that the next call does not inherit a broken connection.
            self._disconnect()
            raise LogUnavailableError(f"SQLite: {type(error).__name__}") from error

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            configure(connection.execute)
        except BaseException:
            connection.close()
            raise
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _commit(connection: sqlite3.Connection, batch: Sequence[Append]) -> list[Verdict]:
    # The write lock is taken at once and blocks other writers, so the checks stay valid until the commit.
    connection.execute("BEGIN IMMEDIATE")
    try:
        verdicts = [_append(connection, append) for append in batch]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return verdicts


def _append(connection: sqlite3.Connection, append: Append) -> Verdict:
    if append.reply is not None and _is_key_taken(connection, append.reply):
        return "key_taken"
    if append.most_owned is not None and not _has_room(connection, append, append.most_owned):
        return "owner_full"
    entry = append.entry
    row = (entry.log_id, entry.seq, entry.kind, entry.at, entry.facts_text(), entry.nonce, entry.previous, entry.hash)
    if connection.execute(_INSERT_ENTRY, row).rowcount == 0:
        return "head_moved"
    if append.reply is not None:
        _keep_reply(connection, append.reply)
    if append.summary is not None:
        _summarise(connection, entry.log_id, append.summary)
    for mark in append.marks:
        connection.execute(_UPSERT_MARK, (mark.log_id, mark.seq, mark.due_at, mark.news))
    if append.seed is not None:
        connection.execute("INSERT INTO seeds (match_id, seed) VALUES (?, ?)", (entry.log_id, append.seed))
    if append.owes is not None:
        connection.execute("INSERT INTO owed_outcomes (log_id, owed_to) VALUES (?, ?)", (entry.log_id, append.owes))
    if append.settles:
        settled = [(log_id, entry.log_id) for log_id in append.settles]
        connection.executemany("DELETE FROM owed_outcomes WHERE log_id = ? AND owed_to = ?", settled)
    return "appended"


def _is_key_taken(connection: sqlite3.Connection, reply: KeptReply) -> bool:
    query = "SELECT 1 FROM kept_replies WHERE player_id = ? AND key = ?"
    return connection.execute(query, (reply.player_id, reply.key)).fetchone() is not None


def _has_room(connection: sqlite3.Connection, append: Append, most: int) -> bool:
    """Whether the owner may have one more log. Other writers are blocked, so it stays valid until the commit."""
    if append.summary is None:
        raise AssertionError("the first entry of a log with an owner comes with its row")
    tables, owner = append.summary.tables, append.summary.owner
    ((owned,),) = connection.execute(_statements(tables).count_owned, (owner, *tables.unended, most))
    return bool(owned < most)


def _keep_reply(connection: sqlite3.Connection, reply: KeptReply) -> None:
    row = (reply.player_id, reply.key, reply.request_hash, reply.status, reply.body, reply.created_at)
    connection.execute(_INSERT_REPLY, row)


def _summarise(connection: sqlite3.Connection, log_id: str, summary: Summary) -> None:
    statements = _statements(summary.tables)
    connection.execute(statements.put_log, summary.row())
    people = summary.people_rows()
    if people is not None:
        connection.execute(statements.clear_people, (log_id,))
        connection.executemany(statements.add_person, people)


@dataclass(frozen=True, slots=True)
class _Statements:
    """The statements for the tables of one kind of logs."""

    put_log: str
    clear_people: str
    add_person: str
    count_owned: str


@cache
def _statements(tables: Tables) -> _Statements:
    into_logs, replacing = insert(tables.logs, tables.log_columns, key=1)
    into_people, _ = insert(tables.people, tables.people_columns, key=2)
    return _Statements(
        put_log=f"{into_logs} VALUES ({_marks(tables.log_columns)}) {replacing}",
        clear_people=f"DELETE FROM {tables.people} WHERE {tables.log_id} = ?",
        add_person=f"{into_people} VALUES ({_marks(tables.people_columns)})",
        count_owned=f"SELECT count(*) FROM (SELECT 1 FROM {tables.logs} WHERE {tables.owner} = ?"
        f" AND status IN ({_marks(tables.unended)}) LIMIT ?)",
    )


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


def _read(connection: sqlite3.Connection, position: tuple[str, int, int]) -> list[Entry]:
    return [entry_of(row) for row in connection.execute(_READ, position)]


def _read_on(connection: sqlite3.Connection, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
    read = Continuations(heads)
    for log_id, head in heads.items():
        for row in connection.execute(_READ_ON, (log_id, head.seq)):
            read.take(row)
    return read.found


def _seed(connection: sqlite3.Connection, match_id: str) -> bytes:
    ((seed,),) = connection.execute("SELECT seed FROM seeds WHERE match_id = ?", (match_id,))
    return bytes.fromhex(seed)
