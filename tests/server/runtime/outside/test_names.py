"""Names whose servers do not answer delay no others."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.runtime.outside import names as names_module
from server.runtime.outside import places
from server.runtime.outside.names import SystemNames
from tests.waiting import patience, until

QUICK = "quick.example"


class Servers:
    """Name servers, of which some do not answer until they are let."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answering = threading.Event()

    def find(self, host: str) -> list[str]:
        self.asked.append(host)
        if not host.endswith(QUICK) and not self.answering.wait(timeout=600):
            raise socket.gaierror
        return ["192.0.2.7"]


@contextmanager
def _looking(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SystemNames, Servers]]:
    servers, names = Servers(), SystemNames()
    monkeypatch.setattr(names_module, "_find", servers.find)
    try:
        yield names, servers
    finally:
        servers.answering.set()
        names.close()


async def test_names_of_one_owner_leave_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when nobody waits for them any more: the threads still do."""
    with _looking(monkeypatch) as (names, servers):
        many = [asyncio.create_task(names.addresses(f"n{number}.slow.example")) for number in range(100)]
        await until(lambda: len(servers.asked) == 16)
        for each in many:
            each.cancel()
        await asyncio.gather(*many, return_exceptions=True)

        async with patience():
            found = await names.addresses(QUICK)

    assert found == ["192.0.2.7"]
    assert len(servers.asked) == 17


async def test_names_that_were_slow_leave_half_of_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many owners they have: who was slow the last time waits behind who was not."""
    monkeypatch.setattr(places, "SLOW_SECONDS", 600)
    with _looking(monkeypatch) as (names, servers):
        owners = [f"slow{number}.example" for number in range(100)]
        names._slow.update(dict.fromkeys(map(places.target_of, owners)))
        many = [asyncio.create_task(names.addresses(owner)) for owner in owners]
        await until(lambda: len(servers.asked) == 32)

        async with patience():
            found = await names.addresses(QUICK)
        asked_meanwhile = len(servers.asked)
        servers.answering.set()
        await asyncio.gather(*many)

    assert found == ["192.0.2.7"]
    assert asked_meanwhile == 33
    assert not names._slow


async def test_a_name_that_takes_long_is_slow_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "SLOW_SECONDS", -1)
    with _looking(monkeypatch) as (names, _):
        await names.addresses(QUICK)
        await until(lambda: not names._taken)

        assert list(names._slow) == [QUICK]
