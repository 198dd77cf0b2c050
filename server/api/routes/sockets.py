"""The addresses of the WebSockets; their protocol is in `server.api.streams` (docs/streams.md)."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter
from starlette.websockets import WebSocket

from server.api.server import Server
from server.api.streams.socket import Socket
from server.api.streams.streams import Streams

router = APIRouter(prefix="/v1")


@router.websocket("/matches/{match_id}/stream")
async def stream_match(websocket: WebSocket, match_id: str) -> None:
    asked = websocket.query_params
    await Socket(_streams(websocket), websocket).serve_match(match_id, asked.get("after"), asked.get("epoch"))


@router.websocket("/stream")
async def stream_many(websocket: WebSocket) -> None:
    await Socket(_streams(websocket), websocket).serve_many()


@router.websocket("/me/events")
async def stream_my_events(websocket: WebSocket) -> None:
    asked = websocket.query_params
    await Socket(_streams(websocket), websocket).serve_own(asked.get("after"), asked.get("epoch"))


@router.websocket("/tournaments/{tournament_id}/stream")
async def stream_tournament(websocket: WebSocket, tournament_id: str) -> None:
    asked = websocket.query_params
    await Socket(_streams(websocket), websocket).serve_tournament(
        tournament_id, asked.get("after"), asked.get("epoch"), asked.get("matches")
    )


def _streams(websocket: WebSocket) -> Streams:
    return cast("Server", websocket.app.state.server).streams
