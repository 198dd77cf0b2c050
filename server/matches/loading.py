"""
Reading a match from its log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Final, TypeVar

from server.access import UNKNOWN_MATCH
from server.back_off import BackOff
from server.errors import UnavailableError, UnknownError
from server.failures import describe
from server.figures import figures
from server.ids import is_id
from server.log.contract import BrokenLogError, Log, LogUnavailableError
from server.matches.live import LiveMatch

_READ_AT_ONCE: Final = 200
"""How many entries of a match are read and parsed at once; that takes some milliseconds."""

_T = TypeVar("_T")

log = logging.getLogger(__name__)


class Loading:
    """Reads each match once, however many ask for it meanwhile, and seldom where it cannot be read."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._unreadable = BackOff()
        self._under_way: dict[str, asyncio.Task[LiveMatch]] = {}

    async def load(self, match_id: str, hold: Callable[[LiveMatch], LiveMatch]) -> LiveMatch:
        """
        The match, folded from its log.

        `hold` is called with it before anybody else has it, once: that of the caller for whom the reading begins.

        Raises:
            UnknownError: There is none.
            UnavailableError: The database does not answer, or the match cannot be read.
        """
        if not is_id(match_id):
            raise UNKNOWN_MATCH.error()
        if self._unreadable.rests(match_id):
            raise unreadable()
        loading = self._under_way.get(match_id)
        if loading is None:
            loading = asyncio.create_task(self._read_match(match_id, hold), context=Context())
            self._under_way[match_id] = loading
            loading.add_done_callback(lambda _: self._under_way.pop(match_id, None))
        # Shielded: one caller that goes away must not take the match from the others who wait for it.
        return await asyncio.shield(loading)

    def failed(self, match_id: str) -> None:
        """A match cannot be read; for a while nobody tries to."""
        figures.unreadable += 1
        self._unreadable.failed(match_id)

    async def _read_match(self, match_id: str, hold: Callable[[LiveMatch], LiveMatch]) -> LiveMatch:
        try:
            live = await self._fold(match_id)
        except UnknownError:
            raise
        except LogUnavailableError as error:
            raise unavailable() from error
        except Exception as error:  # Whatever is wrong with its log, it is so again for whoever asks next.
            log.error("%s cannot be read: %s", match_id, describe(error))
            self.failed(match_id)
            raise unreadable() from error
        self._unreadable.mended(match_id)
        return hold(live)

    async def _fold(self, match_id: str) -> LiveMatch:
        entries = await self._log.read(match_id, 0, _READ_AT_ONCE)
        if not entries:
            raise UNKNOWN_MATCH.error()
        live = LiveMatch(entries[:1], await self._log.seed(match_id))
        await live.take_in(entries[1:])
        while len(entries) == _READ_AT_ONCE:
            entries = await self._log.read(match_id, live.head.seq, _READ_AT_ONCE)
            await live.take_in(entries)
        return live


async def answered(read: Awaitable[_T]) -> _T:
    """
    What the log says, or our own word for why it does not.

    Raises:
        UnavailableError: The database does not answer, or what it holds cannot be read.
    """
    try:
        return await read
    except LogUnavailableError as error:
        raise unavailable() from error
    except BrokenLogError as error:
        raise unreadable() from error


def unavailable() -> UnavailableError:
    """What whoever needs the database is told while it does not answer."""
    return UnavailableError("database_unavailable", "The database does not answer. Try again in a moment.")


def unreadable() -> UnavailableError:
    """What whoever asks for a match is told whose log cannot be read, or has just lost entries."""
    return UnavailableError("match_unreadable", "This match cannot be read at the moment. Try again in a moment.")
