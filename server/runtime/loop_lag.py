"""The lag of the event loop, which delays everything (docs/running.md, "Metrics")."""

from __future__ import annotations

import asyncio
from typing import Final

from server.runtime.metrics import metrics

_EVERY_SECONDS: Final = 0.5


async def measure_loop_lag() -> None:
    """Measure how late a timer fires, repeatedly, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _EVERY_SECONDS
        await asyncio.sleep(_EVERY_SECONDS)
        # Timers fire slightly early, within the resolution of the loop's clock.
        metrics.loop_lag.add(max(0, loop.time() - due))
