"""
Which addresses of push services the server calls (docs/notifications.md).

An address comes from a client, so it could lead anywhere: into the network of the server, or to somebody's machine
that the client wants to bother. Only known push services are called, and only at public addresses
(`server.runtime.outside`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

_WRITTEN: Final = re.compile(r"https://((?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63})(?::443)?(?:[/?][!-~]*)?")
"""How browsers write addresses. Others could have hosts that no resolver takes, or be read in two ways."""


def push_service(endpoint: str, hosts: Collection[str]) -> str | None:
    """Return the host of a subscription's address; None unless it is one of these hosts or below one of them."""
    written = _WRITTEN.fullmatch(endpoint)
    if written is None:
        return None
    return None if find_service(written[1], hosts) is None else written[1]


def find_service(host: str, hosts: Collection[str]) -> str | None:
    """Return the one of these hosts that `host` equals or is below; else None."""
    return next((known for known in hosts if host == known or host.endswith(f".{known}")), None)
