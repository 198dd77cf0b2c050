"""Invitations: links with which players can take a seat in a match, or enter an event."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request

from server.access import codes
from server.access.costs import NEW_INVITATION, UNKNOWN_INVITATION, charged_to
from server.access.errors import RefusedError
from server.api.calls.dependencies import PlayerCall, TheServer, caller_of
from server.api.models.invitations import (
    AcceptRequest,
    EventInvitationList,
    EventInvitationRequest,
    InvitationList,
    InvitationRequest,
    JoinedReply,
    OpenedInvitationReply,
    OpenedMatchInvitation,
    OpenedSeriesInvitation,
    OpenedTournamentInvitation,
    joined,
)
from server.api.routes.matches import MatchId, render_details
from server.api.routes.responses import errors
from server.api.routes.series import SeriesId
from server.api.routes.tournaments import TournamentId
from server.api.server import Server
from server.logs.directing.invitations import NewEventInvitationReply
from server.matches.seats.invitations import NewInvitationReply
from server.organising.series.listings import list_series
from server.organising.tournaments.listings import list_tournament
from server.runtime.database.tables import InvitationRow

router = APIRouter(prefix="/v1", tags=["invitations"])

Token = Annotated[str, Path(max_length=100, description="The token of the invitation.")]
InvitationId = Annotated[str, Path(max_length=64, description="The id of the invitation, not its token.")]

_INVALID = (
    codes.UNKNOWN_INVITATION,
    codes.INVITATION_WITHDRAWN,
    codes.INVITATION_EXPIRED,
    codes.INVITATION_USED_UP,
    codes.ALREADY_STARTED,
    codes.MATCH_SUSPENDED,
    codes.NOT_OPEN,
    codes.SERIES_OVER,
    codes.SERIES_PAUSED,
)


@router.post(
    "/matches/{match_id}/invitations",
    operation_id="createInvitation",
    status_code=201,
    responses=errors(
        codes.HOST_ONLY,
        codes.UNKNOWN_MATCH,
        (codes.UNKNOWN_SEAT, 404),
        codes.ALREADY_STARTED,
        codes.MATCH_SUSPENDED,
        codes.TOO_MANY_INVITATIONS,
    ),
    summary="Create an invitation to a match, as its host",
)
async def create_invitation(
    match_id: MatchId, call: PlayerCall, body: InvitationRequest | None = None
) -> NewInvitationReply:
    """
    Returns the token of the invitation, only this once: put it into a link. Whoever has it can see what it is for
    without an account (`getInvitation`), and take a seat (`acceptInvitation`), also in a private match and while the
    door is closed. It does not reserve a seat.
    """
    wanted = body or InvitationRequest()
    call.pay(NEW_INVITATION)
    lifetime = timedelta(seconds=wanted.expires_in_seconds)
    return await call.server.invitations.make(call.player, match_id, wanted.uses, lifetime, wanted.seat)


@router.get(
    "/matches/{match_id}/invitations",
    operation_id="listInvitations",
    responses=errors(codes.HOST_ONLY, codes.UNKNOWN_MATCH),
    summary="The invitations to a match, for its host",
)
async def list_invitations(match_id: MatchId, call: PlayerCall) -> InvitationList:
    """All of them, without their tokens, newest first."""
    return InvitationList(invitations=await call.server.invitations.to(call.player, match_id))


@router.delete(
    "/matches/{match_id}/invitations/{invitation_id}",
    operation_id="withdrawInvitation",
    status_code=204,
    responses=errors(codes.HOST_ONLY, codes.UNKNOWN_MATCH, codes.UNKNOWN_INVITATION),
    summary="Withdraw an invitation, as the host",
)
async def withdraw_invitation(
    match_id: MatchId,
    invitation_id: InvitationId,
    call: PlayerCall,
) -> None:
    """Nobody can accept it any more. Players who have accepted it keep their seats."""
    await call.server.invitations.withdraw(call.player, match_id, invitation_id)


@router.post(
    "/tournaments/{tournament_id}/invitations",
    operation_id="createTournamentInvitation",
    status_code=201,
    responses=errors(
        codes.UNKNOWN_TOURNAMENT,
        codes.DIRECTORS_ONLY,
        (codes.DIRECTOR_PLAYS, 403),
        codes.NOT_OPEN,
        codes.TOO_MANY_INVITATIONS,
    ),
    summary="Create an invitation to a tournament, as its director",
)
async def create_tournament_invitation(
    tournament_id: TournamentId, call: PlayerCall, body: EventInvitationRequest | None = None
) -> NewEventInvitationReply:
    """
    Returns the token of the invitation, only this once: put it into a link. Whoever has it can see what it is for
    without an account (`getInvitation`), and enter (`acceptInvitation`), also if the tournament is private.
    """
    wanted = body or EventInvitationRequest()
    call.pay(NEW_INVITATION)
    lifetime = timedelta(seconds=wanted.expires_in_seconds)
    return await call.server.tournaments.invitations.make(call.player, tournament_id, wanted.uses, lifetime)


@router.get(
    "/tournaments/{tournament_id}/invitations",
    operation_id="listTournamentInvitations",
    responses=errors(codes.UNKNOWN_TOURNAMENT, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403)),
    summary="The invitations to a tournament, for its directors",
)
async def list_tournament_invitations(tournament_id: TournamentId, call: PlayerCall) -> EventInvitationList:
    """All of them, without their tokens, newest first."""
    return EventInvitationList(invitations=await call.server.tournaments.invitations.to(call.player, tournament_id))


@router.delete(
    "/tournaments/{tournament_id}/invitations/{invitation_id}",
    operation_id="withdrawTournamentInvitation",
    status_code=204,
    responses=errors(
        codes.UNKNOWN_TOURNAMENT, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403), codes.UNKNOWN_INVITATION
    ),
    summary="Withdraw an invitation to a tournament, as its director",
)
async def withdraw_tournament_invitation(
    tournament_id: TournamentId, invitation_id: InvitationId, call: PlayerCall
) -> None:
    """Nobody can accept it any more. Players who have accepted it stay in the tournament."""
    await call.server.tournaments.invitations.withdraw(call.player, tournament_id, invitation_id)


@router.post(
    "/series/{series_id}/invitations",
    operation_id="createSeriesInvitation",
    status_code=201,
    responses=errors(
        codes.UNKNOWN_SERIES,
        codes.DIRECTORS_ONLY,
        (codes.DIRECTOR_PLAYS, 403),
        codes.NOT_OPEN,
        codes.SERIES_OVER,
        codes.SERIES_PAUSED,
        codes.TOO_MANY_INVITATIONS,
    ),
    summary="Create an invitation to a series, as its director",
)
async def create_series_invitation(
    series_id: SeriesId, call: PlayerCall, body: EventInvitationRequest | None = None
) -> NewEventInvitationReply:
    """
    Returns the token of the invitation, only this once: put it into a link. Whoever has it can see what it is for
    without an account (`getInvitation`), and take a free place (`acceptInvitation`), also if the series is private.
    """
    wanted = body or EventInvitationRequest()
    call.pay(NEW_INVITATION)
    lifetime = timedelta(seconds=wanted.expires_in_seconds)
    return await call.server.series.invitations.make(call.player, series_id, wanted.uses, lifetime)


@router.get(
    "/series/{series_id}/invitations",
    operation_id="listSeriesInvitations",
    responses=errors(codes.UNKNOWN_SERIES, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403)),
    summary="The invitations to a series, for its directors",
)
async def list_series_invitations(series_id: SeriesId, call: PlayerCall) -> EventInvitationList:
    """All of them, without their tokens, newest first."""
    return EventInvitationList(invitations=await call.server.series.invitations.to(call.player, series_id))


@router.delete(
    "/series/{series_id}/invitations/{invitation_id}",
    operation_id="withdrawSeriesInvitation",
    status_code=204,
    responses=errors(codes.UNKNOWN_SERIES, codes.DIRECTORS_ONLY, (codes.DIRECTOR_PLAYS, 403), codes.UNKNOWN_INVITATION),
    summary="Withdraw an invitation to a series, as its director",
)
async def withdraw_series_invitation(series_id: SeriesId, invitation_id: InvitationId, call: PlayerCall) -> None:
    """Nobody can accept it any more. Players who have accepted it stay in the series."""
    await call.server.series.invitations.withdraw(call.player, series_id, invitation_id)


@router.get(
    "/invitations/{token}",
    operation_id="getInvitation",
    responses=errors(*_INVALID, codes.MATCH_UNREADABLE),
    summary="What an invitation is for",
)
async def get_invitation(request: Request, token: Token, server: TheServer) -> OpenedInvitationReply:
    """
    Works without an account, until the match starts, or nobody can enter the event any more: what spectators see of it.
    Save the `seed_commitment` of a match before you send entropy.
    """
    caller = caller_of(request.scope)
    charged_to.set(caller.pay)
    row = await _find(server, token, caller.pay)
    terms = {"invitation_id": row.invitation_id, "expires_at": row.expires_at}
    if row.kind == "tournament":
        tournament = await server.tournaments.invitations.open(row)
        state = tournament.live.state
        return OpenedTournamentInvitation(
            **terms, uses_left=tournament.uses_left, tournament=list_tournament(state), settings=state.course.terms
        )
    if row.kind == "series":
        series = await server.series.invitations.open(row)
        known = series.live.state
        return OpenedSeriesInvitation(
            **terms, uses_left=series.uses_left, series=list_series(known), settings=known.course.terms
        )
    opened = await server.invitations.open(row)
    match = render_details(opened.listing, opened.known, server.now())
    return OpenedMatchInvitation(**terms, uses_left=opened.uses_left, seat=row.seat, match=match)


@router.post(
    "/invitations/{token}/accept",
    operation_id="acceptInvitation",
    responses=errors(
        *_INVALID,
        codes.MATCH_UNREADABLE,
        (codes.UNKNOWN_SEAT, 404),
        codes.SEAT_TAKEN,
        codes.SEAT_RESERVED,
        (codes.ALREADY_SEATED, 409),
        (codes.NAME_TOO_SIMILAR, 409),
        codes.TOO_MANY_SEATINGS,
        codes.WRONG_SEAT,
        codes.TOO_BUSY,
        codes.UNKNOWN_PLAYER,
        codes.ALREADY_ENTERED,
        codes.BAD_PARTNER,
        codes.SERIES_FULL,
        (codes.DIRECTOR_PLAYS, 403),
        (codes.DIRECTOR_PLAYS, 409),
    ),
    summary="Accept an invitation: take a seat in the match, or enter the event",
)
async def accept_invitation(token: Token, call: PlayerCall, body: AcceptRequest | None = None) -> JoinedReply:
    """
    Each seat that is taken, each entrant and each place counts as a use. This call is safe to repeat: a player who
    already has the seat, or has entered, keeps it, and no use is counted. A team enters a tournament when each of its
    members has accepted and named the other one as `partner`; that is one use.
    """
    wanted = body or AcceptRequest()
    server = call.server
    row = await _find(server, token, call.pay)
    if row.kind == "tournament":
        return joined(await server.tournaments.accept(call.player, row, wanted.partner))
    if row.kind == "series":
        return joined(await server.series.accept(call.player, row))
    return joined(await server.invitations.sit(call.player, row, wanted.seat, wanted.entropy))


async def _find(server: Server, token: str, pay: Callable[[float], None]) -> InvitationRow:
    """Return the valid invitation with this token; who guesses pays."""
    try:
        return await server.links.find(token)
    except RefusedError as error:
        if error.code == codes.UNKNOWN_INVITATION:
            pay(UNKNOWN_INVITATION)
        raise
