"""The addresses of the WebSockets; their protocol is in `server.api.streams` (docs/streams.md)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, cast

from fastapi import APIRouter
from starlette.websockets import WebSocket

from server.api.calls.tracking import AFTERWARDS
from server.api.server import Server
from server.api.streams.socket import Socket

router = APIRouter(prefix="/v1")


@router.websocket("/matches/{match_id}/stream")
async def stream_match(websocket: WebSocket, match_id: str) -> None:
    asked = websocket.query_params
    _serve(websocket, _socket(websocket).serve_match(match_id, asked.get("after"), asked.get("epoch")))


@router.websocket("/stream")
async def stream_many(websocket: WebSocket) -> None:
    _serve(websocket, _socket(websocket).serve_many())


@router.websocket("/me/events")
async def stream_my_events(websocket: WebSocket) -> None:
    asked = websocket.query_params
    _serve(websocket, _socket(websocket).serve_own(asked.get("after"), asked.get("epoch")))


@router.websocket("/tournaments/{tournament_id}/stream")
async def stream_tournament(websocket: WebSocket, tournament_id: str) -> None:
    asked = websocket.query_params
    serving = _socket(websocket).serve_tournament(
        tournament_id, asked.get("after"), asked.get("epoch"), asked.get("matches")
    )
    _serve(websocket, serving)


def _socket(websocket: WebSocket) -> Socket:
    return Socket(cast("Server", websocket.app.state.server).streams, websocket)


def _serve(websocket: WebSocket, serving: Coroutine[Any, Any, None]) -> None:
    """Serve a socket, after the framework has returned."""
    websocket.scope[AFTERWARDS](serving)
