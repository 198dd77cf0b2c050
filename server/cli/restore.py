"""`moirai restore`: a backup in the place of the SQLite databases, as another epoch (docs/backup.md)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from server.cli.backup import backup_failures, files_of
from server.cli.terminal import fail, failures, say, settings_of
from server.logs.store.heads import Loss, check_heads, missing_in
from server.people.forgetting.intent import write_intent
from server.runtime.database.backups import BackupError
from server.runtime.database.connection import open_engine
from server.runtime.database.epochs import begin_sqlite_epoch
from server.runtime.database.migrating import migrate
from server.runtime.database.restoring import put_in_place, remove_staged, stage
from server.runtime.database.set_back import begin_epoch
from server.runtime.database.sole_use import lock_out
from server.runtime.ids import is_id
from server.runtime.settings import Settings
from server.runtime.times import parse_timestamp

_INSERT_TAIL = "INSERT OR REPLACE INTO lost_tails (log_id, seq, hash) VALUES (?, ?, ?)"

_FORGOTTEN = """
SELECT player_id, asked_at FROM forgotten
WHERE player_id NOT IN (SELECT player_id FROM other.forgotten) ORDER BY asked_at
"""


@dataclass
class Lost:
    """
    What a database has that its backup lacks.

    `own_streams` is how many own streams lose entries, `untold` what an earlier restore has lost and hosts are not told
    yet, `forgotten` which players have asked to be forgotten since the backup, and when. `readable`: whether the
    database could be compared.
    """

    losses: list[Loss] = field(default_factory=list)
    own_streams: int = 0
    untold: list[tuple[str, int, str]] = field(default_factory=list)
    forgotten: list[tuple[str, datetime]] = field(default_factory=list)
    readable: bool = True


def restore(file: Path | None, database: str | None, *, restored: bool) -> None:
    """Put a backup in the place of the SQLite database; without one, note that the operator has restored it."""
    settings = settings_of(database=database)
    if (file is None) != restored:
        fail("Name a backup of SQLite; or restore the database by other means first, and then use --restored.", 2)
    with failures(settings), backup_failures():
        if file is None:
            for url in settings.databases:
                migrate(url)
                begin_epoch(url)
        else:
            _restore(settings, file)
    if len(settings.databases) > 1:
        say("When the server starts, it compares own streams with the logs: /readyz says what was missing.")
    say("The database is of another epoch now: clients begin anew by themselves.")


def _restore(settings: Settings, file: Path) -> None:
    copies = files_of(settings, file)
    with ExitStack() as using:
        for path, backup in copies:
            if not backup.is_file():
                raise BackupError(f"There is no backup {backup}.")
            using.enter_context(lock_out(path))
            using.callback(remove_staged, path)
        staged = []
        for number, (path, backup) in enumerate(copies):
            copy, size = stage(backup, path, check_heads)
            begin_sqlite_epoch(copy)
            lost = _compare(path, copy)
            _report(path, lost)
            if number == 0:
                _hand_down(copy, lost)
            staged.append((copy, path))
            say(f"{path}: restored from {backup} with {size.entries} entries of {size.logs} logs.")
        if len(copies) < len(settings.databases):
            say("Own streams are in PostgreSQL: restore them to the same moment.")
        for kept in put_in_place(staged):
            say(f"The database of before is {kept}: delete it when you do not need it any more.")


def _compare(path: Path, copy: Path) -> Lost:
    """Return what the present database has that the restored one will lack."""
    lost = Lost()
    if not path.exists():
        return lost
    try:
        uri = f"{path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            losses = list(missing_in(connection, str(copy)))
            lost.losses = [loss for loss in losses if is_id(loss.log_id)]
            lost.own_streams = len(losses) - len(lost.losses)
            if "lost_tails" in tables:
                lost.untold = connection.execute("SELECT log_id, seq, hash FROM lost_tails").fetchall()
            if "forgotten" in tables:
                connection.execute("ATTACH ? AS other", (str(copy),))
                lost.forgotten = [(player, parse_timestamp(at)) for player, at in connection.execute(_FORGOTTEN)]
    except sqlite3.DatabaseError:
        return Lost(readable=False)
    return lost


def _report(path: Path, lost: Lost) -> None:
    if not lost.readable:
        say(f"{path} cannot be read: what it had besides the backup is not known.")
    for loss in lost.losses:
        which = "after the backup" if loss.known else "it began after the backup"
        say(f"{loss.log_id}: loses its entries up to {loss.head.seq} ({which}).")
    if lost.own_streams:
        say(f"{lost.own_streams} own streams of players lose entries.")
    for player, _ in lost.forgotten:
        say(f"{player}: is forgotten again, as asked after the backup.")


def _hand_down(copy: Path, lost: Lost) -> None:
    """Write into a restored database what its server is to do: tell hosts what is lost, and forget players."""
    known = [(loss.log_id, loss.head.seq, loss.head.hash) for loss in lost.losses if loss.known]
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.executemany(_INSERT_TAIL, [*lost.untold, *known])
    asyncio.run(_forget(copy, lost.forgotten))


async def _forget(copy: Path, players: Sequence[tuple[str, datetime]]) -> None:
    engine = open_engine(f"sqlite:///{copy}")
    try:
        for player, asked_at in players:
            await write_intent(engine, player, asked_at)
    finally:
        await engine.dispose()
