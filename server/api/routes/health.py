"""Whether the process is up, and whether it can serve."""

from __future__ import annotations

from fastapi import APIRouter

from server.api.calls.dependencies import TheServer
from server.api.models.about import Health
from server.api.routes.responses import only

router = APIRouter(tags=["health"])


@router.get("/healthz", operation_id="getHealth", summary="Whether the process is up")
async def get_health() -> Health:
    """Asks nothing but the process itself."""
    return Health(status="ok")


@router.get(
    "/readyz",
    operation_id="getReadiness",
    responses=only("stopping", "unheard", "outdated", "database_unavailable"),
    summary="Whether the process can serve",
)
async def get_readiness(server: TheServer) -> Health:
    """
    For load balancers: the database answers within a second and has the shape that this process works on, what other
    processes do is heard of, and the process is not stopping.
    """
    await server.readiness.require()
    return Health(status="ok")
