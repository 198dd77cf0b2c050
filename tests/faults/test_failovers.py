"""
A PostgreSQL that replaces its primary by itself (`deploy/patroni.yml`), while matches and events are played.

Nobody helps: the servers find out who writes. Commits wait for a second host, so nothing that was acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from time import monotonic
from typing import Final

import pytest

from server.runtime.database.migrating import migrate
from tests.faults.cluster import Cluster, Member, running_cluster
from tests.faults.events import Event, Season, Swiss
from tests.faults.fleet import fleet
from tests.faults.load import playing
from tests.faults.players import Addresses
from tests.sampling import Run
from tests.server.notifications.webhooks.target import LOOPBACK, Targets
from tests.server.organising.series.seasons import SHORT
from tests.waiting import patience, until

_BETWEEN: Final = 30
"""Submissions that must be acknowledged before each failure, and after the failover."""

_IN_SHORT: Final = 2
"""Failures in a short run, also if this file is new: each takes up to half a minute."""

_GIVE_UP_SECONDS: Final = 5
"""After how long players ask another server."""


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    async with running_cluster() as running:
        await asyncio.to_thread(migrate, running.url)
        yield running


async def _lose_the_host(cluster: Cluster) -> None:
    """All of the primary's processes are killed at once; the host comes back later."""
    primary = await cluster.primary()
    await primary.end()
    await cluster.until_another_leads(primary)
    await cluster.mend(primary)


async def _crash(cluster: Cluster) -> None:
    """PostgreSQL is killed, and its Patroni lives."""
    primary = await cluster.primary()
    primary.send(signal.SIGKILL, to_patroni=False)
    await cluster.until_another_leads(primary)


async def _suspend(cluster: Cluster) -> None:
    """The host stands still, and goes on with the belief that it is the primary."""
    primary = await cluster.primary()
    primary.send(signal.SIGSTOP)
    await cluster.until_another_leads(primary)
    await cluster.mend(primary)
    await _until_it_stops_writing(primary)


async def _cut_off(cluster: Cluster) -> None:
    """The host lives, and nothing gets from or to it."""
    primary = await cluster.primary()
    cluster.cut_off(primary)
    await cluster.until_another_leads(primary)
    await _until_it_stops_writing(primary)
    await cluster.mend(primary)


async def _switch_over(cluster: Cluster) -> None:
    primary = await cluster.primary()
    await cluster.switch_over()
    await cluster.until_another_leads(primary)


async def _replace_the_leader_of_etcd(cluster: Cluster) -> None:
    """The primary stays."""
    await cluster.replace_leader_of_etcd()


async def _until_it_stops_writing(former: Member) -> None:
    async def is_over() -> bool:
        return not await former.writes()

    await until(is_over)


_FAILURES: Final[tuple[Callable[[Cluster], Awaitable[None]], ...]] = (
    _crash,
    _suspend,
    _cut_off,
    _lose_the_host,
    _switch_over,
    _suspend,
    _replace_the_leader_of_etcd,
    _lose_the_host,
    _cut_off,
    _crash,
)


async def test_nothing_is_lost_or_done_twice_when_the_primary_fails_ten_times(
    cluster: Cluster, targets: Targets, record_property: Callable[[str, object], None]
) -> None:
    chosen = sorted(Random(Run.seed).sample(range(len(_FAILURES)), len(_FAILURES) if Run.depth >= 1 else _IN_SHORT))
    failures = [_FAILURES[number] for number in chosen]
    events: list[Event] = []
    assert not [lock for member in cluster.members for lock in member.folder.glob("data/.s.PGSQL.*")]
    async with fleet(cluster.url, 2, webhook_allow=LOOPBACK) as servers, patience(len(failures)):
        ending = asyncio.Event()
        organising = asyncio.create_task(_play_events(servers.addresses, events, ending))
        target = targets.target("host", "127.0.0.1")
        async with playing(
            servers.addresses, eager=3, timed=1, realms=1, give_up_seconds=_GIVE_UP_SECONDS, target=target
        ) as load:
            for fail in failures:
                await cluster.until_whole()
                await load.progress(_BETWEEN)
                began = monotonic()
                await fail(cluster)
                await load.progress(_BETWEEN)
                print(f"{fail.__name__.strip('_')}: {monotonic() - began:.1f} s")
        ending.set()
        await organising

    played = f"{len(load.evidence)} matches and {len(events)} events"
    record_property("found", f"{len(failures)} failures, {load.acknowledged:,} acknowledged, {played}")
    assert load.refused > 0
    assert not [seen.match_id for seen in load.evidence if "entries_lost" in seen.log]
    for event in events:
        event.check()


async def _play_events(addresses: Addresses, events: list[Event], ending: asyncio.Event) -> None:
    """Play tournaments and seasons one after another, each to its end."""
    while not ending.is_set():
        swiss = Swiss(8, system="swiss", rounds=3, match={"game": "wizards_duel", "open_log": True})
        both: list[Event] = [swiss, Season(SHORT)]
        await asyncio.gather(*(event.play(addresses) for event in both))
        events += both
