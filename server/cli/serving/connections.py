"""Limits on open connections, per address and in total, and on the bytes of unfinished requests."""

from __future__ import annotations

import asyncio
import resource
import time
from typing import Final

from uvicorn.middleware.proxy_headers import _TrustedHosts

from server.people.identity.admission import network_of
from server.runtime.metrics import metrics
from server.runtime.settings import Settings

MOST_HELD_BYTES: Final = 2**21
"""Maximum size of all unfinished requests of one address: the largest body, and as much beside it."""

LEAST_SECONDS: Final = 1
"""Minimum time for which a connection counts, so that opening and closing many is limited like having many."""

_FILES_BESIDE: Final = 200
"""File descriptors reserved for other uses than connections: databases, logs, libraries, calls of webhooks."""


class Network:
    """The resources of an address: connections, and the bytes of their unfinished requests."""

    __slots__ = ("connections", "held", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.connections = 0
        self.held = 0


class Connections:
    """
    The connections of a process.

    Attributes:
        ending: Whether each is closed after its current request, because the process stops.
    """

    def __init__(self, settings: Settings) -> None:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = min(settings.connections, max(1, files - _FILES_BESIDE))
        self._most_per_address = settings.connections_per_address
        # Trusts proxies as uvicorn does; the connections of a proxy are those of many clients.
        self._trusted = _TrustedHosts(settings.trusted_proxies)
        self._networks: dict[str, Network] = {}
        self._open = 0
        self.ending = False

    def enter(self, host: str) -> Connection | None:
        """Count a connection from this host; None if there are too many."""
        network = self._network(host)
        if self._open >= self._most or (network and network.connections >= self._most_per_address):
            metrics.refused_connections += 1
            return None
        self._open += 1
        if network:
            network.connections += 1
            self._networks[network.name] = network
        return Connection(self, network)

    def _network(self, host: str) -> Network | None:
        """Return the network of this host; None if it is not counted."""
        if not self._most_per_address or host in self._trusted:
            return None
        name = network_of(host)
        return self._networks.get(name) or Network(name)

    def leave(self, network: Network | None, seconds: float) -> None:
        """Stop counting a connection that was open for this long."""
        self._open -= 1
        if network is None:
            return
        if seconds < LEAST_SECONDS:
            asyncio.get_running_loop().call_later(LEAST_SECONDS - seconds, self._forget, network)
        else:
            self._forget(network)

    def _forget(self, network: Network) -> None:
        network.connections -= 1
        if not network.connections:
            del self._networks[network.name]


class Connection:
    """One connection, as long as it counts, for any protocol."""

    __slots__ = ("_all", "_began", "_held", "_left", "_network")

    def __init__(self, all_: Connections, network: Network | None) -> None:
        self._all = all_
        self._network = network
        self._began = time.monotonic()
        self._held = 0
        self._left = False

    def hold(self, count: int) -> bool:
        """Set the bytes held of an unfinished request; return whether its address may hold them."""
        if self._network is None or count == self._held:
            return True
        self._network.held += count - self._held
        self._held = count
        return self._network.held <= MOST_HELD_BYTES

    def leave(self) -> None:
        """Release the connection; repeated calls have no effect."""
        if self._left:
            return
        self._left = True
        self.hold(0)
        self._all.leave(self._network, time.monotonic() - self._began)
