"""`moirai serve`: one server process, or several on one address."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from server.cli.log_lines import obey
from server.cli.serving.mistakes import WorkersError
from server.cli.serving.one_process import address, listen, serve_here
from server.cli.serving.workers import Workers, reserve
from server.runtime.database.connection import check_replica, database_errors, open_engine, sqlite_path
from server.runtime.database.migrating import migrate_sqlite
from server.runtime.database.mistakes import explain_errors
from server.runtime.database.poolers import require_session
from server.runtime.database.schema import check_schema
from server.runtime.database.sole_use import mark_in_use, sole_use
from server.runtime.settings import Settings

log = logging.getLogger(__name__)


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """
    Serve until told to stop; `announce` receives the address once connections are accepted.

    Migrates SQLite databases first; PostgreSQL databases must already have the newest schema.

    Raises:
        SchemaError, DatabaseUrlError, UnavailableError, DatabaseMistakeError: The database cannot be used.
        SqliteFileError: Another server uses the SQLite file, or its folder is not writable.
        WorkersError: This number of processes is not possible.
        OSError: The address cannot be used for listening.
    """
    obey(settings)
    if settings.replica is not None:
        check_replica(settings.replica, settings.database)
    with ExitStack() as used:
        for database in settings.databases:
            path = sqlite_path(database)
            if path is None:
                with explain_errors(database):
                    asyncio.run(_check(database))
                continue
            if settings.workers > 1:
                raise WorkersError("SQLite supports only one process: use PostgreSQL, or one worker.")
            used.enter_context(_ending_in_order())
            used.enter_context(sole_use(path))
            with database_errors():
                migrate_sqlite(path)
                used.enter_context(mark_in_use(path))
        _serve(settings, announce)


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Leave what is inside when the process is told to stop, and only then end by this signal."""
    is_told = False

    def stop(*_: object) -> None:
        nonlocal is_told
        is_told = True
        raise KeyboardInterrupt

    # uvicorn raises the signal again once it has shut down, which would end the process at once.
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        if not is_told:
            raise
    finally:
        signal.signal(signal.SIGTERM, before)
    if is_told:
        signal.raise_signal(signal.SIGTERM)


def _serve(settings: Settings, announce: Callable[[str], None]) -> None:
    if settings.workers == 1:
        listening = listen(settings.host, settings.port)
        serve_here(settings, listening, lambda: announce(address(settings.host, listening.getsockname()[1])))
        return
    with reserve(settings.host, settings.port) as port:
        Workers(settings.model_copy(update={"port": port})).run(lambda: announce(address(settings.host, port)))


async def _check(database: str) -> None:
    engine = open_engine(database)
    try:
        with database_errors():
            await require_session(database)
            await check_schema(engine)
    finally:
        await engine.dispose()
