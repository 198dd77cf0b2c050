"""Letting other processes know that something was written which no entry of a log tells them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

CHANNEL: Final = "moirai"
"""The channel of PostgreSQL on which all processes listen."""


class Notified(FunctionElement[str]):
    """
    For RETURNING: all processes look for work once the statement is committed (`server.runtime.activity`).

    In SQLite it does nothing, because a process sees by the file that something was written.
    """

    name = "notified"
    type = Text()
    inherit_cache = True


@compiles(Notified, "postgresql")
def _in_postgres(_element: Notified, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401  # SQLAlchemy's own.
    return f"pg_notify('{CHANNEL}', '')::text"


@compiles(Notified, "sqlite")
def _in_sqlite(_element: Notified, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401  # SQLAlchemy's own.
    return "NULL"
