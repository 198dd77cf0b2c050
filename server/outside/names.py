"""Finding the addresses of names."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Final

_AT_ONCE: Final = 64
"""Names whose servers do not answer keep a thread each for some seconds; others must not wait for them."""


class SystemNames:
    """The names that the system knows, in threads of their own: other work waits for the threads of the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE, "names")

    async def addresses(self, host: str) -> list[str]:
        """Return the IP addresses of a name; raises OSError if there is none."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _find, host)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _find(host: str) -> list[str]:
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
