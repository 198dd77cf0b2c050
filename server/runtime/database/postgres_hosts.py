"""
The servers behind the address of a PostgreSQL, of which one is the primary.

Only a server that can be written is used. A standby answers queries too, with what was true a while ago: a connection
to it looks healthy, and is of no use.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

import asyncpg
from asyncpg.connect_utils import SessionAttribute

_HEAD_START_SECONDS: Final = 0.3
"""For how long a server is tried before the next one is, too: one that is gone may be silent. Readiness waits 1 s."""

_USELESS: Final = ("08", "57P", "25006", "25P03")
"""
How the states begin with which PostgreSQL refuses what another connection could do: lost; shutting down, crashed or not
up yet; read-only; ended because it was idle in a transaction.
"""


class Reporting(Protocol):
    """A connection, which knows the settings that the server has reported."""

    def get_settings(self) -> object: ...


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


async def connect(url: str, **settings: Any) -> asyncpg.Connection[asyncpg.Record]:  # noqa: ANN401  # asyncpg's own.
    """
    Connect to the first server that can be written, as `asyncpg.connect` does to one.

    Raises:
        asyncpg.TargetServerAttributeNotMatched: Those that answer can only be read.
        asyncpg.PostgresError, OSError: The server refuses, or none answers, as `asyncpg.connect` says it.
    """
    waiting = deque(urls_of(url))
    tasks: list[asyncio.Task[asyncpg.Connection[asyncpg.Record]]] = []
    chosen = None
    try:
        while chosen is None and (waiting or not all(task.done() for task in tasks)):
            if waiting:
                tasks.append(asyncio.create_task(_connect(waiting.popleft(), settings)))
            undone = [task for task in tasks if not task.done()]
            head_start = _HEAD_START_SECONDS if waiting else None
            await asyncio.wait(undone, timeout=head_start, return_when=asyncio.FIRST_COMPLETED)
            chosen = next((task for task in tasks if task.done() and task.exception() is None), None)
    finally:
        for task in tasks:
            task.cancel()
        opened = await asyncio.gather(*tasks, return_exceptions=True)
        for task, other in zip(tasks, opened, strict=True):
            if task is not chosen and isinstance(other, asyncpg.Connection):
                other.terminate()
    if chosen is not None:
        return chosen.result()
    raise _most_telling([error for error in opened if isinstance(error, Exception)])


async def _connect(url: str, settings: dict[str, Any]) -> asyncpg.Connection[asyncpg.Record]:
    return await asyncpg.connect(url, target_session_attrs=SessionAttribute.read_write, **settings)


def _most_telling(errors: list[Exception]) -> Exception:
    """Return what a server refuses, rather than that it is a standby, rather than that it cannot be reached."""
    for kind in (asyncpg.PostgresError, asyncpg.TargetServerAttributeNotMatched, Exception):
        for error in errors:
            if isinstance(error, kind):
                return error
    raise AssertionError("without an error, a connection was chosen")


def is_useless(error: BaseException | None) -> bool:
    """Whether the connection on which this error came must be given up, as another one may work."""
    state = getattr(error, "sqlstate", None)
    return isinstance(state, str) and state.startswith(_USELESS)


def is_read_only(connection: Reporting) -> bool:
    """Whether the server has said with its last answer that it can only be read (PostgreSQL 14 and later)."""
    settings = connection.get_settings()
    return "on" in (getattr(settings, name, None) for name in ("in_hot_standby", "default_transaction_read_only"))
