"""
The last entries of all logs of an SQLite database that no server uses: whether they are whole, and which are missing.

A copy of a database is whole if each log is a chain without gaps up to a last entry whose hash is that of its content.
Of a log in the archive, the chain begins with the last entry that is there, of which only the place is left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from server.logs.store.contract import BrokenLogError
from server.logs.store.entry import GENESIS, Entry, Head, hash_of
from server.logs.store.rows import entry_of

_BREAKS: Final = f"""
SELECT here.log_id, here.seq FROM entries AS here
LEFT JOIN entries AS before ON before.log_id = here.log_id AND before.seq = here.seq - 1
WHERE here.previous <> CASE here.seq WHEN 1 THEN '{GENESIS}' ELSE coalesce(before.hash, '') END
"""

_LAST: Final = "SELECT log_id, max(seq) AS seq FROM entries GROUP BY log_id"

_LAST_ENTRIES: Final = f"""
SELECT log_id, seq, kind, at, facts, nonce, previous, body, hash FROM entries JOIN ({_LAST}) USING (log_id, seq)
"""

_ARCHIVED: Final = "SELECT log_id, entries, head FROM archived_logs"

_MISSING: Final = f"""
SELECT here.log_id, here.seq, here.hash, EXISTS (SELECT 1 FROM other.entries WHERE log_id = here.log_id)
FROM entries AS here JOIN ({_LAST}) USING (log_id, seq)
WHERE NOT EXISTS (
    SELECT 1 FROM other.entries AS there
    WHERE there.log_id = here.log_id AND there.seq = here.seq AND there.hash = here.hash
) ORDER BY here.log_id
"""


class Size(NamedTuple):
    """How much a database holds."""

    logs: int
    entries: int


class Loss(NamedTuple):
    """A log of which another database lacks the last entry; `known`: whether it has any entry of the log."""

    log_id: str
    head: Head
    known: bool


def check_heads(connection: sqlite3.Connection) -> Size:
    """
    Check the logs of a database.

    Raises:
        BrokenLogError: A log has a gap, or its last entry is not what its hash says.
    """
    archived = _archived(connection)
    for log_id, seq in connection.execute(_BREAKS):
        if log_id not in archived or archived[log_id].seq != seq:
            raise BrokenLogError(f"{log_id}: entry {seq} does not continue its log")
    logs = 0
    for row in connection.execute(_LAST_ENTRIES):
        logs += 1
        entry = entry_of(row)
        whole = entry.head == archived[entry.log_id] if _is_place(entry, archived) else hash_of(entry) == entry.hash
        if not whole:
            raise BrokenLogError(f"{entry.log_id}: entry {entry.seq} is not what its hash says")
    ((entries,),) = connection.execute("SELECT count(*) FROM entries")
    return Size(logs, entries)


def missing_in(connection: sqlite3.Connection, other: str) -> Iterator[Loss]:
    """Return the logs of which the database in the file `other` lacks the last entry."""
    connection.execute("ATTACH ? AS other", (other,))
    try:
        for log_id, seq, hash_, known in connection.execute(_MISSING):
            yield Loss(log_id, Head(seq, hash_), bool(known))
    finally:
        connection.execute("DETACH other")


def _archived(connection: sqlite3.Connection) -> dict[str, Head]:
    """Return the last entries in the archive; databases of earlier servers have none."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'archived_logs'").fetchall():
        return {}
    return {log_id: Head(entries, head) for log_id, entries, head in connection.execute(_ARCHIVED)}


def _is_place(entry: Entry, archived: Mapping[str, Head]) -> bool:
    return entry.log_id in archived and archived[entry.log_id].seq == entry.seq
