"""Creating, finding, directing, entering and reading tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response

from engines.kit import Language
from server.access import codes
from server.access.costs import NEW_TOURNAMENT, of_bytes, of_entries, of_workbook
from server.api.calls.attachments import attachment
from server.api.calls.dependencies import IdempotencyKey, PlayerCall, WatchCall, WatcherCall, reply_of
from server.api.calls.languages import AcceptLanguage, AskedLines, SheetLanguage
from server.api.calls.late_routes import LateRoute
from server.api.calls.media_types import prefers
from server.api.calls.static_replies import UNCHANGED, IfNoneMatch, in_renderer
from server.api.models.tournaments import (
    AddedEntrants,
    RoundReply,
    StandingsReply,
    TournamentEventFrame,
    TournamentEventPage,
    TournamentView,
    render_tournament,
    show_round,
    show_standings,
)
from server.api.routes.alike import Alike
from server.api.routes.calendars import CALENDAR, CalendarLanguage, reply_with
from server.api.routes.responses import OF_DIRECTING, OF_TERMS, errors
from server.matches.leaves import LeaveRequest
from server.notifications.calendars.texts import TEXTS
from server.organising.tournaments.actions import DirectorAction
from server.organising.tournaments.kind import TOURNAMENTS
from server.organising.tournaments.listings import TournamentListing
from server.organising.tournaments.report import report_of
from server.organising.tournaments.requests import EntrantRequest, EntrantsRequest, TournamentRequest
from server.organising.tournaments.sheets import names_of, round_sheet, sheet_of_links
from server.organising.tournaments.standings.documents import sheet_of
from server.organising.tournaments.story import SENTENCES
from server.runtime.sheets import Cell, write_sheet, write_workbook
from server.runtime.time_slices import in_slices
from server.runtime.words import language_of

router = APIRouter(prefix="/v1/tournaments", tags=["tournaments"], route_class=LateRoute)

TournamentId = Annotated[str, Path(max_length=64, description="The id of the tournament.")]
EntrantName = Annotated[str, Path(max_length=64, description="A player by id, or `me`.", examples=["me"])]
RoundNumber = Annotated[int, Path(ge=1, le=1_000, description="The number of a round.")]

TableNumber = Annotated[int, Path(ge=1, le=1_000, description="The number of a table.")]

CSV: Final = "text/csv"

TRF: Final = "text/x-trf"
"""FIDE's format for reports, which has no registered type."""


XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_SHEETS: Final[dict[str, Any]] = {
    CSV: {"schema": {"type": "string"}},
    XLSX: {"schema": {"type": "string", "format": "binary"}},
}


def _sheet_asked(request: Request) -> str | None:
    """Return the kind of sheet that the caller accepts; None for JSON."""
    return next((kind for kind in (XLSX, CSV) if prefers(request, kind)), None)


async def _send_sheet(
    call: WatchCall, kind: str, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], language: Language
) -> Response:
    if kind == CSV:
        sheet, ending = write_sheet(columns, rows, language), "csv"
    else:
        call.pay(of_workbook(len(rows)))
        sheet, ending = await in_renderer(partial(write_workbook, columns, rows, language)), "xlsx"
    return Response(sheet, headers=attachment(f"{name}.{ending}"), media_type=kind)


@router.post(
    "",
    operation_id="createTournament",
    status_code=201,
    responses=errors(
        codes.NOT_ON_BEHALF,
        codes.UNKNOWN_PLAYER,
        codes.TOO_MANY_TOURNAMENTS,
        codes.IDEMPOTENCY_KEY_REUSED,
        *OF_TERMS,
        codes.BAD_REST,
        codes.BAD_SYSTEM,
        codes.TOO_MANY_ROUNDS,
        codes.BAD_TIE_BREAK,
        codes.TIME_PASSED,
        codes.WOULD_TELL,
    ),
    summary="Create a tournament, as its director",
)
async def create_tournament(
    body: TournamentRequest, call: PlayerCall, once: IdempotencyKey, response: Response
) -> TournamentListing:
    """It is a draft until a director opens it; the caller directs it and hosts its matches."""
    call.pay(NEW_TOURNAMENT)
    done = await call.server.tournaments.create(call.player, body, once)
    response.headers["Location"] = f"/v1/tournaments/{done.reply.tournament_id}"
    return reply_of(done, response)


TOURNAMENTS_ALIKE: Final = Alike(TOURNAMENTS, lambda server: server.tournaments, TOURNAMENTS.roles.allow)

TOURNAMENTS_ALIKE.add_lists(router, TournamentListing, mine="directs or has entered", path="/{tournament_id}")


