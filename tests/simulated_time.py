"""An event loop in which nobody waits: when nothing happens, time jumps to what is scheduled next."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

ArgumentT = TypeVar("ArgumentT")
ResultT = TypeVar("ResultT")

_REAL_SECONDS: Final = 0.00002
"""What other threads get before each jump; a selector waits for a millisecond at least."""


class Simulated:
    """
    The time of a loop.

    Attributes:
        is_busy: Whether something outside of the process has to answer, for which no time passes.
        passed: Is called after each jump, with its seconds.
    """

    def __init__(self) -> None:
        self.is_busy: Callable[[], bool] = lambda: False
        self.passed: Callable[[float], None] = lambda _: None
        self.jumped = 0.0


class _Selector(selectors.DefaultSelector):
    def __init__(self, simulated: Simulated) -> None:
        super().__init__()
        self._simulated = simulated

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        if self._simulated.is_busy():
            return super().select()
        time.sleep(_REAL_SECONDS)
        ready = super().select(0)
        if not ready:
            self._simulated.jumped += timeout
            self._simulated.passed(timeout)
        return ready


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.simulated = Simulated()
        super().__init__(_Selector(self.simulated))

    def time(self) -> float:
        return super().time() + self.simulated.jumped


def simulated(run: Callable[[ArgumentT, Simulated], Awaitable[ResultT]], argument: ArgumentT) -> ResultT:
    """Run something in a loop of its own, and return its result."""
    loop = _Loop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:

        async def main() -> ResultT:
            return await run(argument, loop.simulated)

        return runner.run(main())
