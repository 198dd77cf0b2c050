"""Whether the process is alive, and whether it is ready to serve."""

from __future__ import annotations

from fastapi import APIRouter

from server.access import codes
from server.api.calls.dependencies import TheServer
from server.api.calls.late_routes import LateRoute
from server.api.models.about import Health, Readiness
from server.api.routes.responses import only
from server.logs.store.readiness import REASONS
from server.runtime.metrics import metrics

router = APIRouter(tags=["health"], route_class=LateRoute)


@router.get(
    "/healthz",
    operation_id="getHealth",
    responses=only(codes.MALFORMED_REQUEST),
    summary="Whether the process is alive",
)
async def get_health() -> Health:
    """Checks only the process itself."""
    return Health(status="ok")


@router.get(
    "/readyz",
    operation_id="getReadiness",
    responses=only(
        codes.MALFORMED_REQUEST,
        *REASONS,
    ),
    summary="Whether the process is ready to serve",
)
async def get_readiness(server: TheServer) -> Readiness:
    """
    For load balancers: the database responds within a second, can be written, and has the schema and the time of this
    process, the process receives notices from other processes, and it is not stopping.
    """
    await server.readiness.require()
    return Readiness(
        status="ok",
        matches_of_other_rules=sum(metrics.other_rules.values()),
        unread_logs=sum(metrics.unread.values()),
        news_told_again=server.comparison.found.told_again,
        news_of_lost_entries=server.comparison.found.of_lost_entries,
    )
