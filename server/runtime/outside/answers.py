"""
Bounds for what a called address sends before its answer: interim answers (RFC 9110, section 15.2) and bytes of heads.

aiohttp reads as many interim answers as come, and does nothing else while there are more. So a server that is called
could keep the event loop busy with them for as long as a call may take.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from aiohttp import ClientConnectionError, TCPConnector
from aiohttp.client_proto import ResponseHandler

MAX_INTERIM: Final = 4
"""How many interim answers may come before the answer; one is usual (100 or 103)."""

MAX_HEAD_BYTES: Final = 32_768
"""How many bytes may come until the head of the answer ends, with all interim answers."""

_PIECE_BYTES: Final = 2_048
"""How much is parsed at a time: whatever is parsed at once is read in full, however many answers it contains."""


class BoundedConnector(TCPConnector):
    """Connects as aiohttp does, and ends connections whose answers keep no bounds."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401  # those of TCPConnector
        super().__init__(**options)
        reads: type[ResponseHandler] = _BoundedAnswers
        self._factory = partial(reads, loop=self._loop)


class _BoundedAnswers(ResponseHandler):
    """Reads the answers on one connection: one for each request, with few interim ones before it."""

    _head_bytes = 0
    _interim = 0
    _awaited = False

    def set_response_params(self, **params: Any) -> None:  # noqa: ANN401  # those of ResponseHandler
        self._head_bytes = self._interim = 0
        self._awaited = True
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data) or 1, _PIECE_BYTES):
            piece = data[start : start + _PIECE_BYTES]
            self._head_bytes += len(piece) if self._awaited else 0
            super().data_received(piece)
            if self._awaited and self._head_bytes > MAX_HEAD_BYTES:
                self._refuse("the head of the answer is too large")
            if self._exception is not None:
                return

    def feed_data(self, data: Any, size: int = 0) -> None:  # noqa: ANN401  # a message, and its content
        """Pass an answer to the call that waits for it."""
        if self._exception is not None:
            return None
        status: int = data[0].code
        if not self._awaited:
            return self._refuse("there is more than one answer")
        if 100 <= status < 200 and status != 101:
            self._interim += 1
            if self._interim > MAX_INTERIM:
                return self._refuse("there are too many interim answers")
        else:
            self._awaited = False
        return super().feed_data(data, size)

    def _refuse(self, why: str) -> None:
        self.set_exception(ClientConnectionError(why))
        if self.transport is not None:
            self.transport.abort()
