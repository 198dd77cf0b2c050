"""
Run the command line in processes forked from one that has imported it, because importing takes longer than most tests.

They differ from `python -m server.cli.cli` in the interpreter's start options: its switches, and the seed of its
hashes. Tests of these start a separate interpreter.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from server.cli.cli import main

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["server.cli.cli", "server.cli.serving.serve", "server.cli.archiving", "server.cli.restore"]
)


class Fork:
    """A forked process, with as much of `asyncio.subprocess.Process` as tests use; it prints into one pipe."""

    def __init__(self, process: BaseProcess, stdout: asyncio.StreamReader) -> None:
        self.stdout = stdout
        self._process = process

    @classmethod
    async def start(cls, arguments: Sequence[str], environment: Mapping[str, str]) -> Fork:
        """Start one; the first call also starts the process from which all are forked."""
        ours, theirs = FORKS.Pipe(duplex=False)
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        process = FORKS.Process(target=_run, args=(arguments, dict(environment), limits, theirs), daemon=True)
        await asyncio.to_thread(process.start)
        theirs.close()
        stdout = asyncio.StreamReader()
        with ours:
            pipe = os.fdopen(os.dup(ours.fileno()), "rb")
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), pipe)
        return cls(process, stdout)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int | None:
        """Return its exit code, once it has ended."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        return self.returncode

    async def communicate(self) -> tuple[bytes, None]:
        """Return its unread output, once it has ended."""
        printed = await self.stdout.read()
        await self.wait()
        return printed, None


def _run(arguments: Sequence[str], environment: dict[str, str], limits: tuple[int, int], printed: Connection) -> None:
    os.dup2(printed.fileno(), 1)
    os.dup2(printed.fileno(), 2)
    printed.close()
    # What a process started from here would inherit.
    os.environ.clear()
    os.environ.update(environment)
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    sys.argv[1:] = arguments
    # It ends with the tests, but may have workers.
    multiprocessing.current_process().daemon = False
    main()