@router.put(
    "/{tournament_id}/entrants/{player_id}",
    operation_id="enterTournament",
    responses=errors(
        codes.UNKNOWN_TOURNAMENT,
        codes.DIRECTORS_ONLY,
        (codes.DIRECTOR_PLAYS, 403),
        (codes.DIRECTOR_PLAYS, 409),
        codes.UNKNOWN_PLAYER,
        codes.ALREADY_ENTERED,
        (codes.NAME_TOO_SIMILAR, 409),
        codes.NOT_OPEN,
        codes.BAD_PARTNER,
    ),
    summary="Enter a tournament, or as a director somebody else",
)
async def enter_tournament(
    tournament_id: TournamentId, player_id: EntrantName, body: EntrantRequest, call: PlayerCall
) -> TournamentListing:
    """
    If all places are taken, the entrant waits for one. Late entrants can enter systems that allow it. A team enters
    when each of its members has named the other one as `partner`.
    """
    call.require_for("enterTournament", player_id)
    return await call.server.tournaments.enter(call.player, tournament_id, player_id, body)


@router.post(
    "/{tournament_id}/entrants",
    operation_id="addEntrants",
    response_model=AddedEntrants,
    responses={
        200: {"content": {CSV: {"schema": {"type": "string"}}}},
        **errors(
            codes.UNKNOWN_TOURNAMENT,
            codes.DIRECTORS_ONLY,
            codes.NOT_ON_BEHALF,
            (codes.DIRECTOR_PLAYS, 403),
            codes.BAD_ROSTER,
            codes.BAD_PARTNER,
            codes.NOT_OPEN,
            codes.TOO_LATE,
        ),
    },
    summary="Enter people who have no account, by name, and get a link for each",
)
async def add_entrants(
    request: Request,
    tournament_id: TournamentId,
    body: EntrantsRequest,
    call: PlayerCall,
    language: SheetLanguage = None,
    accept_language: AcceptLanguage = None,
) -> Response:
    """
    Up to 1,000 people, from a list, a sheet or a report; the body can have 256 KiB. Each line is added or refused on
    its own, and the reply says what becomes of each; with `preview`, nobody is entered. A repeated call enters nobody
    twice. Each person gets a link with a `token` that is returned only this once: the first player who accepts it
    (`acceptInvitation`) claims the place, and plays from the next match on. Until then nobody plays for the place, and
    it is treated as every absent entrant. With `Accept: text/csv`, a sheet of names, e-mail addresses and links.
    """
    roster = await call.server.tournaments.additions.read(body)
    added = await call.server.tournaments.additions.add(call.player, tournament_id, body, roster.lines)
    if prefers(request, CSV):
        address = call.server.accounts.origins.address_for(request) or ""
        wanted = language_of(language or accept_language, SENTENCES)
        sheet = sheet_of_links(added, f"{address}/invitation/", wanted)
        return Response(sheet, headers=attachment(f"{tournament_id}-links.csv"), media_type=CSV)
    reply = AddedEntrants(unknown_columns=roster.unknown_columns, lines=added)
    return Response(reply.model_dump_json(), media_type="application/json")


@router.delete(
    "/{tournament_id}/entrants/{player_id}",
    operation_id="withdrawEntrant",
    responses=errors(codes.UNKNOWN_TOURNAMENT, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403), codes.NOT_ENTERED),
    summary="Withdraw from a tournament, or as a director somebody else",
)
async def withdraw_entrant(tournament_id: TournamentId, player_id: EntrantName, call: PlayerCall) -> TournamentListing:
    """The entrant is in no further pairing. An open table stays open; a director can let the entrant forfeit it."""
    call.require_for("withdrawEntrant", player_id)
    return await call.server.tournaments.withdraw(call.player, tournament_id, player_id)


@router.put(
    "/{tournament_id}/check_in",
    operation_id="checkIn",
    responses=errors(codes.UNKNOWN_TOURNAMENT, codes.NOT_AN_ENTRANT, codes.NOT_ENTERED, codes.TOO_LATE),
    summary="Say that the caller is here",
)
async def check_in(tournament_id: TournamentId, call: PlayerCall) -> TournamentListing:
    """Entrants who have not checked in when the first round is paired are not in it, and are withdrawn."""
    return await call.server.tournaments.check_in(call.player, tournament_id)


