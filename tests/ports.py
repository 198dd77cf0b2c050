"""Ports for servers that must know theirs before they start, or keep it while they are away."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack
from typing import Final

_HOST: Final = "127.0.0.1"

# The system gives no connection an end of its own among these, so nobody takes one unasked before it is used.
_RANGE: Final = range(10_000, 32_000)


def free_ports(count: int = 1) -> int:
    """The first of so many ports in a row that nobody listens on."""
    while True:
        first = random.SystemRandom().choice(_RANGE)  # Other tests look for theirs at the same time.
        with ExitStack() as probes:
            try:
                for port in range(first, first + count):
                    probes.enter_context(socket.socket()).bind((_HOST, port))
            except OSError:
                continue
            return first
