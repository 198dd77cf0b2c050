"""A server with one route that reads JSON and replies like the no-op call: what the framework can do at best."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from server.cli.serving.garbage import spare_the_garbage_collector
from server.cli.serving.one_process import listen


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets is not None
        print(sockets[0].getsockname()[1], flush=True)


async def _noop(request: Request) -> JSONResponse:
    body = await request.json()
    return JSONResponse(
        {
            "match_id": "0" * 26,
            "seat": "a",
            "phase": body["phase"],
            "accepted_at": "2040-01-01T00:00:00.000000Z",
            "receipt": "0" * 64,
            "cursor": 4,
            "repeated": False,
        }
    )


def main() -> None:
    """Serve on a free port, which is printed, with the parser and the event loop that Moirai uses."""
    spare_the_garbage_collector()
    app = Starlette(routes=[Route("/noop", _noop, methods=["PUT"])])
    config = uvicorn.Config(
        app, loop="asyncio", http="httptools", access_log=False, log_level="warning", server_header=False
    )
    _Server(config).run(sockets=[listen("127.0.0.1", 0)])


if __name__ == "__main__":
    main()
