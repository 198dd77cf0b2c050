"""
The statements that append a batch in PostgreSQL: one for a whole batch, over arrays.

All parts of a statement see the same snapshot. That is enough: an entry is only added if the previous one is in the
snapshot, and since commits are atomic, so is everything else written for the log until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count

from server.logs.store.entry import GENESIS
from server.logs.store.summaries import ColumnType, Tables, insert

_ENTRY: Mapping[str, ColumnType] = {
    "log_id": "text",
    "seq": "int",
    "kind": "text",
    "at": "text",
    "facts": "text",
    "nonce": "text",
    "previous": "text",
    "hash": "text",
}
_REPLY: Mapping[str, ColumnType] = {
    "player_id": "text",
    "key": "text",
    "request_hash": "text",
    "status": "int",
    "body": "text",
    "created_at": "text",
}
_MARK: Mapping[str, ColumnType] = {"log_id": "text", "seq": "int", "due_at": "text", "news": "text"}

# A scalar subquery looks up the head of each entry; with a join the planner might read the whole table.
_BEHIND_HEAD = f"""
CASE WHEN new.seq = 1 THEN '{GENESIS}' ELSE (
    SELECT head.hash FROM entries AS head WHERE head.log_id = new.log_id AND head.seq = new.seq - 1
) END = new.previous"""


@cache
def append_entries() -> str:
    """Return the statement for entries without other rows: arrays of entries."""
    arrays = _Arrays()
    into, _ = insert("entries", _ENTRY, key=2)
    return f"""
WITH new AS ({arrays.of(_ENTRY)})
{into} SELECT * FROM new WHERE {_BEHIND_HEAD} ORDER BY log_id ON CONFLICT DO NOTHING RETURNING log_id
"""


@cache
def append_all(kinds: tuple[Tables, ...], *, with_owed: bool) -> str:
    """
    Return the statement for entries and all rows that come with them, of logs with these tables.

    The arrays: entries, those that follow them, replies (behind the ids of their logs), seeds, marks; then for
    each of the tables the rows of logs, the ids of logs whose people are given, and the rows of people; `with_owed`,
    then the outcomes that logs owe, and those that are taken.
    """
    arrays = _Arrays()
    into_entries, _ = insert("entries", _ENTRY, key=2)
    into_replies, _ = insert("kept_replies", _REPLY, key=2)
    into_marks, replacing_marks = insert("marks", _MARK, key=2)
    statement = f"""
WITH new AS ({arrays.of(_ENTRY)}),
following AS ({arrays.of(_ENTRY)}),
reply AS ({arrays.of({"log_id": "text", **_REPLY})}),
seed AS ({arrays.of({"match_id": "text", "seed": "text"})}),
mark AS ({arrays.of(_MARK)}),
kept AS (
    {into_replies} SELECT {", ".join(_REPLY)} FROM reply ORDER BY player_id, key
    ON CONFLICT DO NOTHING
    RETURNING player_id, key
),
refused AS (
    SELECT reply.log_id FROM reply LEFT JOIN kept USING (player_id, key) WHERE kept.key IS NULL
),
appended AS (
    {into_entries} SELECT * FROM new
    WHERE {_BEHIND_HEAD} AND log_id NOT IN (SELECT log_id FROM refused) ORDER BY log_id
    ON CONFLICT DO NOTHING
    RETURNING log_id
),
followed AS (
    {into_entries} SELECT following.* FROM following JOIN appended USING (log_id)
),
seeded AS (
    INSERT INTO seeds (match_id, seed) SELECT seed.* FROM seed JOIN appended ON log_id = match_id
),
marked AS (
    {into_marks} SELECT mark.* FROM mark JOIN appended USING (log_id) {replacing_marks}
)"""
    summaries, owed = "".join(_summaries(arrays, tables) for tables in kinds), _write_owed(arrays) if with_owed else ""
    return f"""{statement}{summaries}{owed}
SELECT new.log_id, new.log_id IN (SELECT log_id FROM appended) AS appended,
    new.log_id IN (SELECT log_id FROM reply JOIN kept USING (player_id, key)) AS kept
FROM new
"""


def count_owned(tables: Tables) -> str:
    """Return the query for how many logs that are not over each of several owners has; counts up to a limit of each."""
    return f"""
SELECT owner, (
    SELECT count(*) FROM (
        SELECT 1 FROM {tables.logs} WHERE {tables.owner} = owners.owner AND status = ANY($3::text[]) LIMIT owners.most
    ) AS owned
) AS owned FROM unnest($1::text[], $2::int[]) AS owners (owner, most)
"""


def _summaries(arrays: _Arrays, tables: Tables) -> str:
    """Return the part of a statement that writes the rows of logs and of their people."""
    logs, people, log_id = tables.logs, tables.people, tables.log_id
    into_logs, replacing_logs = insert(logs, tables.log_columns, key=1)
    into_people, replacing_people = insert(people, tables.people_columns, key=2)
    _, key, *rest = tables.people_columns
    before = ", ".join(f"{people}.{name}" for name in rest)
    after = ", ".join(f"excluded.{name}" for name in rest)
    return f""",
new_{logs} AS ({arrays.of(tables.log_columns)}),
put_{logs} AS (
    {into_logs} SELECT new_{logs}.* FROM new_{logs} JOIN appended ON appended.log_id = {log_id} {replacing_logs}
),
with_{people} AS (
    SELECT {log_id} FROM ({arrays.of({log_id: "text"})}) AS given JOIN appended ON appended.log_id = {log_id}
),
new_{people} AS ({arrays.of(tables.people_columns)}),
cleared_{people} AS (
    DELETE FROM {people} WHERE {log_id} IN (SELECT {log_id} FROM with_{people})
        AND ({log_id}, {key}) NOT IN (SELECT {log_id}, {key} FROM new_{people})
),
put_{people} AS (
    {into_people} SELECT new_{people}.* FROM new_{people} JOIN appended ON appended.log_id = {log_id} {replacing_people}
        WHERE ({before}) <> ({after})
)"""


def _write_owed(arrays: _Arrays) -> str:
    """Return the part of a statement that writes which outcomes are owed, and deletes those that are taken."""
    columns: Mapping[str, ColumnType] = {"log_id": "text", "owed_to": "text"}
    into, _ = insert("owed_outcomes", columns, key=1)
    return f""",
owing AS ({into} SELECT given.* FROM ({arrays.of(columns)}) AS given JOIN appended USING (log_id)),
settled AS (
    DELETE FROM owed_outcomes USING ({arrays.of(columns)}) AS given JOIN appended ON appended.log_id = given.owed_to
    WHERE owed_outcomes.log_id = given.log_id AND owed_outcomes.owed_to = given.owed_to
)"""


class _Arrays:
    """Numbers the arrays that a statement is given, in the order in which it mentions them."""

    def __init__(self) -> None:
        self._numbers: Iterator[int] = count(1)

    def of(self, columns: Mapping[str, ColumnType]) -> str:
        """Return a query for the rows of which the next arrays are the columns."""
        arrays = ", ".join(f"${next(self._numbers)}::{kind}[]" for kind in columns.values())
        return f"SELECT * FROM unnest({arrays}) AS given ({', '.join(columns)})"
