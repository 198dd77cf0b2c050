"""The processes of a benchmark."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

_CORES = sorted(os.sched_getaffinity(0))


def pin(core: int) -> None:
    """Keep this process on one core, so that the load never takes more than that from the server."""
    os.sched_setaffinity(0, {_CORES[core % len(_CORES)]})


def unpin() -> None:
    """Let the system place this process; processes inherit the cores of their parent."""
    os.sched_setaffinity(0, _CORES)


@dataclass(frozen=True, slots=True)
class Running:
    """A process, and its port."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """
        Return the processor time that its threads have used so far, to the nanosecond: other sources count in
        hundredths.
        """
        threads = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def resident_bytes(self) -> int:
        """Return the resident memory of the process."""
        return int(psutil.Process(self.pid).memory_info().rss)


@contextmanager
def running_process(module: str, *arguments: str, **settings: object) -> Iterator[Running]:
    """Run a module that prints its port when it is ready, with these settings of a server."""
    command = [sys.executable, "-m", module, *arguments]
    with running_command(
        command, {f"MOIRAI_{name.upper()}": str(value) for name, value in settings.items()}
    ) as process:
        yield process


@contextmanager
def running_command(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Running]:
    """Run a command that prints its port when it is ready, with this in its environment."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    try:
        assert process.stdout is not None
        yield Running(process.pid, int(process.stdout.readline()))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@contextmanager
def running(module: str, *arguments: str) -> Iterator[int]:
    """The same; yields only the port."""
    with running_process(module, *arguments) as process:
        yield process.port
