"""Rows outside of logs that are about a player, or name one: deleted, or without the name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import orjson
from pydantic import JsonValue
from sqlalchemy import ColumnElement, Executable, Table, and_, delete, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlmodel import SQLModel

from server.logs.aggregates.loading import unavailable
from server.logs.store.personal import without_name
from server.people.forgetting.parts import Part
from server.people.forgetting.places import BELOW, COPIES, CREDENTIALS, OF_OTHERS, OWN
from server.runtime.database.locks import lock
from server.runtime.database.queries import connect, overwriting
from server.runtime.database.tables import EntryRow, WebhookDeliveryRow, WebhookRow

_ROWS_AT_ONCE: Final = 200
"""How many rows a transaction changes, and about how many a query looks at; submissions wait for it (SQLite)."""

_BREATH_SECONDS: Final = 0.005
"""Pause between two of them, so that others can write and read."""

_entries = EntryRow.__table__
_webhooks, _deliveries = WebhookRow.__table__, WebhookDeliveryRow.__table__


async def take_out(engine: AsyncEngine) -> None:
    """
    Take what was overwritten out of the write-ahead log of SQLite, which keeps it until it is used again.

    Raises:
        UnavailableError: Somebody reads in the file for long.
    """
    if engine.dialect.name != "sqlite":
        return
    async with connect(engine) as connection:
        busy, *_ = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).one()
    if busy:
        raise unavailable()


async def delete_credentials(connection: AsyncConnection, player_id: str) -> None:
    """Delete everything by which the player could come back or be recognised."""
    for name, (above, _) in BELOW.items():
        if above in CREDENTIALS:
            await connection.execute(delete(SQLModel.metadata.tables[name]).where(_below(name, player_id)))
    for name, column in CREDENTIALS.items():
        table = SQLModel.metadata.tables[name]
        await connection.execute(delete(table).where(table.c[column] == player_id))


async def delete_own(engine: AsyncEngine, player_id: str) -> None:
    """Delete the player's rows, and those of others about the player; also credentials: a call may have added some."""
    for name, (above, _) in BELOW.items():
        owners = SQLModel.metadata.tables[above]
        # Others lock these rows before those that belong to them.
        locking = lock(owners.c.player_id, player_id)
        await _delete_all(engine, SQLModel.metadata.tables[name], _below(name, player_id), locking)
    for name, column in (*CREDENTIALS.items(), *OWN.items(), *OF_OTHERS.items()):
        table = SQLModel.metadata.tables[name]
        await _delete_all(engine, table, table.c[column] == player_id)


def _below(name: str, player_id: str) -> ColumnElement[bool]:
    """Return the condition for rows that belong to one of the player in another table."""
    above, column = BELOW[name]
    table = SQLModel.metadata.tables[above]
    return SQLModel.metadata.tables[name].c[column].in_(select(table.c[column]).where(table.c.player_id == player_id))


async def delete_log(engine: AsyncEngine, log_id: str) -> bool:
    """Delete a log, from its end; return whether there was one."""
    return await _delete_all(engine, _entries, _entries.c.log_id == log_id)


async def _delete_all(
    engine: AsyncEngine,
    table: Table,
    which: Any,  # noqa: ANN401  # a condition
    locking: Executable | None = None,
) -> bool:
    """Delete rows, a few at once; return whether there were any. `locking` begins each transaction."""
    key, found = _key_of(table), False
    last = [column.desc() for column in table.primary_key]
    while True:
        some = select(*table.primary_key).where(which).order_by(*last).limit(_ROWS_AT_ONCE)
        async with overwriting(engine) as connection:
            if locking is not None:
                await connection.execute(locking)
            rows = [tuple(row) for row in await connection.execute(some)]
            if rows:
                await connection.execute(delete(table).where(key.in_(rows)))
        found |= bool(rows)
        if len(rows) < _ROWS_AT_ONCE:
            return found
        await asyncio.sleep(_BREATH_SECONDS)


