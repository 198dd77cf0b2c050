"""Clocks that differ between servers, jump ahead and are set back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, tzinfo

import pytest

from server.cli.logs.logfile import read_logs
from server.runtime.clock import alarm
from tests.faults.history import Evidence
from tests.faults.load import playing
from tests.faults.players import Addresses
from tests.sampling import Sample
from tests.server.world import FakeClock, running_world

_JUMP_SECONDS = 120
_PHASE_SECONDS = 60


async def test_matches_on_servers_whose_clocks_differ_and_jump_are_sound(postgres_url: str, sample: Sample) -> None:
    """
    Deadlines come early or late by the error of a clock, but each phase closes once and all agree on it.
    """
    async with (
        running_world(postgres_url, heartbeat_seconds=1, sweep_seconds=0.5) as one,
        running_world(postgres_url, heartbeat_seconds=1, sweep_seconds=0.5) as two,
        _flowing(one.clock, two.clock),
        playing(Addresses(one.url, two.url), eager=3) as load,
    ):
        two.clock.advance(5)
        for seconds in (
            _JUMP_SECONDS,
            -_JUMP_SECONDS,
            *sample.of((-7, _JUMP_SECONDS, -_JUMP_SECONDS), least=0, share=0),
        ):
            await load.progress(20)
            two.clock.advance(seconds)
        await load.progress(20)

    assert any(_goes_back(seen) for seen in load.evidence)


def _goes_back(seen: Evidence) -> bool:
    times = [entry.at for entry in read_logs(seen.log.splitlines())[seen.match_id]]
    return times != sorted(times)


@asynccontextmanager
async def _flowing(*clocks: FakeClock) -> AsyncIterator[None]:
    """Advance time by a phase per second."""

    async def flow() -> None:
        while True:
            await asyncio.sleep(0.05)
            for clock in clocks:
                clock.advance(0.05 * _PHASE_SECONDS)

    flowing = asyncio.create_task(flow())
    try:
        yield
    finally:
        flowing.cancel()


async def test_the_sweep_goes_on_when_the_machines_clock_is_set_back(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Timers use the time of day, and an hour may come twice; what is overdue is found anyway.
    """
    async with running_world(sqlite_url, sweep_seconds=0.05) as world:
        ada, _, match_id = await world.ada_and_bo()
        monkeypatch.setattr(alarm, "datetime", _AnHourAgo)
        async with ada.stream(match_id, after=(await ada.view(match_id))["cursor"]) as stream:
            world.clock.advance(_PHASE_SECONDS + 1)
            events = await stream.until("phase_closed")
    assert len(events) == 1


class _AnHourAgo(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> _AnHourAgo:
        return super().now(tz) - timedelta(hours=1)
