"""
Background tasks that run as long as the process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from server.failures import describe

_FIRST_PAUSE_SECONDS: Final = 1.0
_LONGEST_PAUSE_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


async def keep_running(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Run a task to its end, if it has one; restart it after failures, with increasing pauses, until cancelled."""
    pause = _FIRST_PAUSE_SECONDS
    while True:
        began = time.monotonic()
        try:
            await run()
            return
        except Exception as error:
            if time.monotonic() - began > _LONGEST_PAUSE_SECONDS:
                pause = _FIRST_PAUSE_SECONDS
            log.error("%s failed and restarts in %g s: %s", name, pause, describe(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
