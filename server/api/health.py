"""Whether the server is up."""

from __future__ import annotations

from fastapi import APIRouter

from server.api.schemas import Health

router = APIRouter(tags=["health"])


@router.get("/healthz", operation_id="getHealth", summary="Whether the server is up")
async def get_health() -> Health:
    return Health()
