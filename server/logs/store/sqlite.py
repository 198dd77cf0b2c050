"""
The log in an SQLite file.

One thread writes and one reads, each with its own connection: with write-ahead logging, a read sees the last commit and
does not wait for the one in progress. The event loop never waits for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeVar

from server.logs.store.contract import Append, Continuation, Hear, Held, KeptReply, LogUnavailableError, Verdict
from server.logs.store.entry import GENESIS, Entry, Head
from server.logs.store.rows import Continuations, entry_of
from server.logs.store.summaries import Summary, Tables, Value, insert
from server.runtime.database.epochs import read_sqlite_epoch
from server.runtime.database.sqlite_session import configure

_Result = TypeVar("_Result")
_Value = TypeVar("_Value")


# In statements, `ROWS` stands for the values of some rows, `VALUES (?, ?), (?, ?)`.

# The hash of an entry that does not continue its log becomes NULL, so the statement fails and inserts none. To undo
# only itself and not the transaction, it would have to copy each page that it changes.
_INSERT_ENTRIES = f"""
INSERT OR ROLLBACK INTO entries (log_id, seq, kind, at, facts, nonce, previous, hash)
SELECT column1, column2, column3, column4, column5, column6, column7,
    CASE WHEN column7 = CASE column2 WHEN 1 THEN '{GENESIS}'
        ELSE (SELECT hash FROM entries WHERE log_id = column1 AND seq = column2 - 1) END THEN column8 END
FROM (ROWS)
"""

_HEAD = "SELECT seq, hash FROM entries WHERE log_id = ? ORDER BY seq DESC LIMIT 1"

_INSERT_REPLIES = "INSERT INTO kept_replies (player_id, key, request_hash, status, body, created_at) ROWS"

_UPSERT_MARKS = """
INSERT INTO marks (log_id, seq, due_at, news) ROWS
ON CONFLICT (log_id, seq) DO UPDATE SET due_at = excluded.due_at, news = excluded.news
"""

_INSERT_SEEDS = "INSERT INTO seeds (match_id, seed) ROWS"

_INSERT_OWED = "INSERT INTO owed_outcomes (log_id, owed_to) ROWS"

_DELETE_OWED = "DELETE FROM owed_outcomes WHERE log_id = ? AND owed_to = ?"

_MOST_ROWS = 64  # Each number of rows is a statement to prepare and to keep.

_READ = """
SELECT log_id, seq, kind, at, facts, nonce, previous, body, hash FROM entries
WHERE log_id = ? AND seq > ? ORDER BY seq LIMIT ?
"""

_READ_ON = """
SELECT log_id, seq, kind, at, CASE WHEN seq > ?2 THEN facts END, nonce, previous, body, hash FROM entries
WHERE log_id = ?1 AND seq >= ?2 ORDER BY seq
"""

_NO_LIMIT = -1

_WATCH_SECONDS: Final = 0.25
_COARSE_NS: Final = 50_000_000


class SqliteStore:
    """`server.logs.store.contract.Store` in one file, for one process."""

    hears: Final = True

    def __init__(self, path: Path) -> None:
        self._writer = _Thread(path, "log-writer", self._note_epoch)
        self._reader = _Thread(path, "log-reader", self._note_epoch)
        self._wal = path.with_name(f"{path.name}-wal")
        self.epoch = ""

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        return await self._writer.run(lambda connection: _commit(connection, batch))

    async def read(self, log_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        position = (log_id, after, _NO_LIMIT if limit is None else limit)
        return await self._reader.run(lambda connection: _read(connection, position))

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        return await self._reader.run(lambda connection: _read_on(connection, heads))

    async def seeds(self, match_ids: Collection[str]) -> Mapping[str, bytes]:
        return await self._reader.run(lambda connection: _seeds(connection, match_ids))

    async def try_writing(self) -> None:
        # In the thread of all writes: beside it, one would have to wait for the lock of the file.
        await self._writer.run(_write_nothing)

    async def listen(self, hear: Hear, held: Held) -> None:
        """Say when something was written, by this process or by a command beside it, as the file shows; not what."""
        known: tuple[int, int] | None = None
        while True:
            looked_at, found = time.time_ns(), _written(self._wal)
            if found != known:
                hear({})
            # Times of files are coarse: more may be written within the same one.
            known = None if found[0] > looked_at - _COARSE_NS else found
            await asyncio.sleep(_WATCH_SECONDS)

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()

    def _note_epoch(self, connection: sqlite3.Connection) -> None:
        self.epoch = read_sqlite_epoch(connection).id


def _written(path: Path) -> tuple[int, int]:
    """Return when a file was written, in nanoseconds, and its size; zeros if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


