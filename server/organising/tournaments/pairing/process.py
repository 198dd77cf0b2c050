"""The process that pairs Swiss rounds, because the matching takes seconds of processor time."""

from __future__ import annotations

import asyncio
import copyreg
import pickle

from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.pairing.swiss import NoPairingError, SwissReason, TooManyEntrantsError, pair
from server.organising.tournaments.rounds import Result, Table
from server.runtime.helper_process import HelperProcess, serve

# Pickling these by the arguments of the constructor takes a third of the time, during which the event loop may have to
# wait for the interpreter's lock.
copyreg.pickle(Table, lambda table: (Table, (table.number, table.entrants, table.result)))
copyreg.pickle(Result, lambda result: (Result, (result.how, result.points)))


class PairingProcess:
    """Pairs one round at a time."""

    def __init__(self) -> None:
        self._helper = HelperProcess(__name__)

    async def pair(self, of: PairingField) -> list[Paired[SwissReason]]:
        """
        Do the same as `swiss.pair`, while the event loop is free. Cancelling it ends the process.

        Raises:
            NoPairingError: There is no legal pairing.
            TooManyEntrantsError: The field is too large.
            HelperFailedError: The process ended, and ended again after a restart.
        """
        answer = await self._helper.ask(await asyncio.to_thread(pickle.dumps, of))
        outcome: list[Paired[SwissReason]] | NoPairingError | TooManyEntrantsError
        outcome = await asyncio.to_thread(pickle.loads, answer)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def close(self) -> None:
        """End the process."""
        await self._helper.close()


def _pair(of: PairingField) -> object:
    try:
        return pair(of)
    except (NoPairingError, TooManyEntrantsError) as refused:
        return refused


if __name__ == "__main__":
    serve(_pair)
