"""Three PostgreSQL, each kept by a Patroni as `deploy/patroni.yml` says, and an etcd of three by which they agree."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import asyncpg
import httpx
import psutil
import pytest

from tests.faults.proxy import Proxy, proxied
from tests.postgres import DISK, UNPRIVILEGED, binaries, some_ports
from tests.waiting import PATIENCE_SECONDS, printing, until

Json = Any

DEPLOYED: Final = Path(__file__).parents[2] / "deploy" / "patroni.yml"

_HOST: Final = "127.0.0.1"
_DATABASE: Final = "moirai"
_PASSWORD: Final = "three fates"

_ANSWER_SECONDS: Final = 10
"""After how long a member counts as silent: a suspended one never answers."""


@dataclass
class Etcd:
    """One of the three, with its addresses for clients and for the others."""

    name: str
    folder: Path
    client: int
    peer: int
    process: Process

    @property
    def url(self) -> str:
        return f"http://{_HOST}:{self.client}"

    async def is_ready(self) -> bool:
        """Whether all have agreed; Patroni fails if it asks before."""
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as http:
            with suppress(httpx.HTTPError, ValueError):
                return bool((await http.get(f"{self.url}/version")).json()["etcdcluster"] != "not_decided")
        return False

    async def leads(self) -> bool:
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as http:
            try:
                status = (await http.post(f"{self.url}/v3/maintenance/status", json={})).json()
            except (httpx.HTTPError, ValueError):
                return False
        return bool(status.get("leader") == status["header"]["member_id"])  # Left out while there is none.


@dataclass(eq=False)
class Member:
    """
    A host with a PostgreSQL and its Patroni; `process` is that.

    Others reach both through proxies, the last of which is that of its Patroni, and it reaches etcd through others.
    """

    name: str
    folder: Path
    port: int
    rest: int
    proxies: Sequence[Proxy]
    address: str
    process: Process
    environment: Mapping[str, str] = field(repr=False)

    async def state(self) -> Json:
        """Return what its Patroni says of itself; nothing if it does not answer."""
        async with httpx.AsyncClient(timeout=_ANSWER_SECONDS) as http:
            with suppress(httpx.HTTPError, ValueError):
                return (await http.get(f"http://{_HOST}:{self.rest}/patroni")).json()
        return {}

    async def has(self, role: Literal["primary", "replica"]) -> bool:
        state = await self.state()
        return bool(state.get("state") == "running" and state.get("role") == role)

    async def is_synchronous(self) -> bool:
        """Whether it is the standby for which commits wait."""
        return bool((await self.state()).get("sync_standby"))

    async def writes(self) -> bool:
        """Whether its PostgreSQL accepts writes, whatever its Patroni says."""
        try:
            connection = await asyncpg.connect(self.own_url, timeout=PATIENCE_SECONDS)
            try:
                return not await connection.fetchval("SELECT pg_is_in_recovery()")
            finally:
                connection.terminate()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False

    @property
    def said(self) -> str:
        """All that it has logged."""
        return _log_of(self.folder).read_text(errors="replace")

    @property
    def own_url(self) -> str:
        """The address of its PostgreSQL without a proxy."""
        return f"postgresql://postgres:{_PASSWORD.replace(' ', '%20')}@{_HOST}:{self.port}/{_DATABASE}"

    async def start(self) -> None:
        self.process = await _start_patroni(self.environment, self.folder)

    def send(self, number: signal.Signals, *, to_patroni: bool = True) -> None:
        """Send a signal to all its processes, or to those of its PostgreSQL alone."""
        for process in self._processes(with_patroni=to_patroni):
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    async def end(self) -> None:
        """End all its processes."""
        self.send(signal.SIGKILL)
        await self.process.wait()

    def _processes(self, *, with_patroni: bool) -> list[psutil.Process]:
        # Its Patroni first: it would note that its PostgreSQL ends.
        first = [self.process.pid] if with_patroni and self.process.returncode is None else []
        with suppress(OSError, ValueError, IndexError):
            # Negative of one that only repairs itself.
            first.append(abs(int((self.folder / "data" / "postmaster.pid").read_text().split()[0])))
        found: list[psutil.Process] = []
        for pid in first:
            with suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                found += [process, *process.children(recursive=True)]
        return found


class Cluster:
    """The members, and what they agree by. `url` is the address that servers get, with all members."""

    def __init__(self, members: Sequence[Member], etcd: Sequence[Etcd]) -> None:
        self.members = members
        self.etcd = etcd

    @property
    def url(self) -> str:
        hosts = ",".join(member.address for member in self.members)
        return f"postgresql://postgres:{_PASSWORD.replace(' ', '%20')}@{hosts}/{_DATABASE}"

    async def primary(self) -> Member:
        """Return the primary, once there is one."""
        found: list[Member] = []

        async def is_found() -> bool:
            found[:] = [member for member in self.members if await member.has("primary")]
            return len(found) == 1

        await until(is_found)
        return found[0]

    async def until_another_leads(self, former: Member) -> Member:
        """Wait for another primary than this one; return it."""
        others = [member for member in self.members if member is not former]
        found: list[Member] = []

        async def is_found() -> bool:
            found[:] = [member for member in others if await member.has("primary")]
            return bool(found)

        await until(is_found)
        return found[0]

    async def mend(self, member: Member) -> None:
        """Let a member go on that was killed, suspended or cut off."""
        member.send(signal.SIGCONT)
        for proxy in (proxy for each in self.members for proxy in each.proxies if proxy.fell_silent.is_set()):
            await proxy.refuse()  # What stayed silent would never end.
            await proxy.open()
        if member.process.returncode is not None:
            await member.start()

    async def configure(self, **settings: Json) -> None:
        """Change settings that the members share."""
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as http:
            reply = await http.patch(f"http://{_HOST}:{(await self.primary()).rest}/config", json=settings)
        assert reply.status_code == 200, reply.text

    async def until_whole(self, *, synchronous: bool = True) -> None:
        """Wait until all members run, one of them writes, and another one is synchronous, if one is to be."""

        async def is_whole() -> bool:
            states = [await member.state() for member in self.members]
            roles = sorted(state.get("role", "") for state in states if state.get("state") == "running")
            streaming = [state for state in states if state.get("replication_state") == "streaming"]
            return (
                roles == ["primary", "replica", "replica"]
                and len(streaming) == len(self.members) - 1
                and any([await member.is_synchronous() for member in self.members]) is synchronous
            )

        await until(is_whole)

    def cut_off(self, member: Member) -> None:
        """
        Drop everything from and to a member, which lives on.

        Those who call another Patroni cannot be told apart, so nobody reaches any: the others still have etcd.
        """
        for proxy in (*member.proxies, *(each.proxies[-1] for each in self.members)):
            proxy.fall_silent()

    async def switch_over(self) -> None:
        """Give the order to let another member take over from the primary."""
        primary = await self.primary()
        order = {"leader": primary.name}
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as http:
            reply = await http.post(f"http://{_HOST}:{primary.rest}/switchover", json=order)
        assert reply.status_code in (200, 202), reply.text

    async def replace_leader_of_etcd(self) -> None:
        """Kill the leader of etcd, and start it again once another leads."""
        leaders: list[Etcd] = []

        async def one_leads() -> bool:
            leaders[:] = [each for each in self.etcd if await each.leads()]
            return len(leaders) == 1

        await until(one_leads)
        (leader,) = leaders
        leader.process.kill()
        await leader.process.wait()

        async def another_leads() -> bool:
            return any([await each.leads() for each in self.etcd if each is not leader])

        await until(another_leads)
        leader.process = await _start_etcd(
            leader.name, leader.folder, leader.client, leader.peer, self.etcd, "existing"
        )


@asynccontextmanager
async def running_cluster() -> AsyncIterator[Cluster]:
    """Start an etcd of three and three members, with an empty database; stop and delete them at the end."""
    if shutil.which("etcd") is None:
        pytest.skip("NO ETCD: install etcd-server to test failovers")
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("NO SETPRIV: install util-linux, or run as another user than root, to test failovers")
    async with AsyncExitStack() as stack:
        made = tempfile.TemporaryDirectory(prefix="moirai-cluster-", dir=DISK, ignore_cleanup_errors=True)
        folder = Path(stack.enter_context(made))
        os.chmod(folder, 0o755)  # In an async function, `Path` blocks as much.
        etcd = await _start_all_etcd(folder, stack)
        members = [await _new_member(name, folder, etcd, stack) for name in ("clotho", "lachesis", "atropos")]
        cluster = Cluster(members, etcd)
        await cluster.until_whole()
        connection = await asyncpg.connect((await cluster.primary()).own_url.replace(f"/{_DATABASE}", "/postgres"))
        await connection.execute(f"CREATE DATABASE {_DATABASE}")
        await connection.close()
        yield cluster


async def _start_all_etcd(folder: Path, stack: AsyncExitStack) -> list[Etcd]:
    ports = some_ports()
    planned = [(f"etcd-{number}", next(ports), next(ports)) for number in range(3)]
    etcd: list[Etcd] = []
    cluster = ",".join(f"{name}=http://{_HOST}:{peer}" for name, _, peer in planned)
    for name, client, peer in planned:
        process = await _run_etcd(name, folder, client, peer, cluster, "new")
        etcd.append(Etcd(name, folder, client, peer, process))
        stack.push_async_callback(_kill, etcd[-1])
    for each in etcd:
        await until(each.is_ready)
    return etcd


async def _start_etcd(name: str, folder: Path, client: int, peer: int, etcd: Sequence[Etcd], state: str) -> Process:
    cluster = ",".join(f"{each.name}=http://{_HOST}:{each.peer}" for each in etcd)
    return await _run_etcd(name, folder, client, peer, cluster, state)


async def _run_etcd(name: str, folder: Path, client: int, peer: int, cluster: str, state: str) -> Process:
    here, there = f"http://{_HOST}:{client}", f"http://{_HOST}:{peer}"
    return await asyncio.create_subprocess_exec(
        *("etcd", "--name", name, "--data-dir", str(folder / name), "--unsafe-no-fsync"),
        *("--heartbeat-interval", "500", "--election-timeout", "5000"),  # Tests may use a slow machine together.
        *("--listen-client-urls", here, "--advertise-client-urls", here),
        *("--listen-peer-urls", there, "--initial-advertise-peer-urls", there),
        *("--initial-cluster", cluster, "--initial-cluster-state", state),
        stdout=DEVNULL,
        stderr=DEVNULL,
    )


async def _kill(etcd: Etcd) -> None:
    with suppress(ProcessLookupError):
        etcd.process.kill()
    await etcd.process.wait()


async def _new_member(name: str, folder: Path, etcd: Sequence[Etcd], stack: AsyncExitStack) -> Member:
    ports = some_ports()
    own, port, rest = folder / name, next(ports), next(ports)
    own.mkdir()
    if os.geteuid() == 0:
        os.chown(own, pwd.getpwnam(UNPRIVILEGED).pw_uid, -1)
    proxies: list[Proxy] = []

    async def through_a_proxy(port: int) -> str:
        proxy, _ = await stack.enter_async_context(proxied(f"http://{_HOST}:{port}"))
        proxies.append(proxy)
        return f"{_HOST}:{proxy.port}"

    address = await through_a_proxy(port)
    to_etcd = ",".join([await through_a_proxy(each.client) for each in etcd])
    environment = {
        **os.environ,
        "HOME": str(own),
        "PATRONI_NAME": name,
        "PATRONI_ETCD3_HOSTS": to_etcd,
        "PATRONI_ETCD3_USE_PROXIES": "true",  # Else it would find out their own addresses.
        "PATRONI_RESTAPI_LISTEN": f"{_HOST}:{rest}",
        "PATRONI_RESTAPI_CONNECT_ADDRESS": await through_a_proxy(rest),
        "PATRONI_POSTGRESQL_LISTEN": f"{_HOST}:{port}",
        "PATRONI_POSTGRESQL_CONNECT_ADDRESS": address,
        "PATRONI_POSTGRESQL_DATA_DIR": str(own / "data"),
        "PATRONI_POSTGRESQL_BIN_DIR": str(binaries()),
        "PATRONI_POSTGRESQL_PGPASS": str(own / "pgpass"),
        "PATRONI_SUPERUSER_USERNAME": "postgres",
        "PATRONI_SUPERUSER_PASSWORD": _PASSWORD,
        "PATRONI_REPLICATION_USERNAME": "replicator",
        "PATRONI_REPLICATION_PASSWORD": _PASSWORD,
    }
    process = await _start_patroni(environment, own)
    member = Member(name, own, port, rest, proxies, address, process, environment)
    printing.add(member)
    stack.callback(printing.discard, member)
    stack.push_async_callback(member.end)
    return member


async def _start_patroni(environment: Mapping[str, str], folder: Path) -> Process:
    # PostgreSQL refuses to run as root, and who else runs it may be unable to read what is installed for root.
    user, capability = pwd.getpwnam(UNPRIVILEGED), "+dac_read_search"
    as_nobody = ("setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups")
    allowed = (f"--inh-caps={capability}", f"--ambient-caps={capability}")
    with _log_of(folder).open("ab") as log:
        return await asyncio.create_subprocess_exec(
            *((*as_nobody, *allowed) if os.geteuid() == 0 else ()),
            *(sys.executable, "-m", "patroni", str(DEPLOYED)),
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=STDOUT,
            start_new_session=True,
        )


def _log_of(folder: Path) -> Path:
    return folder.with_suffix(".log")
