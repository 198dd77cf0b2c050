"""Ports for servers that must know theirs before they start and cannot be given a socket: PostgreSQL."""

from __future__ import annotations

import random
import socket
from typing import Final

_HOST: Final = "127.0.0.1"

# Below the ephemeral range, so that the system does not assign one of them to a connection.
_RANGE: Final = range(10_000, 32_000)


def free_ports() -> int:
    """Return a port on which nobody listens."""
    while True:
        port = random.SystemRandom().choice(_RANGE)  # Other tests look for ports at the same time.
        with socket.socket() as probe:
            try:
                probe.bind((_HOST, port))
            except OSError:
                continue
            return port
