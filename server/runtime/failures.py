"""
Descriptions of failures for logs: types and places, never messages (docs/secrecy.md).

A message may quote data: pydantic's the input, a driver's the row or the parameters, a KeyError the key.
"""

from __future__ import annotations

import errno
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from server.access.errors import RefusedError, UnavailableError

_FRAMES: Final = 40
_CHAIN: Final = 20
_MEMBERS: Final = 10
_DEPTH: Final = 3

_SQLSTATE: Final = re.compile(r"[0-9A-Z]{5}")


def summary(failure: BaseException) -> str:
    """Return the types of a failure and its causes, on one line."""
    return " from ".join(_name(error) for _, error in _chain(failure))


def describe(failure: BaseException) -> str:
    """
    Return types and places of a failure: its frames, and those of its causes and of the members of groups.

    One line each, in the order of a traceback, the latest first; no line break at the end.
    """
    return "\n".join(_describe(failure, depth=0))


def report(to: logging.Logger, what: str, failure: BaseException) -> None:
    """Log what failed: an error, or one warning line if the database did not respond, which is no error of ours."""
    if isinstance(failure, UnavailableError):
        to.warning("%s: %s", what, summary(failure))
    else:
        to.error("%s: %s", what, describe(failure))


def place(failure: BaseException) -> str:
    """Return the type of a failure, and where it was raised: the file with its folder, and the line."""
    frames = traceback.extract_tb(failure.__traceback__)
    if not frames:
        return _name(failure)
    return f"{_name(failure)} in {'/'.join(Path(frames[-1].filename).parts[-2:])}:{frames[-1].lineno}"


def _describe(failure: BaseException, depth: int) -> Iterator[str]:
    for link, error in _chain(failure):
        yield f"{link}{_name(error)}"
        for frame in traceback.format_tb(error.__traceback__, limit=-_FRAMES):
            yield from frame.splitlines()
        if isinstance(error, BaseExceptionGroup):
            yield from _describe_members(error, depth + 1)


def _describe_members(group: BaseExceptionGroup[BaseException], depth: int) -> Iterator[str]:
    shown = group.exceptions[:_MEMBERS] if depth <= _DEPTH else ()
    for number, member in enumerate(shown, 1):
        yield f"  member {number} of {len(group.exceptions)}:"
        yield from (f"    {line}" for line in _describe(member, depth))
    if len(shown) < len(group.exceptions):
        yield f"  and {len(group.exceptions) - len(shown)} more members"


def _chain(failure: BaseException) -> Iterator[tuple[str, BaseException]]:
    """Yield a failure and its causes, each with how it is linked; a chain may be circular."""
    link, error, seen = "", failure, set[int]()
    while id(error) not in seen and len(seen) < _CHAIN:
        seen.add(id(error))
        yield link, error
        if error.__cause__ is not None:
            link, error = "caused by ", error.__cause__
        elif error.__context__ is not None and not error.__suppress_context__:
            link, error = "while handling ", error.__context__


def _name(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    detail = _detail(error)
    return f"{name} ({detail})" if detail else name


def _detail(error: BaseException) -> str | None:
    """Return a code from a closed list that distinguishes failures of one type, never free text."""
    if isinstance(error, RefusedError):
        return error.code.name
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno) if error.errno else None
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", None)
    state = getattr(error, "sqlstate", None)  # of PostgreSQL
    return state if isinstance(state, str) and _SQLSTATE.fullmatch(state) else None
