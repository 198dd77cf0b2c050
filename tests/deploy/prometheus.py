"""A real Prometheus that follows the files of `deploy/`."""

from __future__ import annotations

import shutil
import socket
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from tests.serving import Overheard
from tests.waiting import PATIENCE_SECONDS, until

DEPLOY: Final = Path(__file__).parents[2] / "deploy"

TARGETS: Final = ("10.0.0.11:9464", "10.0.0.12:9464")
"""The addresses in `prometheus.yml`, which tests replace."""


def program(name: str) -> str:
    """Return where a program is; skip the test without it."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"NO {name.upper()}: install prometheus to test what watches servers")
    return found


def rules() -> Sequence[Mapping[str, Any]]:
    """Return the alerts."""
    read = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


class Prometheus:
    """A Prometheus that is asked by its API."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def query(self, expression: str) -> Sequence[Mapping[str, Any]]:
        """Return the series of an expression now."""
        reply = (await self._http.get("/api/v1/query", params={"query": expression})).json()
        assert reply["status"] == "success", f"{expression}: {reply}"
        found: Sequence[Mapping[str, Any]] = reply["data"]["result"]
        return found

    async def names(self) -> set[str]:
        """Return the metrics that its targets declare, with the endings of their samples."""
        metadata = (await self._http.get("/api/v1/metadata")).json()["data"]
        return {sample for name, (declared, *_) in metadata.items() for sample in _samples(name, declared["type"])}

    async def active_rules(self) -> Mapping[str, str]:
        """Return the health of each alert."""
        groups = (await self._http.get("/api/v1/rules")).json()["data"]["groups"]
        return {rule["name"]: rule["health"] for group in groups for rule in group["rules"]}


def _samples(name: str, kind: str) -> set[str]:
    if kind == "histogram":
        return {f"{name}_{part}" for part in ("bucket", "count", "sum")}
    return {f"{name}_total" if kind == "counter" else name}


@asynccontextmanager
async def prometheus(folder: Path, target: str) -> AsyncIterator[Prometheus]:
    """Run it with the files of `deploy/`, in which this target takes the place of those."""
    found = program("prometheus")
    configuration = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
    for each in TARGETS:
        assert each in configuration
        configuration = configuration.replace(each, target)
    (folder / "prometheus.yml").write_text(configuration, encoding="utf-8")
    shutil.copy(DEPLOY / "alerts.yml", folder)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    running = Overheard(
        await create_subprocess_exec(
            found,
            f"--config.file={folder / 'prometheus.yml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address={address}",
            stdout=PIPE,
            stderr=STDOUT,
        )
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE_SECONDS, verify=False) as http:
            await until(lambda: _is_ready(http, running))
            yield Prometheus(http)
    finally:
        await running.end()


async def _is_ready(http: httpx.AsyncClient, running: Overheard) -> bool:
    assert running.process.returncode is None, running.said
    try:
        return (await http.get("/-/ready")).is_success
    except httpx.TransportError:
        return False
