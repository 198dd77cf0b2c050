"""
Why a PostgreSQL cannot be worked on, in words: for whoever starts a server or a migration, and has mistyped something.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import asyncpg


class DatabaseMistakeError(Exception):
    """PostgreSQL cannot be worked on; the text says why, without the password."""


@contextmanager
def named_mistakes(url: str) -> Iterator[None]:
    """
    Call what the driver raises by its name.

    Raises:
        DatabaseMistakeError: The address, the database or the role is wrong, or it does not answer.
    """
    try:
        yield
    except Exception as error:
        name = next((name for cause in _causes(error) if (name := _name(cause, url))), None)
        if name is None:
            raise
        raise DatabaseMistakeError(name) from error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _name(error: BaseException, url: str) -> str | None:
    parts = urlsplit(url)
    host, port = parts.hostname or "127.0.0.1", parts.port or 5432
    database, role = parts.path.lstrip("/"), parts.username
    match error:
        case asyncpg.InvalidCatalogNameError():
            return f"PostgreSQL at {host}:{port} has no database {database}: create it, or name another."
        case asyncpg.InvalidPasswordError():
            return f"PostgreSQL at {host}:{port} refuses the password of role {role}."
        case asyncpg.InvalidAuthorizationSpecificationError():
            return f"PostgreSQL at {host}:{port} does not let role {role} in: there is none, or pg_hba.conf forbids it."
        case asyncpg.InsufficientPrivilegeError():
            return f"Role {role} may not do this in database {database}: it has to own it, or its schema."
        case asyncpg.TooManyConnectionsError() | asyncpg.CannotConnectNowError():
            return f"PostgreSQL at {host}:{port} takes no more connections at the moment. Try again."
        case socket.gaierror():
            return f"There is no host {host}."
        case ConnectionRefusedError():
            return f"Nothing listens at {host}:{port}: is PostgreSQL running there?"
        case TimeoutError():
            return f"PostgreSQL at {host}:{port} does not answer."
        case OSError() if error.__class__ is OSError and "Multiple exceptions" in str(error):
            return f"Nothing listens at {host}:{port}: is PostgreSQL running there?"
        case _:
            return None
