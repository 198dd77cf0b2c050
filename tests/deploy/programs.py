"""Programs of others, run with the files of `deploy/`. Where one is missing, a test is skipped with a word."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.serving import Overheard
from tests.waiting import until

DEPLOY: Final = Path(__file__).parents[2] / "deploy"


def program(name: str, *, of: str = "") -> str:
    """Return where a program is; skip the test without it. `of`: the package that has it, if that has another name."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"NO {name.upper()}: install {of or name} to run the files of deploy/")
    if os.geteuid() != 0:
        pytest.skip(f"NOT ROOT: as root, {name} can be run with the files of deploy/")
    return found


def adapted(name: str, folder: Path, changes: Mapping[str, str]) -> Path:
    """Write a file of `deploy/` into a folder with these texts replaced, each of which it must contain."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text, f"{name} does not contain {before}"
        text = text.replace(before, after)
    written = folder / name
    written.write_text(text, encoding="utf-8")
    return written


def free_port() -> int:
    """Return a port that nobody uses, on no address of this machine."""
    with closing(socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True)) as free:
        port: int = free.getsockname()[1]
        return port


@asynccontextmanager
async def running(*command: str, port: int) -> AsyncIterator[Overheard]:
    """Run a program that listens on a port of this machine."""
    started = Overheard(await create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT))
    try:
        await until(lambda: answers(port) or started.process.returncode is not None)
        assert started.process.returncode is None, started.said
        yield started
    finally:
        await started.end()


def answers(port: int) -> bool:
    """Return whether somebody listens there."""
    with closing(socket.socket()) as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate of this machine's own addresses, and its key; `both` has one after the other."""

    chain: Path
    key: Path
    both: Path


def certificate(folder: Path, trust: Callable[[str, str], None]) -> Certificate:
    """Make one that clients in this process trust from now on; `trust` sets a variable of the environment."""
    made = Certificate(folder / "chain.pem", folder / "key.pem", folder / "both.pem")
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    named = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1")
    files = ("-keyout", str(made.key), "-out", str(made.chain))
    subprocess.run([program("openssl"), "req", *kind, *named, *files], check=True, capture_output=True)
    made.both.write_bytes(made.chain.read_bytes() + made.key.read_bytes())
    trust("SSL_CERT_FILE", str(made.chain))
    return made
