"""What stands before a PostgreSQL and counts what it is asked, by the messages of its protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

_ENDED: Final = (OSError, asyncio.IncompleteReadError)


class CountedPostgres:
    """
    Passes on what each side says.

    Attributes:
        statements: How many statements it was given so far; the beginning and the end of a transaction are two.
    """

    def __init__(self, target: tuple[str, int]) -> None:
        self.statements = 0
        self._target = target
        # What is awaited from it, by connection.
        self._awaited: dict[object, int] = {}

    @property
    def is_connected(self) -> bool:
        return bool(self._awaited)

    @property
    def is_busy(self) -> bool:
        """Whether an answer of it is awaited."""
        return any(self._awaited.values())

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        connection = object()
        self._awaited[connection] = 1

        def note_question(kind: bytes) -> None:
            self.statements += kind in b"QE"  # Query, Execute
            self._awaited[connection] += kind in b"QS"  # Query, Sync

        def note_answer(kind: bytes) -> None:
            self._awaited[connection] -= kind == b"Z"  # ReadyForQuery

        its_reader, its_writer = await asyncio.open_connection(*self._target)
        try:
            length = await reader.readexactly(4)
            its_writer.write(length + await reader.readexactly(int.from_bytes(length) - 4))
            await asyncio.gather(_pass_on(reader, its_writer, note_question), _pass_on(its_reader, writer, note_answer))
        finally:
            for each in (writer, its_writer):
                each.close()
                with suppress(OSError):
                    await each.wait_closed()
            del self._awaited[connection]


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, note: Callable[[bytes], None]) -> None:
    with suppress(*_ENDED):
        while True:
            kind, length = await reader.readexactly(1), await reader.readexactly(4)
            note(kind)
            writer.write(kind + length + await reader.readexactly(int.from_bytes(length) - 4))
    writer.close()


@asynccontextmanager
async def counted_postgres(url: str) -> AsyncIterator[tuple[CountedPostgres, str]]:
    """Stand before this PostgreSQL; yields the URL that leads through it."""
    target = urlsplit(url)
    assert target.hostname
    assert target.port
    counted = CountedPostgres((target.hostname, target.port))
    server = await asyncio.start_server(counted.accept, "127.0.0.1", 0)
    through = url.replace(f":{target.port}/", f":{server.sockets[0].getsockname()[1]}/")
    try:
        yield counted, f"{through}?sslmode=disable"
    finally:
        server.close()
        while counted.is_connected:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)
