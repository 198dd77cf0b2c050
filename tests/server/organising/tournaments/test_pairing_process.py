"""The process that pairs rounds: what it answers, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import psutil
import pytest

from server.organising.tournaments.pairing import process as process_module
from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.process import PairingProcess
from server.organising.tournaments.pairing.swiss import NoPairingError, pair
from server.organising.tournaments.rounds import Result, Round, Table
from server.runtime.helper_process import HelperFailedError
from tests.server.organising.tournaments.swiss_play import entrants
from tests.waiting import PATIENCE_SECONDS, patience

_FIRST = PairingField(entrants(5), (), lot=0, is_last=False, allows_repeats=False)
_MET = Round(1, (Table(1, ("e1", "e2"), Result("played", (2, 0))),))

_SERVER = """
import asyncio
from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.process import PairingProcess

async def main():
    await PairingProcess().pair(PairingField((), (), lot=0, is_last=False, allows_repeats=False))
    print("paired", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
async def pairing() -> AsyncIterator[PairingProcess]:
    process = PairingProcess()
    yield process
    await process.close()
    assert not _children()


def _children() -> list[psutil.Process]:
    """Return the processes that pair rounds for this one, which other tests have given other children."""
    return [child for child in psutil.Process().children() if process_module.__name__ in child.cmdline()]


async def test_rounds_are_paired_by_one_process_which_is_replaced_if_it_ends(pairing: PairingProcess) -> None:
    repeat = replace(_FIRST, entrants=("e1", "e2"), rounds=(_MET,))

    found = await asyncio.gather(pairing.pair(_FIRST), pairing.pair(_FIRST))
    with pytest.raises(NoPairingError):
        await pairing.pair(repeat)
    (first,) = _children()

    os.kill(first.pid, signal.SIGKILL)
    again = await pairing.pair(_FIRST)

    assert list(found) == [pair(_FIRST)] * 2
    assert again == found[0]
    assert [child.pid for child in _children()] != [first.pid]


async def test_a_call_that_is_cancelled_ends_the_process(pairing: PairingProcess) -> None:
    """
    Otherwise the next call would read the answer to this one.
    """
    long = replace(_FIRST, entrants=entrants(500))
    call = asyncio.create_task(pairing.pair(long))
    async with patience():
        while not (children := _children()):  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call

    assert not any(child.is_running() for child in children)
    assert await pairing.pair(_FIRST) == pair(_FIRST)


async def test_a_process_that_always_ends_is_an_error(pairing: PairingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")

    with pytest.raises(HelperFailedError):
        await pairing.pair(_FIRST)


def test_no_process_is_left_when_the_server_is_killed() -> None:
    """
    Ctrl-C reaches the server's group only, since it may have to finish a round.
    """
    server = subprocess.Popen(
        [sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert server.stdout is not None
    server.stdout.readline()
    (child,) = psutil.Process(server.pid).children()
    apart = os.getpgid(child.pid) != os.getpgid(server.pid)

    server.kill()
    _, lines = server.communicate(timeout=PATIENCE_SECONDS)  # The child has the other end of it as well.

    assert apart
    assert lines == b""
