"""
The servers behind the address of a PostgreSQL, of which one is the primary.

Only a server that can be written is used. A standby answers queries too, with what was true a while ago: a connection
to it looks healthy, and is of no use, except to `server.logs.store.replica`. So is one to a former primary, which
was suspended or cut off while another took over: it is known by its epoch.

An address with `sessions` is that of a pooler in transaction mode; what needs a session connects to the servers that
`sessions` names.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from server.runtime.database.epochs import find_postgres_epoch
from server.runtime.database.postgres_session import SESSION, Closable, Pooled

_HEAD_START_SECONDS: Final = 0.3
"""For how long a server is tried before the next one is, too: one that is gone may be silent. Readiness waits 1 s."""

_STATE: Final = """
SELECT pg_is_in_recovery() AS is_standby, current_setting('default_transaction_read_only') = 'on' AS is_fenced,
pg_backend_pid() AS process
"""
"""What is asked instead of believed: a pooler repeats what its first connection was told, when this was a standby."""

_SESSIONS: Final = "sessions"
"""The parameter of an address that names the servers for sessions."""

log = logging.getLogger(__name__)

_ended: Final[set[str]] = set()


class Reporting(Protocol):
    """A connection, which knows the settings that the server has reported while it is open."""

    def is_closed(self) -> bool: ...

    def get_settings(self) -> object: ...


def note_ended(epoch: str, found_by: Closable) -> None:
    """
    Note that a connection has found another epoch after this one.

    A server that is still of this one is not used any more, and all connections from before are opened again.
    """
    _ended.add(epoch)
    found_by.ended_epochs = len(_ended)


def has_ended(epoch: str | None) -> bool:
    """Whether another epoch was found after this one."""
    return epoch in _ended


def urls_of(url: str) -> list[str]:
    """
    Return an address for each server of an address, in its order.

    Raises:
        ValueError: It cannot be read.
    """
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    separate = hosts.split(",")
    if len(separate) == 1:
        return [url]
    if not all(separate):
        raise ValueError("one of several hosts is empty")
    return [urlunsplit(parts._replace(netloc=f"{user}{at}{host}")) for host in separate]


def sessions_of(url: str) -> tuple[str, str | None]:
    """Return the address of the database, and of the servers for sessions; None if they are no others."""
    parts = urlsplit(url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    hosts = [value for name, value in query if name == _SESSIONS]
    if not hosts:
        return url, None
    rest = parts._replace(query=urlencode([(name, value) for name, value in query if name != _SESSIONS]))
    user, at, _ = parts.netloc.rpartition("@")
    return urlunsplit(rest), urlunsplit(rest._replace(netloc=f"{user}{at}{hosts[-1]}"))


async def connect(
    url: str,
    *,
    standby: bool = False,
    session: bool = False,
    **settings: Any,  # noqa: ANN401  # asyncpg's own.
) -> Closable:
    """
    Connect to the first server that can be written and whose epoch has not ended, as `asyncpg.connect` does to one.

    `standby`: to the first standby, of any epoch. `session`: the connection is to keep what is said to it from one
    transaction to the next.

    Raises:
        asyncpg.TargetServerAttributeNotMatched: Those that answer can only be read, are former primaries, or no
            standbys.
        asyncpg.PostgresError, OSError: The server refuses, or none answers, as `asyncpg.connect` says it.
    """
    url, for_sessions = sessions_of(url)
    kind = Closable if for_sessions is None or session else Pooled
    waiting = deque(urls_of(for_sessions if for_sessions and session else url))
    tasks: list[asyncio.Task[Closable]] = []
    chosen = None
    try:
        while chosen is None and (waiting or not all(task.done() for task in tasks)):
            if waiting:
                tasks.append(asyncio.create_task(_connect(waiting.popleft(), kind, settings, standby=standby)))
            undone = [task for task in tasks if not task.done()]
            head_start = _HEAD_START_SECONDS if waiting else None
            await asyncio.wait(undone, timeout=head_start, return_when=asyncio.FIRST_COMPLETED)
            chosen = next((task for task in tasks if task.done() and task.exception() is None), None)
    finally:
        for task in tasks:
            if task is not chosen:
                task.cancel()
                task.add_done_callback(_give_up)
    if chosen is not None:
        return chosen.result()
    raise _most_telling([error for task in tasks if isinstance(error := task.exception(), Exception)])


def _give_up(connecting: asyncio.Task[Closable]) -> None:
    """End a connection that was opened in vain."""
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().terminate()


async def _connect(url: str, kind: type[Closable], settings: dict[str, Any], *, standby: bool) -> Closable:
    fixed = {"connection_class": kind, **({"statement_cache_size": 0} if kind is Pooled else {})}
    connection: Closable = await asyncpg.connect(url, **{**settings, **fixed})
    connection.ended_epochs = len(_ended)
    try:
        if kind is Closable:
            await connection.execute(SESSION, timeout=settings.get("timeout"))
        state = await _state_of(connection)
        connection.reports = state["process"] == connection.get_server_pid()
        if standby and not state["is_standby"]:
            raise asyncpg.TargetServerAttributeNotMatched("This server is no standby.")
        if standby:
            return connection
        if state["is_standby"] or state["is_fenced"]:
            raise asyncpg.TargetServerAttributeNotMatched("This server can only be read.")
        if has_ended(await find_postgres_epoch(connection)):
            log.warning("a PostgreSQL is not used, because another one has taken over from it")
            raise asyncpg.TargetServerAttributeNotMatched("The epoch of this server has ended.")
    except BaseException:
        connection.terminate()
        raise
    return connection


async def can_be_written(connection: Closable) -> bool:
    """Whether a connection need not be given up; its server is asked what nobody reports."""
    if connection.reports or is_retired(connection):
        return not is_retired(connection)
    state = await _state_of(connection)
    return not state["is_standby"] and not state["is_fenced"]


async def _state_of(connection: Closable) -> asyncpg.Record:
    row = await connection.fetchrow(_STATE)
    assert row is not None, "it has no table"
    return row


def _most_telling(errors: list[Exception]) -> Exception:
    """Return what a server refuses, rather than that it is a standby, rather than that it cannot be reached."""
    for kind in (asyncpg.PostgresError, asyncpg.TargetServerAttributeNotMatched, Exception):
        for error in errors:
            if isinstance(error, kind):
                return error
    raise AssertionError("without an error, a connection was chosen")


def is_retired(connection: Reporting) -> bool:
    """
    Whether a connection must be given up, or was.

    Its server has reported with its last answer that it can only be read (PostgreSQL 14 and later). Or an epoch was
    found to have ended since it was opened, which may be that of its server.
    """
    if connection.is_closed():
        return True
    settings = connection.get_settings() if getattr(connection, "reports", True) else None
    read_only = "on" in (getattr(settings, name, None) for name in ("in_hot_standby", "default_transaction_read_only"))
    return read_only or getattr(connection, "ended_epochs", len(_ended)) < len(_ended)
