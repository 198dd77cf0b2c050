"""HAProxy and nginx with the files of `deploy/`, before hosts of a test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

import pytest

from tests.deploy.programs import Certificate, adapted, certificate, free_port, program, running
from tests.serving import Overheard

Kind: TypeAlias = Literal["haproxy", "nginx"]

KINDS: Final[tuple[Kind, ...]] = ("haproxy", "nginx")

LIMIT: Final = "120s"
"""How long a connection may be silent, in both files."""


@dataclass(frozen=True, slots=True)
class Front:
    """A front that runs. `plain` is its address without TLS, `log` the file of its log, if it writes one."""

    kind: Kind
    port: int
    plain: str
    process: Overheard
    certificate: Certificate
    log: Path | None

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def six(self) -> str:
        """Its address in IPv6."""
        return f"https://[::1]:{self.port}"

    def answered_by(self, number: int, address: str) -> str:
        """Return what it logs of a call that a host has answered: the first or the second, with this address."""
        return f" ready/host{number + 1}\n" if self.kind == "haproxy" else f" {address} 200\n"

    @property
    def logged(self) -> str:
        """Return all that it has logged, in all its logs."""
        logs = self.log.parent.glob("*.log") if self.log else ()
        return self.process.said + "".join(log.read_text(encoding="utf-8") for log in logs)


@asynccontextmanager
async def front(
    kind: Kind,
    hosts: Sequence[str],
    folder: Path,
    patch: pytest.MonkeyPatch,
    changes: Mapping[str, str] | None = None,
) -> AsyncIterator[Front]:
    """
    Run a front before two hosts, or twice the same one.

    Args:
        kind: Which one.
        hosts: The address and the port of each.
        folder: For its files.
        patch: Makes this process trust its certificate.
        changes: What else is replaced in its file.
    """
    found = program(kind)
    port, plain = free_port(), free_port()
    made = certificate(folder, patch.setenv)
    where = {"10.0.0.11:8000": hosts[0], "10.0.0.12:8000": hosts[-1], **(changes or {})}
    if kind == "haproxy":
        where |= {":443 ": f":{port} ", ":80\n": f":{plain}\n", ":80 ": f":{plain} "}
        where |= {"/etc/haproxy/moirai.pem": str(made.both)}
        log, command = None, ["-db", "-f", str(adapted("haproxy.cfg", folder, where))]
    else:
        where |= {"listen 443": f"listen {port}", "[::]:443": f"[::]:{port}", "/var/log/nginx/": f"{folder}/"}
        where |= {"listen 80;": f"listen {plain};", "[::]:80": f"[::]:{plain}"}
        where |= {"/etc/nginx/moirai.crt": str(made.chain), "/etc/nginx/moirai.key": str(made.key)}
        log, own = folder / "access.log", f"daemon off; pid {folder}/nginx.pid;"
        command = ["-g", own, "-c", str(adapted("nginx.conf", folder, where))]
    async with running(found, *command, port=port) as process:
        yield Front(kind, port, f"http://127.0.0.1:{plain}", process, made, log)
