"""Ratings of players by game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from server.access import codes
from server.access.costs import of_list
from server.api.calls.dependencies import PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.ratings import RatingList, RatingsReply, show_rating
from server.api.routes.games import Game, require_known
from server.api.routes.responses import errors
from server.runtime.ids import ID_PATTERN

router = APIRouter(prefix="/v1", tags=["tournaments"], route_class=LateRoute)


@router.get(
    "/players/{player_id}/ratings",
    operation_id="getPlayerRatings",
    responses=errors(codes.UNKNOWN_PLAYER),
    summary="The ratings of a player",
)
async def get_player_ratings(
    player_id: Annotated[str, Path(max_length=64, description="A player by id, or `me`.", examples=["me"])],
    call: PlayerCall,
) -> RatingsReply:
    """Results of public tournaments count when these are over ([ratings](/docs/tournaments#ratings))."""
    player, known = await call.server.tournaments.ratings_of(call.player, player_id)
    return RatingsReply(ratings=[show_rating(player, game, rating) for game, rating in known.items()])


@router.get(
    "/games/{game}/ratings",
    operation_id="listRatings",
    responses=errors((codes.UNKNOWN_GAME, 404)),
    summary="The players who are rated in a game, the best first",
)
async def list_ratings(
    game: Game,
    call: PlayerCall,
    before: Annotated[str | None, Query(pattern=ID_PATTERN, description="The `next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="The maximum number of players.")] = 50,
) -> RatingList:
    require_known(game)
    page = await call.server.tournaments.list_ratings(game, before, limit)
    call.pay(of_list(len(page.rated)))
    return RatingList(ratings=[show_rating(each.player, game, each.rating) for each in page.rated], next=page.next)