async def scan(
    engine: AsyncEngine, table: Table, column: str, needle: str, after: Sequence[Any] = (), *, texts: bool = True
) -> AsyncIterator[tuple[Sequence[Any], list[Any]]]:
    """
    Yield by and by how far a table was searched, and the rows there with this text in a column; from behind a key on.

    A row is its key, and the text with `texts`. Rows are looked at in the order of the key, a few at once, because a
    query over the whole table could take minutes.
    """
    key, columns = _key_of(table), list(table.primary_key)
    while True:
        behind = key > tuple(after) if after else None
        some = select(*columns).order_by(*columns)
        some = (some if behind is None else some.where(behind)).offset(_ROWS_AT_ONCE - 1).limit(1)
        async with connect(engine) as connection:
            end = (await connection.execute(some)).first()
            until = key <= tuple(end) if end is not None else None
            which = and_(*(each for each in (behind, until, table.c[column].contains(needle)) if each is not None))
            wanted = select(*columns, *([table.c[column]] if texts else [])).where(which).order_by(*columns)
            rows = list(await connection.execute(wanted))
        yield (after if end is None else tuple(end)), rows
        if end is None:
            return
        after = tuple(end)
        await asyncio.sleep(_BREATH_SECONDS)


async def redact_copies(engine: AsyncEngine, parts: Sequence[Part], player_id: str) -> list[str]:
    """Withhold the player's name from all copies of facts outside of logs; return the logs whose rows have changed."""
    changed: list[str] = []
    listed = {part.table.name: part for part in parts}
    for name, column in COPIES.items():
        table, part = SQLModel.metadata.tables[name], listed.get(name)
        async for _, rows in scan(engine, table, column, player_id):
            for *key, text in rows:
                async with overwriting(engine) as connection:
                    if await _replace(connection, table, column, key, text, player_id, part) and part is not None:
                        changed.append(key[0])
    return changed


async def redact_listing(connection: AsyncConnection, parts: Sequence[Part], log_id: str, player_id: str) -> bool:
    """Withhold the player's name from the row of a log in lists; return whether it was there."""
    for part in parts:
        (column,) = part.table.primary_key
        text = (await connection.execute(select(part.table.c.listing).where(column == log_id))).scalar_one_or_none()
        if text is not None:
            return await _replace(connection, part.table, "listing", [log_id], text, player_id, part)
    return False


async def withhold_sentences(connection: AsyncConnection, log_id: str) -> None:
    """Withhold the sentences of messages about an event, which can name players whom their facts do not name."""
    hooks = select(_webhooks.c.webhook_id).where(_webhooks.c.event_id == log_id)
    wanted = select(_deliveries.c.webhook_id, _deliveries.c.n, _deliveries.c.body)
    for *key, text in (await connection.execute(wanted.where(_deliveries.c.webhook_id.in_(hooks)))).all():
        body = orjson.loads(text)
        if body["data"].pop("text", None) is not None:
            same = _key_of(_deliveries) == tuple(key)
            await connection.execute(update(_deliveries).where(same).values(body=orjson.dumps(body).decode()))


async def _replace(
    connection: AsyncConnection,
    table: Table,
    column: str,
    key: Sequence[Any],
    text: str,
    player_id: str,
    part: Part | None,
) -> bool:
    """Replace one row's text, if it is still this one and names the player; return whether it did."""
    fact_text = _without(text, player_id)
    if fact_text == text:
        return False
    values = {column: fact_text, **({} if part is None else part.derived(fact_text))}
    same = and_(_key_of(table) == tuple(key), table.c[column] == text)
    return bool((await connection.execute(update(table).where(same).values(**values))).rowcount)


def _without(text: str, player_id: str) -> str:
    """Return a JSON text without the player's name, and without what the player called a match as its host."""
    value: JsonValue = orjson.loads(text)
    fact_text = without_name(value, player_id)
    if isinstance(fact_text, dict):
        match fact_text:
            case {"host": {"player_id": host}, "label": str()} if host == player_id:
                fact_text["label"] = None
        fact_text.pop(player_id, None)  # news by player, in marks
        data = fact_text.get("data")
        if isinstance(data, dict) and fact_text != value:
            data.pop("text", None)  # the sentence of a message to a webhook says the name, too
    return text if fact_text == value else orjson.dumps(fact_text).decode()


def _key_of(table: Table) -> Any:  # noqa: ANN401  # a tuple of columns
    return tuple_(*table.primary_key)
