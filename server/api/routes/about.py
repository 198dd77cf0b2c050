"""The version of the API."""

from __future__ import annotations

from fastapi import APIRouter

from server.api.calls.dependencies import TheServer
from server.api.calls.late_routes import LateRoute
from server.api.calls.versions import FEATURE_LEVEL, VERSION
from server.api.models.about import ApiReply
from server.api.routes.responses import errors_without_input

router = APIRouter(prefix="/v1", tags=["about"], route_class=LateRoute)


@router.get("", operation_id="getApi", summary="The version of the API", responses=errors_without_input())
async def get_api(server: TheServer) -> ApiReply:
    """
    Within `/v1`, features are only added, never removed or changed in meaning; each addition raises the feature level.
    """
    return ApiReply(api="v1", feature_level=FEATURE_LEVEL, version=VERSION, server_now=server.now())