class _Thread:
    """
    A thread with its own connection, both made with the first call.

    A thread pool hands over a call and its result with twice as much processor time.
    """

    def __init__(self, path: Path, name: str, opened: Callable[[sqlite3.Connection], None]) -> None:
        self._path = path
        self._opened = opened
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        # A store that nobody closes must not keep the process from ending.
        self._thread = Thread(target=self._serve, name=name, daemon=True)
        self._connection: sqlite3.Connection | None = None

    async def run(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        return await self._call(lambda: self._work(work))

    async def close(self) -> None:
        await self._call(self._disconnect)
        self._calls.put(None)
        self._thread.join()

    def _call(self, work: Callable[[], _Result]) -> asyncio.Future[_Result]:
        if self._thread.ident is None:
            self._thread.start()
        answer: asyncio.Future[_Result] = asyncio.get_running_loop().create_future()
        self._calls.put(lambda: _answer(answer, work))
        return answer

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
            del call  # With the rows that it read.

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
            self._opened(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _answer(answer: asyncio.Future[_Result], work: Callable[[], _Result]) -> None:
    """Do the work in this thread, and answer in the thread of the loop."""
    if answer.cancelled():
        return
    try:
        result = work()
    except BaseException as error:  # Somebody waits for it.
        _answer_in_loop(answer, answer.set_exception, error)
    else:
        _answer_in_loop(answer, answer.set_result, result)


def _answer_in_loop(answer: asyncio.Future[_Result], settle: Callable[[_Value], None], value: _Value) -> None:
    def settle_unless_cancelled() -> None:
        if not answer.done():
            settle(value)

    with suppress(RuntimeError):  # The loop is closed, and nobody waits.
        answer.get_loop().call_soon_threadsafe(settle_unless_cancelled)


def _write_nothing(connection: sqlite3.Connection) -> None:
    """Write a page that is as it was: that needs room on the disk."""
    connection.execute("UPDATE alembic_version SET version_num = version_num")


def _commit(connection: sqlite3.Connection, batch: Sequence[Append]) -> list[Verdict]:
    """
    Write the batch as if nothing had to be refused; if something has to, start again, one append after the other.

    The driver releases the interpreter's lock around each statement, and a busy event loop does not give it back soon.
    So what counts is how few statements there are: one for each table, and a single one for a batch of entries alone.
    """
    if all(append.most_owned is None for append in batch):
        try:
            _append_all(connection, batch)
        except sqlite3.IntegrityError:
            pass  # Nothing is written.
        else:
            return ["appended"] * len(batch)
    with _transaction(connection):
        return [_append(connection, append) for append in batch]


def _append_all(connection: sqlite3.Connection, batch: Sequence[Append]) -> None:
    """Write the batch; raises IntegrityError, and writes nothing, if an append has to be refused."""
    if len(batch) <= _MOST_ROWS and not any(_has_more(append) for append in batch):
        _insert_entries(connection, batch)  # One statement is a transaction.
        return
    with _transaction(connection):
        _insert_entries(connection, batch)
        _write_with_entries(connection, batch)


def _has_more(append: Append) -> bool:
    """Whether there are rows to write with the entry."""
    more = append.summary, append.reply, append.seed, append.owes
    return any(one is not None for one in more) or any((append.marks, append.settles, append.then))


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    # The write lock is taken at once and blocks other writers, so the checks stay valid until the commit.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _append(connection: sqlite3.Connection, append: Append) -> Verdict:
    if append.reply is not None and _is_key_taken(connection, append.reply):
        return "key_taken"
    if append.most_owned is not None and not _has_room(connection, append, append.most_owned):
        return "owner_full"
    if _head(connection, append.entry.log_id) != Head(append.entry.seq - 1, append.entry.previous):
        return "head_moved"
    _insert_entries(connection, [append])
    _write_with_entries(connection, [append])
    return "appended"


def _head(connection: sqlite3.Connection, log_id: str) -> Head:
    row = connection.execute(_HEAD, (log_id,)).fetchone()
    return Head() if row is None else Head(*row)


def _insert_entries(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Insert the entries; raises IntegrityError, and ends the transaction, if one of them does not continue its log."""
    of_each = [(append.entry, *append.then) for append in appends]
    # Each statement sees what the one before it has written, and no entry of its own.
    for place in range(max(map(len, of_each), default=0)):
        entries = [some[place] for some in of_each if place < len(some)]
        rows = [(e.log_id, e.seq, e.kind, e.at, e.facts_text(), e.nonce, e.previous, e.hash) for e in entries]
        _execute(connection, _INSERT_ENTRIES, rows)


def _write_with_entries(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Write the rows that come with the entries."""
    replies = [append.reply for append in appends if append.reply is not None]
    _execute(connection, _INSERT_REPLIES, [_reply_row(reply) for reply in replies])
    summaries: dict[Tables, list[Summary]] = {}
    for append in appends:
        if append.summary is not None:
            summaries.setdefault(append.summary.tables, []).append(append.summary)
    for tables, some in summaries.items():
        _summarise(connection, _statements(tables), some)
    marks = [(mark.log_id, mark.seq, mark.due_at, mark.news) for append in appends for mark in append.marks]
    _execute(connection, _UPSERT_MARKS, marks)
    seeds = [(append.entry.log_id, append.seed) for append in appends if append.seed is not None]
    _execute(connection, _INSERT_SEEDS, seeds)
    owed = [(append.entry.log_id, append.owes) for append in appends if append.owes is not None]
    _execute(connection, _INSERT_OWED, owed)
    settled = [(log_id, append.entry.log_id) for append in appends for log_id in append.settles]
    if settled:
        connection.executemany(_DELETE_OWED, settled)


def _execute(connection: sqlite3.Connection, statement: str, rows: Sequence[Sequence[Value]]) -> None:
    """Execute a statement for all rows, as few times as possible."""
    for start in range(0, len(rows), _MOST_ROWS):
        some = rows[start : start + _MOST_ROWS]
        connection.execute(_for_rows(statement, len(some), len(some[0])), [*chain.from_iterable(some)])


@cache
def _for_rows(statement: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.replace("ROWS", f"VALUES {', '.join([row] * rows)}")


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


def _reply_row(reply: KeptReply) -> Sequence[Value]:
    return reply.player_id, reply.key, reply.request_hash, reply.status, reply.body, reply.created_at


def _summarise(connection: sqlite3.Connection, statements: _Statements, summaries: Sequence[Summary]) -> None:
    rows = [summary.row() for summary in summaries]
    _execute(connection, statements.put_logs, rows)
    people = {
        row[0]: people
        for row, summary in zip(rows, summaries, strict=True)
        if (people := summary.people_rows()) is not None
    }
    _execute(connection, statements.clear_people, [(log_id,) for log_id in people])
    _execute(connection, statements.add_people, [*chain.from_iterable(people.values())])


@dataclass(frozen=True, slots=True)
class _Statements:
    """The statements for the tables of one kind of logs."""

    put_logs: str
    clear_people: str
    add_people: str
    count_owned: str


@cache
def _statements(tables: Tables) -> _Statements:
    into_logs, replacing = insert(tables.logs, tables.log_columns, key=1)
    into_people, _ = insert(tables.people, tables.people_columns, key=2)
    return _Statements(
        put_logs=f"{into_logs} ROWS {replacing}",
        clear_people=f"DELETE FROM {tables.people} WHERE {tables.log_id} IN (ROWS)",
        add_people=f"{into_people} ROWS",
        count_owned=f"SELECT count(*) FROM (SELECT 1 FROM {tables.logs} WHERE {tables.owner} = ?"
        f" AND status IN ({', '.join('?' * len(tables.unended))}) LIMIT ?)",
    )


def _read(connection: sqlite3.Connection, position: tuple[str, int, int]) -> list[Entry]:
    return [entry_of(row) for row in connection.execute(_READ, position)]


def _read_on(connection: sqlite3.Connection, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
    read = Continuations(heads)
    for log_id, head in heads.items():
        for row in connection.execute(_READ_ON, (log_id, head.seq)):
            read.take(row)
    return read.found


def _seeds(connection: sqlite3.Connection, match_ids: Collection[str]) -> Mapping[str, bytes]:
    query = f"SELECT match_id, seed FROM seeds WHERE match_id IN ({', '.join('?' * len(match_ids))})"
    return {match_id: bytes.fromhex(seed) for match_id, seed in connection.execute(query, tuple(match_ids))}
