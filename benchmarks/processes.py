"""The processes of a benchmark."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def pin(core: int) -> None:
    """Keep this process on one core, so that the load never takes more than that from the server."""
    available = sorted(os.sched_getaffinity(0))
    if len(available) > 1:
        os.sched_setaffinity(0, {available[core % len(available)]})


@contextmanager
def running(module: str, *arguments: str) -> Iterator[int]:
    """Run a module that prints its port when it is ready; gives the port."""
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
