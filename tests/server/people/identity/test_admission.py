"""Callers without a token are counted by address: in IPv6 by the network of a subscriber."""

from __future__ import annotations

from typing import cast

import pytest

from server.access.errors import ThrottledError
from server.people.identity.admission import ADDRESS_BURST_SECONDS, Admission, network_of
from server.people.identity.bearers import Bearers
from server.people.identity.tickets import Tickets
from tests.server.world import FakeClock

RATE = 10

NEIGHBOURS = ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::1%eth0")


@pytest.fixture
def admission() -> Admission:
    return Admission(cast("Bearers", None), cast("Tickets", None), FakeClock(), RATE, RATE)


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    assert len({network_of(address) for address in NEIGHBOURS}) == 1
    assert network_of("2001:db8:1:3::1") != network_of(NEIGHBOURS[0])
    assert network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1")


def test_watching_without_a_token_is_limited_for_the_whole_network(admission: Admission) -> None:
    """Handshakes, frames and replays: what one address has used is not left for its neighbours."""
    for number in range(RATE * ADDRESS_BURST_SECONDS - 1):
        admission.stranger(NEIGHBOURS[number % 3])
    assert admission.pay(None, NEIGHBOURS[0]) is None

    refused = admission.pay(None, NEIGHBOURS[1])
    admission.charge(None, NEIGHBOURS[2], 5 * RATE)

    assert isinstance(refused, ThrottledError)
    assert admission.wait(None, NEIGHBOURS[0]) > 5
    with pytest.raises(ThrottledError):
        admission.stranger(NEIGHBOURS[1])
    admission.stranger("2001:db8:1:3::1")
