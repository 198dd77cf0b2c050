"""
One PostgreSQL for all processes of a run of tests, started by the first that asks.

It belongs to a process of its own, `python -m tests.shared_postgres FOLDER`, which stops it once no process of the run
is left: each holds a lock on a file, and a lock ends with its process, however that ends.
"""

from __future__ import annotations

import fcntl
import itertools
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.locks import locked
from tests.postgres import PostgresServer, running_postgres

_ROOT: Final = Path(__file__).parents[1]

_MOST_DATABASES: Final = 100_000
"""How many databases one process creates at most."""


@contextmanager
def shared_postgres(folder: Path, number: int) -> Iterator[PostgresServer]:
    """
    Use the PostgreSQL of this run.

    Args:
        folder: Where all processes of the run find it.
        number: Of this process, which keeps the names of its databases apart from those of others.
    """
    with locked(folder / "users", fcntl.LOCK_SH):
        with locked(folder / "starting"):
            if not _server(folder).exists():
                _start(folder)
        where = pickle.loads(_server(folder).read_bytes())
        yield PostgresServer(**where, _numbers=itertools.count(_MOST_DATABASES * number + 1))


def _server(folder: Path) -> Path:
    return folder / "postgres"


def _start(folder: Path) -> None:
    """Start the process that keeps the server; returns once the server is found."""
    command = (sys.executable, "-m", "tests.shared_postgres", str(folder))
    # In a session of its own: an interrupt from the keyboard ends those who use it, and so it.
    keeper = subprocess.Popen(
        command, cwd=_ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
    )
    assert keeper.stdout is not None
    with keeper.stdout:
        if not keeper.stdout.readline():
            raise RuntimeError("PostgreSQL did not start.")
    keeper.returncode = 0  # It may outlive this process, which does not wait for it.


def _keep(folder: Path) -> None:
    with running_postgres(durable=False) as server:
        where = {name: value for name, value in vars(server).items() if name != "_numbers"}
        _server(folder).write_bytes(pickle.dumps(where))
        print("running", flush=True)
        with locked(folder / "users"):
            _server(folder).unlink(missing_ok=True)


if __name__ == "__main__":
    _keep(Path(sys.argv[1]))
