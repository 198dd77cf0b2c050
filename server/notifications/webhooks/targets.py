"""
Which targets webhooks may have (docs/notifications.md).

A target is checked when it is named, so that its owner learns early what is wrong, and at every call
(`server.runtime.outside.post`), because names can lead elsewhere later.
"""

from __future__ import annotations

import asyncio
import re
from ipaddress import ip_address
from typing import Final, NamedTuple

from server.access import codes
from server.access.errors import RefusedError
from server.runtime.outside.addresses import HTTPS, Reach
from server.runtime.outside.calls import Names

_LOOKUP_SECONDS: Final = 5

_WRITTEN: Final = re.compile(
    r"https://((?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|\[[0-9a-f:.]{2,45}\])(?::([1-9][0-9]{0,4}))?(?:[/?][!\"$-~]*)?",
    re.ASCII | re.IGNORECASE,
)
"""No user, no fragment, and no host that could be read in two ways."""


class Target(NamedTuple):
    host: str
    port: int


def parse_target(url: str) -> Target | None:
    """Return where a URL leads to; None if no target is written like that."""
    written = _WRITTEN.fullmatch(url)
    if written is None:
        return None
    return Target(written[1].strip("[]").lower(), int(written[2] or HTTPS))


async def require_target(url: str, reach: Reach, names: Names) -> Target:
    """
    Return where a URL leads to, if the server may call it now.

    All that is wrong with where a name leads has one answer, which shows nothing of the names inside a network.

    Raises:
        RefusedError: It may not.
    """
    target = parse_target(url)
    if target is None:
        raise _refused("Send an `https:` URL with a host, without a user, a password or a fragment.")
    try:
        async with asyncio.timeout(_LOOKUP_SECONDS):
            found = [target.host] if _is_address(target.host) else await names.addresses(target.host)
    except (OSError, TimeoutError, UnicodeError):
        found = []
    if not found or not all(reach.allows(address, target.port) for address in found):
        raise _refused(f"The host must lead to public addresses only, and be called at port {HTTPS}.")
    return target


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _refused(detail: str) -> RefusedError:
    return RefusedError(codes.TARGET_REFUSED, detail, pointer="/url")
