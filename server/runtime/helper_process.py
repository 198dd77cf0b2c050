"""
A process of its own for work that would hold the interpreter's lock, during which the server could not serve.

It is started for the first request and then kept, for `idle_seconds` without a request at most. It also ends when its
input ends, so if the server is killed, after its current request.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import select
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from resource import RLIMIT_AS, setrlimit
from typing import Any, Final

_ATTEMPTS: Final = 2
_LENGTH_BYTES: Final = 8
_NICENESS: Final = 10


class HelperFailedError(Exception):
    """The process ended each time before it had answered; its log lines say why."""


class HelperProcess:
    """Answers one request at a time; `module` is run as the program, and calls `serve`."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self.waiting = 0
        """How many requests wait for an answer."""

    async def ask(self, request: bytes) -> bytes:
        """
        Return the answer to a pickled request. Cancelling it while it is answered ends the process.

        Raises:
            HelperFailedError: The process ended, and ended again after a restart.
        """
        self.waiting += 1
        try:
            async with self._turn:
                return await self._answer(request)
        finally:
            self.waiting -= 1

    async def close(self) -> None:
        """End the process."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        await self._wait()

    async def _wait(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.wait()

    async def _answer(self, request: bytes) -> bytes:
        for _ in range(_ATTEMPTS):
            try:
                return await self._ask(request)
            except (OSError, asyncio.IncompleteReadError):
                await self._wait()  # It has ended. Do not kill it: asyncio would then miss its exit.
            except BaseException:
                await self.close()  # The next caller must not read the answer to this request.
                raise
        raise HelperFailedError(f"The process {self._module} ended {_ATTEMPTS} times.")

    async def _ask(self, request: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            # In a session of its own, since Ctrl-C is for the server, which may have to finish its work.
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self._module, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        written, read = self._process.stdin, self._process.stdout
        if written is None or read is None:
            raise RuntimeError("The process was started with pipes.")
        written.write(request)
        await written.drain()
        length = int.from_bytes(await read.readexactly(_LENGTH_BYTES))
        return await read.readexactly(length)


def serve(answer: Callable[[Any], object], idle_seconds: float | None = None, most_bytes: int | None = None) -> None:
    """
    Answer the requests that come on standard input, until it ends or none has come for `idle_seconds`.

    `most_bytes`: the limit of the memory of this process, if any.
    """
    os.nice(_NICENESS)  # Players come first if there are few processors.
    if most_bytes is not None:
        setrlimit(RLIMIT_AS, (most_bytes, most_bytes))
    while True:
        if idle_seconds is not None and not select.select([sys.stdin], [], [], idle_seconds)[0]:
            return
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        given = pickle.dumps(answer(request))
        try:
            sys.stdout.buffer.write(len(given).to_bytes(_LENGTH_BYTES) + given)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # The server has ended; an orderly exit would flush again, and fail.
