"""PgBouncer with the file of `deploy/`, between servers of a test and their PostgreSQL."""

from __future__ import annotations

import os
import pwd
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

from tests.deploy.programs import adapted, free_port, program, running

Mode: TypeAlias = Literal["session", "transaction"]

_PASSWORD: Final = "atropos"

# PgBouncer refuses to run as root.
_UNPRIVILEGED: Final = "nobody"


@asynccontextmanager
async def pgbouncer(mode: Mode, url: str, **changes: str) -> AsyncIterator[str]:
    """
    Run one before a PostgreSQL; yields the address of the database by way of it, on all addresses of this machine.

    `changes`: values of other settings of the file.
    """
    found, at, port = program("pgbouncer"), urlsplit(url), free_port()
    name = at.path.lstrip("/")
    with tempfile.TemporaryDirectory(prefix="moirai-pgbouncer-") as kept:
        where = {
            "moirai = host=127.0.0.1 port=5432": f"{name} = host=127.0.0.1 port={at.port}",
            "listen_port = 6432": f"listen_port = {port}",
            "/etc/pgbouncer/": f"{kept}/",
            "/var/log/postgresql/": f"{kept}/",
            "/var/run/postgresql/": f"{kept}/",
            "pool_mode = session": f"pool_mode = {mode}",
        }
        written = _written(Path(kept), str(at.username), where, changes)
        async with running(found, "-u", _UNPRIVILEGED, written, port=port):
            yield f"postgresql://{at.username}:{_PASSWORD}@127.0.0.1:{port}/{name}"


def _written(folder: Path, role: str, where: Mapping[str, str], changes: Mapping[str, str]) -> str:
    """Write its file, and that of the role, for the user as whom it runs."""
    (folder / "userlist.txt").write_text(f'"{role}" "{_PASSWORD}"\n', encoding="utf-8")
    written, user = adapted("pgbouncer.ini", folder, where), pwd.getpwnam(_UNPRIVILEGED)
    with written.open("a", encoding="utf-8") as file:
        file.writelines(f"{setting} = {value}\n" for setting, value in changes.items())
    for path in (folder, *folder.iterdir()):
        os.chown(path, user.pw_uid, user.pw_gid)
    return str(written)


@asynccontextmanager
async def pooled(mode: Mode, url: str, **changes: str) -> AsyncIterator[str]:
    """
    As `pgbouncer`; in transaction mode the address names one for sessions, too.

    That is another PgBouncer in session mode, since namespaces do not reach PostgreSQL itself.
    """
    async with pgbouncer("session", url) as sessions:
        if mode == "session":
            yield sessions
            return
        async with pgbouncer(mode, url, **changes) as address:
            yield f"{address}?sessions=127.0.0.1:{urlsplit(sessions).port}"
