"""Everything that a server has stored, and everything that it shows, as text in which names are searched."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlmodel import SQLModel

from server.runtime.database.connection import open_engine, sqlite_path
from tests.server.world import Client

Json = Any


async def stored(database: str) -> dict[str, str]:
    """Return all rows of each table as text; of an SQLite database, also its files."""
    engine = open_engine(database)
    try:
        async with engine.connect() as connection:
            found = {
                name: "\n".join(str(tuple(row)) for row in await connection.execute(text(f"SELECT * FROM {name}")))
                for name in SQLModel.metadata.tables
            }
        path = sqlite_path(database)
        if path is not None:
            found["the file"] = await asyncio.to_thread(_files, path)
    finally:
        await engine.dispose()
    return found


def _files(path: Path) -> str:
    """Return the bytes of a database and of what SQLite has beside it."""
    return "".join(each.read_bytes().decode("latin-1") for each in path.parent.glob(f"{path.name}*"))


async def shown(reader: Client, paths: Sequence[str]) -> dict[str, str]:
    """Return what a player is shown at each of these paths, in English and German."""
    replies = {}
    for path in paths:
        for language in ("en", "de"):
            says = path.endswith(("view", "events")) and not path.startswith("/v1/me/")
            asked = f"{path}?lines={language}" if says else path
            reply = await reader.http.get(asked, headers={"Accept-Language": language})
            assert reply.status_code in (200, 403, 404), (path, reply.text)
            replies[f"{path} ({language})"] = reply.text
    return replies


def found_in(texts: dict[str, str], *marks: str) -> list[str]:
    """Return where one of these marks stands, whatever the case."""
    return [place for place, told in texts.items() if any(mark.casefold() in told.casefold() for mark in marks)]
