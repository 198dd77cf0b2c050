"""Locks between the processes of a run, for what one does for all. They end with their process, however that ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path, kind: int = fcntl.LOCK_EX) -> Iterator[None]:
    """Hold a lock on this file; others wait."""
    with path.open("a") as file:
        fcntl.flock(file, kind)
        yield
