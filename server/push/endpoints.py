"""
Which addresses of push services the server calls (docs/running.md).

An address comes from a client, so it could lead anywhere: into the network of the server, or to somebody's machine
that the client wants to bother. Only known push services are called, and only at public addresses (`server.outside`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

_WRITTEN: Final = re.compile(r"https://((?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63})(?::443)?(?:[/?][!-~]*)?")
"""How browsers write addresses. Others could have hosts that no resolver takes, or be read in two ways."""


def push_service(endpoint: str, hosts: Collection[str]) -> str | None:
    """Return the host of a subscription's address; None if it is none of these hosts, nor below one of them."""
    written = _WRITTEN.fullmatch(endpoint)
    if written is None:
        return None
    host = written[1]
    return host if any(host == known or host.endswith(f".{known}") for known in hosts) else None
