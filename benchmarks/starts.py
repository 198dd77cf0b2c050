"""
What a start takes: processor time until a command has printed or a server is ready, and the memory of the server then.

The ceiling is a Python that imports what a server cannot do without.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

from benchmarks.report import Row

_LIBRARIES: Final = "import fastapi, sqlalchemy.ext.asyncio, asyncpg, uvicorn"
_RESIDENT: Final = "import psutil; print(psutil.Process().memory_info().rss)"
_TIMES: Final = 3
"""How often each is measured; the least counts, because other processes only add to it."""


class _Taken(NamedTuple):
    seconds: float
    resident_bytes: int


def measure() -> list[Row]:
    """Start commands and servers, one after another."""
    libraries = min(_run(sys.executable, "-c", _LIBRARIES) for _ in range(_TIMES))
    shown = min(_run(sys.executable, "-m", "server.cli.cli", "--help") for _ in range(_TIMES))
    resident = int(subprocess.check_output([sys.executable, "-c", f"{_LIBRARIES}; {_RESIDENT}"]))
    ceiling = f"imports of its libraries {libraries:.2f} s"
    rows = [Row("processor time of `moirai --help`", f"{shown:.2f} s", ceiling, shown / libraries, "≤ 0.3 s")]
    with TemporaryDirectory() as folder:
        new = [_serve(Path(folder) / f"{number}.db") for number in range(_TIMES)]
        used = [_serve(Path(folder) / f"{number}.db") for number in range(_TIMES)]
    for name, taken in (("a new database", new), ("a used one", used)):
        seconds = min(each.seconds for each in taken)
        figure = f"processor time of `moirai serve` until `/readyz`, {name}"
        rows.append(Row(figure, f"{seconds:.2f} s", ceiling, seconds / libraries, "≤ 1 s"))
    memory = min(each.resident_bytes for each in used)
    ceiling = f"imports of its libraries {resident / 1e6:.0f} MB"
    rows.append(
        Row("memory of a server that is ready", f"{memory / 1e6:.0f} MB", ceiling, memory / resident, "≤ 110 MB")
    )
    return rows


def _run(*command: str) -> float:
    """Return the processor time that a command takes."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _serve(path: Path) -> _Taken:
    """Start a server on an SQLite file; return what it has taken when it is ready."""
    command = [sys.executable, "-m", "server.cli.cli", "serve", "--port", "0", "--database", f"sqlite:///{path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as started:
        assert started.stdout is not None
        address = started.stdout.readline().split()[-1]
        while not _is_ready(address):
            sleep(0.01)
        process = psutil.Process(started.pid)
        times, memory = process.cpu_times(), process.memory_info()
        started.terminate()
    return _Taken(times.user + times.system, memory.rss)


def _is_ready(address: str) -> bool:
    try:
        with urlopen(f"{address}/readyz"):
            return True
    except HTTPError:
        return False