@router.put(
    "/{tournament_id}/tables/{number}/ready",
    operation_id="sayReady",
    responses=errors(
        codes.UNKNOWN_TOURNAMENT, codes.NOT_AN_ENTRANT, codes.NOT_ENTERED, codes.UNKNOWN_TABLE, codes.TOO_LATE
    ),
    summary="Say that the caller is ready at a table of the open round",
)
async def say_ready(tournament_id: TournamentId, number: TableNumber, call: PlayerCall) -> TournamentListing:
    """The match starts when all entrants of the table are ready."""
    return await call.server.tournaments.say_ready(call.player, tournament_id, number)


@router.put(
    "/{tournament_id}/leave",
    operation_id="takeTournamentLeave",
    responses=errors(
        codes.UNKNOWN_TOURNAMENT,
        codes.NOT_AN_ENTRANT,
        codes.NOT_ENTERED,
        codes.TOURNAMENT_OVER,
        codes.NO_LEAVE,
        codes.LEAVE_USED_UP,
        codes.TOO_MANY_CHANGES,
    ),
    summary="Take leave of some days, in which the clocks of the caller's tables stand",
)
async def take_tournament_leave(tournament_id: TournamentId, body: LeaveRequest, call: PlayerCall) -> TournamentListing:
    """
    For entrants of a tournament with `leave_days`, also for their team. Everybody sees it. It holds at the tables of
    the open round, and at those that begin meanwhile, which do not wait for the entrant. This call is safe to repeat.
    """
    return await call.server.tournaments.take_leave(call.player, tournament_id, body.days)


@router.post(
    "/{tournament_id}/actions",
    operation_id="actAsDirector",
    responses=errors(
        codes.UNKNOWN_TOURNAMENT,
        *OF_DIRECTING,
        codes.ALREADY_EXCUSED,
        codes.NOT_OPEN,
        codes.TOO_LATE,
        codes.ROUND_OPEN,
        (codes.NO_SUCH_ROUND, 409),
        codes.NO_ROUND_LEFT,
        codes.NO_PAIRING,
        codes.TOO_MANY_ROUNDS,
        codes.BAD_SYSTEM,
        codes.BAD_TIE_BREAK,
        codes.TIME_PASSED,
        codes.BAD_REST,
        codes.BAD_PAIRING,
        codes.UNKNOWN_TABLE,
        codes.BAD_RESULT,
        codes.DEPENDENTS_STARTED,
        codes.ACTED_ON,
        codes.TOURNAMENT_PAUSED,
        codes.PAUSED_BEFORE,
        codes.TOURNAMENT_OVER,
        codes.NOT_STARTED,
        codes.MATCH_PAUSED,
        codes.MATCH_SUSPENDED,
        codes.MATCH_OVER,
        codes.PHASE_CLOSED,
        codes.PHASE_NOT_OPEN,
        codes.TOO_MANY_ACTIONS,
        codes.IDEMPOTENCY_KEY_REUSED,
        codes.TOO_BUSY,
    ),
    summary="Open, pair, publish, start rounds, correct results, forfeit, pause, finish, and more",
)
async def act_as_director(
    tournament_id: TournamentId, body: DirectorAction, call: PlayerCall, once: IdempotencyKey, response: Response
) -> TournamentListing:
    """Every action is an entry of the log, with who acted and the reason, for those concerned."""
    done = await call.server.tournaments.act(call.player, tournament_id, body, once)
    return reply_of(done, response)


@router.get(
    "/{tournament_id}/view",
    operation_id="getTournamentView",
    response_model=TournamentView,
    responses=errors(codes.UNKNOWN_TOURNAMENT, codes.CURSOR_AHEAD),
    summary="What the caller knows of a tournament, now or after an earlier event",
)
async def get_tournament_view(
    tournament_id: TournamentId,
    call: WatcherCall,
    at: Annotated[int | None, Query(ge=1, le=2**53, description="An event of the caller's stream.")] = None,
    lines: AskedLines = None,
) -> Response:
    known, said = await call.server.tournaments.view_with_lines(call.player, tournament_id, at, lines)
    course = known.course
    call.pay(of_entries(len(course.entrants) + sum(len(each.tables) for each in course.rounds)))
    epoch = call.server.tournaments.repository.epoch
    text = await in_slices(render_tournament(known, epoch, call.server.now(), said))
    call.pay(of_bytes(len(text)))
    return Response(text, media_type="application/json")


