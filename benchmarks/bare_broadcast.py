"""The ceiling of a broadcast: a `websockets` server that sends one text to all connected clients."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed


async def main() -> None:
    """
    Serve on a free port, which is printed. A client that sends a text is answered `ok`; then all others get the text.
    """
    listeners: set[ServerConnection] = set()

    async def handle(connection: ServerConnection) -> None:
        listeners.add(connection)
        try:
            with suppress(ConnectionClosed):
                async for text in connection:
                    listeners.discard(connection)
                    await connection.send("ok")
                    broadcast(listeners, text)
        finally:
            listeners.discard(connection)

    async with serve(handle, "127.0.0.1", 0, compression=None, backlog=2048) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
