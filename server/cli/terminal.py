"""
What commands have in common: settings, what they print, and how they fail.

What that takes is imported when a command is run, as in `cli.py`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

if TYPE_CHECKING:
    from server.runtime.settings import Settings

# Without wrapping, so that a line stays one line in a pipe.
console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)

Database = Annotated[str | None, typer.Option(help="Overrides MOIRAI_DATABASE: sqlite:///FILE or postgresql://…")]


def settings_of(**given: str | int | None) -> Settings:
    """Return the settings of the environment, with those that were given."""
    from pydantic import ValidationError

    from server.runtime.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        # The value is omitted, because it could be a password.
        wrong = error.errors(include_url=False, include_input=False, include_context=False)[0]
        name = str(wrong["loc"][0]).upper()
        fail(f"The setting MOIRAI_{name.removeprefix('MOIRAI_')} is not valid: {wrong['msg']}.", 2)


@contextmanager
def failures(settings: Settings) -> Iterator[None]:
    """Say in a sentence what has failed, and exit with 2."""
    from server.access.errors import RefusedError
    from server.cli.serving.mistakes import WorkersError
    from server.logs.archive.places import PlaceNameError
    from server.runtime.database.connection import DatabaseUrlError, sqlite_path
    from server.runtime.database.mistakes import DatabaseMistakeError
    from server.runtime.database.schema import SchemaError
    from server.runtime.database.sole_use import SqliteFileError

    try:
        yield
    except (
        SchemaError,
        DatabaseUrlError,
        DatabaseMistakeError,
        SqliteFileError,
        WorkersError,
        PlaceNameError,
    ) as error:
        fail(str(error), 2)
    except RefusedError as error:
        fail(error.message, 2)
    except sqlite3.Error as error:
        paths = " or ".join(str(path) for url in settings.databases if (path := sqlite_path(url)))
        fail(f"{paths} cannot be used: {error}.", 2)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else type(error).__name__
        fail(f"Cannot listen on {settings.host}:{settings.port}: {why}.", 2)


def say(line: str, style: str | None = None) -> None:
    """Print a line."""
    console.print(_printable(line), style=style)


def complain(why: str) -> None:
    """Print an error."""
    typer.echo(_printable(why), err=True)


def _printable(line: str) -> str:
    """The line without characters that control the terminal: it may contain a name or a reason from anyone."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)


def fail(why: str, code: int) -> NoReturn:
    """Print an error, and exit with this code."""
    complain(why)
    raise typer.Exit(code)
