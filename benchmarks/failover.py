"""
How long nobody can submit when the primary of PostgreSQL fails and Patroni replaces it (`deploy/patroni.yml`), and what
is lost of what was acknowledged, with synchronous and with asynchronous replication.

The ceiling is the time until another PostgreSQL can be written.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import httpx

from benchmarks.report import Row
from server.cli.logs.logfile import read_logs
from server.logs.store.entry import receipt_of
from server.runtime.database.migrating import migrate
from tests.faults.cluster import Cluster, Member, running_cluster
from tests.faults.standbys import has_all, leave_behind
from tests.serving import overheard
from tests.waiting import until

Json = Any

_MATCHES: Final = 8
_BEFORE: Final = 400
"""Submissions that are acknowledged before each failure."""


async def _crash(primary: Member, _: Cluster) -> None:
    primary.send(signal.SIGKILL, to_patroni=False)


async def _lose(primary: Member, _: Cluster) -> None:
    await primary.end()


async def _suspend(primary: Member, _: Cluster) -> None:
    primary.send(signal.SIGSTOP)


async def _cut_off(primary: Member, cluster: Cluster) -> None:
    cluster.cut_off(primary)


async def _switch_over(_: Member, cluster: Cluster) -> None:
    await cluster.switch_over()


_FAILURES: Final[dict[str, Callable[[Member, Cluster], Awaitable[None]]]] = {
    "PostgreSQL is killed": _crash,
    "its host is lost": _lose,
    "its host stands still": _suspend,
    "its host is cut off": _cut_off,
    "another takes over by order": _switch_over,
}


@dataclass
class _Submitter:
    """Replaces its submission again and again, in a match of its own; `host` hosts it."""

    http: httpx.AsyncClient
    host: httpx.AsyncClient
    path: str = ""
    receipts: list[str] = field(default_factory=list)
    last_at: float = 0

    async def sit_down(self) -> None:
        other = httpx.AsyncClient(base_url=self.http.base_url)
        clients = {"Ada": self.http, "Bo": other, "Host": self.host}
        players = [await _sign_up(client, name) for name, client in clients.items()]
        seats = {seat: {"player_id": player} for seat, player in zip("ab", players, strict=False)}
        body = {"game": "wizards_duel", "options": {"cast_seconds": 604_800}, "seats": seats, "autostart": True}
        key = {"Idempotency-Key": secrets.token_hex(8)}
        made = (await self.host.post("/v1/matches", json=body, headers=key)).raise_for_status().json()
        self.path = f"/v1/matches/{made['match_id']}"
        for seat, client in zip("ab", (self.http, other), strict=True):
            (await client.put(f"{self.path}/seats/{seat}", json={})).raise_for_status()
        await other.aclose()

    async def submit_on(self) -> None:
        """Submit until cancelled; what was not answered is sent again."""
        number = 0
        while True:
            move = {"type": "cast", "spell": "45"[number % 2]}
            try:
                reply = await self.http.put(f"{self.path}/submission", json={"phase": 1, "move": move})
            except httpx.HTTPError:
                reply = None
            if reply is None or reply.status_code != 200:
                await asyncio.sleep(0.05)
                continue
            self.last_at = monotonic()
            self.receipts.append(reply.json()["receipt"])
            number += 1

    async def count_lost(self) -> int:
        """Return how many receipts are not in the log."""
        log = (await self.host.get(f"{self.path}/log")).raise_for_status().text
        (entries,) = read_logs(log.splitlines()).values()
        kept = {receipt_of(entry) for entry in entries if entry.kind == "submitted"}
        return len({*self.receipts} - kept)


async def _sign_up(client: httpx.AsyncClient, name: str) -> str:
    """Register a player, for whom the client calls from now on; return its id."""
    made = (await client.post("/v1/players", json={"name": name})).raise_for_status().json()
    client.headers["Authorization"] = f"Bearer {made['token']}"
    player_id: str = made["player_id"]
    return player_id


def measure() -> list[Row]:
    """Measure each failure once, and the loss of a host with asynchronous replication, also if its standbys lag."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    async with running_cluster() as cluster:
        await asyncio.to_thread(migrate, cluster.url)
        async with overheard(cluster.url, heartbeat_seconds="1") as server:
            rows = [await _fail(cluster, server.url, name, "synchronous") for name in _FAILURES]
            await cluster.configure(synchronous_mode=False)
            rows.append(await _fail(cluster, server.url, "its host is lost", "asynchronous"))
            return [*rows, await _fail(cluster, server.url, "its host is lost", "asynchronous", lagging=True)]


async def _fail(cluster: Cluster, url: str, name: str, mode: str, *, lagging: bool = False) -> Row:
    """`lagging`: the standbys, which are not mended afterwards, receive none of the submissions."""
    await cluster.until_whole(synchronous=mode == "synchronous")
    clients = [httpx.AsyncClient(base_url=url, timeout=15) for _ in range(2 * _MATCHES)]
    players = [_Submitter(http, host) for http, host in zip(clients[:_MATCHES], clients[_MATCHES:], strict=True)]
    await asyncio.gather(*(player.sit_down() for player in players))
    primary = await cluster.primary()
    others = [member for member in cluster.members if member is not primary]
    for standby in others if lagging else ():
        await until(lambda standby=standby: has_all(standby.own_url, primary.own_url))  # type: ignore[misc]
        standby.process.send_signal(signal.SIGSTOP)  # Else its Patroni would let it follow again.
        await leave_behind(standby.own_url)
    submitting = [asyncio.create_task(player.submit_on()) for player in players]
    await until(lambda: sum(len(player.receipts) for player in players) >= _BEFORE)
    began = monotonic()
    await _FAILURES[name](primary, cluster)
    for standby in others if lagging else ():
        standby.process.send_signal(signal.SIGCONT)
    writable_at = await _until_one_writes(others)
    await until(lambda: any(player.last_at > writable_at for player in players))
    first_at = min(player.last_at for player in players if player.last_at > writable_at)
    await cluster.mend(primary)
    for task in submitting:
        task.cancel()
    await asyncio.gather(*submitting, return_exceptions=True)
    lost = sum([await player.count_lost() for player in players])
    acknowledged = sum(len(player.receipts) for player in players)
    await asyncio.gather(*(client.aclose() for client in clients))
    return Row(
        figure=f"no submission is acknowledged when {name}, {mode} replication{' to standbys that lag' * lagging}",
        value=f"{first_at - began:.1f} s; {lost} of {acknowledged} acknowledged are lost",
        ceiling=f"nobody can write {writable_at - began:.1f} s",
        ratio=(first_at - began) / (writable_at - began),
    )


async def _until_one_writes(members: list[Member]) -> float:
    while not any([await member.writes() for member in members]):  # noqa: ASYNC110  # Nobody tells.
        await asyncio.sleep(0.05)
    return monotonic()
