"""
The process that pairs Swiss rounds.

The matching holds the interpreter's lock for seconds, during which the server could not serve. The process is started
for the first round and then kept. It ends when its input ends, also if the server is killed, after its current round.
"""

from __future__ import annotations

import asyncio
import copyreg
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from typing import Final

from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.pairing.swiss import NoPairingError, SwissReason, TooManyEntrantsError, pair
from server.organising.tournaments.rounds import Result, Table

_ATTEMPTS: Final = 2
_LENGTH_BYTES: Final = 8
_NICENESS: Final = 10

# Pickling these by the arguments of the constructor takes a third of the time, during which the event loop may have to
# wait for the interpreter's lock.
copyreg.pickle(Table, lambda table: (Table, (table.number, table.entrants, table.result)))
copyreg.pickle(Result, lambda result: (Result, (result.how, result.points)))


class PairingFailedError(Exception):
    """The process ended each time before it had paired the round; its log lines say why."""


class PairingProcess:
    """Pairs one round at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def pair(self, of: PairingField) -> list[Paired[SwissReason]]:
        """
        Do the same as `swiss.pair`, while the event loop is free. Cancelling it ends the process.

        Raises:
            NoPairingError: There is no legal pairing.
            TooManyEntrantsError: The field is too large.
            PairingFailedError: The process ended, and ended again after a restart.
        """
        request = await asyncio.to_thread(pickle.dumps, of)
        async with self._turn:
            answer = await self._answer(request)
        outcome: list[Paired[SwissReason]] | NoPairingError | TooManyEntrantsError
        outcome = await asyncio.to_thread(pickle.loads, answer)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

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
        raise PairingFailedError(f"The process that pairs rounds ended {_ATTEMPTS} times.")

    async def _ask(self, request: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            # In a session of its own, since Ctrl-C is for the server, which may have to finish this round.
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", __name__, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        written, read = self._process.stdin, self._process.stdout
        if written is None or read is None:
            raise RuntimeError("The process was started with pipes.")
        written.write(request)
        await written.drain()
        length = int.from_bytes(await read.readexactly(_LENGTH_BYTES))
        return await read.readexactly(length)


def _serve() -> None:
    """Pair the rounds that come on standard input, until it ends."""
    os.nice(_NICENESS)  # Players come first if there are few processors.
    while True:
        try:
            of: PairingField = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            outcome: object = pair(of)
        except (NoPairingError, TooManyEntrantsError) as refused:
            outcome = refused
        answer = pickle.dumps(outcome)
        try:
            sys.stdout.buffer.write(len(answer).to_bytes(_LENGTH_BYTES) + answer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # The server has ended; an orderly exit would flush again, and fail.


if __name__ == "__main__":
    _serve()
