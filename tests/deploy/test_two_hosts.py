"""What players see of two hosts behind a front, one of which dies, or both of which are restarted in turn."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from pathlib import Path
from time import monotonic
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.deploy.deployment import Deployment, deployed
from tests.deploy.fronts import Kind
from tests.deploy.poolers import Mode
from tests.faults.crowd import Follower, all_told, duel, people, play, stream_of
from tests.faults.load import playing
from tests.faults.players import Addresses, Caller
from tests.sampling import Sample
from tests.waiting import patience

Json = Any

MODES: Final[tuple[Mode, ...]] = ("session", "transaction")

MATCHES: Final = 24

SOCKETS: Final = 200
"""On each host, before anything is restarted."""

PROBES: Final = 4

SUBMISSIONS: Final = 150
"""Of each probe, before anything is restarted."""

RESUME: Final = {1012, 4503, 4504}
"""What servers say to those who are to resume. On a very busy machine, a database can be silent for too long."""

_THINKING_SECONDS: Final = 0.05

_METRICS_PORT: Final = 9464


class Watcher(Follower):
    """A socket that resumes as docs/streams.md says. `closes` counts the codes with which it was closed."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id, 0)
        self.closes: Counter[int] = Counter()

    async def follow(self, url: str, reader: Caller) -> None:
        while True:
            try:
                await self._listen(f"{stream_of(url, self.match_id)}?after={self.cursor}", reader)
            except ConnectionClosed as closed:
                self.closes[closed.rcvd.code if closed.rcvd else 1006] += 1
            except (OSError, WebSocketException):
                self.closes[0] += 1
            await asyncio.sleep(random.uniform(0, 0.5))


class Probe(Caller):
    """A player who submits again and again. `took`: how many seconds each took until its answer, with all its tries."""

    def __init__(self, addresses: Addresses) -> None:
        super().__init__(addresses)
        self.took: list[float] = []
        self.again = 0

    async def submit(self, match_id: str) -> None:
        for spell in cycle("456"):
            began = monotonic()
            body = {"phase": 1, "move": {"type": "cast", "spell": spell}}
            answered = await self.call("PUT", f"/v1/matches/{match_id}/submission", body)
            self.took.append(monotonic() - began)
            self.again += answered.tries > 1
            if answered.reply.status_code != 200:
                self.complaints.append(f"a submission was answered {answered.reply.status_code}")
            await asyncio.sleep(_THINKING_SECONDS)


@pytest.mark.sampled(least=2, of="two hosts")
@pytest.mark.parametrize("mode", MODES)
async def test_matches_are_played_whole_though_a_host_dies(
    kind: Kind, mode: Mode, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every log, receipt and event is as it should be (`tests/faults/history.py`), and no call has failed for good."""
    async with (
        deployed(kind, mode, postgres_url, tmp_path, monkeypatch) as there,
        playing(there.addresses, eager=2, timed=1, realms=1) as load,
    ):
        await load.ends(matches=2)
        there.kill(1)
        await load.ends(matches=2)

    assert load.acknowledged


@pytest.mark.sampled(of="restarts")
@pytest.mark.parametrize("way", [Deployment.restart, Deployment.renew], ids=["hosts", "workers"])
async def test_all_workers_of_both_hosts_are_replaced_in_turn_and_no_call_fails(
    kind: Kind,
    way: Callable[[Deployment, int], Awaitable[None]],
    postgres_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sample: Sample,
) -> None:
    """
    Each socket is told to go elsewhere (1012), and resumes there; no call fails for good.
    """
    there_is_time = {"drain_seconds": "4", "metrics_port": str(_METRICS_PORT)}
    async with deployed(kind, "session", postgres_url, tmp_path, monkeypatch, **there_is_time) as there:
        ada, bo, reader = await people(there.addresses, 3)
        matches = [await duel(ada, bo) for _ in range(MATCHES)]
        crowd, watching = await _sockets(there, matches, reader, sample.count(SOCKETS))
        probes = [Probe(there.addresses) for _ in range(PROBES)]
        submitting = [asyncio.create_task(_probe(probe, bo)) for probe in probes]
        async with playing(there.addresses, eager=1) as load:
            await _each_has(probes, submitting, sample.count(SUBMISSIONS))
            quiet = [len(probe.took) for probe in probes]
            again = sum(probe.again for probe in probes)
            for number in range(2):
                await way(there, number)
            restarting = [took for probe, count in zip(probes, quiet, strict=True) for took in probe.took[count:]]
            before = [took for probe, count in zip(probes, quiet, strict=True) for took in probe.took[:count]]
        for task in submitting:
            task.cancel()
        for match_id in matches:
            await play(ada, bo, match_id, rounds=range(1, 2))
        fresh = {match_id: await reader.events(match_id) for match_id in matches}
        await all_told(crowd, min(map(len, fresh.values())))
        for task in watching:
            task.cancel()
        await asyncio.gather(*submitting, *watching, return_exceptions=True)
        callers = [ada, bo, reader, *probes]
        for caller in callers:
            await caller.close()

    print(
        f"{kind}, {way.__name__}: {len(crowd)} sockets, closed {sum((one.closes for one in crowd), Counter())}; "
        f"p99 {_p99(restarting):.1f} ms of {len(restarting)} submissions, {_p99(before):.1f} of {len(before)} before "
        f"(ratio {_p99(restarting) / _p99(before):.1f}); "
        f"sent again {sum(probe.again for probe in probes) - again}; sockets of players resumed {load.resumed}"
    )
    assert [complaint for caller in callers for complaint in caller.complaints] == []
    assert all(one.told == fresh[one.match_id] for one in crowd)
    assert all(one.closes[1012] and {*one.closes} <= RESUME for one in crowd), [one.closes for one in crowd]


async def _probe(probe: Probe, opponent: Caller) -> None:
    await probe.sign_up("Probe")
    match_id = await duel(opponent, probe)
    async with patience():
        while not (await probe.get(f"/v1/matches/{match_id}/view")).get("phase"):  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(_THINKING_SECONDS)
    await probe.submit(match_id)


async def _each_has(probes: Sequence[Probe], tasks: Sequence[asyncio.Task[None]], count: int) -> None:
    async with patience():
        while not all(len(probe.took) >= count for probe in probes):
            for task in tasks:
                assert not task.done(), task
            await asyncio.sleep(0.05)


async def _sockets(
    there: Deployment, matches: Sequence[str], reader: Caller, least: int
) -> tuple[list[Watcher], list[asyncio.Task[None]]]:
    """Open sockets on all matches, by both kinds of addresses, until each host has at least so many."""
    addresses = there.addresses
    crowd: list[Watcher] = []
    tasks: list[asyncio.Task[None]] = []
    while not crowd or min([await _open_on(host.address) for host in there.hosts]) < least:
        more = [Watcher(match_id) for match_id in matches]
        for one in more:
            tasks.append(asyncio.create_task(one.follow(addresses.next(), reader)))
        await all_told(more, 1)
        crowd += more
    return crowd, tasks


async def _open_on(address: str) -> int:
    """Return how many sockets the workers of a host have."""
    count = 0
    async with httpx.AsyncClient(verify=False) as http:
        for port in (_METRICS_PORT, _METRICS_PORT + 1):
            told = (await http.get(f"http://{address}:{port}/metrics")).text
            (found,) = re.findall(r"^moirai_sockets ([\d.]+)$", told, re.MULTILINE)
            count += int(float(found))
    return count


def _p99(seconds: Sequence[float]) -> float:
    """Return the 99th percentile in milliseconds."""
    return 1000 * sorted(seconds)[len(seconds) * 99 // 100]
