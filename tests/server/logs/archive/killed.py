"""A process that moves a log, and is killed before one of its steps."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from tests.forks import FORKS
from tests.server.logs.archive.archived import KIND, opened_archive

_IN_FILES = frozenset({"open", "os.rename", "os.remove", "os.mkdir"})


def run_killed(url: str, folder: Path, work: str, step: int) -> bool:
    """
    Move a log `m` in a process of its own, which is killed before this step; return whether it came that far.

    Each statement and each commit in the database is a step, and each file that is opened, renamed or deleted.
    """
    process = FORKS.Process(target=_run, args=(url, str(folder), work, step), daemon=True)
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
    return process.exitcode != 0


def _run(url: str, folder: str, work: str, step: int) -> None:
    asyncio.run(_work(url, Path(folder), work, step))


async def _work(url: str, folder: Path, work: str, step: int) -> None:
    async with opened_archive(url, folder) as world:
        _kill_before(step, folder)
        if work == "move":
            await world.archive.move("m", KIND)
        else:
            await world.archive.put_back("m")


def _kill_before(step: int, folder: Path) -> None:
    left = step

    def count(*_: object) -> None:
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    def audit(name: str, given: tuple[Any, ...]) -> None:
        if name in _IN_FILES and str(given[0]).startswith(str(folder)):
            count()

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    sys.addaudithook(audit)
