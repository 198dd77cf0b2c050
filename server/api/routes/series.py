"""What a season would be."""

from __future__ import annotations

from fastapi import APIRouter

from server import codes
from server.api.calls.dependencies import PlayerCall
from server.api.routes.responses import errors
from server.series.fitting import fit
from server.series.preview import SeriesPreview, preview
from server.series.requests import SeasonRequest

router = APIRouter(prefix="/v1/series", tags=["series"])


@router.post(
    "/preview",
    operation_id="previewSeries",
    responses=errors(
        (codes.UNKNOWN_GAME, 422),
        codes.UNKNOWN_VARIANT,
        codes.BAD_OPTION,
        codes.BAD_OPTIONS,
        codes.BAD_PACK,
        (codes.UNKNOWN_PACK, 422),
        codes.DOES_NOT_FIT,
        codes.WOULD_TELL,
    ),
    summary="How many players are where before each episode of a season",
)
async def preview_series(body: SeasonRequest, call: PlayerCall) -> SeriesPreview:
    """Nothing is created: the arithmetic of the season, as the rules of its games say, or where it does not fit."""
    return preview(await fit(call.server.hosting, call.player, body))