@router.get(
    "/{tournament_id}/rounds/{number}",
    operation_id="getRound",
    response_model=RoundReply,
    responses={
        200: {"content": _SHEETS},
        **errors(codes.UNKNOWN_TOURNAMENT, (codes.NO_SUCH_ROUND, 404)),
    },
    summary="A round that the caller knows of, and why each table is as it is, as JSON or for spreadsheets",
)
async def get_round(
    request: Request,
    tournament_id: TournamentId,
    number: RoundNumber,
    call: WatcherCall,
    language: SheetLanguage = None,
    accept_language: AcceptLanguage = None,
) -> Response:
    """With `Accept: text/csv`, or that of XLSX, a table for spreadsheets, with a row for each entrant."""
    course, round_ = await call.server.tournaments.round(call.player, tournament_id, number)
    call.pay(of_entries(len(round_.tables)))
    wanted = language_of(language or accept_language, SENTENCES)
    if kind := _sheet_asked(request):
        return await _send_sheet(
            call, kind, f"{tournament_id}-round-{number}", *round_sheet(course, round_, wanted), wanted
        )
    return Response(show_round(course, round_).model_dump_json(), media_type="application/json")


@router.get(
    "/{tournament_id}/standings",
    operation_id="getStandings",
    response_model=StandingsReply,
    responses={
        200: {"content": {**_SHEETS, TRF: {"schema": {"type": "string"}}}},
        **errors(codes.UNKNOWN_TOURNAMENT, (codes.NO_SUCH_ROUND, 404), (codes.UNKNOWN_ENTRANT, 404), codes.BAD_SYSTEM),
    },
    summary="The standings after a round, as JSON, for spreadsheets, or as a report for chess programs",
)
async def get_standings(
    request: Request,
    tournament_id: TournamentId,
    call: WatcherCall,
    round: Annotated[  # noqa: A002  # the name of the parameter
        int | None, Query(ge=1, le=1_000, description="A round that is done; by default the last one.")
    ] = None,
    explain: Annotated[
        str | None, Query(max_length=16, description="An entrant whose values are shown with what they are made of.")
    ] = None,
    language: SheetLanguage = None,
    accept_language: AcceptLanguage = None,
) -> Response:
    """
    With `Accept: text/csv`, or that of XLSX, a table for spreadsheets. With `Accept: text/x-trf`, a report in FIDE's
    format TRF16 with all rounds, for tournaments whose tables have two players.
    """
    known, table = await call.server.tournaments.standings(call.player, tournament_id, round)
    call.pay(of_entries(len(table.rows)))
    wanted = language_of(language or accept_language, SENTENCES)
    if prefers(request, TRF):
        report = await in_slices(report_of(known.course, table, names_of(known.course, table.rounds, wanted)))
        return Response(report, headers=attachment(f"{tournament_id}-{table.rounds}.trf"), media_type=TRF)
    if kind := _sheet_asked(request):
        left = {each.id: each.left_because for each in known.course.entrants.values() if each.left_because}
        clubs = {each.id: each.club for each in known.course.entrants.values() if each.club}
        columns, rows = sheet_of(table, names_of(known.course, table.rounds, wanted), left, clubs)
        return await _send_sheet(call, kind, f"{tournament_id}-standings-{table.rounds}", columns, rows, wanted)
    reply = show_standings(table, explain)
    return Response(reply.model_dump_json(), media_type="application/json")


@router.get(
    "/{tournament_id}/calendar.ics",
    operation_id="getTournamentCalendar",
    response_class=Response,
    responses={
        200: {"content": {CALENDAR: {"schema": {"type": "string"}}}},
        **UNCHANGED,
        **errors(codes.UNKNOWN_TOURNAMENT),
    },
    summary="The rounds of a tournament that have a time, for calendar programs",
)
async def get_tournament_calendar(
    request: Request,
    tournament_id: TournamentId,
    call: WatcherCall,
    language: CalendarLanguage = "en",
    if_none_match: IfNoneMatch = None,
) -> Response:
    """
    An iCalendar (RFC 5545); programs subscribe to that of a public tournament without a token. Times are in UTC. A
    round keeps its `UID`, and `SEQUENCE` rises; what is not played when the tournament ends is cancelled.
    """
    text = await call.server.tournaments.calendar(
        call.player, tournament_id, language_of(language, TEXTS), call.server.accounts.origins.address_for(request)
    )
    return reply_with(text, if_none_match)


TOURNAMENTS_ALIKE.add_log(
    router,
    TournamentEventFrame,
    TournamentEventPage,
    events="""
    Each event is an entry of the tournament's log, with the facts addressed to the caller. Read pages, long polls and
    server-sent events like those of `listEvents`; matches have streams of their own. After `viewer_changed` (4410),
    when the caller has entered or directs no longer, start again from 0 without an id.
    """,
    log="""
    Directors who do not play can read it at any time, everyone else when the tournament has ended. The entries are
    chained as those of matches are (`getLog`); `match_id` is the id of the tournament.
    """,
)
