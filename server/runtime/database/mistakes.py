"""Readable errors for a PostgreSQL that cannot be used, such as after a typing mistake in its URL."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import asyncpg

from server.runtime.database.postgres_hosts import urls_of

NO_SESSION: Final = (
    "A connection pooler before PostgreSQL does not keep sessions: set pool_mode = session in PgBouncer, or name "
    "PostgreSQL itself in MOIRAI_DATABASE by ?sessions=HOST:PORT."
)


class DatabaseMistakeError(Exception):
    """PostgreSQL cannot be used; the text says why, without the password."""


@contextmanager
def explain_errors(url: str) -> Iterator[None]:
    """
    Turn errors of the driver into readable ones.

    Raises:
        DatabaseMistakeError: The address, the database or the role is wrong, or the server does not respond.
    """
    try:
        yield
    except Exception as error:
        name = next((name for cause in causes_of(error) if (name := _name(cause, url))), None)
        if name is None:
            raise
        raise DatabaseMistakeError(name) from error


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """Return an error, and what it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _name(error: BaseException, url: str) -> str | None:
    servers = [urlsplit(each) for each in urls_of(url)]
    hosts = " or ".join(parts.hostname or "127.0.0.1" for parts in servers)
    where = " or ".join(f"{parts.hostname or '127.0.0.1'}:{parts.port or 5432}" for parts in servers)
    database, role = servers[0].path.lstrip("/"), servers[0].username
    match error:
        case asyncpg.InvalidCatalogNameError():
            return f"PostgreSQL at {where} has no database {database}: create it, or use another one."
        case asyncpg.InvalidPasswordError():
            return f"PostgreSQL at {where} rejects the password of role {role}."
        case asyncpg.InvalidAuthorizationSpecificationError():
            return f"PostgreSQL at {where} does not accept role {role}: unknown, or forbidden by pg_hba.conf."
        case asyncpg.InsufficientPrivilegeError():
            return f"Role {role} has no permission in database {database}: it must own the database or its schema."
        case asyncpg.TooManyConnectionsError() | asyncpg.CannotConnectNowError():
            return f"PostgreSQL at {where} accepts no more connections at the moment. Try again."
        case asyncpg.TargetServerAttributeNotMatched():
            return f"PostgreSQL at {where} can only be read: a standby, or set so. Name the primary, or all servers."
        case asyncpg.InvalidSQLStatementNameError() | asyncpg.DuplicatePreparedStatementError():
            return NO_SESSION
        case asyncpg.ProtocolViolationError():  # What poolers say: which database, user or parameter they do not have.
            return f"A connection pooler at {where} refuses to connect: {error}."
        case socket.gaierror():
            return f"Unknown host {hosts}."
        case PermissionError():  # The driver looks there for certificates, whether there are any or not.
            return "This user may not read the folder .postgresql of its home (HOME), or the socket of PostgreSQL."
        case ConnectionRefusedError():
            return f"No server is listening at {where}. Is PostgreSQL running there?"
        case TimeoutError():
            return f"PostgreSQL at {where} does not respond."
        case OSError() if error.__class__ is OSError and "Multiple exceptions" in str(error):
            return f"No server is listening at {where}. Is PostgreSQL running there?"
        case _:
            return None
