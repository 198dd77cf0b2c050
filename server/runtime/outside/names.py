"""Finding the addresses of names."""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from server.runtime.outside.places import SLOW_SECONDS, Taken, Waiting, choose, target_of

_LOOKUPS_AT_ONCE: Final = 64
"""Names whose servers do not answer keep a thread each for some seconds, also when nobody waits for it any more."""

_HALF: Final = _LOOKUPS_AT_ONCE // 2
"""How many of the threads look for names of targets that were slow the last time, and how many for others."""

_REMEMBERED: Final = 1_000
"""Of how many targets it is remembered that they were slow."""


class SystemNames:
    """The names that the system knows, in threads of their own: other work waits for the threads of the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_LOOKUPS_AT_ONCE, "names")
        self._taken: list[Taken] = []
        self._slow: OrderedDict[str, None] = OrderedDict()
        self._freed = asyncio.Event()

    async def addresses(self, host: str) -> list[str]:
        """Return the IP addresses of a name, when it is its turn. Raises OSError if it has no address."""
        loop, target = asyncio.get_running_loop(), target_of(host)
        while (place := self._place(target, loop.time())) is None:
            self._freed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(SLOW_SECONDS):  # Until then, others that are under way have turned slow.
                    await self._freed.wait()
        self._taken.append(place)

        def free(_: object) -> None:
            with suppress(RuntimeError):  # The loop has ended meanwhile.
                loop.call_soon_threadsafe(self._let_go, place)

        looking = self._threads.submit(_find, host)
        looking.add_done_callback(free)
        return await asyncio.wrap_future(looking)

    def _place(self, target: str, now: float) -> Taken | None:
        """Return a place for a name of this target; None while all are taken."""
        is_slow = target in self._slow or any(one.target == target and one.is_slow(now) for one in self._taken)
        alike = [one for one in self._taken if one.is_slow(now) is is_slow]
        free = min(_HALF - len(alike), _LOOKUPS_AT_ONCE - len(self._taken))
        return Taken(target, target, is_slow, now) if choose([Waiting(target, target, target)], alike, free) else None

    def _let_go(self, place: Taken) -> None:
        self._taken.remove(place)
        self._slow.pop(place.target, None)
        if place.took_long(asyncio.get_running_loop().time()):
            self._slow[place.target] = None
            if len(self._slow) > _REMEMBERED:
                self._slow.popitem(last=False)
        self._freed.set()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _find(host: str) -> list[str]:
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
