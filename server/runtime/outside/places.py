"""
Places: how many calls to outside are under way at once, and whose turn is next.

A player and a target take no more places than are free, so somebody else always finds one. Who was slow has places
apart, and so has who turns slow while they are called: nobody waits for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

SLOW_SECONDS: Final = 2.0
"""Who takes longer is slow."""

QUICK: Final = 40
"""Places for those who are not slow."""

SLOW: Final = 20
"""Places for those who were slow or failed the last time."""

ALL: Final = 80
"""Places for all together, with those who turned slow."""

_LABELS: Final = 2
"""How many of the last labels of a name say whose it is: more can be had for nothing."""

_NETWORK_BITS: Final = 64
"""An owner of an IPv6 address has a network of this length."""


class Waiting(NamedTuple):
    """A webhook or a browser that waits for a place, with its player and its target."""

    key: str
    player_id: str
    target: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A place that is taken since a time, in seconds of the event loop; `was_slow`: when it was taken."""

    player_id: str
    target: str
    was_slow: bool
    since: float

    def took_long(self, now: float) -> bool:
        return now - self.since > SLOW_SECONDS

    def is_slow(self, now: float) -> bool:
        return self.was_slow or self.took_long(now)


def target_of(host: str) -> str:
    """Return what is one target: a network of IPv6 or an address of IPv4, or the last two labels of a name."""
    try:
        address = ip_address(host)
    except ValueError:
        return ".".join(host.lower().rstrip(".").split(".")[-_LABELS:])
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address), _NETWORK_BITS), strict=False))
    return str(address)


def choose(waiting: Sequence[Waiting], taken: Collection[Taken], free: int) -> list[str]:
    """Return the keys of those who get one of the free places, given those that are taken: round by round."""
    players, targets = Counter(one.player_id for one in taken), Counter(one.target for one in taken)
    chosen: list[str] = []
    share = 0
    while share < free - len(chosen):
        later = []
        for one in waiting:
            has = max(players[one.player_id], targets[one.target])
            if has <= share and has < free - len(chosen):
                chosen.append(one.key)
                players[one.player_id] += 1
                targets[one.target] += 1
            else:
                later.append(one)
        waiting = later
        share += 1
    return chosen


def full(taken: Sequence[str], free: int) -> list[str]:
    """Return which players, or targets, have as many places as are free, so they get no other now."""
    return [one for one, count in Counter(taken).items() if count >= free]
