"""Ports for servers that must know theirs before they start, or keep it while they are down."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack
from typing import Final

_HOST: Final = "127.0.0.1"

# Below the ephemeral range, so that the system does not assign one of them to a connection.
_RANGE: Final = range(10_000, 32_000)


def free_ports(count: int = 1) -> int:
    """Return the first of `count` consecutive ports on which nobody listens."""
    while True:
        first = random.SystemRandom().choice(_RANGE)  # Other tests look for ports at the same time.
        with ExitStack() as probes:
            try:
                for port in range(first, first + count):
                    probes.enter_context(socket.socket()).bind((_HOST, port))
            except OSError:
                continue
            return first
