"""Creating, finding, directing and reading series; places and decisions in them."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response
from starlette.convertors import StringConvertor, register_url_convertor

from server.access import codes
from server.access.costs import NEW_BOT, NEW_SERIES, of_bytes, of_entries
from server.api.calls.dependencies import IdempotencyKey, PlayerCall, WatcherCall, reply_of
from server.api.calls.languages import AskedLines
from server.api.calls.late_routes import LateRoute
from server.api.models.series import (
    DecisionRequest,
    SeriesEventFrame,
    SeriesEventPage,
    SeriesView,
    show_series,
)
from server.api.routes.alike import Alike
from server.api.routes.responses import OF_DIRECTING, OF_TERMS, errors
from server.matches.leaves import LeaveRequest
from server.organising.series.actions import SeriesAction
from server.organising.series.fitting import fit
from server.organising.series.kind import SERIES
from server.organising.series.listings import SeriesListing
from server.organising.series.preview import SeriesPreview, preview
from server.organising.series.requests import SeasonRequest, SeriesRequest

router = APIRouter(prefix="/v1/series", tags=["series"], route_class=LateRoute)


class _SeriesConvertor(StringConvertor):
    """What follows `/v1/series/`, except the path of `previewSeries`."""

    regex = "(?!preview$)[^/]+"


register_url_convertor("series", _SeriesConvertor())

SeriesId = Annotated[str, Path(max_length=64, description="The id of the series.")]
PlaceName = Annotated[str, Path(max_length=64, description="A player by id, or `me`.", examples=["me"])]
DecisionNumber = Annotated[int, Path(ge=1, le=10_000, description="The number of a decision in the series.")]


@router.post(
    "",
    operation_id="createSeries",
    status_code=201,
    responses=errors(
        codes.NOT_ON_BEHALF,
        codes.UNKNOWN_PLAYER,
        (codes.DIRECTOR_PLAYS, 409),
        codes.ALREADY_ENTERED,
        (codes.NAME_TOO_SIMILAR, 409),
        codes.TOO_MANY_SERIES,
        codes.IDEMPOTENCY_KEY_REUSED,
        *OF_TERMS,
        codes.BAD_REST,
        codes.DOES_NOT_FIT,
        codes.WOULD_TELL,
    ),
    summary="Create a series, as its director",
)
async def create_series(
    body: SeriesRequest, call: PlayerCall, once: IdempotencyKey, response: Response
) -> SeriesListing:
    """Players can enter it until a director starts it; the caller directs it and hosts its matches."""
    call.pay(NEW_SERIES)
    done = await call.server.series.create(call.player, body, once)
    if not done.repeated:
        call.pay(NEW_BOT * done.reply.bots)
    response.headers["Location"] = f"/v1/series/{done.reply.series_id}"
    return reply_of(done, response)


@router.post(
    "/preview",
    operation_id="previewSeries",
    responses=errors(
        *OF_TERMS,
        codes.DOES_NOT_FIT,
        codes.WOULD_TELL,
    ),
    summary="How many players are where before each episode of a season",
)
async def preview_series(body: SeasonRequest, call: PlayerCall) -> SeriesPreview:
    """Creates nothing: returns the numbers of the season by the rules of its games, or where it does not fit."""
    return preview(await fit(call.server.hosting, call.player, body))


SERIES_ALIKE: Final = Alike(SERIES, lambda server: server.series, SERIES.roles.allow)

SERIES_ALIKE.add_lists(router, SeriesListing, mine="directs or has a place in", path="/{series_id:series}")


@router.put(
    "/{series_id}/players/{player_id}",
    operation_id="enterSeries",
    responses=errors(
        codes.UNKNOWN_SERIES,
        codes.DIRECTORS_ONLY,
        (codes.DIRECTOR_PLAYS, 403),
        (codes.DIRECTOR_PLAYS, 409),
        codes.UNKNOWN_PLAYER,
        codes.ALREADY_ENTERED,
        (codes.NAME_TOO_SIMILAR, 409),
        codes.NOT_OPEN,
        codes.SERIES_FULL,
        codes.SERIES_PAUSED,
        codes.SERIES_OVER,
    ),
    summary="Take a free place in a series, or as a director give it to somebody else",
)
async def enter_series(series_id: SeriesId, player_id: PlaceName, call: PlayerCall) -> SeriesListing:
    """Possible until the series starts; then bots have the places that are left. Directors have none."""
    call.require_for("enterSeries", player_id)
    return await call.server.series.enter(call.player, series_id, player_id)


@router.delete(
    "/{series_id}/players/{player_id}",
    operation_id="leaveSeries",
    responses=errors(
        codes.UNKNOWN_SERIES, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403), codes.NOT_ENTERED, codes.SERIES_OVER
    ),
    summary="Leave a series, or as a director take somebody else out of it",
)
async def leave_series(series_id: SeriesId, player_id: PlaceName, call: PlayerCall) -> SeriesListing:
    """Before the start, the place is free again. Later a bot gets it. Nobody can come back."""
    call.require_for("leaveSeries", player_id)
    return await call.server.series.leave(call.player, series_id, player_id)


@router.put(
    "/{series_id}/decisions/{number}",
    operation_id="decideInSeries",
    responses=errors(
        codes.UNKNOWN_SERIES,
        codes.NOT_AN_ENTRANT,
        codes.NOT_ENTERED,
        codes.UNKNOWN_DECISION,
        codes.NOT_YOURS_TO_DECIDE,
        codes.DECISION_CLOSED,
        codes.NOT_A_CHOICE,
        codes.TOO_MANY_CHANGES,
        codes.SERIES_PAUSED,
    ),
    summary="Make or change a decision for which the caller is asked",
)
async def decide_in_series(
    series_id: SeriesId, number: DecisionNumber, body: DecisionRequest, call: PlayerCall
) -> SeriesListing:
    """
    Everyone can see who must decide and until when, but until it closes only the caller and directors see the choice.
    With `pace` `eager` it closes at once, with `deadline` at its deadline.
    """
    return await call.server.series.decide(call.player, series_id, number, body.choice)


@router.put(
    "/{series_id}/leave",
    operation_id="takeSeriesLeave",
    responses=errors(
        codes.UNKNOWN_SERIES,
        codes.NOT_AN_ENTRANT,
        codes.NOT_ENTERED,
        codes.SERIES_OVER,
        codes.NO_LEAVE,
        codes.LEAVE_USED_UP,
        codes.TOO_MANY_CHANGES,
    ),
    summary="Take leave of some days, in which the clocks of the caller's matches and decisions stand",
)
async def take_series_leave(series_id: SeriesId, body: LeaveRequest, call: PlayerCall) -> SeriesListing:
    """
    For entrants of a series with `leave_days`. Everybody sees it. It holds in the open match, for all who play there,
    in those that begin meanwhile, and for decisions of the caller. This call is safe to repeat.
    """
    return await call.server.series.take_leave(call.player, series_id, body.days)


@router.post(
    "/{series_id}/actions",
    operation_id="actOnSeries",
    responses=errors(
        codes.UNKNOWN_SERIES,
        *OF_DIRECTING,
        codes.NOT_OPEN,
        codes.EPISODE_OPEN,
        codes.NOTHING_OPEN,
        codes.NOT_STOPPED,
        codes.UNKNOWN_EPISODE,
        codes.DECISION_CLOSED,
        codes.DOES_NOT_FIT,
        codes.TOO_LATE,
        codes.BAD_REST,
        codes.SERIES_PAUSED,
        codes.SERIES_OVER,
        codes.TOO_MANY_ACTIONS,
        codes.IDEMPOTENCY_KEY_REUSED,
    ),
    summary="Start, pause, extend, replay, decide, replace, disqualify, set places, give or take roles, cancel",
)
async def act_on_series(
    series_id: SeriesId, body: SeriesAction, call: PlayerCall, once: IdempotencyKey, response: Response
) -> SeriesListing:
    """Every action is an entry of the log, with who acted and the reason, for everyone who can see the series."""
    done = await call.server.series.act(call.player, series_id, body, once)
    return reply_of(done, response)


@router.get(
    "/{series_id}/view",
    operation_id="getSeriesView",
    response_model=SeriesView,
    responses=errors(codes.UNKNOWN_SERIES, codes.CURSOR_AHEAD),
    summary="What the caller knows of a series, now or after an earlier event",
)
async def get_series_view(
    series_id: SeriesId,
    call: WatcherCall,
    at: Annotated[int | None, Query(ge=1, le=2**53, description="An event of the caller's stream.")] = None,
    lines: AskedLines = None,
) -> Response:
    known, said = await call.server.series.view_with_lines(call.player, series_id, at, lines)
    call.pay(of_entries(len(known.course.episodes)))
    text = show_series(known, call.server.series.repository.epoch, call.server.now(), said).model_dump_json()
    call.pay(of_bytes(len(text)))
    return Response(text, media_type="application/json")


SERIES_ALIKE.add_log(
    router,
    SeriesEventFrame,
    SeriesEventPage,
    events="""
    Each event is an entry of the series' log, with the facts addressed to the caller. Read pages, long polls and
    server-sent events like those of `listEvents`; matches have streams of their own. After `viewer_changed` (4410),
    when the caller has a place or has lost it, start again from 0 without an id.
    """,
    log="""
    Directors can read it at any time, everyone else when the series has ended. The entries are chained as those of
    matches are (`getLog`); `match_id` is the id of the series.
    """,
)
