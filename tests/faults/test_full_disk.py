"""A full disk under SQLite: the kernel refuses the server every further byte, and later allows writes again."""

from __future__ import annotations

import resource

import psutil

from tests.faults.fleet import fleet
from tests.faults.load import TIMES, playing

_BETWEEN = 40
_REFUSALS = 20


async def test_nothing_is_lost_when_the_disk_is_full_and_play_goes_on_when_there_is_room(sqlite_url: str) -> None:
    async with fleet(sqlite_url, 1) as servers, playing(servers.addresses, eager=4, timed=1) as load:
        for _ in range(TIMES):
            await load.progress(_BETWEEN)
            _limit_files(servers.servers[0].process.pid, 1)
            await load.refusals(_REFUSALS)
            acknowledged = load.acknowledged
            await load.refusals(_REFUSALS)
            assert load.acknowledged == acknowledged

            _limit_files(servers.servers[0].process.pid, resource.RLIM_INFINITY)
            await load.progress(_BETWEEN)


def _limit_files(pid: int, size: int) -> None:
    """Let a process write only to the first `size` bytes of any file."""
    process = psutil.Process(pid)
    _, hard = process.rlimit(psutil.RLIMIT_FSIZE)
    process.rlimit(psutil.RLIMIT_FSIZE, (size, hard))
